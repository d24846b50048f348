// Constants of networks with state, of functions, of formats of blocks and of fewer than 8 bits;
// operands that are constants; tables that several layers read; what is left where channels go.
// FLAGS: -Os
// FLAGS: -O2
// CONSTANTS: told
// LONG: host aarch64 cortex-m0
// UNDEFINED: any
#include "../support/small_weights.hpp"
#include "../support/told_constants.hpp"

namespace {

using namespace etch;
using s8 = affine<std::int8_t, 0.05, 3>;
using s16 = affine<std::int16_t, 1.0 / 4096>;

template <class F, class S>
constexpr constant<tensor<F, S, ohwi>> some{&w::bytes.byte[0]};

/// Random biases may leave the sums.
template <const auto& G>
using random_network = network<G, this_target, options{.sums = overflow::wraps}>;

// ---- states
template <class X, class W, class B, class H>
constexpr auto lstm_graph = graph([](input<tensor<X, shape<2, 3, 5>>> x) {
  using cell = element_t<list<s16, f32>, is_f32(X::descriptor) ? 1 : 0>;
  constexpr auto in = some<W, shape<4, 5>>;
  constexpr auto back = some<W, shape<4, 4>>;
  constexpr auto bias = some<B, shape<4>>;
  return dsl::lstm<H, cell>(x, {}, in, in, in, in, back, back, back, back, bias, bias, bias, bias);
});
using of_128 = affine<std::int8_t, 1.0 / 128, -4>;
using weights = affine<std::int8_t, 0.008>;
struct lstm_of_8 : random_network<lstm_graph<s8, weights, bias32, of_128>> {};
struct lstm_of_16
    : random_network<lstm_graph<s16, weights, bias64, affine<std::int16_t, 1.0 / 32768>>> {};
struct lstm_of_f32 : random_network<lstm_graph<f32, f32, f32, f32>> {};
constexpr auto svdf_graph = graph([](input<tensor<s8, shape<2, 5>>> x) {
  return dsl::svdf<s8, s16>(x, 2, some<weights, shape<6, 5>>,
                            some<affine<std::int16_t, 1.0 / 65536>, shape<6, 4>>,
                            some<bias32, shape<3>>);
});
struct svdf : random_network<svdf_graph> {};

// ---- tables, the first read by two layers
constexpr auto curves_graph = graph([](input<tensor<s16, shape<40>>> x) {
  using namespace etch::dsl;
  return x | sigmoid | tanh | softmax;
});
struct curves : random_network<curves_graph> {};
static_assert(curves::tables::size == 3);
template <by Method>
constexpr auto functions_graph = graph([](input<tensor<q<3, 12>, shape<40>>> x) {
  using namespace etch::dsl;
  return x | sigmoid_to<q<3, 12>, Method> | tanh_to<q<0, 15>, Method>;
});
struct direct : random_network<functions_graph<by::direct>> {};
struct lines : random_network<functions_graph<by::interpolation>> {};
struct ranges : random_network<functions_graph<by::two_ranges>> {};

// ---- what became a table of each code
constexpr auto chain_graph = graph([](input<tensor<s8, shape<40>>> x) {
  using namespace etch::dsl;
  return x | sigmoid | to<s8> | tanh;
});
struct chain : random_network<chain_graph> {};
static_assert(chain::constant_bytes == 256);
constexpr auto one_code_graph = graph([](input<tensor<s8, shape<1>>> x) {
  using namespace etch::dsl;
  return x | dense(parameters{some<weights, shape<24, 1>>}) | to<s8> |
         dense(parameters{some<weights, shape<24, 24>>}) | to<s8> |
         dense(parameters{some<weights, shape<2, 24>>}) | to<s8>;
});
struct one_code : random_network<one_code_graph> {};
static_assert(one_code::constant_bytes == 512);

template <class F>
constexpr auto posit_graph = graph([](input<tensor<F, shape<4, 4, 4>>> x) {
  using namespace etch::dsl;
  constexpr parameters filters{some<F, shape<4, 3, 3, 4>>};
  constexpr parameters each{some<F, shape<1, 3, 3, 4>>};
  return x | conv2d(filters) | to<F> | depthwise_conv2d(each) | to<F>;
});
struct posits : random_network<posit_graph<posit<8, 1>>> {};
static_assert(posits::tables::size == 1);

// ---- formats of blocks, of 4 bits, of an arithmetic of their own
template <class X, class W, class Y>
constexpr auto layer_graph = graph([](input<tensor<X, shape<6, 6, 8>>> x) {
  using namespace etch::dsl;
  constexpr parameters filters{some<W, shape<8, 3, 3, 8>>};
  if constexpr (is_f32(X::descriptor)) return x | conv2d(filters) | relu;
  else return x | conv2d(filters) | to<Y> | relu;
});
struct blocks : random_network<layer_graph<f32, mxfp4, f32>> {};
struct nibbles : random_network<layer_graph<q<0, 7>, q<0, 3>, q<0, 3>>> {};
struct fused : random_network<layer_graph<f16_fused, f16_fused, f16_fused>> {};
struct dots : random_network<layer_graph<bf16_dot, bf16_dot, bf16_dot>> {};

// ---- one layer of every kernel of a target, and operands that are constants
constexpr double scales[24]{.01, .02, .03, .04, .05, .06, .07, .08, .01, .02, .03, .04,
                            .05, .06, .07, .08, .01, .02, .03, .04, .05, .06, .07, .08};
using channels = affine_channels<std::int8_t, scales>;
constexpr auto layers_graph = graph([](input<tensor<s8, shape<12, 12, 24>>> x) {
  using namespace etch::dsl;
  constexpr parameters whole{some<channels, shape<24, 3, 3, 24>>, some<bias32, shape<24>>};
  constexpr parameters point{some<channels, shape<24, 1, 1, 24>>, some<bias32, shape<24>>};
  constexpr parameters each{some<channels, shape<1, 3, 3, 24>>, some<bias32, shape<24>>};
  constexpr parameters inner{some<channels, shape<24, 24>>, some<bias32, shape<24>>};
  const wire a = x | conv2d(whole, {.stride = 2}) | to<s8> | relu;
  const wire b = add<s8>(a, a | depthwise_conv2d(each) | to<s8> | conv2d(point) | to<s8>);
  const wire c = mul<s8>(b, some<s8, shape<24>>) | max_pool<2> | avg_pool<3>;
  return maximum(c, some<s8, shape<24>>) | flatten | dense(inner) | to<s8> | softmax;
});
struct layers : random_network<layers_graph> {};
constexpr auto shifts_graph = graph([](input<tensor<q<0, 7>, shape<12, 12, 3>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<8, 5, 3>) | to<q<0, 7>> | conv2d(w::conv<8, 1, 8>) | to<q<0, 7>> |
         max_pool<4> | dense(w::fc<10, 72>) | to<q<3, 4>>;
});
struct shifts : random_network<shifts_graph> {};
constexpr auto floats_graph = graph([](input<tensor<f32, shape<8, 8, 3>>> x) {
  using namespace etch::dsl;
  constexpr parameters filters{some<f32, shape<8, 3, 3, 3>>, some<f32, shape<8>>};
  constexpr parameters inner{some<f32, shape<10, 128>>, some<f32, shape<10>>};
  return x | conv2d(filters) | relu | max_pool<2> | dense(inner) | softmax;
});
struct floats : random_network<floats_graph> {};

