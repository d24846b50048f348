# Cortex-M7 with its double-precision floating-point unit (ARMv7E-M).
set(ETCH_PROCESSOR cortex-m7)
set(ETCH_CPU_FLAGS -mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-d16)
set(ETCH_BOARD mps2-an500)
set(ETCH_MEMORY_MAP mps2-an500.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
