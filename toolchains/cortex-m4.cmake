# Cortex-M4 with its single-precision floating-point unit (ARMv7E-M).
set(ETCH_PROCESSOR cortex-m4)
set(ETCH_CPU_FLAGS -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16)
set(ETCH_BOARD mps2-an386)
set(ETCH_MEMORY_MAP mps2.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
