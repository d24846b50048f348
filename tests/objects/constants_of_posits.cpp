// Constants of every operator on posits.
// FLAGS: -O2
// CONSTANTS: told
// LONG: host aarch64 cortex-m0
// UNDEFINED: any
#include "../support/matrix_networks.hpp"

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::p8>, matrix::every_operator<matrix::p16>)
