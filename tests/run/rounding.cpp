// Every rounding policy where codes become fewer bits: shifts, factors, means, scalars. All inputs
// here are such that each tie is met, and every exact result is a double.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>

namespace {

using etch::rounding;
using etch::shape;
using etch::tensor;

/// x to an integer by policy r.
double rounded_to_integer(double x, rounding r) {
  const double below = std::floor(x), rest = x - below;
  switch (r) {
    case rounding::half_up: return below + (rest >= 0.5 ? 1 : 0);
    case rounding::half_even:
      return below + (rest > 0.5 || (rest >= 0.5 && std::fmod(below, 2) != 0) ? 1 : 0);
    case rounding::toward_zero: return std::trunc(x);
    default: return std::round(x);
  }
}
double saturated(double x) { return std::fmin(std::fmax(x, -128), 127); }

template <class X, class Y, rounding R>
struct conversion {
  static constexpr auto graph = etch::graph([](etch::input<tensor<X, shape<256>>> x) {
    using namespace etch::dsl;
    return x | to<Y, R>;
  });
  struct net : etch::network<graph> {};
};

/// Every code of X in Y, whose unit is `ratio` of X's.
template <class X, class Y, rounding R>
void check_conversion(double ratio) {
  static typename conversion<X, Y, R>::net n;
  constexpr int zx = X::descriptor.zero, zy = Y::descriptor.zero;
  for (int i = 0; i < 256; ++i) n.input()[i] = static_cast<std::int8_t>(i - 128);
  n.run();
  int wrong = 0;
  for (int i = 0; i < 256; ++i) {
    const double want = saturated(rounded_to_integer((i - 128 - zx) / ratio, R) + zy);
    const double have = n.output()[i];
    if (have < want || have > want) ++wrong;
  }
  CHECK(wrong == 0);
}
template <rounding R>
void check_policy() {
  using etch::affine;
  INFO("policy " << static_cast<int>(R));
  check_conversion<etch::q<0, 7>, etch::q<4, 3>, R>(16);
  check_conversion<etch::q<3, 4>, etch::q<4, 3>, R>(2);
  check_conversion<etch::q<3, 4>, etch::q<1, 6>, R>(0.25);
  // factors: 1/2, 1/4 and 1 are exact in fixed point
  check_conversion<affine<std::int8_t, 0.3, 5>, affine<std::int8_t, 0.6, -7>, R>(2);
  check_conversion<affine<std::int8_t, 0.3>, affine<std::int8_t, 1.2, 100>, R>(4);
  check_conversion<affine<std::int8_t, 0.3, -128>, affine<std::int8_t, 0.3>, R>(1);
}
TEST_CASE("shifts and factors by every policy") {
  check_policy<rounding::half_up>();
  check_policy<rounding::half_away>();
  check_policy<rounding::half_even>();
  check_policy<rounding::toward_zero>();
}

TEST_CASE("TensorFlow Lite's two differ where the source says") {
  // M = 0.25: -6 -> -2 twice rounded, -1 once; -2 -> -1 and 0
  const etch::fixed_point_factor quarter = etch::quantise_factor(0.25);
  CHECK(etch::scale_by<rounding::tflite_double>(-6, quarter) == -2);
  CHECK(etch::scale_by<rounding::tflite_single>(-6, quarter) == -1);
  CHECK(etch::scale_by<rounding::tflite_double>(-2, quarter) == -1);
  CHECK(etch::scale_by<rounding::tflite_single>(-2, quarter) == 0);
  CHECK(etch::scale_by<rounding::half_even>(-6, quarter) == -2);
  CHECK(etch::scale_by<rounding::half_even>(-2, quarter) == 0);
  CHECK(etch::scale_by<rounding::half_away>(2, quarter) == 1);
  CHECK(etch::scale_by<rounding::toward_zero>(-7, quarter) == -1);
}

TEST_CASE("XNNPACK's rounding is single precision, in integers alone") {
  std::uint32_t seed = 1;
  const auto draw = [&] { return seed = seed * 1664525 + 1013904223; };
  int wrong = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto x = static_cast<std::int32_t>(draw()) >> (draw() >> 27);
    // a factor of 2^-31 .. 2^8; every fourth has few bits, so that products tie
    const float fraction = 0.5F + static_cast<float>(draw() >> (i % 4 == 0 ? 29 : 9)) /
                                      (i % 4 == 0 ? 16.0F : 16777216.0F);
    const auto factor = std::ldexp(fraction, static_cast<int>(draw() >> 26) % 40 - 31);
    volatile float sum = static_cast<float>(x);
    volatile float product = sum * factor;
    const double within = std::fmin(std::fmax(static_cast<double>(product), -0x1p30), 0x1p30);
    const double want = rounded_to_integer(within, rounding::half_even);
    const auto exact = etch::quantise_factor(static_cast<double>(factor));
    const double have = etch::scale_by<rounding::xnnpack>(x, exact);
    if (have < want || have > want) ++wrong;
  }
  CHECK(wrong == 0);
  // 2^24 + 1 is no float
  CHECK(etch::scale_by<rounding::xnnpack>(16777217, etch::quantise_factor(1)) == 16777216);
  CHECK(etch::scale_by<rounding::xnnpack>(5, etch::quantise_factor(0.5)) == 2);
  CHECK(etch::scale_by<rounding::xnnpack>(-7, etch::quantise_factor(0.5)) == -4);
}

template <rounding R>
void check_means() {
  for (const int count : {1, 2, 3, 4, 6}) {
    for (std::int32_t sum = -40; sum <= 40; ++sum) {
      const double want = rounded_to_integer(static_cast<double>(sum) / count, R);
      CHECK(static_cast<double>(etch::mean_of<R>(sum, count)) == Approx(want).margin(1e-9));
    }
  }
}
TEST_CASE("means by every policy") {
  check_means<rounding::half_up>();
  check_means<rounding::half_away>();
  check_means<rounding::half_even>();
  check_means<rounding::toward_zero>();
}

TEST_CASE("scalars by every policy") {
  using coarse = etch::q<7, 0>;
  for (int i = -40; i <= 40; ++i) {
    const double x = i / 4.0;
    for (const rounding r :
         {rounding::half_up, rounding::half_away, rounding::half_even, rounding::toward_zero}) {
      const double want = rounded_to_integer(x, r);
      CHECK(etch::number<coarse>(x, r).real() == Approx(want).margin(1e-9));
    }
  }
  // f32 to integers in a network
  using fine = etch::number<etch::f32>;
  CHECK(fine(2.5).to<coarse, rounding::half_even>().code() == 2);
  CHECK(fine(2.5).to<coarse, rounding::half_up>().code() == 3);
  CHECK(fine(-2.5).to<coarse, rounding::half_up>().code() == -2);
  CHECK(fine(-2.5).to<coarse, rounding::half_away>().code() == -3);
}

}  // namespace
