# AArch64 Linux, run by QEMU's user mode. ETCH_ARCHITECTURE is the compiler's -march; without it
# ARMv8.2-A with the dot-product instructions.
# Linked statically: no library of the target has to be found at run time.
set(ETCH_PROCESSOR aarch64)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(ETCH_ARCHITECTURE armv8.2-a+dotprod CACHE STRING "Architecture and extensions, as in -march")
set(etch_flags "-march=${ETCH_ARCHITECTURE} -ffp-contract=off -Wno-psabi")
set(CMAKE_C_FLAGS_INIT ${etch_flags})
set(CMAKE_CXX_FLAGS_INIT ${etch_flags})
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ETCH_ARCHITECTURE)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -cpu max)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
