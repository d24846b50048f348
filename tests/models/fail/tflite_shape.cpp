// EXPECT: error::the_output_has_another_shape_than_the_operator_gives
// EXPECT: {"MAX_POOL_2D"}
// EXPECT: numbers<2, 1>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model = written(
    {value(2, 2, 1, 1.0F, 0), value(1, 2, 1, 1.0F, 0)},
    {operation{17, 1, {0}, 1, 5, 6, {{1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}, {1, 0}}}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
