// mul, sub, minimum and maximum of the generic kernels against their formulas, how values broadcast
// together, and sums and differences by two products.
// LONG: instrumented
#include "../support/sums_and_means.hpp"

#include <algorithm>

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::q;
using etch::rounding;
using etch::shape;
namespace ops = etch::ops;

// What each operator makes of two numbers, exactly.
struct product {
  using op = ops::mul;
  using kernel = etch::mul_generic;
  static double real(double a, double b) { return a * b; }
  static long long code(long long a, long long b, const etch::format& fa, const etch::format& fb,
                        const etch::format& fy, rounding r) {
    if (etch::is_q(fy)) return reference::shift(a * b, fa.frac + fb.frac - fy.frac, r);
    return reference::scale((a - fa.zero) * (b - fb.zero), fa.scale * fb.scale / fy.scale, r) +
           fy.zero;
  }
};
struct difference {
  using op = ops::sub;
  using kernel = etch::sub_generic;
  static double real(double a, double b) { return a - b; }
  static long long code(long long a, long long b, const etch::format& fa, const etch::format& fb,
                        const etch::format& fy, rounding r) {
    if (etch::is_q(fy)) {
      const int fine = std::max(fa.frac, fb.frac);
      return reference::shift(a * (1LL << (fine - fa.frac)) - b * (1LL << (fine - fb.frac)),
                              fine - fy.frac, r);
    }
    const int room = fy.bits == 8 ? 20 : 15;
    const double common = 2 * std::max(fa.scale, fb.scale);
    const long long steps = reference::scale((a - fa.zero) * (1LL << room), fa.scale / common, r) -
                            reference::scale((b - fb.zero) * (1LL << room), fb.scale / common, r);
    return reference::scale(steps, common / ((1 << room) * fy.scale), r) + fy.zero;
  }
};
struct smaller {
  using op = ops::minimum;
  using kernel = etch::minimum_generic;
  static double real(double a, double b) { return std::min(a, b); }
  static long long code(long long a, long long b, const etch::format&, const etch::format&,
                        const etch::format&, rounding) {
    return std::min(a, b);
  }
};
struct larger {
  using op = ops::maximum;
  using kernel = etch::maximum_generic;
  static double real(double a, double b) { return std::max(a, b); }
  static long long code(long long a, long long b, const etch::format&, const etch::format&,
                        const etch::format&, rounding) {
    return std::max(a, b);
  }
};

/// The lowest and the highest code of f.
template <class F>
constexpr long long lowest = F::kind::lowest(F::descriptor);
template <class F>
constexpr long long highest = F::kind::highest(F::descriptor);

/// Operator Op on shapes SA and SB against its formula at each element of the common shape.
template <class Op, class A, class B, class Y, class SA, class SB, class LA, class LB, rounding R,
          etch::activation Act = etch::activation::none>
void check_pair() {
  static constexpr one_node g(typename Op::op{}, {given<A, SA, LA>, given<B, SB, LB>},
                              {.number = Y::descriptor, .round = R, .act = Act});
  const auto a = random_codes<g, 0>(1);
  const auto b = random_codes<g, 1>(2);
  const reference::dims da = dims_of(g.values[0].is), db = dims_of(g.values[1].is),
                        dy = dims_of(g.values[8].is);
  CHECK((dy.n == std::max(da.n, db.n) && dy.h == std::max(da.h, db.h)));
  CHECK((dy.w == std::max(da.w, db.w) && dy.c == std::max(da.c, db.c)));
  const auto at = [](const reference::dims& d, int n, int h, int w, int c) {
    return static_cast<std::size_t>(d.hwc(std::min(n, d.n - 1), std::min(h, d.h - 1),
                                          std::min(w, d.w - 1), std::min(c, d.c - 1)));
  };
  std::vector<double> want;
  for (int n = 0; n < dy.n; ++n)
    for (int h = 0; h < dy.h; ++h)
      for (int w = 0; w < dy.w; ++w)
        for (int c = 0; c < dy.c; ++c) {
          const auto p = a[at(da, n, h, w, c)];
          const auto o = b[at(db, n, h, w, c)];
          if constexpr (etch::is_f32(Y::descriptor)) {
            want.push_back(Op::real(static_cast<double>(p), static_cast<double>(o)));
          } else {
            const long long y = Op::code(p, o, A::descriptor, B::descriptor, Y::descriptor, R);
            const long long low = Act == etch::activation::relu ? Y::descriptor.zero : lowest<Y>;
            want.push_back(static_cast<double>(reference::saturate(y, low, highest<Y>)));
          }
        }
  INFO(Op::op::name << " in " << Y::descriptor.kind->name << ", rounding " << static_cast<int>(R));
  check_equal(run<typename Op::kernel, g>(a, b), want);
}

