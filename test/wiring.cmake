# What tests get from outside, after all are registered: labels, fixtures, the sanitizers' environment.

# Transcripts in the documents run the example plug-in.
set_tests_properties(check-docs PROPERTIES FIXTURES_REQUIRED examples)

get_property(tests DIRECTORY PROPERTY TESTS)
foreach(test ${tests})
  # `ctest -L sanitize` is what `make check` runs a second time, instrumented: what executes our code.
  # Not the units that take long: shorter ones, and lit, run the same code.
  if(test MATCHES "^(lit|unit|examples)/|^inputs/jax_(einsum_causal_where_f16|softmax_f32)$" AND
     NOT test MATCHES "^unit/(emu-large|levels|pins)$")
    set_property(TEST ${test} APPEND PROPERTY LABELS sanitize)
  endif()
  if(ATTN_SANITIZE)
    # No suppressions: what libMLIR allocates for us is ours to free, and what it keeps for itself
    # stays reachable.
    # Uses of a stack after its function's return are looked for in units alone: the tools take a
    # third longer that way.
    set(returned 0)
    if(test MATCHES "^unit/")
      set(returned 1)
    endif()
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
      "ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=${returned}:strict_string_checks=1"
      "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
  endif()
endforeach()
