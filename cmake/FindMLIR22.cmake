# Finds LLVM/MLIR 22 through llvm-config and makes one shared library of its C API.
#
# Debian ships the C API as 58 static archives and no libMLIR-C.so. Tools, plug-ins and embedding
# hosts must share one copy of it (and exactly one libMLIR.so), so the archives are put whole into
# libAttnMLIRCAPI.so once.
include(GNUInstallDirs)
find_program(LLVM_CONFIG NAMES llvm-config-22 llvm-config REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --version OUTPUT_VARIABLE LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT LLVM_VERSION MATCHES "^22\\.")
  message(FATAL_ERROR "attn-mlir needs LLVM/MLIR 22, ${LLVM_CONFIG} is ${LLVM_VERSION}")
endif()
execute_process(COMMAND ${LLVM_CONFIG} --prefix OUTPUT_VARIABLE LLVM_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE)
set(MLIR_LIBDIR ${LLVM_PREFIX}/lib)
set(MLIR_BINDIR ${LLVM_PREFIX}/bin)
set(ATTN_MLIR_VERSION ${LLVM_VERSION})

file(GLOB MLIR_CAPI_ARCHIVES ${MLIR_LIBDIR}/libMLIRCAPI*.a)
if(NOT MLIR_CAPI_ARCHIVES)
  message(FATAL_ERROR "no libMLIRCAPI*.a in ${MLIR_LIBDIR}: install libmlir-22-dev")
endif()

list(APPEND CMAKE_BUILD_RPATH ${MLIR_LIBDIR})
list(APPEND CMAKE_INSTALL_RPATH ${MLIR_LIBDIR} $ORIGIN/../${CMAKE_INSTALL_LIBDIR})

file(WRITE ${CMAKE_BINARY_DIR}/capi-anchor.c "int attnMlirCapiAnchor;\n")
add_library(AttnMLIRCAPI SHARED ${CMAKE_BINARY_DIR}/capi-anchor.c)
target_link_options(AttnMLIRCAPI PRIVATE -Wl,--whole-archive ${MLIR_CAPI_ARCHIVES} -Wl,--no-whole-archive)
target_link_libraries(AttnMLIRCAPI PUBLIC
  ${MLIR_LIBDIR}/libMLIR.so ${MLIR_LIBDIR}/libMLIRExecutionEngineShared.so ${MLIR_LIBDIR}/libLLVM.so stdc++ m)
target_include_directories(AttnMLIRCAPI SYSTEM INTERFACE ${LLVM_PREFIX}/include)
add_library(mlir_capi ALIAS AttnMLIRCAPI)