using s8 = etch::affine<std::int8_t, 0.05, -7>;
using t8 = etch::affine<std::int8_t, 0.02, 30>;
using u8 = etch::affine<std::uint8_t, 0.05, 121>;
using v8 = etch::affine<std::uint8_t, 0.02, 158>;
using s16 = etch::affine<std::int16_t, 0.001>;
using t16 = etch::affine<std::int16_t, 0.0004>;
using whole = shape<2, 3, 4, 5>;

template <class Op>
void check_numbers() {
  using etch::activation;
  check_pair<Op, q<0, 7>, q<0, 7>, q<0, 7>, whole, whole, hwc, hwc, rounding::half_up>();
  check_pair<Op, q<0, 7>, q<3, 4>, q<2, 5>, whole, whole, chw, hwc, rounding::toward_zero>();
  check_pair<Op, q<3, 12>, q<0, 15>, q<3, 12>, whole, whole, hwc, chw, rounding::half_up>();
  check_pair<Op, q<3, 12>, q<2, 5>, q<1, 6>, whole, whole, chw, chw, rounding::half_away>();
  check_pair<Op, q<6, 1>, q<7, 0>, q<0, 7>, whole, whole, hwc, hwc, rounding::half_up>();
  check_pair<Op, s8, t8, t8, whole, whole, hwc, chw, rounding::tflite_double>();
  check_pair<Op, t8, s8, s8, whole, whole, chw, hwc, rounding::tflite_single, activation::relu>();
  check_pair<Op, u8, v8, u8, whole, whole, hwc, chw, rounding::tflite_double>();
  check_pair<Op, s16, t16, s16, whole, whole, hwc, hwc, rounding::tflite_double>();
  check_pair<Op, etch::f32, etch::f32, etch::f32, whole, whole, chw, hwc, rounding::half_away>();
}
template <class Op>
void check_choice() {
  check_pair<Op, q<0, 7>, q<0, 7>, q<0, 7>, whole, whole, chw, hwc, rounding::half_up>();
  check_pair<Op, etch::uq<0, 8>, etch::uq<0, 8>, etch::uq<0, 8>, whole, whole, hwc, hwc,
             rounding::half_up>();
  check_pair<Op, s8, s8, s8, whole, whole, hwc, chw, rounding::tflite_double,
             etch::activation::relu>();
  check_pair<Op, u8, u8, u8, whole, whole, hwc, hwc, rounding::tflite_double>();
  check_pair<Op, s16, s16, s16, whole, whole, chw, chw, rounding::tflite_double>();
  check_pair<Op, etch::f32, etch::f32, etch::f32, whole, whole, hwc, hwc, rounding::half_away>();
}
template <class Op, class F, class LA, class LB>
void check_broadcast() {
  constexpr rounding r = rounding::tflite_double;
  check_pair<Op, F, F, F, whole, shape<5>, LA, hwc, r>();
  check_pair<Op, F, F, F, whole, shape<1>, LA, hwc, r>();
  check_pair<Op, F, F, F, shape<1>, whole, hwc, LB, r>();
  check_pair<Op, F, F, F, whole, shape<2, 3, 4, 1>, LA, LB, r>();
  check_pair<Op, F, F, F, shape<2, 1, 4, 1>, shape<3, 1, 5>, LA, LB, r>();
  check_pair<Op, F, F, F, shape<1, 3, 4, 5>, whole, LA, LB, r>();
  check_pair<Op, F, F, F, shape<1, 1, 1, 5>, shape<5>, hwc, hwc, r>();
  check_pair<Op, F, F, F, shape<2, 1, 3, 2, 2>, shape<2, 1, 3, 2, 2>, LA, LB, r>();
}