// ---- channels that are constant for every input, of which neither weights nor biases are left
struct biases_that_saturate {
  std::int32_t code[24]{};
  constexpr biases_that_saturate() {
    for (int i = 0; i < 24; ++i) code[i] = i % 4 == 0 ? i : 1 << 28;
  }
};
constexpr biases_that_saturate saturating{};
constexpr auto saturated_graph = graph([](input<tensor<s8, shape<12, 12, 24>>> x) {
  using namespace etch::dsl;
  constexpr parameters most_are_constant{some<channels, shape<24, 3, 3, 24>>,
                                         constant<tensor<bias32, shape<24>>>{saturating.code}};
  constexpr parameters point{some<channels, shape<24, 1, 1, 24>>};
  return x | conv2d(most_are_constant, {.pad = valid}) | to<s8> | tap("few") | conv2d(point) |
         to<s8>;
});
struct few_channels : network<saturated_graph> {};
static_assert(few_channels::channels("few").live == 6 && few_channels::constant_bytes < 12000);

// Typed arrays are read by the compiler alone.
struct typed_codes {
  std::int8_t code[256]{};
  std::int32_t bias[8]{};
  constexpr typed_codes() {
    for (int i = 0; i < 256; ++i) code[i] = static_cast<std::int8_t>(i * i % 101 - 50);
    for (int i = 0; i < 8; ++i) bias[i] = 1000 * i;
  }
};
constexpr typed_codes typed{};
constexpr auto arrays_graph = graph([](input<tensor<s8, shape<40, 4>>> x) {
  using namespace etch::dsl;
  constexpr parameters along{constant<tensor<s8, shape<8, 5, 4>>>{&typed.code[0]},
                             constant<tensor<bias32, shape<8>>>{typed.bias}};
  constexpr parameters each{constant<tensor<s8, shape<3, 8>>>{&typed.code[160]}};
  const wire a = x | conv1d(along) | to<s8> | depthwise_conv1d(each, {.pad = causal}) | to<s8>;
  return mul<s8>(a, constant<tensor<s8, shape<8>>>{&typed.code[200]});
});
struct arrays : random_network<arrays_graph> {};

}  // namespace

ETCH_TELL_CONSTANTS(lstm_of_8, lstm_of_16, lstm_of_f32, svdf, curves, direct, lines, ranges, chain,
                    one_code, posits, blocks, nibbles, fused, dots, layers, shifts, floats,
                    few_channels, arrays)
