# What the Cortex-M toolchain files share. Each sets, before it includes this one:
#   ETCH_PROCESSOR   name of the core, also of the preset
#   ETCH_CPU_FLAGS   the compiler's flags for it
#   ETCH_BOARD       machine of qemu-system-arm that runs its code
#   ETCH_MEMORY_MAP  linker script in board/ with that machine's memory
#   ETCH_CLANG       optional: a clang++ that compiles in place of g++

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(etch_board_folder ${CMAKE_CURRENT_LIST_DIR}/board)
set(etch_flags ${ETCH_CPU_FLAGS} -mthumb -ffp-contract=off -ffunction-sections -fdata-sections
               -Wno-psabi)

# The full newlib, not nano.specs: the test framework needs exceptions thrown from inside libstdc++.
if(ETCH_CLANG)
  include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-clang.cmake)
else()
  set(CMAKE_C_COMPILER arm-none-eabi-gcc)
  set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
  set(etch_link_flags -nostartfiles)
endif()

string(JOIN " " CMAKE_C_FLAGS_INIT ${etch_flags})
string(JOIN " " CMAKE_CXX_FLAGS_INIT ${etch_flags})
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT ${etch_link_flags} -Wl,--gc-sections
       -Wl,--no-warn-rwx-segments -Wl,-T,${etch_board_folder}/${ETCH_MEMORY_MAP}
       -Wl,-T,${etch_board_folder}/mps.ld)

set(CMAKE_CROSSCOMPILING_EMULATOR ${etch_board_folder}/emulate ${ETCH_BOARD})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
