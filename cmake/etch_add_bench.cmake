# Programs run for their figures rather than for a verdict.

# etch_counting_emulator(<variable> <target>)
#
# Stores the command that runs a program so that etch::bench::instruction_clock counts: on AArch64
# QEMU with the plugin of bench/qemu, which <target> then depends on; elsewhere the emulator as it
# is, or nothing.
function(etch_counting_emulator variable target)
  set(emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
  if(ETCH_PROCESSOR STREQUAL "aarch64")
    if(NOT TARGET etch_count_plugin)
      etch_add_host_tool(etch_count_plugin ${etch_SOURCE_DIR}/bench/qemu/count.c)
    endif()
    get_target_property(plugin etch_count_plugin ETCH_TOOL)
    list(APPEND emulator -plugin ${plugin})
    add_dependencies(${target} etch_count_plugin)
  endif()
  set(${variable} ${emulator} PARENT_SCOPE)
endfunction()

# etch_add_bench(<name> <source>...)
#
# Builds <source> as bench program <name>, linked with etch and with the folder bench/ to include
# from, and runs it in target `bench` and in target bench_<name>. See bench/report.hpp.
function(etch_add_bench name)
  set(target etch_bench_${name})
  add_executable(${target} EXCLUDE_FROM_ALL ${ARGN})
  target_link_libraries(${target} PRIVATE etch_own_flags)
  target_include_directories(${target} PRIVATE ${etch_SOURCE_DIR}/bench)
  etch_counting_emulator(emulator ${target})
  set(figures ${CMAKE_BINARY_DIR}/bench/${name}.json)
  add_custom_target(
    bench_${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/bench
    COMMAND ${emulator} $<TARGET_FILE:${target}> ${figures}
    COMMENT "Figures of ${name}"
    USES_TERMINAL VERBATIM)
  etch_join_figures(bench_${name})
endfunction()

# etch_add_code_size(<model> <source> [FLAGS <flag>...])
#
# Compiles <source>, one translation unit with the network alone, for target `bench`, and adds
# <model>/code_bytes: what etch_add_object_test says of it, without the verdict.
function(etch_add_code_size model source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS")
  if(NOT arg_FLAGS MATCHES "-O")
    list(APPEND arg_FLAGS -O2)
  endif()
  get_filename_component(source ${source} ABSOLUTE)
  separate_arguments(target_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  set(command ${CMAKE_CXX_COMPILER} ${target_flags} -std=c++20 -fno-exceptions -fno-rtti
              -ffunction-sections -fdata-sections -ffp-contract=off -I${etch_SOURCE_DIR}/include
              -isystem ${etch_forward} ${arg_FLAGS})
  add_custom_target(
    bench_${model}_code
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/bench
    COMMAND
      ${CMAKE_COMMAND} -D "COMMAND=${command}" -D SOURCE=${source}
      -D OBJECT=${CMAKE_BINARY_DIR}/bench/${model}.o -D NM=${CMAKE_NM} -D OBJDUMP=${CMAKE_OBJDUMP}
      -D MODEL=${model} -D JSON=${CMAKE_BINARY_DIR}/bench/${model}_code.json -P
      ${etch_SOURCE_DIR}/cmake/object_test.cmake
    COMMENT "Code size of ${model}"
    VERBATIM)
  etch_join_figures(bench_${model}_code)
endfunction()

# Makes `bench` run <target> and then join all figures. ETCH_PRESET names the file.
function(etch_join_figures target)
  if(NOT TARGET bench)
    set(preset ${ETCH_PRESET})
    if(NOT preset)
      set(preset unnamed)
    endif()
    add_custom_target(bench_all)
    add_custom_target(
      bench
      COMMAND ${CMAKE_COMMAND} -D FIGURES=${CMAKE_BINARY_DIR}/bench
              -D OUT=${etch_SOURCE_DIR}/build/bench/${preset}.json -P
              ${etch_SOURCE_DIR}/cmake/join_figures.cmake
      COMMENT "All figures"
      VERBATIM)
    add_dependencies(bench bench_all)
  endif()
  add_dependencies(bench_all ${target})
endfunction()

# etch_add_demo(<target> [<argument>...])
#
# Runs <target> in target `demo`, counting instructions where the emulator can; demo_programs only
# builds.
function(etch_add_demo target)
  etch_counting_emulator(emulator ${target})
  add_custom_target(demo_${target} COMMAND ${emulator} $<TARGET_FILE:${target}> ${ARGN}
                    COMMENT "Demo ${target}" USES_TERMINAL VERBATIM)
  if(NOT TARGET demo)
    add_custom_target(demo)
    add_custom_target(demo_programs)
  endif()
  add_dependencies(demo demo_${target})
  add_dependencies(demo_programs ${target})
endfunction()
