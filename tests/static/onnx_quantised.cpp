// What the reader makes of quantised .onnx files, and what it refuses of them, asserted by the
// compiler.
#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "../support/onnx_writer.hpp"

namespace {

using namespace test::onnx;
namespace error = etch::error;

template <auto Write>
inline constexpr auto& read_file =
    etch::detail::onnx_model<file<Write>, etch::numerics::onnxruntime>::measured;
/// Whether the file that Write writes is refused so, at this node.
template <auto Write>
constexpr bool refuses(etch::diagnosis::sentence why, int node) {
  const etch::onnx_refusal& first = read_file<Write>.first;
  return first.refused.refuse == why && first.place.op == node && (node < 0 || first.byte > 0);
}
/// Whether it makes so many nodes.
template <auto Write>
constexpr bool makes(int nodes) {
  return read_file<Write>.refusals == 0 && read_file<Write>.size.nodes == nodes;
}

// A Gemm between codes; what stands at node 1 and at node 2 decodes weights and a bias.
constexpr message three(int type, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return tensor("k_s", type, {3}).inside(9, message{}.word(a).word(b).word(c));
}
constexpr std::uint32_t half = 0x3f000000, quarter = 0x3e800000;
constexpr message weights(int type = int8, int code = 5) {
  return tensor("w", type, {3, 1}).inside(9, repeated(3, code));
}
constexpr message bias(int type = int32) {
  return tensor("k", type, {3}).inside(9, repeated(12, 0));
}
constexpr message decoded_weights(messages attributes = {}) {
  return node("DequantizeLinear", {"w", "w_s"}, {"b"}, attributes);
}
constexpr message gemm(const message& w, const message& k, const message& k_scale,
                       const message& at_1 = decoded_weights(),
                       const message& x_scale = scalar("s", 0.5F),
                       const message& y_zero = scalar("z", uint8, 3)) {
  return model_of(graph({node("DequantizeLinear", {"x", "s", "z"}, {"a"}), at_1,
                         node("DequantizeLinear", {"k", "k_s"}, {"c"}),
                         node("Gemm", {"a", "b", "c"}, {"d"}, {integer("transB", 1)}),
                         node("QuantizeLinear", {"d", "s", "z"}, {"y"})},
                        {w, scalar("w_s", 0.5F), k, k_scale, x_scale, y_zero},
                        {value("x", {1, 1}, uint8)}, {"y"}));
}
constexpr message right_scale() { return scalar("k_s", 0.25F); }
static_assert(makes<[] { return gemm(weights(), bias(), right_scale()); }>(3));  // to, dense, to

// scales
constexpr auto no_number = error::onnx_a_scale_is_a_number_between_0_and_1e18;
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), scalar("s", 0.0F));
}>(no_number, 0));
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), scalar("s", -1.0F));
}>(no_number, 0));
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), scalar("s", __builtin_nanf("")));
}>(no_number, 0));
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), scalar("s", int8, 1));
}>(error::onnx_a_scale_is_a_constant_of_type_FLOAT, 0));
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), constant("s", {2}, {1, 1}));
}>(error::onnx_there_is_one_zero_point_for_each_scale, 0));
// zero points
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights(), scalar("s", 0.5F),
              scalar("z", int8, 3));
}>(error::onnx_a_zero_point_is_a_constant_of_the_type_of_the_codes, 0));

// weights
static_assert(refuses<[] { return gemm(weights(boolean, 1), bias(), right_scale()); }>(
    error::onnx_codes_are_of_type_INT8_or_UINT8, 3));
