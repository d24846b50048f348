# Pages whose code is compiled.

# etch_add_doc_test(<page.md>)
#
# Adds docs.<page>: takes the code out of the page and builds it with the compiler of this build.
# The line above a block, an HTML comment, says what it is:
#   <!-- compile -->           a translation unit that must compile
#   <!-- compile: name -->     the same, behind the file <name>, as if it included it
#   <!-- run -->               a program that must compile, run, and exit with 0
#   <!-- output -->            what the last program before it prints, to the letter
#   <!-- file: name -->        a file that later blocks include or read; any language
#   <!-- build: CMakeLists.txt -->  the same, and the project in the page's files is built with it:
#                              third_party/etch is this repository, *.npy those of tests/docs
#   <!-- gcc: source -->       each line but "..." is what g++ says of that source, whatever the places
#                              in the library; <!-- clang: source --> likewise
# A comment that ends behind its block hides it from the reader: `<!-- file: name`, block, `-->`.
# A block in C++ without such a comment is an error. Compiler messages name the page and the line.
function(etch_add_doc_test page)
  get_filename_component(name ${page} NAME_WE)
  get_filename_component(page ${page} ABSOLUTE)
  add_test(
    NAME docs.${name}
    COMMAND
      ${CMAKE_COMMAND} -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR}
      -D GCC=${ETCH_FAIL_GCC} -D CLANG=${ETCH_FAIL_CLANG} -D PAGE=${page} -D ROOT=${etch_SOURCE_DIR}
      -D FOLDER=${CMAKE_BINARY_DIR}/docs/${name} -P ${etch_SOURCE_DIR}/cmake/doc_test.cmake)
endfunction()
