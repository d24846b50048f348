# Script of the tests of AVR: COMPILER (a clang++) accepts SOURCE with FLAGS and all of its warnings,
# or with REFUSED refuses it with what it expects. With DIGESTS it compares with what WANT writes
# there. With PROGRAM it links that, EMULATE runs it, and it writes what WANT writes; SCRIPT then says
# which constants stay in flash. With PAGE the commands of its section AVR run in WORK instead, and
# each program among them writes that. FOLDER is the repository.
cmake_minimum_required(VERSION 3.25)

if(REFUSED)
  execute_process(COMMAND ${CMAKE_COMMAND} -D COMPILER=${COMPILER} -D KIND=CLANG -D
                          "HEADER=${FLAGS}" -D INCLUDES=${FOLDER}/include -D SOURCE=${SOURCE} -P
                          ${CMAKE_CURRENT_LIST_DIR}/fail_test.cmake COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

# Numbers of 16 bits without sign are unsigned ints here: they become ints as they do elsewhere.
set(command ${COMPILER} ${FLAGS} -std=c++20 -Wall -Wextra -Wpedantic -Wconversion
            -Wno-sign-conversion -Werror -I${FOLDER}/include ${SOURCE})
if(DIGESTS)
  execute_process(COMMAND ${WANT} OUTPUT_FILE ${DIGESTS} COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND command "-DDIGESTS=\"${DIGESTS}\"")
endif()
if(NOT EMULATE)
  execute_process(COMMAND ${command} -fsyntax-only COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

execute_process(COMMAND ${WANT} OUTPUT_VARIABLE want COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "exit 0\n" "" want "${want}")
if(PAGE)
  file(READ ${PAGE} text)
  string(REGEX REPLACE ".*\n## AVR\n" "" text "${text}")
  string(REGEX REPLACE "\n## .*" "" text "${text}")
  set(commands)
  while(text MATCHES "\n```sh\n")
    string(REGEX REPLACE "^[^`]*(`[^`]+`[^`]+)*\n```sh\n" "" text "${text}")
    string(FIND "${text}" "\n```" end)
    string(SUBSTRING "${text}" 0 ${end} block)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(REGEX REPLACE "^\n```" "" text "${text}")
    string(APPEND commands "${block}\n")
  endwhile()
  file(MAKE_DIRECTORY ${WORK})
  foreach(part include tests toolchains)
    file(CREATE_LINK ${FOLDER}/${part} ${WORK}/${part} SYMBOLIC)
  endforeach()
  file(WRITE ${WORK}/commands.sh "${commands}")
  execute_process(COMMAND bash -e commands.sh WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE have
                          COMMAND_ERROR_IS_FATAL ANY)
  set(want "${want}${want}")  # two programs
else()
  # Clang's branches have no relocations: a linker that relaxes would move what they jump over.
  # Numbers with a sign that leave their type stop the program, so that it does not end.
  list(APPEND command -Os -mno-relax -ffunction-sections -fdata-sections -Wl,--gc-sections
       -fsanitize=signed-integer-overflow,shift -fsanitize-trap=all)
  if(SCRIPT)
    cmake_path(REPLACE_EXTENSION PROGRAM LAST_ONLY ld OUTPUT_VARIABLE memory)
    execute_process(COMMAND ${LD} -m avr5 --verbose
                    COMMAND sed -nf ${SCRIPT}
                    OUTPUT_FILE ${memory} COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND command -DFETCHED -Wl,-T,${memory})
  endif()
  execute_process(COMMAND ${command} -o ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${EMULATE} ${PROGRAM} OUTPUT_VARIABLE have COMMAND_ERROR_IS_FATAL ANY)
endif()
message("${have}")
if(NOT have STREQUAL want OR have STREQUAL "")
  message(FATAL_ERROR "on this machine:\n${want}")
endif()
