# Tests made from folders with operator cases.

# etch_cases_tool(<variable>)
#
# Stores the path of the tool that makes the tests; empty where nlohmann/json.hpp is missing.
function(etch_cases_tool variable)
  set(${variable} "" PARENT_SCOPE)
  find_path(ETCH_JSON_FOLDER nlohmann/json.hpp PATHS /usr/include /usr/local/include
            NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(ETCH_JSON_FOLDER)
  if(NOT ETCH_JSON_FOLDER)
    return()
  endif()
  if(NOT TARGET etch_cases_tool)
    etch_add_host_tool(etch_cases_tool ${etch_SOURCE_DIR}/cmake/tools/cases.cpp
                       FLAGS -I${etch_SOURCE_DIR}/include)
  endif()
  get_target_property(tool etch_cases_tool ETCH_TOOL)
  set(${variable} ${tool} PARENT_SCOPE)
endfunction()

# etch_add_cases(<name> <folder>)
#
# Adds test <name>, a program with one Catch2 test for each case in <folder> (what a case is:
# cmake/tools/cases.cpp). Arrays become constants of the program, which reads no file when it runs.
# What is not tested is printed when the sources are made and when the test runs.
function(etch_add_cases name folder)
  set(reason)
  etch_cases_tool(tool)
  file(GLOB cases CONFIGURE_DEPENDS "${folder}/*/case.json")
  if(NOT cases)
    set(reason "no case.json in a folder of '${folder}'; set ETCH_CASES_DIR")
  elseif(NOT tool)
    set(reason "no nlohmann/json.hpp on this machine")
  endif()
  if(reason)
    etch_add_skipped_test(${name} "${reason}")
    return()
  endif()

  set(labels)
  foreach(case IN LISTS cases)
    get_filename_component(case ${case} DIRECTORY)
    get_filename_component(case ${case} NAME)
    list(APPEND labels ${case})
  endforeach()
  list(LENGTH labels count)
  list(JOIN labels " " labels)
  message(STATUS "${name}: ${count} cases in ${folder}: ${labels}")

  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(MAKE_DIRECTORY ${generated})

  # As many sources as keep a compilation short.
  math(EXPR last "(${count} + 9) / 10 - 1")
  set(sources)
  foreach(i RANGE ${last})
    list(APPEND sources ${generated}/cases_${i}.cpp)
  endforeach()
  list(LENGTH sources source_count)
  file(GLOB arrays CONFIGURE_DEPENDS "${folder}/*/*.npy")
  add_custom_command(
    OUTPUT ${sources}
    COMMAND ${tool} ${folder} ${generated} ${source_count}
    DEPENDS ${cases} ${arrays} ${tool} etch_cases_tool
    COMMENT "Tests of the cases in ${folder}"
    VERBATIM)

  list(POP_FRONT sources first)
  etch_add_run_test(${name} ${first})
  string(REPLACE . _ target test_${name})
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE ${etch_SOURCE_DIR}/tests
                                               ${etch_SOURCE_DIR}/tests/golden)
endfunction()
