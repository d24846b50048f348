# Script of etch_add_fail_test: compiles SOURCE with COMPILER (KIND: GCC or CLANG), which must fail
# and say what SOURCE expects. HEADER: flags that give it the library's headers precompiled, or none;
# without them where it counts what users see.

cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} lines REGEX "^// (EXPECT|WITHIN|LINES|COMPILE)(-${KIND})?: ")
set(mode -fsyntax-only)
set(sentences)
set(soon)
set(most)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^// [A-Z-]+: +" "" text "${line}")
  if(line MATCHES "^// EXPECT")
    list(APPEND sentences "${text}")
  elseif(line MATCHES "^// WITHIN")
    if(NOT text MATCHES "^[0-9]+ lines: ")
      message(FATAL_ERROR "${SOURCE}: WITHIN is '${text}'; '10 lines: text' is meant")
    endif()
    list(APPEND soon "${text}")
  elseif(line MATCHES "^// LINES")
    set(most "${text}")
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
  COMMAND ${COMPILER} -std=c++20 -Wall -Wextra ${plain} ${HEADER} -I${INCLUDES} ${mode} ${SOURCE}
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

# As users see it: how much, and what comes soon.
if(soon OR most)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -I${INCLUDES} ${mode} ${SOURCE}
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[^\n]+" "" ends "${output}")
  string(LENGTH "${ends}" count)
  if(most AND count GREATER most)
    message("${SOURCE}: the compiler prints ${count} lines, at most ${most} are expected")
    set(failed ON)
  endif()
  foreach(wanted IN LISTS soon)
    string(REGEX MATCH "^([0-9]+) lines: (.*)$" all "${wanted}")
    set(limit ${CMAKE_MATCH_1})
    set(sentence "${CMAKE_MATCH_2}")
    string(FIND "${output}" "${sentence}" position)
    set(above ${limit})
    if(NOT position EQUAL -1)
      string(SUBSTRING "${output}" 0 ${position} before)
      string(REGEX REPLACE "[^\n]+" "" ends "${before}")
      string(LENGTH "${ends}" above)
    endif()
    if(NOT above LESS limit)
      message("${SOURCE}: not in the first ${limit} of ${count} lines: ${sentence}")
      set(failed ON)
    endif()
  endforeach()
  message("${count} lines")
endif()
if(failed)
  message(FATAL_ERROR "not the error that the source expects")
endif()
