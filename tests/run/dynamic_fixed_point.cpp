// Dynamic fixed point: the compiler finds the exponent of each group (input, weights and output of
// a layer), quantises the weights and builds the network; 7-bit kernels of 3 x 3 are one word each.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <cmath>
#include <etch/etch.hpp>

#include "../support/one_node.hpp"

namespace {

using namespace etch;

static_assert(fraction_bits(1.0, 7, group::activations) == 7);
static_assert(fraction_bits(1.0001, 7, group::activations) == 6);
static_assert(fraction_bits(0.26, 7, group::parameters) == 7);
static_assert(fraction_bits(0.25, 7, group::parameters) == 8);
static_assert(fraction_bits(300, 7, group::activations) == -2);
static_assert(q_of<7, 9>::descriptor == q<-3, 9>::descriptor);

using kernels = tensor<f32, shape<6, 3, 3, 1>, ohwi>;
constexpr constant<kernels> first{test::random_constant<float, 54, 0, 0, 1>::bytes.byte};
constexpr constant<kernels> second{test::random_constant<float, 54, 0, 0, 2>::bytes.byte};
constexpr constant<tensor<f32, shape<4, 96>>> last{
    test::random_constant<float, 384, 0, 0, 3>::bytes.byte};

struct pixels {
  float at[64]{};
};
constexpr pixels picture = [] {
  pixels p;
  test::random_numbers r{7};
  for (float& x : p.at) x = (r.unit() + 1) / 2;
  return p;
}();

// The network as trained, ended after so many of its layers.
template <int Layers>
constexpr auto trained = graph([](input<tensor<f32, shape<8, 8, 1>>> x) {
  using namespace etch::dsl;
  const auto a = x | conv2d(parameters{first}) | relu;
  if constexpr (Layers == 1) return a;
  else {
    const auto b = a | max_pool<2> | conv2d(parameters{second}, {.groups = 6});
    if constexpr (Layers == 2) return b;
    else return b | dense(parameters{last});
  }
});
template <int Layers>
constexpr double largest_output() {
  double largest = 0;
  for (const float y : network<trained<Layers>>::evaluate(picture.at).code) {
    largest = maximum(largest, static_cast<double>(y < 0 ? -y : y));
  }
  return largest;
}

// The rule for parameters serves activations as well here: that for activations lets the upper half
// of evenly spread numbers saturate. One picture has been seen: others go further.
template <int Bits>
struct fixed {
  template <int Layers>
  using output = q_of<Bits, fraction_bits(1.8 * largest_output<Layers>(), Bits, group::parameters)>;
  using pixel = q_of<Bits, fraction_bits(1.0, Bits, group::parameters)>;
  static constexpr int frac_first = fraction_bits(largest_of(first), Bits, group::parameters);
  static constexpr int frac_second = fraction_bits(largest_of(second), Bits, group::parameters);
  static constexpr int frac_last = fraction_bits(largest_of(last), Bits, group::parameters);
  static constexpr auto first_codes = quantise<q_of<Bits, frac_first>>(first, rounding::half_away);
  static constexpr auto second_codes =
      quantise<q_of<Bits, frac_second>>(second, rounding::half_away);
  static constexpr auto last_codes = quantise<q_of<Bits, frac_last>>(last, rounding::half_away);

  static constexpr auto graph = etch::graph([](input<tensor<pixel, shape<8, 8, 1>>> x) {
    using namespace etch::dsl;
    constexpr auto half_away = rounding::half_away;
    return x | conv2d(parameters{first_codes.as_constant()}) | to<output<1>, half_away> | relu |
           max_pool<2> | conv2d(parameters{second_codes.as_constant()}, {.groups = 6}) |
           to<output<2>, half_away> | dense(parameters{last_codes.as_constant()}) |
           to<output<3>, half_away>;
  });
};
template <int Bits>
struct net : network<fixed<Bits>::graph> {};

// Nine codes of 7 bits are a word of 64: a kernel of 36 bytes in single precision.
static_assert(sizeof fixed<7>::first_codes.bytes == 6 * 8);

template <int Bits>
double signal_to_noise() {
  static net<Bits> quantised;
  static network<trained<3>> real;
  double signal = 0, noise = 0;
  test::random_numbers r{7};
  for (int k = 0; k < 50; ++k) {
    for (int i = 0; i < 64; ++i) {
      const float x = (r.unit() + 1) / 2;
      real.input()[i] = x;
      quantised.input().set(i / 8, i % 8, 0, static_cast<double>(x));
    }
    real.run(), quantised.run();
    for (int i = 0; i < 4; ++i) {
      const auto want = static_cast<double>(real.output()[i]);
      signal += want * want;
      noise += std::pow(want - quantised.output().real(i), 2);
    }
  }
  return 10 * std::log10(signal / noise);
}

TEST_CASE("every bit of a code gives 6 decibels") {
  const double at_7 = signal_to_noise<7>(), at_10 = signal_to_noise<10>();
  const double at_13 = signal_to_noise<13>();
  INFO(at_7 << " dB, " << at_10 << " dB, " << at_13 << " dB");
  CHECK(at_7 > 20);
  CHECK(at_10 > at_7 + 12);
  CHECK(at_13 > at_10 + 12);
}

TEST_CASE("codes of 7 bits take the place that they need") {
  CHECK(net<7>::ram_bytes < network<trained<3>>::ram_bytes / 4);
  CHECK(net<7>::constant_bytes < network<trained<3>>::constant_bytes * 2 / 5);
}

}  // namespace
