# Test programs, for the target and its emulator.

# etch_add_run_test(<name> <source>)
#
# Builds a Catch2 program from <source> and adds it to ctest as <name>. Sources in a folder beside
# it that has the source's own name (run/network.cpp, run/network/*.cpp) are further translation
# units of the program, compiled without exceptions and RTTI, as firmware is.
# The program finds the data in ETCH_DATA_DIR and ETCH_CASES_DIR (string literals, perhaps empty).
function(etch_add_run_test name source)
  string(REPLACE . _ target test_${name})
  string(REGEX REPLACE "\\.cpp$" "" folder ${source})
  file(GLOB units CONFIGURE_DEPENDS ${folder}/*.cpp)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE etch_own_flags etch_catch)
  target_compile_definitions(${target} PRIVATE ETCH_DATA_DIR="${ETCH_DATA_DIR}"
                                               ETCH_CASES_DIR="${ETCH_CASES_DIR}")
  if(units)
    add_library(${target}_units OBJECT ${units})
    target_link_libraries(${target}_units PRIVATE etch_own_flags)
    target_compile_options(${target}_units PRIVATE -fno-exceptions -fno-rtti)
    target_include_directories(${target}_units PRIVATE ${folder})
    target_include_directories(${target} PRIVATE ${folder})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_units>)
  endif()
  add_test(NAME ${name} COMMAND ${target})
endfunction()

# etch_add_data_test(<name> <source> <folder>)
#
# The same for a test that reads <folder>: without it the test is there, skipped, and says why.
function(etch_add_data_test name source folder)
  if(IS_DIRECTORY "${folder}")
    etch_add_run_test(${name} ${source})
  else()
    add_test(NAME ${name}
             COMMAND ${CMAKE_COMMAND} -E echo
                     "skipped: no folder '${folder}'; set ETCH_DATA_DIR or ETCH_CASES_DIR")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
  endif()
endfunction()