constexpr message by_channel(int axis, int zero = 0, int last_zero = 0) {
  const message w_scales =
      tensor("t", float32, {3}).inside(9, message{}.word(half).word(half).word(half));
  const message zeros = tensor("u", int8, {3}).inside(9, repeated(2, zero).byte(last_zero));
  return model_of(graph({node("DequantizeLinear", {"x", "s"}, {"a"}),
                         node("DequantizeLinear", {"w", "t", "u"}, {"b"}, {integer("axis", axis)}),
                         node("Gemm", {"a", "b"}, {"d"}, {integer("transB", 1)}),
                         node("QuantizeLinear", {"d", "s"}, {"y"})},
                        {weights(), w_scales, zeros, scalar("s", 0.5F)},
                        {value("x", {1, 1}, uint8)}, {"y"}));
}
static_assert(makes<[] { return by_channel(0); }>(3));
static_assert(makes<[] { return by_channel(-2); }>(3));
static_assert(refuses<[] { return by_channel(1); }>(error::onnx_the_scales_belong_to_another_axis,
                                                    2));
// zero points that differ are taken off the codes, which have 9 bits then
template <auto Write>
inline constexpr etch::format weights_of = [] {
  using etch::numerics;
  const auto g =
      etch::detail::onnx_model<file<Write>,
                               numerics::onnxruntime>::template make<etch::extensions<>>();
  for (int n = 0; n < g.size.nodes; ++n) {
    const etch::node& layer = g.nodes[n];
    if (layer.op == &etch::op_id<etch::ops::dense>) return g.values[layer.inputs[1]].is.number;
  }
  return etch::format{};
}();
static_assert(weights_of<[] { return by_channel(0, 1, 1); }>.bits == 8 &&
              weights_of<[] { return by_channel(0, 1, 1); }>.zero == 1);
static_assert(weights_of<[] { return by_channel(0, 1, 2); }>.bits == 9 &&
              weights_of<[] { return by_channel(0, 1, 2); }>.zero == 0);
static_assert(refuses<[] {
  return gemm(weights(), bias(), right_scale(), decoded_weights({integer("block_size", 2)}));
}>(error::onnx_scales_for_blocks_are_not_supported, 3));

// a bias is in units of both scales
constexpr auto other_unit = error::onnx_a_bias_has_the_scale_of_the_value_times_that_of_the_weights;
static_assert(refuses<[] { return gemm(weights(), bias(), scalar("k_s", 0.2501F)); }>(other_unit,
                                                                                      3));
static_assert(
    makes<[] { return gemm(weights(), bias(), three(float32, quarter, quarter, quarter)); }>(3));
static_assert(refuses<[] {
  return gemm(weights(), bias(), three(float32, quarter, quarter, half));
}>(other_unit, 3));
static_assert(refuses<[] {
  return gemm(weights(), tensor("k", int8, {3}).inside(9, repeated(3, 0)), right_scale());
}>(error::onnx_a_bias_has_type_INT32_and_zero_point_0, 3));

// codes are no numbers, and numbers no codes
constexpr message two(const message& first, const message& second, messages constants = {},
                      int type = uint8) {
  message g = graph({first, second}, {scalar("s", 0.5F), scalar("t", 0.25F)},
                    {value("x", {1, 4}, type)}, {"y"});
  for (const message& c : constants) g.inside(5, c);
  return model_of(g);
}
constexpr message decode(const char* from, const char* to, const char* scale = "s") {
  return node("DequantizeLinear", {from, scale}, {to});
}
constexpr message encode(const char* from, const char* to, const char* scale = "s") {
  return node("QuantizeLinear", {from, scale}, {to});
}
static_assert(makes<[] { return two(decode("x", "a"), node("Tanh", {"a"}, {"y"})); }>(3));
static_assert(makes<[] { return two(encode("x", "a"), decode("a", "y"), {}, float32); }>(2));
static_assert(makes<[] {
  return two(node("Reshape", {"x", "n"}, {"a"}), decode("a", "y"), {constant("n", {4, 1})});
}>(3));
static_assert(refuses<[] {
  return two(encode("x", "a"), node("Tanh", {"a"}, {"y"}), {}, float32);
}>(error::onnx_the_operator_takes_numbers_not_codes, 1));
static_assert(refuses<[] {
  return two(encode("x", "a"), node("Relu", {"a"}, {"y"}), {}, float32);
}>(error::onnx_the_operator_takes_numbers_not_codes, 1));
static_assert(refuses<[] { return two(encode("x", "a"), encode("a", "y"), {}, float32); }>(
    error::onnx_the_operator_takes_numbers_not_codes, 1));
