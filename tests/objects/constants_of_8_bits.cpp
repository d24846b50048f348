// Constants of every operator on integers of 8 bits.
// FLAGS: -O2
// CONSTANTS: told
// UNDEFINED: any
// LONG: aarch64
#include "../support/matrix_networks.hpp"

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::s8>, matrix::every_operator<matrix::q8>,
                    matrix::every_operator<matrix::u8>)
