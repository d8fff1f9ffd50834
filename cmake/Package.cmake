# libattn-mlir.so (everything under lib/ for a host that embeds the passes), install rules, and the
# CMake package, in the install tree and in the build tree.
include(GNUInstallDirs)

set(parts runtime schedule ir dialect passes conversion plugin compile)
list(TRANSFORM parts PREPEND attn_)
file(WRITE ${CMAKE_BINARY_DIR}/library-anchor.c "int attnMlirLibraryAnchor;\n")
add_library(attn-mlir SHARED ${CMAKE_BINARY_DIR}/library-anchor.c)
set_target_properties(attn-mlir PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0
                                           LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
foreach(part ${parts})
  add_dependencies(attn-mlir ${part})
  target_link_options(attn-mlir PRIVATE LINKER:--whole-archive,$<TARGET_FILE:${part}>,--no-whole-archive)
  set_property(TARGET attn-mlir APPEND PROPERTY LINK_DEPENDS $<TARGET_FILE:${part}>)
endforeach()
target_link_options(attn-mlir PRIVATE ${ATTN_JSON_HIDDEN})
target_link_libraries(attn-mlir PRIVATE ${ATTN_JSON} m dl pthread)
target_link_libraries(attn-mlir PUBLIC AttnMLIRCAPI)
set(attn_includes $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include-c>
                  $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include-c>
                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(attn-mlir INTERFACE ${attn_includes})
target_include_directories(AttnMLIRCAPI INTERFACE ${attn_includes})
set_target_properties(AttnMLIRCAPI PROPERTIES EXPORT_NAME mlir-capi)

install(TARGETS attn-mlir AttnMLIRCAPI EXPORT attn-mlirTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include-c/attn-c ${CMAKE_BINARY_DIR}/include-c/attn-c
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/attn-mlir)
install(EXPORT attn-mlirTargets NAMESPACE attn-mlir:: DESTINATION ${package_dir})
export(EXPORT attn-mlirTargets NAMESPACE attn-mlir:: FILE ${CMAKE_BINARY_DIR}/attn-mlirTargets.cmake)
configure_file(cmake/attn-mlirConfig.cmake.in ${CMAKE_BINARY_DIR}/attn-mlirConfig.cmake @ONLY)
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/attn-mlir.pc.in ${CMAKE_BINARY_DIR}/attn-mlir.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/attn-mlirConfig.cmake DESTINATION ${package_dir})
install(FILES ${CMAKE_BINARY_DIR}/attn-mlir.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
