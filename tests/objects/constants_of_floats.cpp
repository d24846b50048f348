// Constants of every operator on floating-point formats.
// FLAGS: -Os
// CONSTANTS: told
// LONG: host aarch64 cortex-m0
// UNDEFINED: any
#include "../support/matrix_networks.hpp"

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::f32>, matrix::every_operator<matrix::bf16>,
                    matrix::every_operator<matrix::f8>)
