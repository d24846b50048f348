# What a compilation may cost.

# etch_add_compile_budget(<name> <source> SECONDS <s> MEMORY_MB <m> [FLAGS <flag>...]
#                         [GCC_FLAGS <flag>...] [CLANG_FLAGS <flag>...])
#
# Adds budget.<name>.gcc and budget.<name>.clang, for the compilers that are there: compiling
# <source> to an object at -O2 must take at most <s> seconds of processor time and <m> megabytes.
# g++ is made to collect its garbage as on a small machine: what is measured is what it needs.
function(etch_add_compile_budget name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "SECONDS;MEMORY_MB" "FLAGS;GCC_FLAGS;CLANG_FLAGS")
  if(NOT TARGET etch_measure_tool)
    etch_add_host_tool(etch_measure_tool ${etch_SOURCE_DIR}/cmake/tools/measure.cpp ALL)
  endif()
  get_target_property(tool etch_measure_tool ETCH_TOOL)
  get_filename_component(source ${source} ABSOLUTE)
  set(collect_gcc --param ggc-min-expand=50 --param ggc-min-heapsize=65536)
  foreach(compiler gcc clang)
    string(TOUPPER ${compiler} kind)
    if(ETCH_FAIL_${kind})
      add_test(NAME budget.${name}.${compiler}
               COMMAND ${tool} ${arg_SECONDS} ${arg_MEMORY_MB} ${ETCH_FAIL_${kind}} -std=c++20 -O2
                       ${collect_${compiler}} -I${etch_SOURCE_DIR}/include ${arg_FLAGS}
                       ${arg_${kind}_FLAGS}
                       -c ${source} -o /dev/null)
      set_tests_properties(budget.${name}.${compiler} PROPERTIES RUN_SERIAL ON)
    endif()
  endforeach()
endfunction()

# etch_add_compile_budgets(<source>)
#
# One budget for each comment line of <source> of the form
#   // BUDGET: <name> <seconds> s <megabytes> MB [<flag>...]
# e.g. `// BUDGET: layers_30 1 s 300 MB -DLAYERS=30`.
function(etch_add_compile_budgets source)
  file(STRINGS ${source} lines REGEX "^// BUDGET: ")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^// BUDGET: +([a-z0-9_]+) +([0-9.]+) s +([0-9]+) MB *(.*)$")
      message(FATAL_ERROR "${source}: '${line}' is not '// BUDGET: name 1 s 300 MB flags'")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(seconds ${CMAKE_MATCH_2})
    set(megabytes ${CMAKE_MATCH_3})
    separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_4}")
    etch_add_compile_budget(${name} ${source} SECONDS ${seconds} MEMORY_MB ${megabytes}
                            FLAGS ${flags})
  endforeach()
endfunction()
