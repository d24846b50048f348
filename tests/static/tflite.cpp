// What each operator of TensorFlow Lite becomes, asserted by the compiler on small files.
#include <etch/etch.hpp>

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

}  // namespace
