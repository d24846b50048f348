// `to` of the generic kernel: every pair of formats and every rounding, against the formulas.
#include "../support/compare.hpp"
#include "../support/formats.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::q;
using etch::rounding;
using etch::shape;
namespace ops = etch::ops;

// QuantizeMultiplier of TensorFlow Lite.
constexpr bool factor_is(double real, std::int32_t multiplier, int shift) {
  return etch::quantise_factor(real) == etch::fixed_point_factor{multiplier, shift};
}
static_assert(factor_is(0.5, 1073741824, 0) && factor_is(0.25, 1073741824, -1));
static_assert(factor_is(1.0, 1073741824, 1) && factor_is(3e-4, 1319413953, -11));
static_assert(factor_is(0.001234567, 1357420772, -9) && factor_is(3.14159, 1686628288, 2));
static_assert(factor_is(0.9999999999, 1073741824, 1) && factor_is(0, 0, 0));
static_assert(etch::scale_double_rounding(-6, etch::quantise_factor(0.25)) == -2);
static_assert(etch::scale_single_rounding(-6, etch::quantise_factor(0.25)) == -1);
static_assert(etch::scale_double_rounding(-2, etch::quantise_factor(0.25)) == -1);
static_assert(etch::scale_single_rounding(-2, etch::quantise_factor(0.25)) == 0);

static_assert(etch::shift_left_saturated(1, 40) == INT32_MAX);
static_assert(etch::shift_left_saturated(3, 30) == INT32_MAX);
static_assert(etch::shift_left_saturated(-3, 30) == INT32_MIN);
static_assert(etch::shift_left_saturated(-1, 31) == INT32_MIN);
static_assert(etch::shift_left_saturated(0, 99) == 0 && etch::shift_left_saturated(-5, 2) == -20);

/// The code that number `code` of format x becomes in y.
double converted(const etch::format& x, const etch::format& y, rounding r, double code, int c) {
  const double unit = x.scale * x.factor * (x.channel_scale == nullptr ? 1 : x.channel_scale[c]);
  if (etch::is_f32(y)) return etch::is_f32(x) ? code : unit * (code - x.zero);
  const long long most = (1LL << (y.bits - 1)) - 1;
  long long z = 0;
  if (etch::is_f32(x)) {
    const double steps = code / y.scale;  // exact: the tests use powers of two here
    z = r == rounding::toward_zero ? static_cast<long long>(steps)
        : r == rounding::half_up   ? static_cast<long long>(std::floor(steps + 0.5))
                                   : std::llround(steps);
    z += y.zero;
  } else if (etch::is_q(x) && etch::is_q(y)) {
    z = reference::shift(static_cast<long long>(code), x.frac - y.frac, r);
  } else {
    const rounding by = r == rounding::half_up ? rounding::tflite_single : r;
    z = reference::scale(static_cast<long long>(code) - x.zero, unit / y.scale, by) + y.zero;
  }
  return static_cast<double>(reference::saturate(z, -most - 1, most));
}

template <class X, class Y, class L, rounding R>
void check_to() {
  static constexpr one_node g(ops::to{}, {given<X, shape<3, 5, 4>, L>},
                              {.number = Y::descriptor, .round = R});
  auto x = random_codes<g, 0>(21);
  if constexpr (etch::is_f32(X::descriptor)) {  // ties among them
    float tie = -30.0F / 16;
    for (float& number : x) number = tie, tie += 1.0F / 16;
  }
  std::vector<double> want;
  for (std::size_t i = 0; i < x.size(); ++i) {
    want.push_back(converted(X::descriptor, Y::descriptor, R, static_cast<double>(x[i]),
                             static_cast<int>(i % 4)));
  }
  INFO("rounding " << static_cast<int>(R));
  check_equal(run<etch::to_generic, g>(x), want, 2e-7);
}

template <class X, class Y, class L>
void check_roundings() {
  check_to<X, Y, L, rounding::half_up>();
  check_to<X, Y, L, rounding::half_away>();
  check_to<X, Y, L, rounding::toward_zero>();
}

using s8 = etch::affine<std::int8_t, 0.05, -7>;
using s8_coarse = etch::affine<std::int8_t, 0.125, 20>;
using s16 = etch::affine<std::int16_t, 0.0003>;
using s16_coarse = etch::affine<std::int16_t, 0.02>;
using s32 = etch::affine<std::int32_t, 0.0007>;
using per_channel_sum = etch::affine_channels<std::int16_t, first_scales<4>>;

