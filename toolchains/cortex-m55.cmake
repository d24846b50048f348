# Cortex-M55 with integer and floating-point vectors (ARMv8.1-M, MVE).
set(ETCH_PROCESSOR cortex-m55)
set(ETCH_CPU_FLAGS -mcpu=cortex-m55 -mfloat-abi=hard)
set(ETCH_BOARD mps3-an547)
set(ETCH_MEMORY_MAP mps3-an547.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
