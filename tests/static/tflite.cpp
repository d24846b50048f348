// What each operator of TensorFlow Lite becomes, asserted by the compiler on small files.
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;
using etch::activation;

constexpr bool is(const auto& g, int n, const etch::operator_tag& op) {
  return g.nodes[n].op == &op;
}

// A convolution with a scale for each channel, a bias, stride and RELU6.
constexpr file conv = written(
    {value(4, 4, 1, 0.5F, -1), value(2, 2, 2, 0.1F, -128),
     tensor{int8, 4, {2, 1, 1, 1}, 2, {0.25F, 0.125F}, 0, 0, 2, {3, -5}},
     tensor{int32, 1, {2}, 0, {}, 0, 0, 2, {100, -7}}},
    {operation{3, 3, {0, 2, 3}, 1, 1, 6, {{1, 1}, {4, 2}, {4, 2}, {1, 3}, {4, 1}, {4, 1}}}}, 0, 1);
constexpr const auto& conv_graph = etch::import::tflite<conv>;
static_assert(conv_graph.size.nodes == 1 && is(conv_graph, 0, etch::op_id<etch::ops::conv2d>));
static_assert(conv_graph.nodes[0].act == activation::clamp);
static_assert(conv_graph.nodes[0].clamp_low == -128 && conv_graph.nodes[0].clamp_high == -68);
constexpr etch::operand conv_weights = conv_graph.values[conv_graph.nodes[0].inputs[1]].is;
static_assert(conv_weights.number.channels == 2 && conv_weights.number.unit(1) == 0.125);
static_assert(conv_graph.values[conv_graph.outputs[0]].round == etch::rounding::tflite_double);
static_assert(etch::same_text(conv_graph.values[conv_graph.outputs[0]].name, "tb"));
constexpr const auto& conv_single = etch::import::tflite<conv, etch::numerics::litert_xnnpack>;
static_assert(conv_single.values[conv_single.outputs[0]].round == etch::rounding::xnnpack);

constexpr auto conv_of_ones() {
  signed char x[16]{};
  for (signed char& code : x) code = 9;  // real 5
  return etch::network<conv_graph>::evaluate(x);
}
// (10 * 3 + 100) * 0.5 * 0.25 is clamped to 6; (10 * -5 - 7) * 0.5 * 0.125 to 0
static_assert(conv_of_ones().code[0] == -68 && conv_of_ones().code[1] == -128);

