// The worst case of integer sums against every corner of small inputs.
#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr unsigned char taps[2 * 3 * 3]{1,   0xfe, 3,  0xfc, 5, 0xfa, 7,  0xf8, 9,
                                        100, 2,    70, 0x80, 6, 0x9c, 50, 0x81, 1};
constexpr unsigned char biases[2]{40, 0x9c};
constexpr unsigned char four[8]{127, 0x81, 50, 0xce, 3, 5, 0xfd, 0xfb};

using code = q<0, 7>;
using sum = q<17, 14>;
using filters = tensor<code, shape<2, 3, 3, 1>, ohwi>;
using channel_filters = tensor<code, shape<1, 3, 3, 2>, ohwi>;
constexpr parameters conv{constant<filters>{taps}, constant<tensor<q<-4, 11>, shape<2>>>{biases}};
constexpr parameters depthwise{constant<channel_filters>{taps}};
constexpr parameters inner{constant<tensor<code, shape<2, 4>, ohwi>>{four}};

/// The least and the largest output of Net, which has the codes of its sums, over all inputs whose
/// codes are Low or High.
template <class Net, int Low, int High>
constexpr interval corners() {
  constexpr int n = Net::template input_value<>::span;
  typename Net::template input_value<>::storage x[n]{};
  interval all{INT64_MAX, INT64_MIN};
  for (int k = 0; k < 1 << n; ++k) {
    for (int i = 0; i < n; ++i) {
      x[i] = static_cast<signed char>((k >> i & 1) != 0 ? High : Low);
    }
    for (const auto y : Net::evaluate(x).code) all = detail::hull(all, {y, y});
  }
  return all;
}
template <class Net, int Low, int High>
constexpr bool is_exact = Net::layer_sums(Net::layer_count - 1) == corners<Net, Low, High>();

// No position of a 3 x 3 window has all its taps inside 2 x 2 cells.
constexpr auto small = graph([](input<tensor<code, shape<2, 2, 1>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<sum>;
});
static_assert(is_exact<network<small>, -128, 127>);
constexpr auto strided = graph([](input<tensor<code, shape<3, 3, 1>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv, {.stride = 2, .dilation = 2}) | to<sum>;
});
static_assert(is_exact<network<strided>, -128, 127>);
constexpr auto channels = graph([](input<tensor<code, shape<2, 2, 2>>> x) {
  using namespace etch::dsl;
  return x | depthwise_conv2d(depthwise) | to<sum>;
});
static_assert(is_exact<network<channels>, -128, 127>);

// The other way round: an output takes every second tap, or fewer where the window is cut off.
constexpr auto transposed = graph([](input<tensor<code, shape<2, 2, 1>>> x) {
  using namespace etch::dsl;
  return x | transpose_conv2d(conv, {.stride = 2, .top = 1, .left = 1, .h = 4, .w = 3}) | to<sum>;
});
static_assert(is_exact<network<transposed>, -128, 127>);
constexpr auto overlapping = graph([](input<tensor<code, shape<2, 2, 1>>> x) {
  using namespace etch::dsl;
  return x | clamp(20, 100) |
         transpose_conv2d(conv, {.stride = {1, 2}, .top = 0, .left = 0, .h = 4, .w = 5}) | to<sum>;
});
static_assert(is_exact<network<overlapping>, 20, 100>);
constexpr auto apart = graph([](input<tensor<code, shape<2, 2, 1>>> x) {
  using namespace etch::dsl;
  return x | transpose_conv2d(conv, {.stride = 4, .top = 0, .left = 0, .h = 8, .w = 8}) | to<sum>;
});
static_assert(is_exact<network<apart>, -128, 127>);

