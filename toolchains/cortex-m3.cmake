# Cortex-M3 (ARMv7-M): no DSP instructions, no floating-point unit.
set(ETCH_PROCESSOR cortex-m3)
set(ETCH_CPU_FLAGS -mcpu=cortex-m3 -mfloat-abi=soft)
set(ETCH_BOARD mps2-an385)
set(ETCH_MEMORY_MAP mps2.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
