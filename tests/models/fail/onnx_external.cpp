// EXPECT: error::onnx_the_weights_lie_in_another_file_export_with_external_data_False
// EXPECT: at_tensor<0,
// EXPECT: refusals<1>
#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "../../support/onnx_writer.hpp"

using namespace test::onnx;
constexpr auto& model = file<[] {
  return model_of(graph({node("MatMul", {"x", "w"}, {"y"})},
                        {tensor("w", float32, {4, 2}).varint(14, 1)}, {value("x", {1, 4})}, {"y"}));
}>;
struct refused : etch::network<etch::import::onnx<model>> {};
constexpr int bytes = refused::ram_bytes;