// A layer behind a clamp takes the codes that it leaves, whoever passes them on; here cells of
// padding are not among them.
constexpr auto clamped = graph([](input<tensor<code, shape<2, 2, 1>>> x) {
  using namespace etch::dsl;
  return x | clamp(-100, -20) | max_pool<1> | conv2d(conv) | to<sum>;
});
static_assert(is_exact<network<clamped>, -100, -20>);
// With 0 out of reach a border cell, which adds less, may be the extreme.
constexpr unsigned char three[6]{100, 2, 70, 5, 6, 9};
constexpr parameters flat{constant<tensor<code, shape<2, 1, 3, 1>, ohwi>>{three}};
constexpr auto bordered = graph([](input<tensor<code, shape<1, 4, 1>>> x) {
  using namespace etch::dsl;
  return x | clamp(20, 100) | conv2d(flat) | to<sum>;
});
static_assert(is_exact<network<bordered>, 20, 100>);
using observed = network<clamped>::with<options{.observe_all = true}>;
static_assert(observed::layer_sums(2) == network<clamped>::layer_sums(2));
constexpr auto positive = graph([](input<tensor<code, shape<4>>> x) {
  using namespace etch::dsl;
  return x | relu | dense(inner) | to<sum>;
});
static_assert(is_exact<network<positive>, 0, 127>);
static_assert(network<positive>::layer_sums(1) == interval{-177 * 127, 177 * 127});
static_assert(network<positive>::layer_sum_bits(1) == 16);

// Zero points, a factor above 1 and what it shifts.
using byte = affine<std::int8_t, 0.5, 27>;
using weight_byte = affine<std::int8_t, 0.25, -3>;
constexpr parameters scaled{constant<tensor<weight_byte, shape<2, 4>, ohwi>>{four}};
constexpr auto zeros = graph([](input<tensor<byte, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(scaled) | to<affine<std::int8_t, 1.0>>;
});
static_assert(network<zeros>::layer_sums(0) ==
              interval{-155 * (130 + 53) - 100 * (124 + 47), 100 * (130 + 53) + 155 * (124 + 47)});
constexpr auto magnified = graph([](input<tensor<byte, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(scaled) | to<affine<std::int8_t, 0.0625>>;
});
static_assert(network<magnified>::layer_sums(0).high == 4 * network<zeros>::layer_sums(0).high);

// Rounding half up adds the half to the sum; so do the policies that say nothing of shifts.
template <rounding R>
constexpr auto rounded = graph([](input<tensor<code, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(inner) | to<q<0, 7>, R>;
});
template <rounding R>
constexpr bool adds = network<rounded<R>>::layer_sums(0) ==
                      interval{-128 * 177 - 127 * 177, 127 * 177 + 128 * 177 + 64};
static_assert(adds<rounding::standard> && adds<rounding::half_up> && adds<rounding::xnnpack>);
static_assert(adds<rounding::tflite_double> && adds<rounding::tflite_single>);
static_assert(!adds<rounding::half_away> && !adds<rounding::half_even>);
static_assert(!adds<rounding::toward_zero> && !adds<stochastic(3)>);

// A factor just below 1 leaves sums of 31 bits no room for the zero point that is added then.
constexpr unsigned char most_bias[4]{0xff, 0xff, 0xff, 0x7f};
constexpr parameters bias_alone{
    constant<tensor<affine<std::int8_t, 1.0>, shape<1, 1>, ohwi>>{&most_bias[0]},
    constant<tensor<bias32, shape<1>>>{most_bias}};
template <class Y>
constexpr auto moved = graph([](input<tensor<affine<std::int8_t, 1.0>, shape<1>>> x) {
  using namespace etch::dsl;
  return x | clamp(0, 0) | dense(bias_alone) | to<Y>;
});
template <class Y>
using moved_to = network<moved<Y>, generic, options{.sums = overflow::wraps}>;
static_assert(moved_to<affine<std::int8_t, 1 + 0x1p-30, 127>>::layer_sums(1).high ==
              0x7fffffff + 127LL);
static_assert(moved_to<affine<std::int8_t, 1 + 0x1p-30, -127>>::layer_sums(1) ==
              interval{0x7fffffff - 127, 0x7fffffff});
static_assert(moved_to<affine<std::int8_t, 2.5, 127>>::layer_sum_bits(1) == 32);

static_assert(signed_bits({0, 0}) == 0 && signed_bits({-1, 0}) == 1 && signed_bits({0, 1}) == 2);
static_assert(signed_bits({-128, 127}) == 8 && signed_bits({-129, 0}) == 9);
static_assert(signed_bits({0, INT64_MAX - 1}) == 64 && signed_bits({INT64_MIN + 1, 0}) == 64);
static_assert(signed_bits({0, INT64_MAX}) == 65 && signed_bits({INT64_MIN, 0}) == 65);

