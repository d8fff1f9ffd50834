# Each file of inputs/ through attn-run (run-input.sh). unit/levels runs them at every level between.
file(GLOB inputs CONFIGURE_DEPENDS inputs/*.mlir)
foreach(input ${inputs})
  get_filename_component(name ${input} NAME_WE)
  add_test(NAME inputs/${name}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/run-input.sh $<TARGET_FILE:attn-run> ${input})
  set_tests_properties(inputs/${name} PROPERTIES TIMEOUT 600)
endforeach()

# Files of inputs/jax and inputs/torch against the results that came with them (run-given.sh).
file(GLOB given CONFIGURE_DEPENDS inputs/jax/*.mlir inputs/torch/*.mlir)
foreach(input ${given})
  get_filename_component(name ${input} NAME_WE)
  foreach(device cpu emu)
    add_test(NAME given/${name}/${device}
      COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/run-given.sh $<TARGET_FILE:attn-run> ${input} ${device})
    set_tests_properties(given/${name}/${device} PROPERTIES TIMEOUT 600)
  endforeach()
endforeach()

# The cases of cases/*.txt against the oracle, a test for each list and executor (run-cases.sh).
file(GLOB lists CONFIGURE_DEPENDS cases/*.txt)
foreach(list ${lists})
  get_filename_component(name ${list} NAME_WE)
  foreach(executor carrier tile emu)
    add_test(NAME cases/${name}/${executor}
      COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/run-cases.sh $<TARGET_FILE:attn-opt> $<TARGET_FILE:attn-run> ${list} ${executor})
    set_tests_properties(cases/${name}/${executor} PROPERTIES TIMEOUT 1200)
  endforeach()
endforeach()