static_assert(refuses<[] {
  return two(decode("x", "a"), node("Tanh", {"a"}, {"y"}), {}, float32);
}>(error::onnx_codes_are_of_type_INT8_or_UINT8, 0));
static_assert(refuses<[] { return two(encode("x", "a"), decode("a", "y", "t"), {}, float32); }>(
    error::onnx_the_codes_have_another_scale_or_zero_point_before, 1));
static_assert(makes<[] { return two(decode("x", "a"), decode("x", "y", "t")); }>(2));
static_assert(refuses<[] { return two(node("Tanh", {"x"}, {"a"}), decode("a", "y")); }>(
    error::onnx_the_operator_takes_numbers_not_codes, 0));

// operators that move elements move codes
static_assert(makes<[] {
  return two(node("Slice", {"x", "o", "n", "n"}, {"a"}), decode("a", "y"),
             {constant("o", {0}), constant("n", {1})});
}>(3));
static_assert(makes<[] {
  return two(node("Gather", {"x", "o"}, {"a"}, {integer("axis", 1)}), decode("a", "y"),
             {constant("o", {2, 0})});
}>(3));
static_assert(makes<[] {
  return model_of(
      graph({decode("x", "a"), node("Split", {"a", "n"}, {"b", "c"}, {integer("axis", 1)}),
             encode("b", "y")},
            {scalar("s", 0.5F), constant("n", {1, 3})}, {value("x", {1, 4}, uint8)}, {"y"}));
}>(3));
// an input of codes that is an output too is copied as it is
constexpr message input_and_output() {
  return model_of(graph({decode("x", "a"), node("Identity", {"x"}, {"y"})}, {scalar("s", 0.5F)},
                        {value("x", {1, 4}, uint8)}, {"a", "y"}));
}
static_assert(makes<input_and_output>(3));
static_assert([] {
  using etch::numerics;
  const auto g = etch::detail::onnx_model<file<input_and_output>,
                                          numerics::onnxruntime>::make<etch::extensions<>>();
  return g.values[g.outputs[1]].is.number == g.values[g.inputs[0]].is.number;
}());
// the shape of a constant that is decoded is known
static_assert(makes<[] {
  return model_of(graph({node("DequantizeLinear", {"w", "s"}, {"b"}), node("Shape", {"b"}, {"n"}),
                         node("Reshape", {"x", "n"}, {"y"})},
                        {weights(), scalar("s", 0.5F)}, {value("x", {1, 3})}, {"y"}));
}>(1));
// Add and Mul compute in codes where Sum of the same computes in f32: to, to; add, to or to, add
constexpr message of_two(const char* op) {
  return model_of(graph({decode("x", "a"), node(op, {"a", "a"}, {"b"}), encode("b", "y", "t")},
                        {scalar("s", 0.5F), scalar("t", 0.25F)}, {value("x", {1, 4}, uint8)},
                        {"y"}));
}
static_assert(makes<[] { return of_two("Add"); }>(3));
static_assert(makes<[] { return of_two("Mul"); }>(3));
static_assert(makes<[] { return of_two("Sum"); }>(5));

// QLinear operators that have too few inputs, or are of another domain
constexpr message linear(const char* domain, names inputs) {
  return two(message{node("QLinearSigmoid", inputs, {"a"})}.text(7, domain), decode("a", "y"));
}
static_assert(makes<[] { return linear("com.microsoft", {"x", "s", "", "s", ""}); }>(5));
static_assert(refuses<[] { return linear("com.microsoft", {"x", "s", ""}); }>(
    error::onnx_a_scale_is_a_constant_of_type_FLOAT, 0));
static_assert(refuses<[] {
  return two(encode("x", "a"), node("QLinearSigmoid", {"a", "s", "", "s", ""}, {"y"}), {}, float32);
}>(error::onnx_the_operator_is_not_supported, 1));

}  // namespace
