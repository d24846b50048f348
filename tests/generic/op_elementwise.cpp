// relu, relu6, leaky_relu, clamp and add of the generic kernels against their formulas.
#include "../support/compare.hpp"

#include <algorithm>

namespace {

using namespace test;
using etch::rounding;
using etch::shape;
namespace ops = etch::ops;

/// y = low .. high of x by kernel K.
template <class K, class F, class S, class L>
void check_limits(double low, double high) {
  static constexpr one_node g(typename K::op{}, {given<F, S, L>});
  const auto x = random_codes<g, 0>(7);
  std::vector<double> want;
  for (const auto code : x) want.push_back(std::clamp(static_cast<double>(code), low, high));
  check_equal(run<K, g>(x), want);
}

TEST_CASE("relu and relu6 stop at the codes of 0 and 6") {
  using x = shape<3, 5, 3>;
  using etch::chw, etch::hwc;
  check_limits<etch::relu_generic, etch::q<0, 7>, x, hwc>(0, 127);
  check_limits<etch::relu_generic, etch::q<3, 12>, x, chw>(0, 32767);
  check_limits<etch::relu_generic, etch::affine<std::int8_t, 0.1, -20>, x, chw>(-20, 127);
  check_limits<etch::relu_generic, etch::f32, shape<7>, hwc>(0, 1e9);
  check_limits<etch::relu6_generic, etch::q<0, 7>, x, hwc>(0, 127);  // 6 is out of reach
  check_limits<etch::relu6_generic, etch::q<4, 3>, x, chw>(0, 48);
  check_limits<etch::relu6_generic, etch::q<7, 8>, x, hwc>(0, 1536);
  check_limits<etch::relu6_generic, etch::affine<std::int8_t, 0.07, -100>, x, hwc>(-100, -14);
  check_limits<etch::relu6_generic, etch::f32, shape<2, 1, 3, 2>, chw>(0, 6);
}

constexpr one_node clamped(ops::clamp{-3, 99}, {given<etch::q<0, 7>, shape<2, 2>>});
constexpr one_node clamped_wide(ops::clamp{-1000, 2000}, {given<etch::q<0, 7>, shape<2, 2>>});
constexpr one_node clamped_f32(ops::clamp{-1, 2}, {given<etch::f32, shape<2, 2>>});
constexpr std::int8_t four[4]{-128, -3, 100, 127};
constexpr float four_floats[4]{-1.5F, -0.5F, 2.5F, 1.0F};
static_assert(run_whole<etch::clamp_generic, clamped>(four) ==
              codes<std::int8_t, 4>{{-3, -3, 99, 99}});
static_assert(run_whole<etch::clamp_generic, clamped_wide>(four) ==
              codes<std::int8_t, 4>{{-128, -3, 100, 127}});
static_assert(run_whole<etch::clamp_generic, clamped_f32>(four_floats).code[2] == 2.0F);
static_assert(ops::clamp{2, 1}.infer({&clamped.values[0].is, 1}).refused);

/// The code of a + b in the output format of q and affine operands.
template <const auto& G>
double sum(long long a, long long b) {
  const etch::format &fa = G.values[0].is.number, &fb = G.values[1].is.number,
                     &fy = G.values[8].is.number;
  const rounding r = G.values[8].round;
  const long long most = (1LL << (fy.bits - 1)) - 1;
  long long y = 0;
  if (etch::is_q(fy)) {
    const int fine = std::max(fa.frac, fb.frac);
    y = reference::shift((a << (fine - fa.frac)) + (b << (fine - fb.frac)), fine - fy.frac, r);
  } else {
    const int room = fy.bits == 8 ? 20 : 15;
    const double common = 2 * std::max(fa.scale, fb.scale);
    const long long s = reference::scale((a - fa.zero) * (1LL << room), fa.scale / common, r) +
                        reference::scale((b - fb.zero) * (1LL << room), fb.scale / common, r);
    y = reference::scale(s, common / ((1 << room) * fy.scale), r) + fy.zero;
  }
  const long long low = G.nodes[0].act == etch::activation::none ? -most - 1 : fy.zero;
  return static_cast<double>(reference::saturate(y, low, most));
}

template <class A, class B, class Y, class LA, class LB, rounding R,
          etch::activation Act = etch::activation::none>
void check_add() {
  using s = shape<2, 3, 4, 5>;
  static constexpr one_node g(ops::add{}, {given<A, s, LA>, given<B, s, LB>},
                              {.number = Y::descriptor, .round = R, .act = Act});
  const auto a = random_codes<g, 0>(1);
  const auto b = random_codes<g, 1>(2);
  std::vector<double> want;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if constexpr (etch::is_f32(Y::descriptor)) {
      want.push_back(static_cast<double>(a[i]) + static_cast<double>(b[i]));
    } else {
      want.push_back(sum<g>(a[i], b[i]));
    }
  }
  INFO("rounding " << static_cast<int>(R));
  check_equal(run<etch::add_generic, g>(a, b), want);
}

