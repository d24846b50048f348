// EXPECT: error::tflite_loops_and_branches_are_not_supported_GRU_and_LSTM_take_unroll_True
// EXPECT: at_operator<1, etch::
// EXPECT: {"WHILE"}
// EXPECT: refusals<2>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model =
    written({value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0),
             value(1, 1, 2, 1.0F, 0)},
            {operation{19, 1, {0}, 1}, operation{119, 1, {1}, 2}, operation{119, 1, {2}, 3}}, 0, 3);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
