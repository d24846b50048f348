# Script of a test: no two of OBJECTS define a symbol of the same name, so that the linker leaves
# none out.
cmake_minimum_required(VERSION 3.25)
set(defined)
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only --extern-only --format=just-symbols ${object}
                  OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" symbols "${table}")
  foreach(symbol IN LISTS symbols)
    if(symbol IN_LIST defined)
      message(FATAL_ERROR "${object} defines ${symbol}, as one before it does")
    endif()
  endforeach()
  list(LENGTH symbols count)
  message("${count} symbols of ${object}")
  list(APPEND defined ${symbols})
endforeach()
