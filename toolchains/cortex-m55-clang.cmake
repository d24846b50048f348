# Cortex-M55, compiled by clang.
set(ETCH_CLANG clang++-19)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m55.cmake)
