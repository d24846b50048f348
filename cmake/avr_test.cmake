# Script of the tests of AVR: COMPILER (a clang++) accepts SOURCE with FLAGS and all of its warnings,
# or with REFUSED refuses it with what it expects. With DIGESTS it compares with what WANT writes
# there. With PROGRAM it links that, EMULATE runs it, and it writes what WANT writes; SCRIPT then says
# which constants stay in flash. NEEDS: compiler, or emulator with the linker, libraries and QEMU too.
cmake_minimum_required(VERSION 3.25)

set(targets)
if(COMPILER)
  execute_process(COMMAND ${COMPILER} --print-targets OUTPUT_VARIABLE targets ERROR_QUIET)
endif()
if(NOT targets MATCHES " avr +-")
  message("skipped: no clang++-19 that compiles for AVR")
  return()
endif()
if(NEEDS STREQUAL "emulator" AND NOT (LD AND QEMU))
  message("skipped: no avr-ld (binutils-avr, gcc-avr, avr-libc) or no qemu-system-avr")
  return()
endif()

if(REFUSED)
  execute_process(COMMAND ${CMAKE_COMMAND} -D COMPILER=${COMPILER} -D KIND=CLANG -D
                          "HEADER=${FLAGS}" -D INCLUDES=${INCLUDES} -D SOURCE=${SOURCE} -P
                          ${CMAKE_CURRENT_LIST_DIR}/fail_test.cmake COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

# Numbers of 16 bits without sign are unsigned ints here: they become ints as they do elsewhere.
set(command ${COMPILER} ${FLAGS} -std=c++20 -Wall -Wextra -Wpedantic -Wconversion
            -Wno-sign-conversion -Werror -I${INCLUDES} ${SOURCE})
if(DIGESTS)
  execute_process(COMMAND ${WANT} OUTPUT_FILE ${DIGESTS} COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND command "-DDIGESTS=\"${DIGESTS}\"")
endif()
if(NOT PROGRAM)
  execute_process(COMMAND ${command} -fsyntax-only COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()

# -mno-relax: clang's branches have no relocations, and the linker would move what they jump over.
# Signed numbers that leave their type stop the program, so that it does not end.
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
execute_process(COMMAND ${WANT} OUTPUT_VARIABLE want COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "exit 0\n" "" want "${want}")
message("${have}")
if(NOT have STREQUAL want OR have STREQUAL "")
  message(FATAL_ERROR "on this machine:\n${want}")
endif()