TEST_CASE("mul in every format and layout") { check_numbers<product>(); }
TEST_CASE("sub in every format and layout") { check_numbers<difference>(); }
TEST_CASE("minimum and maximum in every format and layout") {
  check_choice<smaller>();
  check_choice<larger>();
}
TEST_CASE("two values broadcast where one has size 1") {
  check_broadcast<product, s8, hwc, chw>();
  check_broadcast<difference, s8, chw, hwc>();
  check_broadcast<smaller, s8, chw, chw>();
  check_broadcast<larger, etch::f32, hwc, hwc>();
}

// ---- two products are add, and sub, for all pairs of codes
template <class Y, class A, class B, rounding R, etch::activation Act = etch::activation::none>
void check_products() {
  check_pairs<etch::add_products, etch::add_generic, true, ops::add, Y, A, B, Act, R>();
  check_pairs<etch::sub_products, etch::sub_generic, true, ops::sub, Y, A, B, Act, R>();
}
template <class Y, class A, class B, rounding R, class Shape = shape<1>,
          etch::activation Act = etch::activation::none>
constexpr bool has_products =
    etch::add_products::accepts<etch::call<summed<Y, A, B, Act, R, Shape>::node, 0>>;

TEST_CASE("two products are the sum, and the difference, of all codes") {
  using etch::affine, etch::activation;
  using s = resnet8_sum<1>;
  using y = affine<std::int8_t, 0.0532362163066864, 28>;
  check_products<y, s::a, s::b, rounding::tflite_double>();
  check_products<y, s::a, s::b, rounding::tflite_single, activation::relu>();
  check_products<y, s::a, s::b, rounding::xnnpack>();
  check_products<y, s::a, s::b, rounding::half_even, activation::clamp>();
  using a = affine<std::uint8_t, 0.0417, 3>;
  using b = affine<std::uint8_t, 0.0917, 130>;
  check_products<affine<std::uint8_t, 0.1113, 201>, a, b, rounding::tflite_double>();
  check_products<affine<std::uint8_t, 0.0111, 255>, b, a, rounding::tflite_single,
                 activation::relu6>();
  // ties away from zero, up, and to even
  using half = affine<std::int8_t, 0.5, -3>;
  using one = affine<std::int8_t, 1.0, 4>;
  check_products<one, half, half, rounding::tflite_double>();
  check_products<one, half, half, rounding::tflite_single>();
  static_assert(!has_products<one, half, half, rounding::half_even>);
  check_products<q<2, 5>, q<0, 7>, q<1, 6>, rounding::half_up>();
  check_products<q<2, 5>, q<0, 7>, q<1, 6>, rounding::half_away, activation::relu>();
}
TEST_CASE("what two products cannot be is left to the other kernels") {
  using etch::affine;
  // of 0.05 a + 0.02 b many lie halfway between codes: where the rounding of a and b puts each of
  // them depends on both
  using a = affine<std::int8_t, 0.05, 5>;
  using b = affine<std::int8_t, 0.02, -3>;
  using y = affine<std::int8_t, 0.06, 7>;
  static_assert(has_products<y, a, b, rounding::tflite_double>);
  static_assert(!has_products<y, a, b, rounding::tflite_single>);
  static_assert(!has_products<affine<std::int8_t, 1.0, 7>, affine<std::int8_t, 0.3, 5>,
                              affine<std::int8_t, 0.317, -3>, rounding::tflite_double>);
  // products of more than 32 bits
  static_assert(!has_products<affine<std::int8_t, 0.0001>, a, b, rounding::tflite_double>);
  // codes of more than 8 bits, no integers, and what a counter decides
  static_assert(!has_products<s16, s16, s16, rounding::tflite_double>);
  static_assert(!has_products<etch::f32, etch::f32, etch::f32, rounding::tflite_double>);
  static_assert(!has_products<q<2, 5>, q<0, 7>, q<1, 6>, etch::stochastic(1)>);
}
TEST_CASE("what is known of the codes of a value makes more sums provable") {
  using etch::affine;
  using sum = summed<affine<std::int8_t, 1.0, 7>, affine<std::int8_t, 0.3, 5>,
                     affine<std::int8_t, 0.317, -3>>;
  constexpr auto s = etch::make_sum<etch::call<sum::node, 0>>();
  constexpr etch::code_limits any{-128, 127}, few{-3, 20};
  static_assert(!etch::short_sum_of<s, any, any>.exists);
  constexpr auto known = etch::short_sum_of<s, few, any>;
  static_assert(known.exists);
  int wrong = 0;
  for (int i = few.low; i <= few.high; ++i) {
    for (int j = any.low; j <= any.high; ++j) wrong += known.is(i, j) != s(i, j);
  }
  CHECK(wrong == 0);
}

