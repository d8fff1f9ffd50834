//===- host.cpp - Our pipeline in a C++ host's own pass manager -----------===//
//
// usage: host-cpp [PIPELINE] < FILE     default pipeline: attn-to-carrier
//
// The host is C++ throughout; wrap() turns its objects into the handles that our C functions take.
//
//===----------------------------------------------------------------------===//
#include "attn-c/Dialects.h"
#include "attn-c/Passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char **argv) {
  std::string text{std::istreambuf_iterator<char>(std::cin), {}};

  mlir::DialectRegistry dialects;
  mlir::registerAllDialects(dialects);
  mlir::registerAllExtensions(dialects);
  mlir::MLIRContext context(dialects);
  if (mlirLogicalResultIsFailure(attnLoadDialects(wrap(&context))))
    return 1;
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return 1;

  mlir::PassManager manager(&context);
  manager.addPass(mlir::createSymbolDCEPass());
  auto onError = [](const char *message, void *) { std::cerr << message << '\n'; };
  const char *pipeline = argc > 1 ? argv[1] : "attn-to-carrier";
  mlir::OpPassManager &top = manager;
  if (mlirLogicalResultIsFailure(
          attnAddPipeline(wrap(&context), wrap(&top), pipeline, onError, nullptr)))
    return 1;
  manager.addPass(mlir::createCSEPass());
  if (mlir::failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
