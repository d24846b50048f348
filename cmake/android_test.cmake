# Script of the tests of Android: COMPILER (a clang++), with FLAGS, accepts every header below
# INCLUDES but those for workstations, or SOURCE; with OBJECT set it compiles that, and what is in
# the object is checked. There is no NDK: GCC, a g++ for AArch64 Linux, says where a standard library
# is; of it the headers include only <cstdint>.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${GCC} -E -v -x c++ /dev/null ERROR_VARIABLE answer OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n /[^ \n]+" folders "${answer}")
set(standard)
foreach(folder IN LISTS folders)
  string(STRIP ${folder} folder)
  get_filename_component(folder ${folder} REALPATH)
  if(IS_DIRECTORY ${folder} AND NOT folder MATCHES "/gcc-cross/.*/include(-fixed)?$")
    list(APPEND standard -isystem ${folder})
  endif()
endforeach()

set(command ${COMPILER} --target=aarch64-linux-android24 -nostdlibinc ${standard} -std=c++20 -Wall
            -Wextra -Werror -I${INCLUDES} ${FLAGS})
if(OBJECT)
  execute_process(COMMAND ${CMAKE_COMMAND} -D "COMMAND=${command}" -D SOURCE=${SOURCE} -D
                          OBJECT=${OBJECT} -D NM=${NM} -D OBJDUMP=${OBJDUMP} -D PRESET=${PRESET} -D
                          LOOPS=${LOOPS} -P ${CMAKE_CURRENT_LIST_DIR}/object_test.cmake COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()
if(SOURCE)
  execute_process(COMMAND ${command} -fsyntax-only ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

# One translation unit with all of them: that each stands alone is tested elsewhere.
file(GLOB_RECURSE headers RELATIVE ${INCLUDES} ${INCLUDES}/etch/*.hpp)
list(FILTER headers EXCLUDE REGEX "^etch/host/")
list(LENGTH headers count)
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
list(JOIN headers "" text)
file(WRITE ${UNIT} "${text}")
execute_process(COMMAND ${command} -fsyntax-only ${UNIT} COMMAND_ERROR_IS_FATAL ANY)
message("${count} headers")