// CMSIS-NN's arm_nn_mult_q7 at its largest product, and SRDHM's saturation.
constexpr one_node squares(ops::mul{}, {given<q<0, 7>, shape<3>>, given<q<0, 7>, shape<3>>},
                           {.number = q<0, 7>::descriptor});
constexpr std::int8_t extremes[3]{-128, 127, -1};
static_assert(run_whole<etch::mul_generic, squares>(extremes, extremes) ==
              codes<std::int8_t, 3>{{127, 126, 0}});
constexpr one_node wide(ops::mul{}, {given<q<0, 15>, shape<2>>, given<q<0, 15>, shape<2>>},
                        {.number = q<0, 15>::descriptor});
constexpr std::int16_t wide_extremes[2]{-32768, 32767};
static_assert(run_whole<etch::mul_generic, wide>(wide_extremes, wide_extremes) ==
              codes<std::int16_t, 2>{{32767, 32766}});

template <class Op>
bool refuses(const value& a, const value& b, const etch::format& y) {
  const etch::operand x[2]{a.is, b.is};
  etch::inference made = Op{}.infer({x, 2});
  if (made.refused) return true;
  made.output.number = y;
  if constexpr (requires { Op{}.check_output({x, 2}, made.output); }) {
    return static_cast<bool>(Op{}.check_output({x, 2}, made.output));
  }
  return false;
}

TEST_CASE("operators on two values refuse what does not fit") {
  using q7 = q<0, 7>;
  const value a = given<q7, shape<2, 3>>;
  CHECK(!refuses<ops::mul>(a, a, q7::descriptor));
  CHECK(refuses<ops::mul>(a, given<q7, shape<2>>, q7::descriptor));
  CHECK(refuses<ops::sub>(a, given<q7, shape<3, 2>>, q7::descriptor));
  CHECK(refuses<ops::mul>(a, given<etch::f32, shape<2, 3>>, q7::descriptor));
  CHECK(refuses<ops::mul>(a, a, etch::f32::descriptor));
  CHECK(refuses<ops::sub>(a, given<q<23, -16>, shape<2, 3>>, q7::descriptor));
  CHECK(refuses<ops::minimum>(a, given<q<1, 6>, shape<2, 3>>, q7::descriptor));
  CHECK(refuses<ops::maximum>(given<etch::bias32, shape<3>>, a, q7::descriptor));
  CHECK(refuses<ops::mul>(given<q<0, 31>, shape<3>>, a, q7::descriptor));
  CHECK(refuses<ops::mul>(a, a, q<24, -17>::descriptor));
  CHECK(!refuses<ops::mul>(given<s16, shape<3>>, given<t16, shape<3>>, s16::descriptor));
  CHECK(refuses<ops::mul>(given<etch::affine<std::int16_t, 0.001, 1>, shape<3>>,
                          given<t16, shape<3>>, s16::descriptor));
  CHECK(refuses<ops::mul>(given<s16, shape<3>>, given<t16, shape<3>>,
                          etch::affine<std::int16_t, 1e-8>::descriptor));
  CHECK(refuses<ops::sub>(given<s8, shape<3>>, given<t16, shape<3>>, s16::descriptor));
  CHECK(refuses<ops::sub>(given<s8, shape<3>>, given<u8, shape<3>>, s8::descriptor));
  CHECK(refuses<ops::mul>(given<q7, shape<2, 3, 1, 1, 1>>, given<q7, shape<2, 1, 1, 1, 1>>,
                          q7::descriptor));
  CHECK(refuses<ops::mul>(given<q7, shape<2, 1, 3, 1, 1>>, given<q7, shape<1, 2, 3, 1, 1>>,
                          q7::descriptor));
  CHECK(ops::mul{}.infer({&a.is, 1}).refused);
}

}  // namespace
