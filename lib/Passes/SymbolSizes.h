//===- SymbolSizes.h - Classes of equal sizes ------------------------------===//
//
// What attn-symbols knows: which dimensions and index values are equal (SymbolSizes.c). Symbols.c
// reads what operations say of them and gives symbols, SymbolsViews.c knows views.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_SYMBOLSIZES_H
#define ATTN_PASSES_SYMBOLSIZES_H

#include "IR/Build.h"

/// A dimension of a tensor, a loop of an operation, or an index value. Roots of the forest hold
/// what is known of their class.
typedef struct AttnSizeSlot {
  int parent;
  int64_t size; ///< -1: not known
  int arg, dim; ///< the first argument's dimension of the class; arg -1: none
  int symbol;   ///< -1: not numbered yet
} AttnSizeSlot;

typedef struct AttnSizeKey {
  const void *ptr; ///< of a value or operation; NULL: free
  int first;       ///< slot of dimension 0
} AttnSizeKey;

/// A product of a number and of classes.
typedef struct AttnSizeProduct {
  int slot; ///< what is this product
  int64_t number;
  int n, factor[8]; ///< slots
} AttnSizeProduct;

typedef struct AttnSizes {
  AttnSizeSlot *slots;
  int n, capacity;
  AttnSizeProduct *products;
  int numProducts;
  AttnSizeKey *keys; ///< open addressing, nKeys a power of two
  size_t nKeys, used;
} AttnSizes;

int attnSizesRank(MlirValue tensor);
int attnSizesRoot(AttnSizes *z, int slot);
void attnSizesUnite(AttnSizes *z, int a, int b);
/// The slots of a tensor's dimensions; static sizes are known.
int attnSizesOfTensor(AttnSizes *z, MlirValue v);
/// Are the two the same product?
bool attnSizesSame(AttnSizes *z, int a, int b);
/// The slot of an index value, seen through casts between integers and choices by the sign of a
/// size.
int attnSizesOfIndex(AttnSizes *z, MlirValue v);
/// `slot` is the product of the `n` other ones.
void attnSizesMultiply(AttnSizes *z, int slot, int n, const int *factors);
/// The slots of the loops of a linalg.generic.
int attnSizesOfLoops(AttnSizes *z, MlirOperation generic);

//===--- SymbolsViews.c ----------------------------------------------------===//

/// tensor.reshape to sizes that are told to be those of its operand or products of them, beside
/// dimensions of size one and numbers: tensor.collapse_shape and tensor.expand_shape take its place
/// (the operation stays, without uses), from *first on. False: it is another one.
bool attnSizesReshape(AttnSizes *z, MlirOperation op, MlirOperation *first);
/// Is a dynamic dimension joined with another one that is not of size one, or split?
bool attnSizesJoined(MlirOperation reshape);
/// expand_shape of tensor.empty is the larger tensor.empty.
void attnSizesEmpty(MlirOperation op);
/// Relates the sizes of tensor.extract_slice, tensor.insert_slice, tensor.concat and tensor.pad
/// that leave dynamic dimensions whole. False: one is cut, padded or put together.
bool attnSizesView(AttnSizes *z, MlirOperation op);
/// The same slice where the tensor that it is a part of has become one of the static `type`.
void attnSizesStaticSlice(MlirOperation op, MlirType type);
/// In the body of a generic: where an element is read at `size == 1 ? 0 : i`, size that of the
/// dimension and i a loop's index, it is read at i and the loop has that size.
void attnSizesBroadcasts(AttnSizes *z, MlirOperation generic);

#endif // ATTN_PASSES_SYMBOLSIZES_H
