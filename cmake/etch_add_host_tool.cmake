# Programs that run during the build: compiled for the machine that builds, whatever the target is.

find_program(ETCH_HOST_CXX NAMES g++ clang++-19 clang++-16 clang++ c++ NO_CMAKE_FIND_ROOT_PATH
             DOC "C++ compiler for programs that run during the build" REQUIRED)
mark_as_advanced(ETCH_HOST_CXX)
if(NOT DEFINED ETCH_HOST_CXX_ID)
  execute_process(COMMAND ${ETCH_HOST_CXX} --version OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX MATCH "clang" is_clang "${version}")
  set(id GNU)
  if(is_clang)
    set(id Clang)
  endif()
  set(ETCH_HOST_CXX_ID ${id} CACHE INTERNAL "GNU or Clang: the compiler ETCH_HOST_CXX")
endif()

# etch_add_host_tool(<name> <source> [ALL] [FLAGS <flag>...])
#
# Adds the target <name>, which compiles one source file with ETCH_HOST_CXX, unoptimised: most tools
# take longer to compile than they ever run, others say -O2 among their flags. ALL makes it part of
# the default build. Its property ETCH_TOOL is the program's path: write DEPENDS ${path} in the
# command that runs it. A source named .c is compiled as C with -O2, into a shared library that a
# program can load.
function(etch_add_host_tool name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "ALL" "" "FLAGS")
  get_filename_component(source ${source} ABSOLUTE)
  set(tool ${CMAKE_BINARY_DIR}/tools/${name})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
  set(depend -MD -MF ${tool}.d -MT ${tool})
  set(rest DEPENDS ${source} DEPFILE ${tool}.d COMMENT "Building host tool ${name}" COMMAND_EXPAND_LISTS
           VERBATIM)
  # Flags are expanded once: a generator expression among them may have semicolons.
  if(source MATCHES "\\.c$")
    add_custom_command(
      OUTPUT ${tool}
      COMMAND ${ETCH_HOST_CXX} -x c -std=gnu11 -O2 -shared -fPIC -Wall -Wextra ${arg_FLAGS} ${source} -o
              ${tool} ${depend}
      ${rest})
  else()  # compiled, then linked: a launcher such as ccache remembers what was compiled
    add_custom_command(
      OUTPUT ${tool}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${ETCH_HOST_CXX} -std=c++20 -O0 -Wall -Wextra ${arg_FLAGS}
              -c ${source} -o ${tool}.o ${depend}
      COMMAND ${ETCH_HOST_CXX} ${tool}.o -o ${tool}
      ${rest})
  endif()
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${tool})
  set_target_properties(${name} PROPERTIES ETCH_TOOL ${tool})
endfunction()
