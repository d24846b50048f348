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

// Rounding half up adds the half to the sum.
constexpr auto rounded = graph([](input<tensor<code, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(inner) | to<q<0, 7>>;
});
static_assert(network<rounded>::layer_sums(0) ==
              interval{-128 * 177 - 127 * 177, 127 * 177 + 128 * 177 + 64});

static_assert(signed_bits({0, 0}) == 0 && signed_bits({-1, 0}) == 1 && signed_bits({0, 1}) == 2);
static_assert(signed_bits({-128, 127}) == 8 && signed_bits({-129, 0}) == 9);
static_assert(signed_bits({0, INT64_MAX}) == 64 && signed_bits({INT64_MIN, 0}) == 64);

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

}  // namespace
