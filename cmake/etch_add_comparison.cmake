# One network in several number formats, beside one another.

include(etch_long_tests)

# etch_add_comparison(<name> <source> [LONG <where>...] [WITHIN <points> FORMATS <format>...])
#
# Builds, on a host with fmt and nlohmann-json, target compare_<name>, where the source itself is
# tested as part of all: a program that prints the table of include/etch/host/compare.hpp. `./dev compare <name>` runs it with
# the instructions that bench program <name>_formats counts on Cortex-M4. Adds a test that the named
# formats give at most so many points fewer right answers than the first. LONG: as
# etch_is_left_out has it, the tests of this comparison take minutes.
function(etch_add_comparison name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "WITHIN" "FORMATS;LONG")
  if(CMAKE_CROSSCOMPILING OR NOT TARGET etch_host)
    return()
  endif()
  find_package(nlohmann_json QUIET)
  if(NOT nlohmann_json_FOUND)
    return()
  endif()
  etch_is_left_out(left_out ${arg_LONG})
  set(exclude EXCLUDE_FROM_ALL)
  if(ETCH_SOURCE_TESTS AND NOT left_out)
    set(exclude)
  endif()
  add_executable(compare_${name} ${exclude} ${source})
  target_link_libraries(compare_${name} PRIVATE etch_own_flags etch_host
                                                nlohmann_json::nlohmann_json)
  target_compile_options(compare_${name} PRIVATE -O1)  # a fifth less to compile than at -O2
  set_target_properties(compare_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                   ${CMAKE_BINARY_DIR}/compare)
  if(arg_WITHIN)
    etch_test_comparison(${name} formats ${arg_WITHIN} ${arg_FORMATS})
  endif()
endfunction()

# etch_test_comparison(<name> <test> <points> <format>...)
#
# Adds test examples.<name>.<test>, where there is compare_<name>: these formats give at most so many
# points fewer right answers than the first.
function(etch_test_comparison name test points)
  if(NOT ETCH_SOURCE_TESTS OR NOT ETCH_BUILD_TESTS OR NOT TARGET compare_${name})
    return()
  endif()
  get_target_property(left_out compare_${name} EXCLUDE_FROM_ALL)
  if(left_out)
    etch_add_long_test(examples.${name}.${test})
    return()
  endif()
  set(formats)
  foreach(format IN LISTS ARGN)
    list(APPEND formats --format ${format})
  endforeach()
  add_test(NAME examples.${name}.${test} COMMAND compare_${name} --within ${points} ${formats})
endfunction()

# etch_number_formats(<formats> <names>)
#
# Stores the number formats of examples/ten_formats.hpp and what targets of each are called.
function(etch_number_formats formats names)
  set(all f32 bf16 q16 q12 q8 int16 int8 "posit<16,1>" "posit<8,2>" "posit<8,0>")
  set(${formats} ${all} PARENT_SCOPE)
  string(REGEX REPLACE "[<,]" "_" all "${all}")
  string(REPLACE > "" all "${all}")
  set(${names} ${all} PARENT_SCOPE)
endfunction()

# etch_add_format_benches(<name> <source> <library>)
#
# Adds bench programs <name>_f32 .. <name>_posit_8_0, a program for each number format, FORMAT, as a
# board's RAM has no room for all: ./dev bench <preset>/<name>_formats.
function(etch_add_format_benches name source library)
  etch_number_formats(formats names)
  foreach(format of IN ZIP_LISTS formats names)
    set(bench ${name}_${of})
    etch_add_bench(${bench} ${source} KIND bench_${name}_formats)
    target_link_libraries(etch_bench_${bench} PRIVATE ${library})
    target_compile_definitions(etch_bench_${bench} PRIVATE FORMAT="${format}")
  endforeach()
endfunction()
