# Tests that take minutes, which `./dev test` leaves out and `./dev test long` has.

# etch_is_left_out(<variable> <where>...)
#
# Stores whether ETCH_LONG_TESTS is off and this preset is among <where>: `everywhere`, a processor
# (`host`, `cortex-m4`, ...), `instrumented`, which is this machine under sanitizers and not `host`.
function(etch_is_left_out variable)
  set(here ${ETCH_PROCESSOR})
  if(ETCH_INSTRUMENTED)
    set(here instrumented)
  elseif(NOT here)
    set(here host)
  endif()
  set(left_out OFF)
  if(NOT ETCH_LONG_TESTS AND (here IN_LIST ARGN OR "everywhere" IN_LIST ARGN))
    set(left_out ON)
  endif()
  set(${variable} ${left_out} PARENT_SCOPE)
endfunction()

# etch_add_long_test(<name>): in its place, what says where to find it.
function(etch_add_long_test name)
  etch_add_skipped_test(${name} "takes minutes, ./dev test long has it")
endfunction()
