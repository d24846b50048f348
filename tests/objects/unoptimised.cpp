// Every operator on integers compiles for a debugger too, where g++ keeps a register for the frame.
// FLAGS: -O0
// PROCESSORS: cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33 cortex-m55
// UNDEFINED: any
// INDIRECT-CALLS: allowed
#include "../support/matrix_networks.hpp"

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::s8>, matrix::every_operator<matrix::u8>,
                    matrix::every_operator<matrix::s16>)
