// EXPECT: error::tflite_there_is_no_tensor_of_this_index
// EXPECT: {"RESHAPE"}
// EXPECT: numbers<7, 2>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
// the shape to give is an input that the reader has no need of: the output has it
constexpr file model = written({value(2, 2, 1, 1.0F, 0), value(1, 4, 1, 1.0F, 0)},
                               {operation{22, 2, {0, 7}, 1}}, 0, 1);
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
