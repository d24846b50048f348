// Constants of every operator on integers of 16 bits.
// FLAGS: -Os
// CONSTANTS: told
// LONG: host aarch64 cortex-m0
// UNDEFINED: any
#include "../support/matrix_networks.hpp"

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::s16>, matrix::every_operator<matrix::q16>)
