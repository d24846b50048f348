# What a compilation may cost.
include(etch_long_tests)

# etch_add_compile_budget(<name> <source> GCC <what>=<limit>... CLANG <what>=<limit>...
#                         [FLAGS <flag>...] [GCC_FLAGS <flag>...] [CLANG_FLAGS <flag>...] [LONG])
#
# Adds budget.<name>.gcc and budget.<name>.clang, for the compilers that are there: what cmake/tools/
# measure.cpp counts while <source> becomes an object at -O2 must keep to the limits. Nothing there
# depends on the machine or on what else it does; `./dev bench compile` prints seconds. g++ is made to
# collect its garbage as on a small machine, so that its memory is what it needs. xsimd is left out,
# whose header costs what it costs, unless a flag -DETCH_USE_XSIMD=1 asks for it. LONG: they are long
# tests.
function(etch_add_compile_budget name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "LONG" "" "GCC;CLANG;FLAGS;GCC_FLAGS;CLANG_FLAGS")
  if(NOT TARGET etch_measure_tool)
    etch_add_host_tool(etch_measure_tool ${etch_SOURCE_DIR}/cmake/tools/measure.cpp ALL)
  endif()
  get_target_property(tool etch_measure_tool ETCH_TOOL)
  get_filename_component(source ${source} ABSOLUTE)
  set(count_GCC --param ggc-min-expand=50 --param ggc-min-heapsize=65536 -fmem-report -ftime-report)
  set(count_CLANG -Xclang -print-stats)
  if(NOT "-DETCH_USE_XSIMD=1" IN_LIST arg_FLAGS)
    list(APPEND arg_FLAGS -DETCH_USE_XSIMD=0)
  endif()
  etch_is_left_out(left_out everywhere)
  foreach(kind GCC CLANG)
    if(ETCH_FAIL_${kind} AND arg_${kind})
      string(TOLOWER ${kind} compiler)
      if(arg_LONG AND left_out)
        etch_add_long_test(budget.${name}.${compiler})
        continue()
      endif()
      add_test(NAME budget.${name}.${compiler}
               COMMAND ${tool} ${arg_${kind}} -- ${ETCH_FAIL_${kind}} -std=c++20 -O2 ${count_${kind}}
                       -I${etch_SOURCE_DIR}/include ${arg_FLAGS} ${arg_${kind}_FLAGS} -c ${source} -o
                       /dev/null)
    endif()
  endforeach()
endfunction()

# etch_add_compile_budgets(<source>)
#
# One budget for each comment line of <source> of the form
#   // BUDGET: <name> [LONG] <flag>... GCC <what>=<limit>... CLANG <what>=<limit>...
# e.g. `// BUDGET: layers_30 -DLAYERS=30 GCC megabytes=160 CLANG megabytes=160`.
function(etch_add_compile_budgets source)
  file(STRINGS ${source} lines REGEX "^// BUDGET: ")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^// BUDGET: +([a-z0-9_]+) (.*)(GCC .+=.+ CLANG .+=.+)$")
      message(FATAL_ERROR "${source}: '${line}' is not '// BUDGET: name flags GCC a=1 CLANG b=2'")
    endif()
    set(name ${CMAKE_MATCH_1})
    separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_2}")
    separate_arguments(limits UNIX_COMMAND "${CMAKE_MATCH_3}")
    set(long)
    if(LONG IN_LIST flags)
      set(long LONG)
      list(REMOVE_ITEM flags LONG)
    endif()
    etch_add_compile_budget(${name} ${source} ${limits} FLAGS ${flags} ${long})
  endforeach()
endfunction()
