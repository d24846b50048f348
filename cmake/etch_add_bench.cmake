# Programs and compilations done for their figures rather than for a verdict.

# Whether the core's timings are in bench/qemu/cycles.csv.
set(etch_models_cycles OFF)
if(ETCH_PROCESSOR MATCHES "^cortex-m[0347]$")
  set(etch_models_cycles ON)
endif()

# etch_counting_emulator(<variable> <target>)
#
# Stores the command that runs a program so that etch::bench::instruction_clock counts: on AArch64,
# and on a PC for a target with ETCH_COUNTS_HERE, QEMU with the plugin of bench/qemu, which
# <target> then depends on; elsewhere the emulator as it is, or nothing.
function(etch_counting_emulator variable target)
  set(emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
  get_target_property(counts ${target} ETCH_COUNTS_HERE)
  if(counts)
    set(emulator qemu-x86_64 -cpu max)
  endif()
  if(counts OR ETCH_PROCESSOR STREQUAL "aarch64")
    if(NOT TARGET etch_count_plugin)
      etch_add_host_tool(etch_count_plugin ${etch_SOURCE_DIR}/bench/qemu/count.c)
    endif()
    get_target_property(plugin etch_count_plugin ETCH_TOOL)
    list(APPEND emulator -plugin ${plugin})
    add_dependencies(${target} etch_count_plugin)
  endif()
  set(${variable} ${emulator} PARENT_SCOPE)
endfunction()

# etch_modelling_emulator(<variable> <target>)
#
# The same so that etch::bench::cycle_model works besides, if etch_models_cycles.
function(etch_modelling_emulator variable target)
  etch_counting_emulator(emulator ${target})
  if(etch_models_cycles)
    if(NOT TARGET etch_cycles_plugin)
      etch_add_host_tool(etch_cycles_plugin ${etch_SOURCE_DIR}/bench/qemu/cycles.c)
    endif()
    get_target_property(plugin etch_cycles_plugin ETCH_TOOL)
    set(tables ${etch_SOURCE_DIR}/bench/qemu)
    list(INSERT emulator 1 --plugin
         ${plugin},core=${ETCH_PROCESSOR},table=${tables}/cycles.csv,flash=${tables}/flash.csv)
    add_dependencies(${target} etch_cycles_plugin)
  endif()
  set(${variable} ${emulator} PARENT_SCOPE)
endfunction()

# etch_add_bench(<name> <source>... [KIND <kind>] [COUNTED])
#
# Builds <source> as bench program <name>, linked with etch and with the folder bench/ to include
# from, and runs it in target `bench`, or the kind that is given, and in target bench_<name>. See
# bench/report.hpp. COUNTED: on a PC too QEMU counts its instructions, AVX-512's alone it does not
# know.
function(etch_add_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COUNTED" "KIND" "")
  if(NOT arg_KIND)
    set(arg_KIND bench)
  endif()
  set(target etch_bench_${name})
  add_executable(${target} EXCLUDE_FROM_ALL ${arg_UNPARSED_ARGUMENTS})
  if(arg_COUNTED AND NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_CXX_FLAGS MATCHES "x86-64-v4|native"
     AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set_target_properties(${target} PROPERTIES ETCH_COUNTS_HERE ON)
  endif()
  target_link_libraries(${target} PRIVATE etch_own_flags)
  target_include_directories(${target} PRIVATE ${etch_SOURCE_DIR}/bench)
  etch_modelling_emulator(emulator ${target})
  etch_add_figures(${arg_KIND} ${name} figures)
  add_custom_target(
    bench_${name}
    COMMAND ${emulator} $<TARGET_FILE:${target}> ${figures}
    COMMENT "Figures of ${name}"
    USES_TERMINAL VERBATIM)
  add_dependencies(${arg_KIND}_all bench_${name})
endfunction()

# etch_add_time_bench(<name> HEADER <header> NETWORK <type> [LIBRARIES <target>...])
#
# On a host with Google Benchmark: adds to target `bench` the times of the network and of its layers,
# and <name>/generic_over_etch, how much longer generic kernels take.
function(etch_add_time_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;NETWORK" "LIBRARIES")
  if(NOT TARGET benchmark::benchmark OR ETCH_INSTRUMENTED)
    return()
  endif()
  etch_add_bench(${name}_time ${etch_SOURCE_DIR}/bench/host/network.cpp)
  target_link_libraries(etch_bench_${name}_time PRIVATE benchmark::benchmark ${arg_LIBRARIES})
  target_include_directories(etch_bench_${name}_time PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_definitions(etch_bench_${name}_time PRIVATE
    HEADER="${arg_HEADER}" NETWORK=${arg_NETWORK} NAME="${name}")
endfunction()

# etch_add_unit_figures(<model> <source> [FLAGS <flag>...] [DEPENDS <target>...])
#
# What <source>, one translation unit with the network alone, costs when it is compiled as firmware
# is. Target `bench`: <model>/code_bytes at -O2. Target `bench_size`: code, constants and .bss at
# -O2 and at -Os. Target `bench_compile`: see etch_add_compile_figures.
function(etch_add_unit_figures model source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;DEPENDS")
  if(ETCH_INSTRUMENTED)
    return()
  endif()
  etch_add_compile_figures(${ARGV})
  etch_compile_command(command ${arg_FLAGS})
  get_filename_component(source ${source} ABSOLUTE)
  foreach(kind bench bench_size)
    set(levels O2)
    if(kind STREQUAL "bench_size")
      set(levels O2,Os)
    endif()
    etch_add_figures(${kind} ${model}_unit figures)
    add_custom_target(
      ${kind}_${model}_unit
      COMMAND
        ${CMAKE_COMMAND} -D "COMMAND=${command}" -D SOURCE=${source} -D LEVELS=${levels}
        -D MODEL=${model} -D FIGURES=${figures} -D OBJDUMP=${CMAKE_OBJDUMP} -P
        ${etch_SOURCE_DIR}/cmake/size_figures.cmake
      COMMENT "Size of ${model}"
      VERBATIM)
    add_dependencies(${kind}_all ${kind}_${model}_unit)
    if(arg_DEPENDS)
      add_dependencies(${kind}_${model}_unit ${arg_DEPENDS})
    endif()
  endforeach()
endfunction()

# etch_add_compile_figures(<model> <source> [FLAGS <flag>...] [DEPENDS <target>...])
#
# What the compiler takes for <source> at -O2, into target `bench_compile`: seconds, megabytes and
# templates, which g++ counts as <model>/specialisations and clang as <model>/instantiations.
function(etch_add_compile_figures model source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;DEPENDS")
  if(ETCH_INSTRUMENTED)
    return()
  endif()
  if(NOT TARGET etch_compile_cost)
    etch_add_host_tool(etch_compile_cost ${etch_SOURCE_DIR}/cmake/tools/compile_cost.cpp)
  endif()
  get_target_property(tool etch_compile_cost ETCH_TOOL)
  etch_compile_command(command ${arg_FLAGS})
  get_filename_component(source ${source} ABSOLUTE)
  etch_add_figures(bench_compile ${model} figures)
  set(count -fmem-report)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(count -ftime-trace=${figures}.report -ftime-trace-granularity=0)
  endif()
  add_custom_target(
    bench_compile_${model}
    COMMAND ${tool} ${model} ${figures} ${figures}.report ${command} -O2 -c ${source} -o
            ${figures}.o -- ${count}
    COMMENT "Compilation of ${model}"
    VERBATIM)
  add_dependencies(bench_compile_${model} etch_compile_cost ${arg_DEPENDS})
  add_dependencies(bench_compile_all bench_compile_${model})
endfunction()

# Stores the command that compiles a translation unit as firmware is.
function(etch_compile_command variable)
  separate_arguments(target_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  set(${variable} ${CMAKE_CXX_COMPILER} ${target_flags} -std=c++20 -fno-exceptions -fno-rtti
                  -ffunction-sections -fdata-sections -ffp-contract=off
                  -I${etch_SOURCE_DIR}/include -isystem ${etch_forward} ${ARGN} PARENT_SCOPE)
endfunction()

# etch_add_figures(<kind> <name> <variable>)
#
# Stores the path of a file of figures. Target <kind> runs what depends on target <kind>_all and then
# joins all such files in build/bench/<preset>.json, for other kinds than `bench` in
# build/bench/<kind>/<preset>.json. ETCH_PRESET names the file.
function(etch_add_figures kind name variable)
  set(folder ${CMAKE_BINARY_DIR}/figures/${kind})
  file(MAKE_DIRECTORY ${folder})
  set(${variable} ${folder}/${name}.json PARENT_SCOPE)
  if(NOT TARGET ${kind})
    set(preset ${ETCH_PRESET})
    if(NOT preset)
      set(preset unnamed)
    endif()
    string(REPLACE bench_ bench/ out ${kind}/${preset}.json)
    set(files $<JOIN:$<TARGET_PROPERTY:${kind}_all,ETCH_FIGURES>,$<COMMA>>)
    add_custom_target(${kind}_all)
    add_custom_target(
      ${kind}
      COMMAND ${CMAKE_COMMAND} -D FIGURES=${files} -D OUT=${etch_SOURCE_DIR}/build/${out} -P
              ${etch_SOURCE_DIR}/cmake/join_figures.cmake
      COMMENT "All figures"
      VERBATIM)
    add_dependencies(${kind} ${kind}_all)
  endif()
  set_property(TARGET ${kind}_all APPEND PROPERTY ETCH_FIGURES ${folder}/${name}.json)
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
