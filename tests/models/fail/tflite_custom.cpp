// EXPECT: error::tflite_operators_outside_of_TensorFlow_Lite_are_not_supported
// EXPECT: {"CUSTOM"}
// EXPECT: refusals<1>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model =
    written({value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0)}, {operation{32, 1, {0}, 1}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
