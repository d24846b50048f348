// What an .onnx file works out from the shapes of its tensors, asserted by the compiler: Shape,
// Gather, Concat, ... leave no node.
#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "../support/onnx_writer.hpp"

namespace {

using namespace test::onnx;

/// Relu of x (2, 3, 4), in a shape that `nodes` work out of it as s.
constexpr message reshaped(messages nodes, messages constants = {}, int version = 17) {
  message g;
  g.inside(1, node("Relu", {"x"}, {"v"}));
  for (const message& n : nodes) g.inside(1, n);
  g.inside(1, node("Reshape", {"v", "s"}, {"y"}));
  for (const message& c : constants) g.inside(5, c);
  g.inside(11, value("x", {2, 3, 4})).inside(12, message{}.text(1, "y"));
  return model_of(g, version);
}
/// Whether the network of the file has two nodes, and this shape behind them.
template <auto Write>
constexpr bool ends_in(etch::extents shape) {
  constexpr const auto& g = etch::import::onnx<file<Write>>;
  return g.size.nodes == 2 && g.values[g.outputs[0]].is.shape == shape;
}
constexpr message scalar(const char* name, std::int64_t n) {
  return tensor(name, int64, {}).inside(7, varints({n}));
}

static_assert(ends_in<[] { return reshaped({node("Shape", {"x"}, {"s"})}); }>({3, {2, 3, 4}}));
// what PyTorch writes for x.view(x.size(0), -1)
static_assert(ends_in<[] {
  return reshaped({node("Shape", {"v"}, {"all"}), node("Gather", {"all", "0"}, {"n"}),
                   node("Unsqueeze", {"n", "axes"}, {"n1"}),
                   node("Concat", {"n1", "rest"}, {"s"}, {integer("axis", 0)})},
                  {scalar("0", 0), constant("axes", {0}), constant("rest", {-1})});
}>({2, {2, 12}}));
static_assert(ends_in<[] {  // the last one, and a list of indices
  return reshaped({node("Shape", {"v"}, {"all"}), node("Gather", {"all", "i"}, {"s"})},
                  {constant("i", {-1, 0, 1})});
}>({3, {4, 2, 3}}));
static_assert(ends_in<[] {
  return reshaped(
      {node("Shape", {"v"}, {"all"}), node("Slice", {"all", "from", "to", "axes", "step"}, {"s"})},
      {constant("from", {-1}), constant("to", {-(std::int64_t{1} << 60)}), constant("axes", {0}),
       constant("step", {-1})});
}>({3, {4, 3, 2}}));
static_assert(ends_in<[] {  // up to opset 9, and parts of a Shape from 15 on
  return reshaped({node("Shape", {"v"}, {"all"}),
                   node("Slice", {"all"}, {"head"}, {ints("starts", {0}), ints("ends", {2})}),
                   node("Concat", {"head", "four"}, {"s"}, {integer("axis", 0)})},
                  {constant("four", {4})}, 9);
}>({3, {2, 3, 4}}));
static_assert(ends_in<[] {
  return reshaped({node("Shape", {"v"}, {"a"}, {integer("start", -1)}),
                   node("Shape", {"v"}, {"b"}, {integer("end", 2)}),
                   node("Concat", {"a", "b"}, {"s"}, {integer("axis", 0)})});
}>({3, {4, 2, 3}}));
// arithmetic; a quotient is cut off
static_assert(ends_in<[] {
  return reshaped({node("Size", {"v"}, {"all"}), node("Div", {"all", "7"}, {"three"}),
                   node("Mul", {"three", "2"}, {"six"}), node("Sub", {"six", "2"}, {"four"}),
                   node("Min", {"four", "six"}, {"l"}), node("Add", {"l", "2"}, {"m"}),
                   node("Unsqueeze", {"m", "axes"}, {"m1"}),
                   node("Concat", {"m1", "rest"}, {"s"}, {integer("axis", 0)})},
                  {scalar("7", 7), scalar("2", 2), constant("axes", {0}), constant("rest", {-1})});
}>({2, {6, 4}}));
// what PyTorch writes for x.expand(-1, ..): sizes of -1 stay
static_assert(ends_in<[] {
  return reshaped(
      {node("Shape", {"given"}, {"three"}),
       node("ConstantOfShape", {"three"}, {"ones"},
            {message{}.text(1, "value").varint(20, 4).inside(5, constant("", {1}))}),
       node("Mul", {"ones", "-1"}, {"minus"}), node("Equal", {"given", "minus"}, {"open"}),
       node("Where", {"open", "of_x", "given"}, {"s"})},
      {constant("given", {4, -1, 2}), constant("of_x", {2, 3, 4}), scalar("-1", -1)});
}>({3, {4, 3, 2}}));
static_assert(ends_in<[] {  // 1 2, their product, a Cast
  return reshaped({node("Range", {"1", "3", "1"}, {"r"}),
                   node("ReduceProd", {"r"}, {"two"}, {integer("keepdims", 1)}),
                   node("Cast", {"two"}, {"c"}, {integer("to", int32)}),
                   node("Concat", {"c", "rest"}, {"s"}, {integer("axis", 0)})},
                  {scalar("1", 1), scalar("3", 3), constant("rest", {-1})});
}>({2, {2, 12}}));

// Integers that are worked out may be values, too: of 32 bits.
constexpr message indices(std::int64_t index) {
  return model_of(graph({node("Gather", {"x", "i"}, {"y"})},
                        {tensor("i", int64, {}).inside(7, varints({index}))}, {value("x", {3, 2})},
                        {"y"}));
}
static_assert(etch::import::onnx<file<[] { return indices(-1); }>>.values[2].is.shape ==
              etch::extents{1, {2}});

/// Why a file is refused.
template <auto Write>
inline constexpr auto refusal =
    etch::detail::onnx_model<file<Write>, etch::numerics::tflm_reference>::measured.first.refused
        .refuse;
// what is worked out of an end that is too far to count with is not known, nor what divides by 0
static_assert(refusal<[] {
                return reshaped({node("Sub", {"far", "5"}, {"s"})},
                                {constant("far", {std::int64_t{1} << 40}), constant("5", {5})});
              }> == etch::error::onnx_a_number_lies_outside_of_its_type);
static_assert(refusal<[] {
                return reshaped({node("Div", {"n", "0"}, {"s"})},
                                {constant("n", {2}), constant("0", {0})});
              }> == etch::error::onnx_the_input_is_not_a_constant);
static_assert(refusal<[] {
                return reshaped({node("Gather", {"n", "9"}, {"s"})},
                                {constant("n", {2}), constant("9", {9})});
              }> == etch::error::onnx_the_input_is_not_a_constant);
// values of 64 bits have 32 here
constexpr message sum_with(std::int64_t number) {
  return model_of(graph({node("Add", {"x", "k"}, {"y"})}, {constant("k", {number, 1})},
                        {value("x", {1, 2}, int64)}, {"y"}));
}
static_assert(refusal<[] { return sum_with(2147483647); }> == nullptr);
static_assert(refusal<[] { return sum_with(2147483648); }> ==
              etch::error::onnx_a_number_lies_outside_of_its_type);
static_assert(refusal<[] { return sum_with(-2147483649); }> ==
              etch::error::onnx_a_number_lies_outside_of_its_type);
// truths are 0 or 1, in raw_data as well
constexpr message truths(int byte) {
  return model_of(graph({node("Where", {"c", "x", "x"}, {"y"})},
                        {tensor("c", boolean, {1}).inside(9, message{}.byte(byte))},
                        {value("x", {1, 2})}, {"y"}));
}
static_assert(refusal<[] { return truths(1); }> == nullptr);
static_assert(refusal<[] { return truths(2); }> ==
              etch::error::onnx_a_number_lies_outside_of_its_type);

}  // namespace