TEST_CASE("add in every format and layout") {
  using etch::q, etch::hwc, etch::chw;
  check_add<q<0, 7>, q<0, 7>, q<1, 6>, hwc, hwc, rounding::half_up>();
  check_add<q<0, 7>, q<3, 4>, q<2, 5>, hwc, chw, rounding::half_up>();
  check_add<q<2, 5>, q<3, 4>, q<0, 7>, chw, hwc, rounding::half_up>();  // shifts left
  check_add<q<0, 7>, q<7, 0>, q<-3, 10>, hwc, chw, rounding::half_away>();
  check_add<q<3, 12>, q<0, 7>, q<3, 12>, hwc, hwc, rounding::toward_zero>();
  check_add<q<5, 10>, q<3, 12>, q<4, 3>, chw, chw, rounding::half_up, etch::activation::relu>();
  using a = etch::affine<std::int8_t, 0.05, -7>;
  using b = etch::affine<std::int8_t, 0.02, 30>;
  using y = etch::affine<std::int8_t, 0.06, 3>;
  check_add<a, b, y, hwc, chw, rounding::tflite_double>();
  check_add<b, a, y, chw, chw, rounding::tflite_single, etch::activation::relu>();
  check_add<a, a, a, hwc, hwc, rounding::tflite_double>();
  using s16 = etch::affine<std::int16_t, 0.001>;
  using t16 = etch::affine<std::int16_t, 0.0004>;
  check_add<s16, t16, s16, hwc, chw, rounding::tflite_double>();
  check_add<etch::f32, etch::f32, etch::f32, hwc, chw, rounding::half_away>();
}

// ---- add_aligned is add_generic
template <class A, class B, class Y, etch::activation Act>
void check_aligned() {
  using s = shape<2, 3, 4, 5>;
  using etch::hwc;
  static constexpr one_node g(ops::add{}, {given<A, s, hwc>, given<B, s, hwc>},
                              {.number = Y::descriptor, .act = Act});
  static_assert(etch::add_aligned::accepts<etch::call<g, 0>>);
  const auto a = random_codes<g, 0>(3);
  const auto b = random_codes<g, 1>(4);
  CHECK(run<etch::add_aligned, g>(a, b) == run<etch::add_generic, g>(a, b));
}
template <class A, class B, class Y, class L>
constexpr one_node two_values(ops::add{},
                              {given<A, shape<2, 2, 2>, L>, given<B, shape<2, 2, 2>, L>},
                              {.number = Y::descriptor});
template <class A, class B, class Y, class L = etch::hwc>
constexpr bool is_aligned = etch::add_aligned::accepts<etch::call<two_values<A, B, Y, L>, 0>>;
using q7 = etch::q<0, 7>;
static_assert(is_aligned<q7, q7, q7> && !is_aligned<q7, q7, q7, etch::chw>);
static_assert(!is_aligned<q7, etch::q<1, 6>, q7> && !is_aligned<q7, q7, etch::q<1, 6>>);
static_assert(!is_aligned<etch::affine<std::int8_t, 0.5>, etch::affine<std::int8_t, 0.5>,
                          etch::affine<std::int8_t, 0.5>>);

TEST_CASE("add without a shift is add") {
  using etch::activation, etch::q, etch::uq;
  check_aligned<q7, q7, q7, activation::none>();
  check_aligned<q<3, 12>, q<3, 12>, q<3, 12>, activation::relu>();
  check_aligned<q<8, 7>, q7, q7, activation::relu6>();
  check_aligned<uq<1, 7>, uq<1, 7>, uq<1, 7>, activation::none>();
  check_aligned<uq<9, 7>, uq<9, 7>, uq<1, 7>, activation::none>();
}