// A depthwise one with two filters for each channel.
constexpr file depthwise =
    written({value(3, 3, 2, 1.0F, 0), value(1, 1, 4, 4.0F, 0),
             tensor{int8,
                    4,
                    {1, 2, 2, 4},
                    4,
                    {1, 2, 4, 8},
                    0,
                    3,
                    16,
                    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
            {operation{4, 2, {0, 2}, 1, 2, 5, {{1, 1}, {4, 2}, {4, 2}, {4, 2}, {1, 0}}}}, 0, 1);
constexpr const auto& depthwise_graph = etch::import::tflite<depthwise>;
static_assert(is(depthwise_graph, 0, etch::op_id<etch::ops::depthwise_conv2d>));
constexpr signed char eighteen[18]{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
static_assert(etch::network<depthwise_graph>::evaluate(eighteen).code[1] == 2);  // 4 * 2 / 4
static_assert(etch::network<depthwise_graph>::evaluate(eighteen).code[2] == 8);  // 8 * 4 / 4

// Layers over whatever shape: (2, 2, 3) read as (4, 3), the dimensions kept.
constexpr file dense =
    written({value(2, 2, 3, 1.0F, 0), value(2, 2, 2, 2.0F, 1),
             tensor{int8, 2, {2, 3}, 1, {1.0F}, 0, 0, 6, {1, 2, 3, 4, 5, 6}}},
            {operation{9, 3, {0, 2, -1}, 1, 8, 3, {{1, 0}, {1, 0}, {1, 1}}}}, 0, 1);
constexpr const auto& dense_graph = etch::import::tflite<dense>;
static_assert(dense_graph.size.nodes == 3 && is(dense_graph, 1, etch::op_id<etch::ops::dense>));
constexpr signed char twelve[12]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static_assert(etch::network<dense_graph>::evaluate(twelve).code[0] == 8);   // 14 / 2 + 1
static_assert(etch::network<dense_graph>::evaluate(twelve).code[7] == 85);  // 167 / 2 + 1

// Pools, MEAN with its dimensions kept, RESHAPE.
constexpr file pools =
    written({value(4, 4, 1, 1.0F, 3), value(2, 2, 1, 1.0F, 3), value(1, 1, 1, 1.0F, 3),
             tensor{int8, 2, {1, 1}, 1, {1.0F}, 3}, tensor{int32, 1, {2}, 0, {}, 0, 0, 2, {-3, 2}}},
            {operation{17, 1, {0}, 1, 5, 6, {{1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}, {1, 1}}},
             operation{40, 2, {1, 4}, 2, 27, 1, {{1, 1}}}, operation{22, 1, {2}, 3}},
            0, 3);
constexpr const auto& pools_graph = etch::import::tflite<pools>;
static_assert(is(pools_graph, 0, etch::op_id<etch::ops::max_pool>));
static_assert(pools_graph.nodes[0].act == activation::relu);
static_assert(is(pools_graph, 1, etch::op_id<etch::ops::global_avg_pool>));
static_assert(pools_graph.size.nodes == 4 && is(pools_graph, 3, etch::op_id<etch::ops::reshape>));
constexpr signed char sixteen[16]{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static_assert(etch::network<pools_graph>::evaluate(sixteen).code[0] == 10);  // of 5 7 13 15

// MEAN rounds away from the zero point, not from code 0, and changes the scale.
constexpr file mean = written({value(1, 2, 1, 1.0F, -128), tensor{int8, 2, {1, 1}, 1, {1.0F}, -128},
                               tensor{int32, 1, {2}, 0, {}, 0, 0, 2, {1, 2}}},
                              {operation{40, 2, {0, 2}, 1}}, 0, 1);
constexpr const auto& mean_graph = etch::import::tflite<mean>;
constexpr signed char low[2]{-128, -127};
static_assert(mean_graph.size.nodes == 1);
static_assert(etch::network<mean_graph>::evaluate(low).code[0] == -127);
constexpr file scaled_mean = written({value(2, 2, 1, 0.5F, -1), value(1, 1, 1, 0.25F, 3),
                                      tensor{int32, 1, {2}, 0, {}, 0, 0, 2, {1, 2}}},
                                     {operation{40, 2, {0, 2}, 1, 27, 1, {{1, 1}}}}, 0, 1);
constexpr signed char four[4]{1, 2, 3, 5};
// (11 + 4) / 4 * 2 + 3 = 10.5
static_assert(etch::network<etch::import::tflite<scaled_mean>>::evaluate(four).code[0] == 11);

// QUANTIZE, CONCATENATION with itself along the rows, RELU6, ADD of a constant, RELU with another
// scale, SOFTMAX, DEQUANTIZE.
constexpr file chain =
    written({tensor{float32, 4, {1, 1, 2, 1}}, value(1, 2, 1, 0.5F, 0), value(2, 2, 1, 0.5F, 0),
             value(2, 2, 1, 0.5F, 0), value(2, 2, 1, 0.25F, 0), value(2, 2, 1, 0.125F, -8),
             value(2, 2, 1, 1.0F / 256, -128), tensor{float32, 4, {1, 2, 2, 1}},
             tensor{int8, 4, {1, 2, 2, 1}, 1, {0.5F}, 0, 0, 4, {1, 2, 3, 4}}},
            {operation{114, 1, {0}, 1},
             operation{2, 2, {1, 1}, 2, 10, 2, {{4, 0xfffffffd}, {1, 0}}}, operation{21, 1, {2}, 3},
             operation{0, 2, {3, 8}, 4, 11, 1, {{1, 0}}}, operation{19, 1, {4}, 5},
             operation{25, 1, {5}, 6, 9, 1, {{4, 0x3f800000}}}, operation{6, 1, {6}, 7}},
            0, 7);
constexpr const auto& chain_graph = etch::import::tflite<chain>;
static_assert(chain_graph.size.nodes == 7);
static_assert(is(chain_graph, 2, etch::op_id<etch::ops::clamp>));
static_assert(etch::unpack<etch::ops::clamp>(chain_graph.nodes[2].what).high == 12);
static_assert(is(chain_graph, 4, etch::op_id<etch::ops::to>));
static_assert(chain_graph.nodes[4].act == activation::relu);
constexpr float two[2]{-3.2F, 9.0F};
// over one channel each, softmax is 1, whose code is the highest
static_assert(etch::network<chain_graph>::evaluate(two).code[3] == 255.0F / 256);

// An operator on which no output depends is left out.
constexpr file unused =
    written({value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0)},
            {operation{19, 1, {0}, 1}, operation{44, 1, {0}, 2}}, 0, 1);
static_assert(etch::import::tflite<unused>.size.nodes == 1);

// INT32 tensors have the scale that the file gives them: as inputs, outputs and constants.
constexpr tensor row(int type, int size, float scale, int zero = 0) {
  return {type, 2, {1, size}, scale > 0 ? 1 : 0, {scale}, zero};
}
constexpr file from_int32 =
    written({row(int32, 4, 0.5F), row(int8, 4, 2.0F, 3)}, {operation{114, 1, {0}, 1}}, 0, 1);
constexpr std::int32_t quarters[4]{8, -20, 2, 4000};  // steps of 1/4 of the output
constexpr auto from_int32_codes =
    etch::network<etch::import::tflite<from_int32>>::evaluate(quarters);
static_assert(from_int32_codes.code[0] == 5 && from_int32_codes.code[1] == -2);
static_assert(from_int32_codes.code[2] == 4 && from_int32_codes.code[3] == 127);
constexpr file to_int32 = written({row(int16, 3, 0.5F), row(int32, 3, 0.125F), row(float32, 3, 0)},
                                  {operation{114, 1, {0}, 1}, operation{6, 1, {1}, 2}}, 0, 2);
constexpr std::int16_t halves[3]{32767, -32768, -3};
constexpr auto to_int32_reals = etch::network<etch::import::tflite<to_int32>>::evaluate(halves);
static_assert(to_int32_reals.code[0] == 16383.5F && to_int32_reals.code[2] == -1.5F);
static_assert(to_int32_reals.code[1] == -16384);
constexpr file ends_in_int32 =
    written({row(int16, 3, 0.5F), row(int32, 3, 0.125F)}, {operation{114, 1, {0}, 1}}, 0, 1);
constexpr auto to_int32_codes =
    etch::network<etch::import::tflite<ends_in_int32>>::evaluate(halves);
static_assert(to_int32_codes.code[0] == 4 * 32767);
static_assert(to_int32_codes.code[1] == 4 * -32768);
constexpr file constant_int32 =
    written({row(int8, 2, 1.0F), row(int8, 2, 1.0F), row(int8, 2, 1.0F),
             tensor{int32, 2, {1, 2}, 1, {0.5F}, 0, 0, 2, {40, -60}}},
            {operation{114, 1, {3}, 1}, operation{0, 2, {0, 1}, 2, 11, 1, {{1, 0}}}}, 0, 2);
constexpr signed char one_two[2]{1, 2};
static_assert(etch::network<etch::import::tflite<constant_int32>>::evaluate(one_two).code[0] == 21);
static_assert(etch::network<etch::import::tflite<constant_int32>>::evaluate(one_two).code[1] ==
              -28);
// 6 lies far above 2^20 codes
constexpr file relu6_int32 =
    written({row(int32, 2, 0x1p-28F), row(int32, 2, 0x1p-28F)}, {operation{21, 1, {0}, 1}}, 0, 1);
constexpr std::int32_t large[2]{1 << 27, -5};
static_assert(etch::network<etch::import::tflite<relu6_int32>>::evaluate(large).code[0] == 1 << 27);
// What one layer takes for a bias is a value to another operator.
constexpr file bias_and_value =
    written({row(int8, 2, 1.0F), row(int8, 2, 1.0F), row(int8, 2, 1.0F), row(int8, 2, 1.0F),
             tensor{int8, 2, {2, 2}, 1, {0.5F}, 0, 0, 4, {1, 0, 0, 1}},
             tensor{int32, 1, {2}, 1, {0.5F}, 0, 0, 2, {8, 6}}, tensor{int8, 1, {2}, 1, {1.0F}, 0}},
            {operation{9, 3, {0, 4, 5}, 1, 8, 1, {{1, 0}}}, operation{114, 1, {5}, 6},
             operation{0, 2, {1, 6}, 3, 11, 1, {{1, 0}}}},
            0, 3);
constexpr auto bias_and_value_codes =
    etch::network<etch::import::tflite<bias_and_value>>::evaluate(one_two);
static_assert(bias_and_value_codes.code[0] == 5 + 4);
static_assert(bias_and_value_codes.code[1] == 4 + 3);

// What cannot be honoured is refused.
template <const file& File>
constexpr etch::diagnosis::sentence refusal =
    etch::detail::tflite_model<File, etch::numerics::tflm_reference>::measured.first.refused.refuse;
namespace error = etch::error;
constexpr file zero_of_int32 =
    written({row(int32, 4, 0.5F, 3), row(int8, 4, 2.0F)}, {operation{114, 1, {0}, 1}}, 0, 1);
static_assert(refusal<zero_of_int32> == error::tflite_int16_and_int32_tensors_have_zero_point_0);
constexpr file zero_without_scale =
    written({tensor{int32, 2, {1, 4}, 1, {0}, 3}, tensor{int32, 2, {4, 1}}},
            {operation{22, 1, {0}, 1}}, 0, 1);
static_assert(refusal<zero_without_scale> ==
              error::tflite_int16_and_int32_tensors_have_zero_point_0);
constexpr file no_scale =
    written({row(int32, 4, 0), row(int8, 4, 2.0F)}, {operation{114, 1, {0}, 1}}, 0, 1);
static_assert(refusal<no_scale> == error::tflite_the_integer_tensor_has_no_scale);
constexpr file no_scale_to =
    written({row(int16, 4, 1.0F), row(int32, 4, 0)}, {operation{114, 1, {0}, 1}}, 0, 1);
static_assert(refusal<no_scale_to> == error::tflite_the_integer_tensor_has_no_scale);
constexpr file many_scales =
    written({tensor{int32, 2, {1, 2}, 2, {0.5F, 0.25F}}, row(int8, 2, 2.0F)},
            {operation{114, 1, {0}, 1}}, 0, 1);
static_assert(refusal<many_scales> == error::tflite_a_value_has_one_scale_not_one_for_each_channel);
constexpr file place_with_scale =
    written({tensor{int8, 2, {1, 4}, 1, {1}}, tensor{int32, 1, {1}, 1, {0.5F}},
             tensor{int32, 1, {1}, 0, {}, 0, 0, 1, {1}}},
            {operation{56, 2, {0, 2}, 1, 40, 1, {{1, 2}}}}, 0, 1);
static_assert(refusal<place_with_scale> ==
              error::the_output_has_another_format_than_the_operator_gives);
constexpr file border_with_scale =
    written({value(1, 1, 2, 0.5F, 1), value(1, 2, 2, 0.5F, 1),
             tensor{int32, 2, {4, 2}, 0, {}, 0, 0, 8, {0, 0, 0, 0, 0, 1, 0, 0}},
             tensor{int8, 1, {1}, 1, {0.25F}, 1, 0, 1, {3}}},
            {operation{60, 3, {0, 2, 3}, 1}}, 0, 1);
static_assert(refusal<border_with_scale> ==
              error::tflite_a_border_has_the_scale_and_zero_point_of_the_value);
// The scale of a bias is that of its sum: x 0.5, weights 0.25 and 0.125.
constexpr file with_bias(const tensor& bias, int x = int8) {
  return written({row(x, 3, 0.5F), row(x, 2, 1.0F),
                  tensor{int8, 2, {2, 3}, 2, {0.25F, 0.125F}, 0, 0, 6, {1, 2, 3, 4, 5, 6}}, bias},
                 {operation{9, 3, {0, 2, 3}, 1, 8, 1, {{1, 0}}}}, 0, 1);
}
constexpr file right_bias = with_bias({int32, 1, {2}, 2, {0.125F, 0.0625F}, 0, 0, 2, {100, -7}});
constexpr file bias_of_no_scale = with_bias({int32, 1, {2}, 0, {}, 0, 0, 2, {100, -7}});
static_assert(refusal<right_bias> == nullptr && refusal<bias_of_no_scale> == nullptr);
constexpr file bias_of_one_scale = with_bias({int32, 1, {2}, 1, {0.125F}, 0, 0, 2, {100, -7}});
constexpr file other_bias = with_bias({int32, 1, {2}, 2, {0.125F, 0.125F}, 0, 0, 2, {100, -7}});
constexpr file wide_bias =
    with_bias({int64, 1, {2}, 2, {0.0625F, 0.0625F}, 0, 0, 2, {100, -7}}, int16);
constexpr auto another_scale =
    error::tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights;
static_assert(refusal<bias_of_one_scale> == another_scale && refusal<other_bias> == another_scale);
static_assert(refusal<wide_bias> == another_scale);
constexpr file zero_of_bias = with_bias({int32, 1, {2}, 2, {0.125F, 0.0625F}, 1, 0, 2, {100, -7}});
static_assert(refusal<zero_of_bias> == error::tflite_int16_and_int32_tensors_have_zero_point_0);
constexpr file scales_of_bias =
    with_bias({int32, 1, {2}, 3, {0.125F, 0.0625F, 1}, 0, 0, 2, {100, -7}});
static_assert(refusal<scales_of_bias> ==
              error::tflite_a_bias_has_no_scale_one_or_one_for_each_channel);

// Sums of 64 bits for want of a bias, or none: here x (1,1,1,1) to 4097 channels.
constexpr tensor wide_tensors[]{{int16, 4, {1, 1, 1, 1}, 1, {0.5F}},
                                {int16, 4, {1, 1, 1, 4097}, 1, {0.5F}},
                                {int8, 4, {4097, 1, 1, 1}, 1, {0.5F}, 0, 0, 4097},
                                {int32, 1, {4}, 0, {}, 0, 0, 4, {1, 1, 1, 4097}}};
constexpr operation wide_operation[]{{67, 3, {3, 2, 0}, 1, 49, 3, {{1, 1}, {4, 1}, {4, 1}}}};
constexpr auto wide_file = writer<16384>(wide_tensors, wide_operation, 0, 1).made();
static_assert(etch::detail::tflite_model<wide_file, etch::numerics::tflm_reference>::measured.first
                  .refused.refuse ==
              error::tflite_an_int16_layer_without_a_bias_has_up_to_4096_channels);

}  // namespace