TEST_CASE("to between q formats is a shift that saturates") {
  check_roundings<q<3, 4>, q<5, 2>, hwc>();
  check_roundings<q<3, 12>, q<2, 5>, chw>();
  check_roundings<q<2, 5>, q<0, 7>, chw>();     // left
  check_roundings<q<7, 0>, q<-10, 17>, hwc>();  // far left: all saturates but 0
  check_roundings<q<1, 6>, q<-24, 31>, chw>();
  check_roundings<q<0, 7>, q<3, 12>, hwc>();
  check_roundings<q<-20, 27>, q<27, -20>, hwc>();  // 47 places to the right
  check_roundings<q<0, 7>, q<0, 31>, hwc>();
  check_roundings<q<7, 24>, q<3, 12>, chw>();  // 32 bits
}
TEST_CASE("to between affine formats, and affine and q, is a multiplication") {
  const auto check = [](auto layout) {
    using l = decltype(layout);
    check_to<s8, s8_coarse, l, rounding::tflite_double>();
    check_to<s8, s8_coarse, l, rounding::tflite_single>();
    check_to<s8_coarse, s8, l, rounding::tflite_double>();
    check_to<s8, s8, l, rounding::tflite_double>();
    check_to<s16, s8, l, rounding::tflite_double>();
    check_to<s8, s16, l, rounding::tflite_single>();
    check_to<s16, s32, l, rounding::tflite_double>();
    check_to<s16_coarse, s32, l, rounding::tflite_double>();
    check_to<s8, s32, l, rounding::tflite_single>();
    check_to<s32, s16_coarse, l, rounding::tflite_double>();
    check_to<s32, s8, l, rounding::tflite_double>();
    check_to<s8, q<2, 5>, l, rounding::half_up>();
    check_to<q<2, 5>, s8, l, rounding::tflite_double>();
    check_to<per_channel_sum, s8, l, rounding::tflite_double>();
    check_to<per_channel_sum, s8, l, rounding::tflite_single>();
  };
  check(hwc{});
  check(chw{});
}
TEST_CASE("to f32 and back") {
  check_to<s8, etch::f32, chw, rounding::half_away>();
  check_to<q<3, 12>, etch::f32, hwc, rounding::half_away>();
  check_to<per_channel_sum, etch::f32, chw, rounding::half_away>();
  check_to<etch::f32, etch::f32, chw, rounding::half_away>();
  check_roundings<etch::f32, q<0, 7>, hwc>();
  check_roundings<etch::f32, q<4, 3>, chw>();
  check_roundings<etch::f32, q<0, 31>, hwc>();
  check_roundings<etch::f32, etch::affine<std::int8_t, 0.125, 100>, hwc>();
  check_to<etch::f32, s8_coarse, chw, rounding::tflite_double>();
}

// Numbers beyond any code, and none.
constexpr one_node encoded(ops::to{}, {given<etch::f32, shape<5>>},
                           {.number = s8_coarse::descriptor, .round = rounding::half_away});
constexpr float wild[5]{1e30F, -1e30F, __builtin_inff(), -__builtin_inff(), __builtin_nanf("")};
static_assert(run_whole<etch::to_generic, encoded>(wild) ==
              codes<std::int8_t, 5>{{127, -128, 127, -128, 20}});

TEST_CASE("to refuses what it cannot reach") {
  const auto refuses = [](const value& x, const etch::format& y) {
    etch::operand out = x.is;
    out.number = y;
    return static_cast<bool>(ops::to{}.check_output({&x.is, 1}, out));
  };
  const value a = given<s8, shape<4>>;
  CHECK(!refuses(a, etch::f32::descriptor));
  CHECK(refuses(a, etch::bias32::descriptor));
  CHECK(refuses(a, per_channel_sum::descriptor));
  CHECK(!refuses(a, s32::descriptor));
  CHECK(!refuses(given<s32, shape<4>>, s16_coarse::descriptor));
  CHECK(refuses(given<s32, shape<4>>, etch::affine<std::int32_t, 4.0>::descriptor));
  CHECK(refuses(given<s32, shape<4>>, s16::descriptor));
  CHECK(refuses(given<etch::affine<std::int32_t, 0.0007, 1>, shape<4>>, s16_coarse::descriptor));
  CHECK(refuses(given<etch::affine<std::int32_t, 0.0007, 1>, shape<4>>, etch::f32::descriptor));
  CHECK(refuses(a, etch::affine<std::int8_t, 1e-11>::descriptor));
}

}  // namespace
