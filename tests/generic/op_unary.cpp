// Functions of one number: every code, or many numbers, against the function in double precision.
// And channels over their length where that is nothing.
// LONG: instrumented
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <etch/etch.hpp>

#include "../support/are_long.hpp"

namespace {

using namespace etch;
using f = unary_function;

double number_of(unary_function of, double x) {
  switch (of) {
    case f::absolute: return std::fabs(x);
    case f::negative: return -x;
    case f::square: return x * x;
    case f::square_root: return std::sqrt(std::fmax(x, 0));
    case f::reciprocal_square_root: return x > 0 ? 1 / std::sqrt(x) : 1e30;
    case f::exponential: return std::exp(x);
    case f::logarithm: return x > 0 ? std::log(x) : -1e30;
    case f::elu: return x < 0 ? std::expm1(x) : x;
    case f::gelu: return x * std::erfc(-x / std::sqrt(2.0)) / 2;
    case f::gelu_tanh:
      return x * (1 + std::tanh(std::sqrt(2 / 3.141592653589793) * (x + 0.044715 * x * x * x))) / 2;
    case f::floor: return std::floor(x);
    case f::ceiling: return std::ceil(x);
    case f::nearest_even: return std::nearbyint(x);
    case f::sine: return std::sin(x);
    case f::cosine: return std::cos(x);
    case f::error: return std::erf(x);
  }
  return 0;
}

template <class X, class Y, unary_function Of>
constexpr auto one = graph([](input<tensor<X, shape<256>>> x) { return x | dsl::unary_to<Of, Y>; });

/// Codes of X, 256 at a time, no further off than `allowed` steps of Y.
template <class X, class Y, unary_function Of>
void check_codes(double allowed) {
  static network<one<X, Y, Of>> net;
  using kind = typename X::kind;
  const long low = kind::lowest(X::descriptor), high = kind::highest(X::descriptor);
  const double least = Y::kind::decode(Y::descriptor, Y::kind::lowest(Y::descriptor));
  const double most = Y::kind::decode(Y::descriptor, Y::kind::highest(Y::descriptor));
  constexpr long step = X::bits > 11 ? 61 : 1;  // emulated machines have their time
  double worst = 0;
  for (long first = low; first <= high; first += 256 * step) {
    for (int i = 0; i < 256; ++i) {
      const long code = std::min(first + i * step, high);
      net.input()[i] = static_cast<typename kind::template storage<X::bits>>(code);
    }
    net.run();
    for (int i = 0; i < 256; ++i) {
      const double x = kind::decode(X::descriptor, std::min(first + i * step, high));
      const double want = std::fmin(std::fmax(number_of(Of, x), least), most);
      worst = std::fmax(worst, std::fabs(net.output().real(i) - want));
    }
  }
  INFO(X::bits << " bits, function " << static_cast<int>(Of));
  CHECK(worst <= allowed * Y::descriptor.unit());
}
/// Where tests are not long two of six pairs of formats, which differ from function to function.
template <unary_function Of>
void check_integers() {
  constexpr auto tried = [](int pair) { return test::is_tried(pair, 3, static_cast<int>(Of)); };
  // int8: SQRT is cut off, RSQRT loses a little in fixed point
  const double of_fixed = Of == f::reciprocal_square_root ? 0.75 : 0.501;
  const double of_bytes = Of == f::square_root ? 1 : of_fixed;
  using s8 = affine<std::int8_t, 0.05, -30>;
  using y8 = affine<std::int8_t, 0.0625, -90>;
  using u8 = affine<std::uint8_t, 0.05, 100>;
  if constexpr (tried(0)) check_codes<s8, y8, Of>(of_bytes);
  if constexpr (tried(1)) check_codes<u8, affine<std::uint8_t, 0.0625, 20>, Of>(of_bytes);
  if constexpr (tried(2)) check_codes<s8, q<3, 4>, Of>(of_fixed);
  if constexpr (tried(3)) check_codes<q<3, 4>, q<3, 4>, Of>(0.501);
  if constexpr (tried(4)) check_codes<uq<3, 5>, q<3, 4>, Of>(0.501);
  if constexpr (tried(5)) check_codes<affine<signed_code<5>, 0.3, 3>, y8, Of>(of_bytes);
}
TEST_CASE("functions of codes of 8 bits and fewer") {
  check_integers<f::absolute>();
  check_integers<f::negative>();
  check_integers<f::square>();
  check_integers<f::square_root>();
  check_integers<f::reciprocal_square_root>();
  check_integers<f::exponential>();
  check_integers<f::logarithm>();
  check_integers<f::elu>();
  check_integers<f::gelu>();
  check_integers<f::gelu_tanh>();
  check_integers<f::floor>();
  check_integers<f::ceiling>();
  check_integers<f::nearest_even>();
  check_integers<f::sine>();
  check_integers<f::cosine>();
  check_integers<f::error>();
}
TEST_CASE("functions of codes of 16 bits") {
  using x = affine<std::int16_t, 0x1p-13>;
  using y = affine<std::int16_t, 0x1p-12>;
  check_codes<x, y, f::absolute>(0.501);
  check_codes<x, y, f::negative>(0.501);
  check_codes<x, y, f::square>(0.51);
  check_codes<x, y, f::square_root>(0.51);
  check_codes<x, y, f::elu>(0.51);
  check_codes<x, y, f::floor>(0.501);
  check_codes<x, y, f::sine>(0.51);
  check_codes<x, y, f::error>(0.51);
  check_codes<x, affine<std::int16_t, 0x1p-8>, f::exponential>(2.2);  // 512 lines, as of gelu
  check_codes<x, y, f::gelu>(1.4);
  check_codes<q<7, 8>, q<3, 12>, f::square_root>(0.51);
}

template <unary_function Of>
void check_floats(float from, float to, double allowed) {
  static network<one<f32, f32, Of>> net;
  for (int i = 0; i < 256; ++i) net.input()[i] = from + (to - from) * static_cast<float>(i) / 255;
  net.run();
  double worst = 0;
  for (int i = 0; i < 256; ++i) {
    const double x = from + (to - from) * static_cast<float>(i) / 255, want = number_of(Of, x);
    worst = std::fmax(worst, std::fabs(static_cast<double>(net.output()[i]) - want) /
                                 std::fmax(std::fabs(want), 1));
  }
  INFO("function " << static_cast<int>(Of));
  CHECK(worst <= allowed);
}
TEST_CASE("functions of numbers in single precision") {
  check_floats<f::absolute>(-3, 4, 1e-12);
  check_floats<f::negative>(-3, 4, 1e-12);
  check_floats<f::square>(-3, 4, 1e-6);
  check_floats<f::square_root>(0, 1e6F, 4e-7);
  check_floats<f::reciprocal_square_root>(1e-3F, 50, 6e-7);
  check_floats<f::exponential>(-20, 20, 2e-6);
  check_floats<f::logarithm>(1e-4F, 1e4F, 4e-7);
  check_floats<f::elu>(-9, 3, 4e-7);
  check_floats<f::gelu>(-9, 9, 8e-7);
  check_floats<f::gelu_tanh>(-9, 9, 2e-6);
  check_floats<f::floor>(-5, 4, 1e-12);
  check_floats<f::floor>(-1e9F, 1e9F, 1e-12);
  check_floats<f::ceiling>(-5, 4, 1e-12);
  check_floats<f::nearest_even>(-25.5F, 38.25F, 1e-12);  // steps of 1/4
  check_floats<f::sine>(-9, 9, 4e-7);
  check_floats<f::sine>(8000, 8192, 4e-7);
  check_floats<f::cosine>(-9, 9, 4e-7);
  check_floats<f::cosine>(-8192, -8000, 4e-7);
  check_floats<f::error>(-4, 4, 5e-7);
}

// Inside the compiler, with what has no number.
constexpr float ends[256]{0, -1, 100, 1e-40F};
constexpr auto roots = network<one<f32, f32, f::square_root>>::evaluate(ends);
static_assert(roots.code[0] == 0 && !(roots.code[1] == roots.code[1]) && roots.code[2] > 9.9999F &&
              roots.code[2] < 10.00001F && roots.code[3] > 0);
constexpr auto logs = network<one<f32, f32, f::logarithm>>::evaluate(ends);
static_assert(logs.code[0] < -3e38F && !(logs.code[1] == logs.code[1]));
constexpr auto powers = network<one<f32, f32, f::exponential>>::evaluate(ends);
static_assert(powers.code[0] == 1 && powers.code[2] > 3e38F);
constexpr auto inverse = network<one<f32, f32, f::reciprocal_square_root>>::evaluate(ends);
static_assert(inverse.code[0] > 3e38F && !(inverse.code[1] == inverse.code[1]));

template <class F>
constexpr auto directions =
    graph([](input<tensor<F, shape<3, 4>>> x) { return x | dsl::l2_normalise; });

/// Zeros, one step from zero, and 3 and -4 times 16 steps.
template <class F>
void check_directions() {
  static network<directions<F>> net;
  using kind = typename F::kind;
  using code = typename kind::template storage<F::bits>;
  constexpr double step = kind::is_integer ? F::descriptor.unit() : 1.0 / 16;
  const double x[12]{0, 0, 0, 0, 0, 0, step, 0, 48 * step, 0, 0, -64 * step};
  const double want[12]{0, 0, 0, 0, 0, 0, 1, 0, 0.6, 0, 0, -0.8};
  for (int i = 0; i < 12; ++i) {
    net.input()[i] = static_cast<code>(kind::encode(F::descriptor, x[i]));
  }
  net.run();
  for (int i = 0; i < 12; ++i) {
    INFO(kind::name << ", " << F::bits << " bits, " << x[i]);
    CHECK(std::fabs(net.output().real(i) - want[i]) <= (want[i] == 0.0 ? 0 : 0.06));
  }
}
TEST_CASE("the direction of zeros is zeros") {
  check_directions<affine<std::int8_t, 0.05, 5>>();
  check_directions<affine<std::int8_t, 0.05, -60>>();
  check_directions<affine<std::uint8_t, 0.05, 100>>();
  check_directions<affine<std::uint8_t, 0.05, 70>>();
  check_directions<f32>();
  check_directions<bf16>();
  check_directions<f16>();
  check_directions<e4m3>();
  check_directions<e5m2>();
  check_directions<posit<8, 0>>();
  check_directions<posit<8, 2>>();
  check_directions<posit<16, 1>>();
}
// A length below 1e-6 counts as 1e-6; minus zero is zero.
constexpr float next_to_nothing[12]{0, 1e-7F, 0, 0, -0.0F, -0.0F, 1e-30F, 0};
constexpr auto directed = network<directions<f32>>::evaluate(next_to_nothing);
static_assert(directed.code[0] == 0 && directed.code[1] > 0.0999F && directed.code[1] < 0.1001F &&
              directed.code[4] == 0 && directed.code[6] < 1.1e-24F);

}  // namespace