// ---- leaky_relu
template <class F, class S, class L, rounding R>
void check_leaky(float slope_for_reference) {
  constexpr float slope = 0.1F;
  static constexpr one_node g(ops::leaky_relu{__builtin_bit_cast(int, slope)}, {given<F, S, L>},
                              {.round = R});
  const auto x = random_codes<g, 0>(6);
  const auto real = static_cast<double>(slope_for_reference);
  const rounding by = R == rounding::half_up ? rounding::tflite_single : R;
  const int zero = F::descriptor.zero;
  std::vector<double> want;
  for (const auto code : x) {
    const auto number = static_cast<double>(code);
    if (etch::is_f32(F::descriptor)) want.push_back(number < 0 ? number * real : number);
    else if (code >= zero) want.push_back(number);
    else
      want.push_back(static_cast<double>(
          reference::scale(static_cast<long long>(number) - zero, real, by) + zero));
  }
  check_equal(run<etch::leaky_relu_generic, g>(x), want);
}
TEST_CASE("leaky_relu in every format and layout") {
  using x = shape<2, 3, 5, 3>;
  using etch::chw, etch::hwc;
  check_leaky<q7, x, hwc, rounding::half_up>(0.1F);
  check_leaky<etch::q<3, 12>, x, chw, rounding::half_up>(0.1F);
  check_leaky<etch::affine<std::int8_t, 0.1, -20>, x, chw, rounding::tflite_double>(0.1F);
  check_leaky<etch::affine<std::int8_t, 0.1, 127>, x, hwc, rounding::tflite_single>(0.1F);
  check_leaky<etch::affine<std::int16_t, 0.1>, x, hwc, rounding::tflite_double>(0.1F);
  check_leaky<etch::uq<0, 8>, x, hwc, rounding::half_up>(0.1F);
  check_leaky<etch::f32, x, chw, rounding::half_away>(0.1F);
}
constexpr one_node steep(ops::leaky_relu{__builtin_bit_cast(int, 1.0F)}, {given<q7, shape<4>>});
constexpr one_node flat(ops::leaky_relu{0}, {given<q7, shape<4>>});
static_assert(run_whole<etch::leaky_relu_generic, steep>(four) ==
              codes<std::int8_t, 4>{{-128, -3, 100, 127}});
static_assert(run_whole<etch::leaky_relu_generic, flat>(four) ==
              codes<std::int8_t, 4>{{0, 0, 100, 127}});
TEST_CASE("leaky_relu refuses a slope outside 0 .. 1") {
  const etch::operand x = given<q7, shape<4>>.is;
  const auto refuses = [&](float slope) {
    return static_cast<bool>(
        ops::leaky_relu{__builtin_bit_cast(int, slope)}.infer({&x, 1}).refused);
  };
  CHECK(!refuses(0));
  CHECK(refuses(-0.1F));
  CHECK(refuses(1.5F));
  CHECK(refuses(__builtin_nanf("")));
}

TEST_CASE("add refuses what it cannot sum") {
  const auto refuses = [](const value& a, const value& b, const etch::format& y) {
    const etch::operand x[2]{a.is, b.is};
    etch::inference made = ops::add{}.infer({x, 2});
    if (made.refused) return true;
    made.output.number = y;
    return static_cast<bool>(ops::add{}.check_output({x, 2}, made.output));
  };
  using q7 = etch::q<0, 7>;
  const value a = given<q7, shape<2, 3>>;
  CHECK(!refuses(a, a, q7::descriptor));
  CHECK(refuses(a, given<q7, shape<3, 2>>, q7::descriptor));
  CHECK(refuses(a, given<q7, shape<3, 2, 2>>, q7::descriptor));
  CHECK(refuses(a, given<etch::f32, shape<2, 3>>, q7::descriptor));
  CHECK(refuses(a, a, etch::f32::descriptor));
  CHECK(refuses(a, given<etch::q<23, -16>, shape<2, 3>>, q7::descriptor));
  CHECK(refuses(given<etch::bias32, shape<2, 3>>, a, q7::descriptor));
}

}  // namespace
