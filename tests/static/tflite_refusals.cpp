// What the reader of .tflite files refuses, asserted by the compiler: a file that is read, and the
// same with one thing changed; the bounds of tables and offsets.
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;
namespace error = etch::error;

/// A CONV_2D and its tensors.
struct parts {
  tensor x = value(4, 6, 1, 0.5F, -1), y = value(2, 3, 2, 0.1F, -128);
  tensor w{int8, 4, {2, 1, 1, 1}, 2, {0.25F, 0.125F}, 0, 0, 2, {3, -5}};
  tensor b{int32, 1, {2}, 0, {}, 0, 0, 2, {100, -7}};
  operation conv{3, 3, {0, 2, 3}, 1, 1, 6, {{1, 1}, {4, 2}, {4, 2}, {1, 3}, {4, 1}, {4, 1}}};
};
constexpr file changed(void (*change)(parts&)) {
  parts p;
  change(p);
  return written({p.x, p.y, p.w, p.b}, {p.conv}, 0, 1);
}
template <const auto& File>
inline constexpr etch::diagnosis::sentence refusal =
    etch::detail::tflite_model<File, etch::numerics::tflm_reference>::measured.first.refused.refuse;
/// Why the file with this change is refused.
template <class Change>
struct with {
  static constexpr file bytes = changed(Change{});
  static constexpr etch::diagnosis::sentence why = refusal<bytes>;
};
template <class Change>
constexpr bool gives(Change, etch::diagnosis::sentence why) {
  return with<Change>::why == why;
}
static_assert(gives([](parts&) {}, nullptr));

// zero points are codes: -128 to 127, 0 to 255
constexpr auto no_code = error::tflite_the_zero_point_is_not_a_code_of_the_tensor;
static_assert(gives([](parts& p) { p.x.zero = 127; }, nullptr));
static_assert(gives([](parts& p) { p.x.zero = 128; }, no_code));
static_assert(gives([](parts& p) { p.x.zero = -129; }, no_code));
static_assert(gives([](parts& p) { p.x.type = uint8, p.x.zero = -1; }, no_code));
static_assert(gives([](parts& p) { p.x.type = uint8, p.x.zero = 256; }, no_code));
static_assert(gives([](parts& p) { p.y.zero = 128; }, no_code));
constexpr auto no_zero = error::tflite_int16_and_int32_tensors_have_zero_point_0;
static_assert(gives([](parts& p) { p.x.type = int16, p.x.zero = 1; }, no_zero));
static_assert(gives([](parts& p) { p.x.type = int16, p.x.zero = -1; }, no_zero));
// weights of channels have none
constexpr auto zero_of_channel = error::tflite_weights_with_channel_scales_have_zero_points_0;
static_assert(gives([](parts& p) { p.w.zero = 1; }, zero_of_channel));
// scales: numbers above 0 and below 1e18, one for each filter, of its dimension
constexpr auto no_scale = error::tflite_a_scale_is_not_a_number_between_0_and_1e18;
static_assert(gives([](parts& p) { p.w.scale[1] = 0; }, no_scale));
static_assert(gives([](parts& p) { p.w.scale[1] = -0.5F; }, no_scale));
static_assert(gives([](parts& p) { p.x.scale[0] = 2e18F; }, no_scale));
static_assert(gives([](parts& p) { p.x.scale[0] = __builtin_inff(); }, no_scale));
static_assert(gives([](parts& p) { p.y.scale[0] = __builtin_nanf(""); }, no_scale));
static_assert(gives([](parts& p) { p.w.dimension = 3; },
                    error::tflite_the_scales_belong_to_another_dimension));
static_assert(gives([](parts& p) { p.x.scales = 0; },
                    error::tflite_the_integer_tensor_has_no_scale));
// biases: in units of the products, unless all are 0
constexpr auto other_scale =
    error::tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights;
static_assert(gives([](parts& p) { p.b.scales = 1, p.b.scale[0] = 0.5F; }, other_scale));
static_assert(gives([](parts& p) { p.b.scales = 2, p.b.scale[0] = 0.125F, p.b.scale[1] = 0.0625F; },
                    nullptr));
static_assert(
    gives([](parts& p) { p.b.scales = 1, p.b.scale[0] = 0.5F, p.b.data[0] = 0, p.b.data[1] = 0; },
          nullptr));
