// relu, relu6, clamp and add of the generic kernels against their formulas.
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
  CHECK(refuses(a, given<q7, shape<1, 2, 3>>, q7::descriptor));
  CHECK(refuses(a, given<etch::f32, shape<2, 3>>, q7::descriptor));
  CHECK(refuses(a, a, etch::f32::descriptor));
  CHECK(refuses(a, given<etch::q<23, -16>, shape<2, 3>>, q7::descriptor));
  CHECK(refuses(given<etch::bias32, shape<2, 3>>, a, q7::descriptor));
}

}  // namespace
