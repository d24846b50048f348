// numerics::standard and tflm_reference are one for affine values: every operator that rounds, over
// all pairs of 8-bit codes.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include <etch/etch.hpp>

#include <catch2/catch.hpp>

#include "../support/one_node.hpp"

namespace {

using namespace etch;

template <int Count, std::uint32_t Seed>
using random_bytes = test::random_constant<std::int8_t, Count, -127, 127, Seed>;
using weight = affine<std::int8_t, 0.004>;
template <int... D>
using filters = constant<tensor<weight, shape<D...>, ohwi>>;
template <int... D>
constexpr filters<D...> noise{&random_bytes<(D * ...), 3>::bytes.byte[0]};

struct s8 {
  using x = affine<std::int8_t, 0.05, -7>;
  using y = affine<std::int8_t, 0.083, 11>;
  static constexpr int lowest = -128, step = 1;
};
struct u8 {
  using x = affine<std::uint8_t, 0.05, 121>;
  using y = affine<std::uint8_t, 0.083, 139>;
  static constexpr int lowest = 0, step = 1;
};
struct s16 {
  using x = affine<std::int16_t, 0.05 / 256>;
  using y = affine<std::int16_t, 0.083 / 256>;
  static constexpr int lowest = -32768, step = 257;
};

/// A value of 256 codes and one more below it in a column.
template <class F, numerics N>
constexpr auto means_and_pairs = graph(
    [](input<tensor<typename F::x, shape<1, 1, 256>>> x,
       input<tensor<typename F::x, shape<1, 1, 256>>> z) {
      using namespace etch::dsl;
      using y = typename F::y;
      const wire both = dsl::concat<0>(x, z);
      return outputs(both | global_avg_pool, both | avg_pool<2, 1>, both | max_pool<2, 1>,
                     dsl::add<y>(x, z), dsl::sub<y>(x, z), dsl::mul<y>(x, z), dsl::maximum(x, z),
                     x | dsl::leaky_relu(0.3F), x | to<y>, x | dsl::relu6,
                     both | resize_bilinear<3, 2>({.half_pixels = true}));
    },
    N);
template <class F, numerics N>
constexpr auto layers = graph(
    [](input<tensor<typename F::x, shape<4, 8, 8>>> x) {
      using namespace etch::dsl;
      using y = typename F::y;
      return outputs(x | conv2d(parameters{noise<4, 3, 3, 8>}) | to<y>,
                     x | depthwise_conv2d(parameters{noise<1, 3, 3, 8>}) | to<y> | dsl::relu,
                     x | dense(parameters{noise<4, 256>}) | to<y>,
                     x |
                         transpose_conv2d(parameters{noise<2, 3, 3, 8>},
                                          {.stride = 2, .top = 1, .left = 1, .h = 8, .w = 16}) |
                         to<y>,
                     dsl::batch_matmul<y>(x, x, false, true), x | dsl::softmax);
    },
    N);
template <class F, numerics N>
constexpr auto curves = graph(
    [](input<tensor<typename F::x, shape<256>>> x) {
      using namespace etch::dsl;
      return outputs(x | dsl::sigmoid, x | dsl::tanh, x | dsl::hard_swish);
    },
    N);

/// Whether all outputs of both networks, which have the same inputs, are equal.
template <class A, class B>
bool equal_runs(A& a, B& b) {
  a.run();
  b.run();
  bool equal = true;
  for_each_index<A::graph.size.outputs>([&]<int O>() {
    const auto y = a.template output<O>();
    const auto z = b.template output<O>();
    for (int i = 0; i < y.size(); ++i) equal = equal && y[i] == z[i];
  });
  return equal;
}
/// Input i of value I in a run: over all runs, every pair of the 256 steps.
template <class F, int I, class Net>
void fill(Net& net, int run) {
  int i = 0;
  for (auto& code : net.template input<I>()) {
    const int place = (i++ + I * run) % 256;
    code =
        static_cast<typename F::x::kind::template storage<F::x::bits>>(F::lowest + F::step * place);
  }
}

template <class F>
void check_pairs() {
  static network<means_and_pairs<F, numerics::standard>> a;
  static network<means_and_pairs<F, numerics::tflm_reference>> b;
  int differ = 0;
  for (int run = 0; run < 256; ++run) {
    fill<F, 0>(a, run), fill<F, 1>(a, run);
    fill<F, 0>(b, run), fill<F, 1>(b, run);
    differ += equal_runs(a, b) ? 0 : 1;
  }
  CHECK(differ == 0);
}
template <template <class, numerics> class Nets, class F>
void check_one() {
  static typename Nets<F, numerics::standard>::net a;
  static typename Nets<F, numerics::tflm_reference>::net b;
  fill<F, 0>(a, 0), fill<F, 0>(b, 0);
  CHECK(equal_runs(a, b));
}
template <class F, numerics N>
struct of_layers {
  using net = network<layers<F, N>>;
};
template <class F, numerics N>
struct of_curves {
  using net = network<curves<F, N>>;
};

TEST_CASE("the standard preset is tflm_reference for every pair of codes") {
  check_pairs<s8>();
  check_pairs<u8>();
  check_pairs<s16>();
}
TEST_CASE("the standard preset is tflm_reference in layers and curves") {
  check_one<of_layers, s8>();
  check_one<of_curves, s8>();
}

// The mean of two codes is TensorFlow Lite's MEAN, whose factor is rounded down to a half.
TEST_CASE("the standard mean of two codes is that of MEAN") {
  static network<means_and_pairs<s8, numerics::standard>> net;
  int differ = 0;
  for (int run = 0; run < 256; ++run) {
    fill<s8, 0>(net, run), fill<s8, 1>(net, run);
    int sum[256];
    for (int i = 0; i < 256; ++i) sum[i] = net.input<0>()[i] + net.input<1>()[i] + 14;
    net.run();
    for (int i = 0; i < 256; ++i) {
      const std::int32_t steps = scale_double_rounding(sum[i], {1 << 30, 0}) - 7;
      differ += net.output<0>()[i] == clamp<std::int32_t>(steps, -128, 127) ? 0 : 1;
    }
  }
  CHECK(differ == 0);
}

}  // namespace