// constants: as many bytes as their shapes need
constexpr auto other_size = error::tflite_the_constant_has_another_number_of_bytes;
static_assert(gives([](parts& p) { p.w.data_count = 1; }, other_size));
static_assert(gives([](parts& p) { p.w.data_count = 3; }, other_size));
static_assert(gives([](parts& p) { p.b.data_count = 1; }, other_size));
// shapes: what the operator gives, in each dimension; sizes from 1 on
constexpr auto other_shape = error::the_output_has_another_shape_than_the_operator_gives;
static_assert(gives([](parts& p) { p.y.shape[1] = 3, p.y.shape[2] = 2; }, other_shape));
static_assert(gives([](parts& p) { p.y.shape[2] = 4; }, other_shape));
constexpr auto no_dimension = error::tflite_the_size_of_a_dimension_is_out_of_range;
static_assert(gives([](parts& p) { p.x.shape[2] = 0; }, no_dimension));
static_assert(gives([](parts& p) { p.x.shape[0] = -1; }, nullptr));  // one run, one batch
static_assert(gives([](parts& p) { p.x.shape[0] = -2; }, no_dimension));
static_assert(gives([](parts& p) { p.x.shape[3] = 65537; }, no_dimension));
// operators: inputs, options, strides
static_assert(gives([](parts& p) { p.conv.input_count = 4, p.conv.inputs[3] = -1; },
                    error::tflite_the_operator_has_another_number_of_inputs));
static_assert(gives([](parts& p) { p.conv.input_count = 1; },
                    error::tflite_the_operator_has_another_number_of_inputs));
static_assert(gives([](parts& p) { p.conv.options_type = 2; },
                    error::tflite_the_options_belong_to_another_operator));
constexpr auto no_stride = error::tflite_a_stride_a_dilation_or_a_window_is_out_of_range;
static_assert(gives([](parts& p) { p.conv.options[1].code = 0; }, no_stride));
static_assert(gives([](parts& p) { p.conv.options[2].code = 4097; }, no_stride));
static_assert(gives([](parts& p) { p.conv.options[5].code = 0; }, no_stride));
static_assert(gives([](parts& p) { p.conv.options[0].code = 2; },
                    error::tflite_the_padding_is_neither_SAME_nor_VALID));
static_assert(gives([](parts& p) { p.conv.options[3].code = 4; },
                    error::tflite_the_fused_activation_is_not_supported));
static_assert(gives([](parts& p) { p.conv.inputs[0] = 7; },
                    error::tflite_there_is_no_tensor_of_this_index));

// ADD: neither scale so large that its sum leaves 32 bits
constexpr file sum_of_scales(float a, float b) {
  return written({value(1, 2, 2, a, 0), value(1, 2, 2, 0.00001F, 0),
                  tensor{int8, 4, {1, 1, 2, 2}, 1, {b}, 0, 0, 4, {1, 2, 3, 4}}},
                 {operation{0, 2, {0, 2}, 1, 11, 1, {{1, 0}}}}, 0, 1);
}
constexpr auto far = error::tflite_the_scales_of_the_sum_are_too_far_apart;
constexpr file near_sum = sum_of_scales(0.5F, 0.5F), first_far = sum_of_scales(6, 0.5F),
               second_far = sum_of_scales(0.5F, 6);
static_assert(refusal<near_sum> == nullptr);
static_assert(refusal<first_far> == far && refusal<second_far> == far);

// Height and width of windows, strides and gaps: fields stand with the width first.
constexpr file pool = written(
    {value(5, 8, 1, 0.5F, 0), value(2, 3, 1, 0.5F, 0)},
    {operation{17, 1, {0}, 1, 5, 6, {{1, 1}, {4, 3}, {4, 2}, {4, 2}, {4, 3}, {1, 0}}}}, 0, 1);
static_assert(refusal<pool> == nullptr);
constexpr file gaps = changed([](parts& p) {
  p.x = value(7, 9, 1, 0.5F, -1), p.y = value(3, 4, 2, 0.1F, -128);
  p.w = {int8, 4, {2, 3, 2, 1}, 2, {0.25F, 0.125F}, 0, 0, 12, {1, 2, 3}};
  p.conv.options[0].code = 1;                              // VALID
  p.conv.options[1].code = 2, p.conv.options[2].code = 1;  // strides
  p.conv.options[4].code = 1, p.conv.options[5].code = 2;  // gaps
});
static_assert(refusal<gaps> == nullptr);
constexpr file transposed =
    written({value(2, 3, 1, 0.5F, 0), value(4, 9, 1, 0.5F, 0),
             tensor{int8, 4, {1, 3, 5, 1}, 1, {0.5F}, 0, 0, 15, {1, 2, 3}},
             tensor{int32, 1, {4}, 0, {}, 0, 0, 4, {1, 4, 9, 1}}},
            {operation{67, 3, {3, 2, 0}, 1, 49, 3, {{1, 0}, {4, 3}, {4, 2}}}}, 0, 1);
