// EXPECT: error::tflite_the_fused_activation_is_not_supported
// EXPECT: at_operator<0, etch::
// EXPECT: {"AVERAGE_POOL_2D"}
// EXPECT: numbers<4, 0>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model = written(
    {value(2, 2, 1, 1.0F, 0), value(1, 1, 1, 1.0F, 0)},
    {operation{1, 1, {0}, 1, 5, 6, {{1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}, {1, 4}}}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
