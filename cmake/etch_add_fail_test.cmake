# Programs that must not compile, and what the compiler must say.

find_program(ETCH_FAIL_GCC g++ DOC "g++ for the tests of error messages")
find_program(ETCH_FAIL_CLANG NAMES clang++-19 clang++ DOC "clang++ for the tests of error messages")
mark_as_advanced(ETCH_FAIL_GCC ETCH_FAIL_CLANG)

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
# `ctest -R fail.<source> -V` prints what the compilers said.
function(etch_add_fail_test source)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(source ${source} ABSOLUTE)
  foreach(compiler gcc clang)
    string(TOUPPER ${compiler} kind)
    if(ETCH_FAIL_${kind})
      add_test(
        NAME fail.${name}.${compiler}
        COMMAND ${CMAKE_COMMAND} -D COMPILER=${ETCH_FAIL_${kind}} -D KIND=${kind}
                -D SOURCE=${source} -D INCLUDES=${etch_SOURCE_DIR}/include -P
                ${etch_SOURCE_DIR}/cmake/fail_test.cmake)
    endif()
  endforeach()
endfunction()
