// EXPECT: error::onnx_the_operator_is_not_supported
// EXPECT: at_operator<1,
// EXPECT: refusals<2>
// EXPECT: the .onnx file is refused: is_read<sentence, at_operator, at_tensor, at_byte, numbers, refusals>
#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "../../support/onnx_writer.hpp"

using namespace test::onnx;
constexpr auto& model = file<[] {
  return model_of(graph({node("Relu", {"x"}, {"a"}), node("NonZero", {"a"}, {"b"}),
                         node("Unique", {"a"}, {"c"}), node("Add", {"b", "c"}, {"y"})},
                        {}, {value("x", {1, 4})}, {"y"}));
}>;
struct refused : etch::network<etch::import::onnx<model>> {};
constexpr int bytes = refused::ram_bytes;
