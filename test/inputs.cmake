# Each file of inputs/ through attn-run (run-input.sh). unit/levels runs them at every level between.
file(GLOB inputs CONFIGURE_DEPENDS inputs/*.mlir)
foreach(input ${inputs})
  get_filename_component(name ${input} NAME_WE)
  add_test(NAME inputs/${name}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/run-input.sh $<TARGET_FILE:attn-run> ${input})
  set_tests_properties(inputs/${name} PROPERTIES TIMEOUT 600)
endforeach()