constexpr const auto& transposed_graph = etch::import::tflite<transposed>;
constexpr auto cut_off = etch::unpack<etch::ops::transpose_conv2d>(transposed_graph.nodes[0].what);
static_assert(cut_off.top == 0 && cut_off.left == 1 && cut_off.stride.w == 3);

// RELU to another scale is a requantisation, where zero points are equal too.
constexpr file finer_relu =
    written({value(1, 2, 1, 0.5F, 0), value(1, 2, 1, 0.25F, 0)}, {operation{19, 1, {0}, 1}}, 0, 1);
static_assert(etch::import::tflite<finer_relu>.nodes[0].op == &etch::op_id<etch::ops::to>);

// MEAN over rows, columns and channels.
constexpr file mean = written({value(2, 3, 2, 1.0F, 0), tensor{int8, 1, {1}, 1, {1.0F}},
                               tensor{int32, 1, {3}, 0, {}, 0, 0, 3, {1, 2, 3}}},
                              {operation{40, 2, {0, 2}, 1}}, 0, 1);
static_assert(refusal<mean> == nullptr);

// TILE: other numbers of copies along rows and columns.
constexpr file tile = written({value(2, 3, 1, 0.5F, 0), value(4, 9, 1, 0.5F, 0),
                               tensor{int32, 1, {4}, 0, {}, 0, 0, 4, {1, 2, 3, 1}}},
                              {operation{69, 2, {0, 2}, 1}}, 0, 1);
static_assert(refusal<tile> == nullptr);
constexpr signed char six[6]{1, 2, 3, 4, 5, 6};
constexpr auto tiled = etch::network<etch::import::tflite<tile>>::evaluate(six);
static_assert(tiled.code[0] == 1 && tiled.code[8] == 3 && tiled.code[9] == 4 &&
              tiled.code[35] == 6);

// The version stands behind the letters and the first table's offset; files of before 2020 have
// the operator's code in one byte alone.
constexpr file read_file = changed([](parts&) {});
constexpr file of_version(unsigned char version) {
  file f = read_file;
  f.bytes[12] = version;
  return f;
}
constexpr file second = of_version(2), fourth = of_version(4);
static_assert(read_file.bytes[12] == 3);
static_assert(refusal<second> == error::tflite_the_schema_has_another_version_than_3);
static_assert(refusal<fourth> == error::tflite_the_schema_has_another_version_than_3);
constexpr file old_file = [] {
  file f = read_file;
  int at = 13;
  while (f.bytes[at] != 3 || f.bytes[at + 4] != 3) ++at;
  f.bytes[at + 4] = 0;
  return f;
}();
static_assert(refusal<old_file> == nullptr);
static_assert(etch::import::tflite<old_file>.nodes[0].op == &etch::op_id<etch::ops::conv2d>);

// ---- the bounds of a file of 10 bytes: a list of fields (6 bytes, the table has 6), the table
constexpr unsigned char bytes[16]{6, 0, 6, 0, 4, 0, 6, 0, 0, 0, 77, 1, 9, 9, 9, 9};
constexpr bool covers(long long at, long long count) {
  return etch::flatbuffer::reader(bytes, 12).covers(at, count);
}
static_assert(covers(0, 12) && covers(8, 4) && covers(12, 0));
static_assert(!covers(0, 13) && !covers(9, 4) && !covers(12, 1) && !covers(13, 0));
static_assert(!covers(-1, 2) && !covers(4, -1));
/// Field 0 as a number of type T; -1 where it is refused.
template <class T>
constexpr int field() {
  etch::flatbuffer::reader file(bytes, 16);
  const etch::flatbuffer::table t = etch::flatbuffer::open(file, 6);
  const auto number = static_cast<int>(t.number<T>(0));
  return file.failed() ? -1 : number;
}
static_assert(field<unsigned char>() == 77 && field<std::uint16_t>() == 256 + 77);
static_assert(field<std::uint32_t>() == -1);

}  // namespace
