// What the reader of .onnx files refuses, asserted by the compiler: a file that is read, and the
// same with one thing changed.
#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "../support/onnx_writer.hpp"

namespace {

using namespace test::onnx;
namespace error = etch::error;

/// Why the file that Write writes is refused; null if it is not.
template <auto Write>
inline constexpr auto first_refusal =
    etch::detail::onnx_model<file<Write>, etch::numerics::tflm_reference>::measured.first;
template <auto Write>
constexpr bool refuses(etch::diagnosis::sentence why, int byte = -1) {
  constexpr auto first = first_refusal<Write>;
  return first.refused.refuse == why && (byte < 0 || first.byte == byte);
}
template <auto Write>
constexpr bool reads() {
  return refuses<Write>(nullptr);
}

// A Conv of 1 x 1, its numbers given by the test.
constexpr message conv(const message& weights, messages attributes = {}) {
  return model_of(graph({node("Conv", {"x", "w"}, {"y"}, attributes)}, {weights},
                        {value("x", {0, 1, 4, 6})}, {"y"}));
}
constexpr message weights_of(integers dims) { return tensor("w", float32, dims); }
constexpr message sound() { return constant("w", {2, 1, 1, 1}, {3, -5}); }
static_assert(reads<[] { return conv(sound()); }>());
static_assert(
    reads<[] { return conv(weights_of({2, 1, 1, 1}).inside(4, floats({3.0F, -5.0F}))); }>());
// dims may be packed
static_assert(reads<[] {
  return conv(message{}
                  .inside(1, varints({2, 1, 1, 1}))
                  .varint(2, float32)
                  .text(8, "w")
                  .inside(9, floats({3.0F, -5.0F})));
}>());

// Numbers of tensors: as many as the shape says, in one field, which is that of their type.
constexpr auto other_count = error::onnx_the_tensor_has_another_number_of_elements_than_its_shape;
static_assert(refuses<[] { return conv(constant("w", {2, 1, 1, 1}, {3})); }>(other_count));
static_assert(refuses<[] { return conv(weights_of({2, 1, 1, 1})); }>(other_count));
static_assert(refuses<[] {
  return conv(weights_of({2, 1, 1, 1}).inside(9, floats({3.0F, -5.0F}).byte(0)));
}>(other_count));
static_assert(refuses<[] { return conv(sound().inside(4, floats({3.0F, -5.0F}))); }>(
    error::onnx_a_tensor_has_its_numbers_in_two_fields));
constexpr auto other_field = error::onnx_the_numbers_lie_in_a_field_of_another_type;
static_assert(
    refuses<[] { return conv(weights_of({2, 1, 1, 1}).inside(5, varints({3, 5}))); }>(other_field));
static_assert(refuses<[] {
  return conv(tensor("w", int8, {2, 1, 1, 1}).inside(4, floats({3.0F, -5.0F})));
}>(other_field));
// numbers that are not packed lie one behind the other
static_assert(reads<[] { return conv(weights_of({2, 1, 1, 1}).real(4, 3).real(4, -5)); }>());
static_assert(refuses<[] { return conv(weights_of({2, 1, 1, 1}).real(4, 3)); }>(other_count));
constexpr auto apart = error::onnx_the_numbers_of_a_tensor_do_not_lie_together;
static_assert(refuses<[] {
  return conv(weights_of({2, 1, 1, 1}).real(4, 3).text(8, "w").real(4, -5));
}>(apart));
static_assert(refuses<[] {
  return conv(weights_of({2, 1, 1, 1}).inside(4, floats({3.0F})).real(4, -5));
}>(apart));
static_assert(refuses<[] { return conv(weights_of({2, 1, 1, 1}).varint(4, 3).varint(4, 5)); }>(
    error::protobuf_a_field_has_another_wire_type));
// int32_data holds numbers of 8 bits, too: they have to be such
constexpr auto no_code = error::onnx_a_number_lies_outside_of_its_type;
constexpr message with_codes(int type, integers list) {
  return model_of(graph({node("Relu", {"x"}, {"y"})},
                        {tensor("w", type, {2}).inside(5, varints(list))}, {value("x", {1, 2})},
                        {"y"}));
}
static_assert(reads<[] { return with_codes(int8, {-128, 127}); }>());
static_assert(reads<[] { return with_codes(uint8, {0, 255}); }>());
static_assert(reads<[] { return with_codes(boolean, {0, 1}); }>());
static_assert(refuses<[] { return with_codes(int8, {-129, 0}); }>(no_code));
static_assert(refuses<[] { return with_codes(int8, {0, 128}); }>(no_code));
static_assert(refuses<[] { return with_codes(uint8, {0, 256}); }>(no_code));
static_assert(refuses<[] { return with_codes(uint8, {-1, 0}); }>(no_code));
static_assert(refuses<[] { return with_codes(int32, {0, 1LL << 31}); }>(no_code));
static_assert(refuses<[] { return with_codes(boolean, {0, 2}); }>(no_code));
static_assert(refuses<[] { return with_codes(int8, {0, 1, 2}); }>(other_count));
// shapes
constexpr auto no_size = error::onnx_the_size_of_a_dimension_is_out_of_range;
static_assert(refuses<[] { return conv(weights_of({2, -1, 1, 1})); }>(no_size));
static_assert(refuses<[] { return conv(weights_of({1LL << 40})); }>(no_size));
static_assert(refuses<[] { return conv(weights_of({1 << 20, 1 << 20})); }>(
    error::onnx_a_tensor_has_more_elements_than_fit));
static_assert(refuses<[] { return conv(weights_of({1, 1, 1, 1, 1, 2})); }>(
    error::onnx_the_tensor_has_more_than_five_dimensions));
// weights elsewhere
constexpr auto elsewhere =
    error::onnx_the_weights_lie_in_another_file_export_with_external_data_False;
static_assert(refuses<[] { return conv(sound().varint(14, 1)); }>(elsewhere));
static_assert(reads<[] { return conv(sound().varint(14, 0)); }>());
static_assert(refuses<[] {
  return conv(sound().inside(13, message{}.text(1, "location").text(2, "net.onnx.data")));
}>(elsewhere));
static_assert(refuses<[] { return conv(sound().inside(3, message{})); }>(
    error::onnx_tensors_in_segments_are_not_supported));
static_assert(refuses<[] { return conv(tensor("w", 8, {2, 1, 1, 1})); }>(
    error::onnx_the_elements_are_of_a_type_that_is_not_supported));

// The wire format: types 3 and 4, numbers of more than ten bytes, lengths past the end.
constexpr message whole() { return conv(sound()); }
constexpr message changed(int from_end, const message& end) {
  message m = whole();
  m.size -= from_end;
  return m.put(end);
}
constexpr auto no_wire = error::protobuf_a_field_has_a_wire_type_that_no_message_uses;
static_assert(refuses<[] { return changed(0, message{}.byte(8 * 3 + 3)); }>(no_wire));
static_assert(refuses<[] { return changed(0, message{}.byte(8 * 3 + 4)); }>(no_wire, whole().size));
static_assert(refuses<[] { return changed(0, message{}.byte(8 * 1 + 2).byte(0)); }>(
    error::protobuf_a_field_has_another_wire_type, whole().size));
static_assert(refuses<[] { return changed(0, message{}.varint(7, 0)); }>(
    error::protobuf_a_field_has_another_wire_type, whole().size));
constexpr message many_bytes(int last) {
  message m;
  m.byte(8 * 5);
  for (int k = 0; k < 9; ++k) m.byte(255);
  return m.byte(last);
}
static_assert(reads<[] { return changed(0, many_bytes(1)); }>());
constexpr auto too_wide = error::protobuf_a_number_has_more_than_64_bits;
static_assert(refuses<[] { return changed(0, many_bytes(2)); }>(too_wide));
static_assert(refuses<[] { return changed(0, many_bytes(129).byte(0)); }>(too_wide));
static_assert(refuses<[] { return changed(0, message{}.byte(8 * 5).byte(128)); }>(
    error::protobuf_a_number_ends_outside_of_its_message));
constexpr auto past_the_end = error::protobuf_a_field_ends_outside_of_its_message;
static_assert(refuses<[] { return changed(0, message{}.byte(8 * 2 + 2).byte(1)); }>(past_the_end));
static_assert(refuses<[] { return changed(1, {}); }>(past_the_end));
static_assert(refuses<[] { return changed(0, message{}.tag(2, 2).number(~0ULL)); }>(past_the_end));
static_assert(refuses<[] { return changed(0, message{}.byte(5).byte(0)); }>(
    error::protobuf_a_field_has_a_number_out_of_range));
static_assert(
    refuses<[] { return message{}.varint(1, 8); }>(error::onnx_the_model_has_no_graph_or_two));
static_assert(refuses<[] { return whole().inside(7, message{}); }>(
    error::onnx_the_model_has_no_graph_or_two));
constexpr message relu(int version) {
  return model_of(graph({node("Relu", {"x"}, {"y"})}, {}, {value("x", {1, 2})}, {"y"}), version);
}
static_assert(reads<[] { return relu(7); }>());
static_assert(reads<[] { return relu(22); }>());
static_assert(refuses<[] { return relu(6); }>(error::onnx_the_opset_is_not_7_to_22));
static_assert(refuses<[] { return relu(23); }>(error::onnx_the_opset_is_not_7_to_22));

// The graph: names, cycles, fields in any order.
constexpr message two(messages nodes, names outputs) {
  return model_of(graph(nodes, {}, {value("x", {1, 2})}, outputs));
}
static_assert(
    reads<[] { return two({node("Relu", {"x"}, {"a"}), node("Tanh", {"a"}, {"y"})}, {"y"}); }>());
constexpr auto reads_nothing = error::onnx_a_node_reads_what_nothing_before_it_makes;
static_assert(refuses<[] {  // not in order
  return two({node("Tanh", {"a"}, {"y"}), node("Relu", {"x"}, {"a"})}, {"y"});
}>(reads_nothing));
static_assert(refuses<[] {  // a cycle
  return two({node("Add", {"x", "b"}, {"a"}), node("Relu", {"a"}, {"b"})}, {"b"});
}>(reads_nothing));
static_assert(refuses<[] {  // of itself
  return two({node("Add", {"x", "y"}, {"y"})}, {"y"});
}>(reads_nothing));
static_assert(refuses<[] {
  return two({node("Relu", {"x"}, {"a"}), node("Tanh", {"x"}, {"a"})}, {"a"});
}>(error::onnx_two_tensors_have_one_name));
static_assert(refuses<[] { return two({node("Relu", {"x"}, {"a"})}, {"y"}); }>(
    error::onnx_an_output_of_the_graph_is_made_by_nothing));
static_assert(reads<[] { return two({node("Relu", {"x"}, {"a"})}, {"x"}); }>());
static_assert(refuses<[] { return two({node("Relu", {"x"}, {"a"})}, {}); }>(
    error::onnx_the_model_has_no_input_or_no_output));
// a node's name stands behind its inputs, its operator before them
static_assert(reads<[] {
  return two({message{}.text(4, "Relu").text(2, "y").text(3, "name").text(1, "x")}, {"y"});
}>());
// what nobody asks for is checked as well
static_assert(refuses<[] {
  return two({node("Relu", {"x"}, {"y"}, {message{}.text(1, "other").varint(20, 15)})}, {"y"});
}>(error::onnx_an_attribute_has_a_type_that_the_schema_does_not_have));
// messages in messages in messages, of which nobody reads the inner ones
constexpr message nested(int depth) {
  message inside = node("Relu", {"x"}, {"y"});
  for (int k = 0; k < depth; ++k) {
    const message body = message{}.inside(1, inside);
    inside = message{node("If", {"x"}, {"y"})}.inside(
        5, message{}.text(1, "then_branch").varint(20, 5).inside(6, body));
  }
  return model_of(message{}
                      .inside(1, inside)
                      .inside(1, node("Relu", {"x"}, {"z"}))
                      .inside(11, value("x", {1, 2}))
                      .inside(12, message{}.text(1, "z")));
}
static_assert(reads<[] { return nested(40); }>());
static_assert(refuses<[] {
  return two({node("Relu", {"x"}, {"y"}, {message{}.text(1, "alpha").varint(20, 1).text(21, "a")})},
             {"y"});
}>(error::onnx_an_attribute_refers_to_one_of_a_function));
static_assert(refuses<[] {
  return model_of(
      graph({node("Relu", {"x"}, {"y"})}, {}, {value("x", {1, 2})}, {"y"}).inside(15, message{}));
}>(error::onnx_sparse_tensors_are_not_supported));
static_assert(refuses<[] {
  return model_of(graph({node("Relu", {"x"}, {"y"})}, {}, {message{}.text(1, "x")}, {"y"}));
}>(error::onnx_an_input_of_the_graph_is_no_tensor_of_a_known_type));
static_assert(refuses<[] {
  return model_of(graph({node("Relu", {"x"}, {"y"})}, {}, {value("x", {1, 65537})}, {"y"}));
}>(no_size));

// Operators: all refusals are counted, except of what follows from one.
constexpr message several() {
  return two({node("Foo", {"x"}, {"a"}), node("Relu", {"a"}, {"b"}), node("Bar", {"x"}, {"c"}),
              node("Add", {"b", "c"}, {"y"})},
             {"y"});
}
constexpr auto& found =
    etch::detail::onnx_model<file<several>, etch::numerics::tflm_reference>::measured;
static_assert(found.refusals == 2 && found.first.place.op == 0 &&
              found.first.refused.refuse == error::onnx_the_operator_is_not_supported);
static_assert(reads<[] {  // nobody needs it
  return two({node("Foo", {"x"}, {"a"}), node("Relu", {"x"}, {"y"})}, {"y"});
}>());
static_assert(refuses<[] {
  return two({message{node("Relu", {"x"}, {"y"})}.text(7, "com.example")}, {"y"});
}>(error::onnx_the_operator_is_not_supported));

// A bias, weights of gates: as many as the layer has
constexpr message transposed(const message& bias) {
  return model_of(graph({node("ConvTranspose", {"x", "w", "b"}, {"y"})},
                        {constant("w", {1, 2, 1, 1}, {3, -5}), bias}, {value("x", {0, 1, 4, 6})},
                        {"y"}));
}
static_assert(reads<[] { return transposed(constant("b", {2}, {3, -5})); }>());
static_assert(refuses<[] { return transposed(constant("b", {1}, {3})); }>(
    error::onnx_the_weights_have_another_shape_than_the_layer));
constexpr message gru(integers of_state) {
  return model_of(graph({node("GRU", {"x", "w", "r"}, {"y"})},
                        {constant("w", {1, 3, 1}, {1, 2, 3}), constant("r", of_state, {1, 2, 3})},
                        {value("x", {2, 1, 1})}, {"y"}));
}
static_assert(reads<[] { return gru({1, 3, 1}); }>());
static_assert(refuses<[] { return gru({3, 1, 1}); }>(
    error::onnx_the_weights_of_a_recurrent_layer_do_not_fit_its_input));
// shapes that no tensor has
constexpr message filled(integers shape) {
  return model_of(graph({node("ConstantOfShape", {"s"}, {"k"}), node("Add", {"x", "k"}, {"y"})},
                        {constant("s", shape)}, {value("x", {1})}, {"y"}));
}
static_assert(reads<[] { return filled({2, 3}); }>());
static_assert(refuses<[] { return filled({1 << 24, 1 << 24, 1 << 24}); }>(
    error::onnx_a_tensor_has_more_elements_than_fit));
constexpr message tiled(integers times) {
  return model_of(graph({node("Tile", {"x", "t"}, {"y"})}, {constant("t", times)},
                        {value("x", {65536, 4096})}, {"y"}));
}
static_assert(
    refuses<[] { return tiled({1, 65536}); }>(error::onnx_a_tensor_has_more_elements_than_fit));

// Attributes of windows
static_assert(refuses<[] { return conv(sound(), {ints("strides", {0, 1})}); }>(
    error::onnx_an_attribute_is_out_of_range));
static_assert(refuses<[] { return conv(sound(), {ints("pads", {0, -1, 0, 0})}); }>(
    error::onnx_an_attribute_is_out_of_range));
static_assert(refuses<[] { return conv(sound(), {ints("pads", {0, 0})}); }>(
    error::onnx_the_attribute_has_another_number_of_integers));
static_assert(refuses<[] { return conv(sound(), {ints("kernel_shape", {3, 3})}); }>(
    error::onnx_the_weights_have_another_shape_than_the_layer));
static_assert(refuses<[] { return conv(sound(), {word("auto_pad", "SAME")}); }>(
    error::onnx_the_padding_is_none_of_NOTSET_SAME_UPPER_SAME_LOWER_VALID));
static_assert(refuses<[] { return conv(sound(), {integer("group", 2)}); }>(
    error::onnx_an_attribute_is_out_of_range));
static_assert(refuses<[] {
  return model_of(graph({node("Conv", {"x", "v"}, {"y"})}, {},
                        {value("x", {1, 1, 4, 6}), value("v", {1, 1, 1, 1})}, {"y"}));
}>(error::onnx_the_input_is_not_a_constant));

}  // namespace
