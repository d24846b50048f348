# Installs the build in BUILD below FOLDER, then configures, builds and runs SOURCE against it.
cmake_minimum_required(VERSION 3.25)
set(prefix ${FOLDER}/prefix)
file(REMOVE_RECURSE ${FOLDER})

foreach(
  step IN
  ITEMS "--install;${BUILD};--prefix;${prefix}"
        "-S;${SOURCE};-B;${FOLDER}/build;-G;${GENERATOR};-DCMAKE_CXX_COMPILER=${COMPILER}"
        "--build;${FOLDER}/build"
        "-E;env;${FOLDER}/build/consumer")
  if(step MATCHES "^-S")
    list(APPEND step -DCMAKE_PREFIX_PATH=${prefix} -DDATA=${DATA})
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message("${output}")
    message(FATAL_ERROR "cmake ${step}")
  endif()
endforeach()
message("${output}")
