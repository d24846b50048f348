// EXPECT: the .tflite file is refused: is_read<sentence, at_operator, at_tensor, at_byte, numbers, refusals>
// EXPECT: error::tflite_the_operator_is_not_supported
// EXPECT: at_operator<1, etch::
// EXPECT: {"L2_POOL_2D"}
// EXPECT: at_tensor<2, etch::
// EXPECT: {"INT8"}
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model =
    written({value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0)},
            {operation{19, 1, {0}, 1}, operation{12, 1, {1}, 2}}, 0, 2);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
