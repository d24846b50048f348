# Programs that must not compile, and what the compiler must say.

find_program(ETCH_FAIL_GCC g++ DOC "g++ for the tests of error messages")
find_program(ETCH_FAIL_CLANG NAMES clang++-19 clang++ DOC "clang++ for the tests of error messages")
mark_as_advanced(ETCH_FAIL_GCC ETCH_FAIL_CLANG)

# etch_fail_header(<variable> <kind>)
#
# Stores the flags that give the compiler of <kind> (GCC or CLANG) the library's headers precompiled:
# they are nine tenths of what most of these compilations take. Part of the default build.
function(etch_fail_header variable kind)
  set(folder ${CMAKE_BINARY_DIR}/fail_header)
  set(header ${folder}/etch.hpp)
  if(kind STREQUAL "GCC")
    set(compiled ${folder}/etch.hpp.gch)
    set(${variable} "-include;${header};-Winvalid-pch" PARENT_SCOPE)
  else()
    set(compiled ${folder}/etch.hpp.pch)
    set(${variable} "-include-pch;${compiled}" PARENT_SCOPE)
  endif()
  if(TARGET etch_fail_header_${kind})
    return()
  endif()
  file(CONFIGURE OUTPUT ${header} CONTENT "#include <etch/etch.hpp>\n")
  add_custom_command(
    OUTPUT ${compiled}
    COMMAND ${ETCH_FAIL_${kind}} -std=c++20 -Wall -Wextra -I${etch_SOURCE_DIR}/include -x c++-header
            ${header} -o ${compiled} -MD -MF ${compiled}.d
    DEPENDS ${header} DEPFILE ${compiled}.d COMMENT "Headers for tests/fail, ${kind}" VERBATIM)
  add_custom_target(etch_fail_header_${kind} ALL DEPENDS ${compiled})
endfunction()

# etch_add_fail_test(<source>)
#
# Adds fail.<source>.gcc and fail.<source>.clang, for the compilers that are there. The compilation
# of <source> must fail, and its output contain the text of each comment line in it of the form
#   // EXPECT: text          of both compilers
#   // EXPECT-GCC: text      of g++ only (EXPECT-CLANG likewise)
# What users see has the quoted source lines too. Of that, in the same way for one compiler or both,
#   // WITHIN: 10 lines: text      the text stands in the first 10 lines
#   // LINES: 40                   there are no more than 40 in all
# `// COMPILE: object` generates code too, for an error that syntax alone does not bring out.
# `ctest -R fail.<source> -V` prints what the compilers said. Where tests are not long one of the two
# compilers is asked.
function(etch_add_fail_test source)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(source ${source} ABSOLUTE)
  set(compilers gcc clang)
  if(NOT ETCH_LONG_TESTS AND ETCH_FAIL_GCC AND ETCH_FAIL_CLANG)
    string(LENGTH ${name} letters)
    math(EXPR other "${letters} % 2")
    list(REMOVE_AT compilers ${other})
  endif()
  foreach(compiler IN LISTS compilers)
    string(TOUPPER ${compiler} kind)
    if(ETCH_FAIL_${kind})
      etch_fail_header(header ${kind})
      add_test(
        NAME fail.${name}.${compiler}
        COMMAND ${CMAKE_COMMAND} -D COMPILER=${ETCH_FAIL_${kind}} -D KIND=${kind}
                -D SOURCE=${source} -D INCLUDES=${etch_SOURCE_DIR}/include
                -D "HEADER=${header}" -P ${etch_SOURCE_DIR}/cmake/fail_test.cmake)
    endif()
  endforeach()
endfunction()