// What takes less of the weights bounds the same sums; here no position has all taps inside.
constexpr bool is_within(interval a, interval b) { return b.low < a.low && a.high < b.high; }
template <const auto& G>
constexpr bool bounds = is_within(sums_of_node(G, 0), sums_of_node(G, 0, weights_taken::any)) &&
                        is_within(sums_of_node(G, 0), sums_of_node(G, 0, weights_taken::filters));
static_assert(bounds<small> && bounds<channels> && bounds<transposed>);
// Seventeen ranges of taps are one that holds them all, of which none may lie inside.
constexpr unsigned char seventeen[17]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
constexpr parameters long_window{constant<tensor<code, shape<1, 1, 17, 1>, ohwi>>{seventeen}};
constexpr auto ranges = graph([](input<tensor<code, shape<1, 20, 1>>> x) {
  using namespace etch::dsl;
  return x | clamp(20, 100) | conv2d(long_window, {.pad = pad(0, 16, 0, 16)}) | to<sum>;
});
static_assert(network<ranges>::layer_sums(1) == interval{0, 153 * 100});

// Sums of an lstm's gates, an svdf's features and a product of matrices.
using fine = affine<std::int8_t, 0.01>;
constexpr unsigned char gate_weights[4]{10, 20, 30, 0xd8}, gate_biases[16]{100, 0, 0, 0, 200};
template <int At>
constexpr constant<tensor<fine, shape<1, 1>, ohwi>> gate{&gate_weights[At]};
template <int At>
constexpr constant<tensor<bias32, shape<1>>> gate_bias{&gate_biases[4 * At]};
constexpr auto gates = graph([](input<tensor<fine, shape<1, 2, 1>>> x) {
  return dsl::lstm<fine, affine<std::int16_t, 0x1p-12>>(
      x, {}, gate<0>, gate<1>, gate<2>, gate<0>, gate<0>, gate<0>, gate<0>, gate<3>, gate_bias<0>,
      gate_bias<1>, gate_bias<2>, gate_bias<3>);
});
static_assert(network<gates>::layer_sums(0) == interval{-40 * 127, 40 * 128});
static_assert(network<gates>::layer_sum_capacity(0) == 32);
constexpr auto features = graph([](input<tensor<fine, shape<1, 2>>> x) {
  return dsl::svdf<fine, fine>(x, 1, constant<tensor<fine, shape<2, 2>, ohwi>>{gate_weights},
                               constant<tensor<fine, shape<2, 1>, ohwi>>{&gate_weights[0]},
                               constant<tensor<bias32, shape<2>>>{&gate_biases[0]});
});
static_assert(network<features>::layer_sums(0) ==
              interval{-30 * 128 - 40 * 127, 30 * 127 + 40 * 128});
constexpr auto product = graph([](input<tensor<byte, shape<3, 5>>> x) {
  return dsl::batch_matmul<affine<std::int8_t, 8.0>>(x | dsl::relu, x, false, true);
});
static_assert(network<product>::layer_sums(1) == interval{-155 * 100 * 5, 100 * 100 * 5});
constexpr auto wide_product = graph([](input<tensor<affine<std::int16_t, 1.0, 7>, shape<3, 5>>> x) {
  return dsl::batch_matmul<affine<std::int16_t, 8.0>>(x, x, false, true);
});
static_assert(network<wide_product>::layer_sum_capacity(0) == 48);
static_assert(network<wide_product>::layer_sums(0).high == 5LL * 32775 * 32775);

// Its factor has 16 bits whatever the rounding.
constexpr auto away = graph([](input<tensor<affine<std::int16_t, 1.0, 7>, shape<3, 5>>> x) {
  return dsl::batch_matmul<affine<std::int16_t, 8.0>, rounding::half_away>(x, x, false, true);
});
static_assert(network<away>::layer_sum_capacity(0) == 48);

// Sums of 64 bits that a bias carries over their end.
constexpr unsigned char bias_of_2_to_the_62[8]{0, 0, 0, 0, 0, 0, 0, 0x40},
    most_of_64_bits[8]{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};
template <const auto& Bias>
constexpr parameters wide_bias{
    constant<tensor<affine<std::int8_t, 0.01>, shape<1, 4>, ohwi>>{&four[0]},
    constant<tensor<bias64, shape<1>>>{Bias}};
