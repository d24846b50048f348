// EXPECT: error::tflite_the_operator_joins_or_makes_one_to_sixteen_values
// EXPECT: {"CONCATENATION"}
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model = written({value(1, 1, 1, 1.0F, 0), value(1, 1, 17, 1.0F, 0)},
                               {operation{2, 17, {}, 1, 10, 2, {{4, 0xffffffff}, {1, 0}}}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
