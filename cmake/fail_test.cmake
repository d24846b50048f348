# Script of etch_add_fail_test: compiles SOURCE with COMPILER (KIND: GCC or CLANG), which must fail
# and say what SOURCE expects.

cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} lines REGEX "^// (EXPECT|EXPECT-${KIND}|COMPILE): ")
set(mode -fsyntax-only)
set(sentences)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^// [A-Z-]+: +" "" text "${line}")
  if(NOT line MATCHES "^// COMPILE: ")
    list(APPEND sentences "${text}")
  elseif(text STREQUAL "object")
    set(mode -c -o /dev/null)
  else()
    message(FATAL_ERROR "${SOURCE}: COMPILE is '${text}'; known: object")
  endif()
endforeach()
if(NOT sentences)
  message(FATAL_ERROR "${SOURCE}: no line '// EXPECT: text' for ${KIND}")
endif()

# Quoted source lines are left out: they would match their own static_assert, failed or not.
if(KIND STREQUAL "GCC")
  set(plain -fno-diagnostics-show-caret)
else()
  set(plain -fno-caret-diagnostics)
endif()
set(ENV{LC_ALL} C)
execute_process(
  COMMAND ${COMPILER} -std=c++20 -Wall -Wextra ${plain} -I${INCLUDES} ${mode} ${SOURCE}
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
message("${output}")

# Plain messages: those of FATAL_ERROR are broken into short lines.
set(failed OFF)
if(result EQUAL 0)
  message("${SOURCE}: compiles, and must not")
  set(failed ON)
endif()
foreach(sentence IN LISTS sentences)
  string(FIND "${output}" "${sentence}" position)
  if(position EQUAL -1)
    message("${SOURCE}: the compiler does not say: ${sentence}")
    set(failed ON)
  endif()
endforeach()
if(failed)
  message(FATAL_ERROR "not the error that the source expects")
endif()
