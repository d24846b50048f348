# Cortex-M33 with the DSP extension and single precision (ARMv8-M Mainline), in Secure state, where
# the board starts; TrustZone is left as it is at reset. QEMU's core on AN505 has both extensions,
# those on AN521 and AN524 have not.
set(ETCH_PROCESSOR cortex-m33)
set(ETCH_CPU_FLAGS -mcpu=cortex-m33 -mfloat-abi=hard -mfpu=fpv5-sp-d16)
set(ETCH_BOARD mps2-an505)
set(ETCH_MEMORY_MAP mps2-an505.ld)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m-common.cmake)
