// Quotients, squared differences, powers, comparisons and choices against their formulas.
#include <catch2/catch.hpp>
#include <cmath>
#include <etch/etch.hpp>

namespace {

using namespace etch;

template <class A, class B, class Y, pair_function Of>
constexpr auto one = graph([](input<tensor<A, shape<64>>> a, input<tensor<B, shape<64>>> b) {
  constexpr format given = Y::descriptor;
  return etch::detail::apply_to_two(ops::pairwise{Of}, a, b, &given, rounding::standard, 0);
});

/// Codes of A with codes of B, all far from 0 where they divide, within `allowed` steps of Y.
template <class A, class B, class Y, pair_function Of>
void check(double allowed) {
  static network<one<A, B, Y, Of>> net;
  const double least = Y::kind::decode(Y::descriptor, Y::kind::lowest(Y::descriptor));
  const double most = Y::kind::decode(Y::descriptor, Y::kind::highest(Y::descriptor));
  double worst = 0;
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 64; ++i) {
      const int k = round * 64 + i, code = (k * 37) % 223 - 111;
      net.template input<0>()[i] =
          static_cast<typename A::kind::template storage<A::bits>>(A::descriptor.zero + code);
      const int other = 8 + (k * 53) % 97;
      net.template input<1>()[i] = static_cast<typename B::kind::template storage<B::bits>>(
          B::descriptor.zero + (k % 2 == 0 && B::kind::lowest(B::descriptor) < 0 ? -other : other));
    }
    double left[64], right[64];
    for (int i = 0; i < 64; ++i) {  // before the output lies there
      left[i] = net.template input<0>().real(i), right[i] = net.template input<1>().real(i);
    }
    net.run();
    for (int i = 0; i < 64; ++i) {
      const double a = left[i], b = right[i];
      const double y = Of == pair_function::quotient ? a / b : (a - b) * (a - b);
      const double want = std::fmin(std::fmax(y, least), most);
      worst = std::fmax(worst, std::fabs(net.output().real(i) - want));
    }
  }
  CHECK(worst <= allowed * Y::descriptor.unit());
}
TEST_CASE("quotients and squared differences of integers") {
  using s8 = affine<std::int8_t, 0.03, 10>;
  using s16 = affine<std::int16_t, 0.003>;
  check<s8, affine<std::int8_t, 0.02, -15>, affine<std::int8_t, 0.1, 3>, pair_function::quotient>(
      0.51);
  check<s16, affine<std::int16_t, 0.002>, affine<std::int16_t, 0.01>, pair_function::quotient>(
      0.51);
  check<q<3, 4>, q<2, 5>, q<4, 3>, pair_function::quotient>(0.501);
  check<q<7, 8>, q<3, 4>, q<11, 4>, pair_function::quotient>(0.501);
  check<q<31, 0>, q<31, 0>, q<31, 0>, pair_function::quotient>(0.501);
  check<s8, affine<std::int8_t, 0.02, -15>, affine<std::int8_t, 0.1, -128>,
        pair_function::squared_difference>(0.6);
  check<q<3, 4>, q<2, 5>, q<4, 3>, pair_function::squared_difference>(0.501);
  check<q<3, 4>, q<2, 5>, q<7, 8>, pair_function::squared_difference>(0.501);
  check<q<31, 0>, q<31, 0>, q<31, 0>, pair_function::squared_difference>(0);
}

// ---- inside the compiler: the rounding of quotients, zeros, powers
template <class F, rounding R>
constexpr auto quotient = graph([](input<tensor<F, shape<4>>> a, input<tensor<F, shape<4>>> b) {
  return dsl::div<F, R>(a, b);
});
constexpr std::int32_t above[4]{-7, 7, 5, -5}, below[4]{2, 2, 0, 0};
template <rounding R>
constexpr auto whole = network<quotient<q<31, 0>, R>>::evaluate(above, below);
static_assert(whole<rounding::toward_zero>.code[0] == -3);
static_assert(whole<rounding::toward_zero>.code[1] == 3);
static_assert(whole<rounding::half_up>.code[0] == -3 && whole<rounding::half_up>.code[1] == 4);
static_assert(whole<rounding::half_away>.code[0] == -4 && whole<rounding::half_away>.code[1] == 4);
static_assert(whole<rounding::half_up>.code[2] == INT32_MAX);
static_assert(whole<rounding::half_up>.code[3] == INT32_MIN);
constexpr float over[4]{1, -1, 0, 6}, under[4]{0, 0, 0, 4};
constexpr auto real = network<quotient<f32, rounding::standard>>::evaluate(over, under);
static_assert(real.code[0] > 3e38F && real.code[1] < -3e38F && real.code[3] == 1.5F);
static_assert(!(real.code[2] == real.code[2]));

