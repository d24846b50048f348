# Script: every header below INCLUDES (or HEADERS of them), compiled by COMPILER for an older standard,
# says first that etch needs C++20, and little else.

cmake_minimum_required(VERSION 3.25)

if(HEADERS)
  set(headers ${HEADERS})
else()
  file(GLOB_RECURSE headers RELATIVE ${INCLUDES} ${INCLUDES}/etch/*.hpp)
endif()
list(LENGTH headers count)
if(count EQUAL 0)
  message(FATAL_ERROR "no headers in ${INCLUDES}")
endif()
set(ENV{LC_ALL} C)
set(wrong 0)
foreach(standard c++11 c++17)
  foreach(header IN LISTS headers)
    execute_process(
      COMMAND ${COMPILER} -std=${standard} -fsyntax-only -I${INCLUDES} -include ${header} -x c++
              /dev/null
      RESULT_VARIABLE result
      OUTPUT_QUIET
      ERROR_VARIABLE said)
    string(REGEX MATCH "[^\n]*error: [^\n]*" first "${said}")
    string(REGEX MATCHALL "\n" lines "${said}")
    list(LENGTH lines length)
    if(result EQUAL 0 OR NOT first MATCHES "etch needs C\\+\\+20: compile with -std=c\\+\\+20"
       OR length GREATER 30)
      message("${header}, ${standard}, ${length} lines: ${first}")
      math(EXPR wrong "${wrong} + 1")
    endif()
  endforeach()
endforeach()
if(wrong GREATER 0)
  message(FATAL_ERROR "${wrong} headers do not say first that etch needs C++20")
endif()
message("${count} headers")