template <const auto& Bias>
constexpr auto as_numbers = graph([](input<tensor<affine<std::int16_t, 0.001>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(wide_bias<Bias>) | to<f32>;
});
template <const auto& Bias>
using unproved = network<as_numbers<Bias>, generic, options{.sums = overflow::wraps}>;
static_assert(unproved<bias_of_2_to_the_62>::layer_sum_bits(0) == 64);
static_assert(unproved<most_of_64_bits>::layer_sum_bits(0) == 65);
static_assert(unproved<most_of_64_bits>::layer_sum_capacity(0) == 64);

// The factors of an lstm and an svdf are products in single precision: here 1, which is a shift to
// the left, where the product in double is a little less.
using above_1 = affine<std::int8_t, 1 + 0x1p-23>;
template <class Weights>
constexpr constant<tensor<Weights, shape<1, 1>, ohwi>> w1{&gate_weights[0]};
constexpr auto finest = graph([](input<tensor<above_1, shape<1, 2, 1>>> x) {
  using below = affine<std::int8_t, (1 - 0x1p-23) / 4096>;
  using h = affine<std::int8_t, 0x1p-7>;
  return dsl::lstm<h, affine<std::int16_t, 0x1p-12>>(
      x, {}, w1<below>, w1<below>, w1<below>, w1<below>, w1<fine>, w1<fine>, w1<fine>, w1<fine>,
      gate_bias<1>, gate_bias<1>, gate_bias<1>, gate_bias<1>);
});
static_assert(network<finest>::layer_sums(0) ==
              interval{2 * (200 - 10 * 128), 2 * (200 + 10 * 127)});
constexpr auto finest_features = graph([](input<tensor<above_1, shape<1, 1>>> x) {
  using below = affine<std::int8_t, 1 - 0x1p-23>;
  return dsl::svdf<fine, affine<std::int8_t, 1.0>>(
      x, 1, w1<below>, constant<tensor<fine, shape<1, 1>, ohwi>>{&gate_weights[0]},
      constant<tensor<bias32, shape<1>>>{&gate_biases[0]});
});
static_assert(network<finest_features>::layer_sums(0) == interval{2 * -10 * 128, 2 * 10 * 127});

// What a sum of q15 needs is accepted where it is said.
constexpr unsigned char ones[16]{0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f,
                                 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f};
constexpr parameters wide{constant<tensor<q<0, 15>, shape<2, 4>, ohwi>>{ones}};
constexpr auto legacy = graph([](input<tensor<q<0, 15>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(wide) | to<q<0, 15>>;
});
using wrapping = network<legacy, generic, options{.sums = overflow::wraps}>;
static_assert(wrapping::layer_sum_bits(0) == 33);
static_assert(wrapping::layer_sums(0).low == 4LL * -32768 * 32767);

// Of q with a bias64: sums leave 32 bits, and codes saturate. Filters of the largest weights, of
// the least, and of two of each.
constexpr unsigned char long_weights[2 * 3 * 4]{0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f,
                                                0,    0x80, 0,    0x80, 0,    0x80, 0,    0x80,
                                                0xff, 0x7f, 0xff, 0x7f, 0,    0x80, 0,    0x80};
constexpr unsigned char no_bias[8 * 3]{};
constexpr parameters long_rows{constant<tensor<q<0, 15>, shape<3, 4>>>{long_weights},
                               constant<tensor<bias64, shape<3>>>{no_bias}};
template <class Y>
inline constexpr auto long_sums = graph([](input<tensor<q<0, 15>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(long_rows) | to<Y>;
});
template <class Y>
constexpr auto codes_of_long_sums = [] {
  constexpr std::int16_t x[4]{32767, 32767, 32767, 32767};
  return network<long_sums<Y>>::evaluate(x);
}();
template <class Y>
constexpr bool are_codes(int a, int b, int c) {
  const auto& y = codes_of_long_sums<Y>.code;
  return y[0] == a && y[1] == b && y[2] == c;
}
// 4 * 32767^2 / 2^18 = 16383.0..., and -4 * 32767 * 32768 / 2^18 = -16383.5, up
static_assert(are_codes<q<3, 12>>(16383, -16383, 0));
static_assert(are_codes<q<0, 15>>(32767, -32768, -2));
static_assert(are_codes<q<0, 7>>(127, -128, 0));
static_assert(network<long_sums<q<3, 12>>>::layer_sum_bits(0) == 34);
static_assert(network<long_sums<q<3, 12>>>::layer_sum_capacity(0) == 48);

}  // namespace