// LiteRT's codes next to ties: the factor of its DIV is a float
template <scale Unit>
using s16_of = affine<std::int16_t, scale{static_cast<double>(static_cast<float>(Unit.real()))}>;
constexpr auto shares = graph(
    [](input<tensor<s16_of<0.05 / 300>, shape<4>>> a,
       input<tensor<s16_of<0.03 / 300>, shape<4>>> b) { return dsl::div<s16_of<0.0007>>(a, b); });
constexpr std::int16_t of_a[4]{23202, -16573, 17806, -4731}, by_b[4]{-6392, 18349, -21680, -1236};
constexpr auto share = network<shares>::evaluate(of_a, by_b);
static_assert(share.code[0] == -8642 && share.code[1] == -2150 && share.code[2] == -1955 &&
              share.code[3] == 9113);

static_assert(power_of(2, 10) == 1024 && power_of(-2, 3) == -8 && power_of(2, -2) == 0.25F);
static_assert(power_of(0, 0) == 1 && power_of(0, 2) == 0 && power_of(0, -1) > 3e38F);
static_assert(power_of(-2, 2) == 4 && !(power_of(-2, 0.5F) == power_of(-2, 0.5F)));
static_assert(power_of(9, 0.5F) > 2.99999F && power_of(9, 0.5F) < 3.00001F);

// ---- whole numbers of 32 bits: sums and products saturate
template <class Op>
constexpr auto sum =
    graph([](input<tensor<q<31, 0>, shape<4>>> a, input<tensor<q<31, 0>, shape<4>>> b) {
      constexpr format given = q<31, 0>::descriptor;
      return etch::detail::apply_to_two<Op>(a, b, &given, rounding::standard, 0);
    });
constexpr std::int32_t large[4]{INT32_MAX, INT32_MIN, -7, 65536}, small[4]{1, 1, 3, 65536};
template <class Op>
constexpr auto of_whole = network<sum<Op>>::evaluate(large, small);
static_assert(of_whole<ops::add>.code[0] == INT32_MAX && of_whole<ops::add>.code[2] == -4);
static_assert(of_whole<ops::sub>.code[1] == INT32_MIN && of_whole<ops::sub>.code[2] == -10);
static_assert(of_whole<ops::mul>.code[2] == -21 && of_whole<ops::mul>.code[3] == INT32_MAX);

// ---- comparisons of numbers, whatever their formats, and what they choose
template <class A, class B, comparison By>
constexpr auto compared = graph([](input<tensor<A, shape<3>>> a, input<tensor<B, shape<3>>> b) {
  return dsl::compare<By>(a, b);
});
template <class A, class B, comparison By, class CodesA, class CodesB>
constexpr int bits_of(const CodesA& a, const CodesB& b) {
  const auto y = network<compared<A, B, By>>::evaluate(a, b);
  return y.code[0] * 4 + y.code[1] * 2 + y.code[2];
}
constexpr std::int8_t fine[3]{16, 32, -16}, coarse[3]{8, 8, 8};  // 1, 2, -1 and 1
template <comparison By>
constexpr int of_q = bits_of<q<3, 4>, q<4, 3>, By>(fine, coarse);
static_assert(of_q<comparison::equal> == 0b100 && of_q<comparison::not_equal> == 0b011);
static_assert(of_q<comparison::less> == 0b001 && of_q<comparison::less_equal> == 0b101);
static_assert(of_q<comparison::greater> == 0b010 && of_q<comparison::greater_equal> == 0b110);
constexpr float reals[3]{1, 2, -1}, ones[3]{1, 1, 1};
static_assert(bits_of<f32, f32, comparison::less_equal>(reals, ones) == 0b101);
constexpr std::int16_t tens[3]{10, 20, -10}, hundreds[3]{100, 100, 100};
static_assert(bits_of<affine<std::int16_t, 0.1>, affine<std::int16_t, 0.01>, comparison::greater>(
                  tens, hundreds) == 0b010);

constexpr auto chosen =
    graph([](input<tensor<q<3, 4>, shape<2, 3>>> x, input<tensor<q<3, 4>, shape<3>>> y) {
      using namespace etch::dsl;
      return select(compare<comparison::less>(x, y), y, x);  // the larger; y broadcasts
    });
constexpr std::int8_t six[6]{1, 5, 9, 4, 5, 6}, three[3]{3, 5, 7};
constexpr auto larger = network<chosen>::evaluate(six, three);
static_assert(larger.code[0] == 3 && larger.code[1] == 5 && larger.code[2] == 9);
static_assert(larger.code[3] == 4 && larger.code[5] == 7);

}  // namespace
