# What is in the object file of one translation unit.
include(etch_long_tests)
include(etch_add_host_tool)

# Stores the path of the program of cmake/tools/loops.cpp in <variable>; the build makes it.
function(etch_loops_tool variable)
  if(NOT TARGET etch_loops_tool)
    etch_add_host_tool(etch_loops_tool ${etch_SOURCE_DIR}/cmake/tools/loops.cpp ALL FLAGS -O1)
  endif()
  get_target_property(tool etch_loops_tool ETCH_TOOL)
  set(${variable} ${tool} PARENT_SCOPE)
endfunction()

# etch_add_object_test(<source>)
#
# Compiles <source> for the target, once for each line FLAGS in it, and inspects the object file.
# Adds object.<source>.<flag...>, e.g. object.digits.Os. The comment lines that count, with what
# holds without them:
#   // FLAGS: -Os                  one compilation with these flags added; may be repeated (-O2);
#                                  -Os is for boards alone, where flash is counted; there the
#                                  others are long tests
#   // PROCESSORS: cortex-m0 ...   only for these presets' processors (all)
#   // LONG: host ...              takes minutes there, as cmake/etch_long_tests.cmake has it (nowhere)
#   // UNDEFINED: memcpy ...       the only symbols that it may leave undefined (none), in one line
#                                  or more; or any
#   // CONSTANTS: told             .rodata has what the networks of ETCH_TELL_CONSTANTS tell
#                                  (tests/support/told_constants.hpp; not checked)
#   // BSS: 4096                   bytes in .bss (not checked)
#   // BSS-OF: name                .bss is exactly that object, as nm -C writes it (not checked)
#   // CODE-AT-MOST: 2048          bytes in .text (not checked)
#   // LOOPS: cortex-m4 smlad 1.5  on this preset the loops that have the instruction take at most so
#                                  many for one, and leave the stack alone; more words, as
#                                  cmake/tools/loops.cpp has them (not checked)
#   // INDIRECT-CALLS: allowed     (forbidden: no call or jump to an address in a register)
# .data, .init_array and .fini_array must be empty; every test prints the sizes.
# Compiled without exceptions and RTTI, one section a function.
function(etch_add_object_test source)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(source ${source} ABSOLUTE)
  set(processor ${ETCH_PROCESSOR})
  if(NOT processor)
    set(processor host)
  endif()

  etch_comment_words(processors PROCESSORS ${source})
  if(processors AND NOT processor IN_LIST processors)
    return()
  endif()

  etch_comment_words(long LONG ${source})
  etch_is_left_out(left_out ${long})
  if(left_out)
    etch_add_long_test(object.${name})
    return()
  endif()

  file(STRINGS ${source} lines REGEX "^// FLAGS: ")
  if(NOT ETCH_BOARD)
    list(FILTER lines EXCLUDE REGEX " -Os$")
  elseif(NOT ETCH_LONG_TESTS AND lines MATCHES " -Os(;|$)")
    list(FILTER lines INCLUDE REGEX " -Os$")
  endif()
  if(NOT lines)
    set(lines "// FLAGS: -O2")
  endif()
  set(objdump ${CMAKE_OBJDUMP})
  if(ETCH_PROCESSOR STREQUAL "cortex-m55" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND objdump -marmv8.1-m.main)  # or it takes vectors for a coprocessor's instructions
  endif()
  file(STRINGS ${source} loops REGEX "^// LOOPS: ${ETCH_PRESET} ")
  set(loops_tool)
  if(loops)
    etch_loops_tool(loops_tool)
  endif()
  separate_arguments(target_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  if(NOT ETCH_BOARD)
    list(APPEND target_flags -fno-jump-tables)
  endif()
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^// FLAGS: +" "" flags "${line}")
    string(REGEX REPLACE "[^A-Za-z0-9]+" "." suffix "${flags}")
    separate_arguments(flags UNIX_COMMAND "${flags}")
    set(command ${CMAKE_CXX_COMPILER} ${target_flags} -std=c++20 -fno-exceptions -fno-rtti
                -ffunction-sections -fdata-sections -ffp-contract=off
                -I${etch_SOURCE_DIR}/include -isystem ${etch_forward} ${flags})
    add_test(
      NAME object.${name}${suffix}
      COMMAND
        ${CMAKE_COMMAND} -D "COMMAND=${command}" -D SOURCE=${source}
        -D OBJECT=${CMAKE_CURRENT_BINARY_DIR}/${name}${suffix}.o -D NM=${CMAKE_NM}
        -D "OBJDUMP=${objdump}" -D PRESET=${ETCH_PRESET} -D LOOPS=${loops_tool} -P ${etch_SOURCE_DIR}/cmake/object_test.cmake)
  endforeach()
endfunction()
