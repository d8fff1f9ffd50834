//===- Shapes.h - Shapes that a program takes away and gives back ---------===//
#ifndef ATTN_IR_SHAPES_H
#define ATTN_IR_SHAPES_H

#include "mlir-c/IR.h"

/// Concatenations of parts whose sizes a tensor.cast took away (torch-mlir writes a roll so) get
/// parts of static shapes, and results of their own static shape, cast to what they had.
void attnRestoreShapes(MlirOperation root);

#endif // ATTN_IR_SHAPES_H
