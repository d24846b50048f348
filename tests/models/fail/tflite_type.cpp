// EXPECT: error::tflite_tensors_of_this_type_are_not_supported_here
// EXPECT: at_operator<0, etch::
// EXPECT: {"RELU"}
// EXPECT: at_tensor<1, etch::
// EXPECT: {"STRING"}
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file model = written({value(1, 1, 2, 1.0F, 0), tensor{5, 4, {1, 1, 1, 2}, 1, {1.0F}}},
                               {operation{19, 1, {0}, 1}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
