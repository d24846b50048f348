# What a linked program may take of a machine's memories.

# etch_budget(<target> [FLASH <size>] [RAM <size>] [STACK <size>] [STACK_FROM <function>...]
#             [EXTERNAL <section>...] [MEASURE])
#
# Whenever the executable <target> is linked, prints what it takes; more than a budget is a build
# error that says by how much and what is largest. A size is 65536, 64KiB or 1MiB.
#   FLASH       the sections that the image carries, first values of variables included
#   RAM         the sections that are written; the stack is not in it
#   STACK       the deepest chain of calls from each STACK_FROM (default main), symbols as the
#               linker knows them. Recursion, and calls through a pointer, are errors: they have no
#               bound. Frames of interrupts come on top.
#   EXTERNAL    sections in memories of their own, counted in neither
#   MEASURE     also runs the program (through the emulator) and prints the deepest
#               `stack_bytes <n>` of its output: bench/stack.hpp measures it
# The compiler is asked for its stack frames (-fcallgraph-info=su, or clang's -fstack-usage).
function(etch_budget target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MEASURE" "FLASH;RAM;STACK" "STACK_FROM;EXTERNAL")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "etch_budget(${target}): unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET etch_budget_tool)
    set(tools ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tools)
    etch_add_host_tool(etch_budget_tool ${tools}/budget.cpp)
  endif()
  get_target_property(tool etch_budget_tool ETCH_TOOL)
  add_dependencies(${target} etch_budget_tool)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${tool})

  set(words name=${target} objdump=${CMAKE_OBJDUMP})
  foreach(memory FLASH RAM STACK)
    if(NOT "${arg_${memory}}" STREQUAL "")
      etch_bytes_of(bytes "${arg_${memory}}")
      string(TOLOWER ${memory} key)
      list(APPEND words ${key}=${bytes})
    endif()
  endforeach()
  if(NOT "${arg_STACK}" STREQUAL "" AND NOT arg_STACK_FROM)
    set(arg_STACK_FROM main)
  endif()
  list(TRANSFORM arg_STACK_FROM PREPEND from=)
  list(TRANSFORM arg_EXTERNAL PREPEND external=)
  list(APPEND words ${arg_STACK_FROM} ${arg_EXTERNAL})
  if(arg_STACK_FROM)
    set(told -fstack-usage)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      set(told -fcallgraph-info=su)
    endif()
    target_compile_options(${target} PRIVATE ${told})
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")  # ccache keeps no such files
    list(APPEND words objects $<TARGET_OBJECTS:${target}>)
  endif()
  if(arg_MEASURE)
    list(APPEND words run ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${target}>)
  endif()
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${tool} $<TARGET_FILE:${target}> ${words}
                     COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# etch_bytes_of(<variable> <size>): 64KiB as 65536.
function(etch_bytes_of variable size)
  if(NOT size MATCHES "^([0-9]+)(KiB|MiB)?$")
    message(FATAL_ERROR "'${size}' is no size: write 65536, 64KiB or 1MiB")
  endif()
  set(bytes ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_2 STREQUAL "KiB")
    math(EXPR bytes "${bytes} * 1024")
  elseif(CMAKE_MATCH_2 STREQUAL "MiB")
    math(EXPR bytes "${bytes} * 1024 * 1024")
  endif()
  set(${variable} ${bytes} PARENT_SCOPE)
endfunction()
