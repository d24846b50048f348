# Cortex-M0 (ARMv6-M). QEMU has no board with one; the Cortex-M3 of AN385 runs the same code.
set(ETCH_PROCESSOR cortex-m0)
set(ETCH_CPU_FLAGS -mcpu=cortex-m0 -mfloat-abi=soft)
set(ETCH_BOARD mps2-an385)
set(ETCH_MEMORY_MAP mps2.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
