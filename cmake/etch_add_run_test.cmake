# Test programs, for the target and its emulator.
include(etch_long_tests)

# etch_optimise_test(<target>)
#
# Sees to it that <target> is compiled at -O1 where others are at -O2 and tests are not long: the
# compiler takes three quarters of the seconds.
function(etch_optimise_test target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  if(CMAKE_CXX_FLAGS_${type} MATCHES "-O2" AND NOT ETCH_LONG_TESTS)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# etch_add_run_test(<name> <source> [UNOPTIMISED])
#
# Builds a Catch2 program from <source> and adds it to ctest as <name>. UNOPTIMISED: with -O0, which
# compiles in a third of the time. Sources in a folder beside
# it that has the source's own name (run/network.cpp, run/network/*.cpp) are further translation
# units of the program, compiled without exceptions and RTTI, as firmware is.
# A source that names ETCH_DATA_DIR, or tests/support/npy.hpp, finds the data there (a string literal,
# perhaps empty).
#
# A program that prints "skipped: <why>", or that checks nothing on this machine, is a skipped test.
# So that this hides nothing, a case that may have to be skipped has a tag [apart:<word>], which
# makes those cases test <name>.<word>, apart from the others. [apart:data] is skipped where
# ETCH_DATA_DIR is no folder. A source says `// LONG CASES: <word>...` of those that take minutes.
function(etch_add_run_test name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "UNOPTIMISED" "" "")
  string(REPLACE . _ target test_${name})
  string(REGEX REPLACE "\\.cpp$" "" folder ${source})
  file(GLOB units CONFIGURE_DEPENDS ${folder}/*.cpp)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE etch_own_flags etch_catch)
  etch_optimise_test(${target})
  set(header etch_catch_header)
  if(arg_UNOPTIMISED)
    target_compile_options(${target} PRIVATE -O0)
    set(header etch_catch_header_unoptimised)
  endif()
  if(TARGET ${header})
    target_precompile_headers(${target} REUSE_FROM ${header})
  endif()
  if(units)
    add_library(${target}_units OBJECT ${units})
    target_link_libraries(${target}_units PRIVATE etch_own_flags)
    target_compile_options(${target}_units PRIVATE -fno-exceptions -fno-rtti)
    target_include_directories(${target}_units PRIVATE ${folder})
    target_include_directories(${target} PRIVATE ${folder})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_units>)
  endif()
  set(lines)
  set(long_cases)
  set(others)
  if(EXISTS ${source} OR EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    file(STRINGS ${source} names REGEX "ETCH_DATA_DIR|npy\\.hpp" LIMIT_COUNT 1)
    if(names)
      target_compile_definitions(${target} PRIVATE ETCH_DATA_DIR="${ETCH_DATA_DIR}")
    endif()
    file(STRINGS ${source} lines REGEX "\"\\[apart:[a-z0-9]+\\]\"")
    etch_comment_words(long_cases "LONG CASES" ${source})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endif()
  string(REGEX MATCHALL "\\[apart:[a-z0-9]+\\]" tags "${lines}")
  list(REMOVE_DUPLICATES tags)
  foreach(tag IN LISTS tags)
    string(APPEND others "~${tag}")
    string(REGEX REPLACE "\\[apart:(.*)\\]" "\\1" word ${tag})
    if(word IN_LIST long_cases AND NOT ETCH_LONG_TESTS)
      etch_add_long_test(${name}.${word})
    elseif(word STREQUAL "data" AND (NOT ETCH_DATA_DIR OR NOT IS_DIRECTORY "${ETCH_DATA_DIR}"))
      etch_add_skipped_test(${name}.${word} "no folder '${ETCH_DATA_DIR}'; set ETCH_DATA_DIR")
    else()
      etch_add_entry(${name}.${word} ${target} ${tag})
    endif()
  endforeach()
  etch_add_entry(${name} ${target} ${others})
endfunction()

# etch_add_entry(<name> <target> [<cases>]): some of a program's cases, or all, as test <name>.
function(etch_add_entry name target)
  add_test(NAME ${name} COMMAND ${target} ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION
                                          "skipped: |assertions: - none -|No tests ran")
endfunction()

# etch_tell_folder(<target> <folder>): the folder of tests/support/folder.hpp.
function(etch_tell_folder target folder)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_folder.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT [[
namespace test {
extern const char* const folder;
const char* const folder = "@folder@";
}  // namespace test
]] @ONLY)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# etch_add_skipped_test(<name> <reason>): a test that cannot run here, and why.
function(etch_add_skipped_test name reason)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${reason}")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
endfunction()

# etch_comment_words(<variable> <keyword> <source>)
#
# Stores the words of the line `// <keyword>: <word>...` of <source>, none where there is no such line.
function(etch_comment_words variable keyword source)
  file(STRINGS ${source} line REGEX "^// ${keyword}: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^// ${keyword}: +" "" words "${line}")
  separate_arguments(words)
  set(${variable} ${words} PARENT_SCOPE)
endfunction()
