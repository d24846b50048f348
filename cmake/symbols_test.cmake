# Script of a test: the shared library LIBRARY shows SYMBOLS and nothing else.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE table
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [A-Za-z] [^\n]+" rows "${table}")
set(shown)
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^ [A-Za-z] ([^@]+).*$" "\\1" symbol "${row}")
  list(APPEND shown ${symbol})
endforeach()
if(NOT "${shown}" STREQUAL "${SYMBOLS}")
  message(FATAL_ERROR "${LIBRARY} shows '${shown}', not '${SYMBOLS}'")
endif()
