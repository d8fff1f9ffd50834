# attn_embed_text(TARGET FILE SYMBOL): FILE becomes `const char SYMBOL[]` inside TARGET, NUL at the end.
function(attn_embed_text target file symbol)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DIN=${file} -DOUT=${out} -DSYMBOL=${symbol}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed-text.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed-text.cmake)
  target_sources(${target} PRIVATE ${out})
endfunction()
