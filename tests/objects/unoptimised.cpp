// Every operator on integers and every recurrent layer compile for a debugger too, where g++ keeps
// a register for the frame.
// FLAGS: -O0
// PROCESSORS: cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33 cortex-m55
// UNDEFINED: any
// INDIRECT-CALLS: allowed
#include "../support/matrix_networks.hpp"
#include "../support/recurrent_layers.hpp"

namespace {
using layer = test::recurrent::sized<test::recurrent::bytes, 9, 10>;
using recurrent_layers =
    told::networks<etch::network<layer::lstm<>>, etch::network<layer::gru<true>>,
                   etch::network<layer::low_rank<>>, etch::network<layer::rnn_pool<>>,
                   etch::network<layer::svdf<1>>>;
}  // namespace

ETCH_TELL_CONSTANTS(matrix::every_operator<matrix::s8>, matrix::every_operator<matrix::u8>,
                    matrix::every_operator<matrix::s16>, recurrent_layers)
