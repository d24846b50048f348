// sigmoid_to and tanh_to: codes of a value against the function in double precision, within what
// each method promises.
// LONG: instrumented
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <etch/etch.hpp>

namespace {

using namespace etch;

double real_activation(activation_function f, double x) {
  return f == activation_function::sigmoid ? 1 / (1 + std::exp(-x)) : std::tanh(x);
}

template <class X, class Y, activation_function F, by Method>
constexpr auto one_function = graph([](input<tensor<X, shape<256>>> x) {
  using namespace etch::dsl;
  if constexpr (F == activation_function::sigmoid) return x | sigmoid_to<Y, Method>;
  else return x | tanh_to<Y, Method>;
});

/// The largest error of the method before the output is rounded.
template <activation_function F, by Method>
constexpr double promised() {
  constexpr double code = 1.0 / 65536;
  if (Method == by::direct) return 1e-6;
  const double beyond =
      F == activation_function::sigmoid ? 3.4e-4 : 3e-7;  // what is left of the function at 8
  const double table =
      Method == by::interpolation ? line_activation<F>::bound : step_activation<F>::bound;
  return (table > beyond ? table : beyond) + 3 * code;
}

template <class X, class Y, activation_function F, by Method>
void check() {
  static network<one_function<X, Y, F, Method>> net;
  using kind = typename X::kind;
  const long low = kind::lowest(X::descriptor), high = kind::highest(X::descriptor);
  const double least = Y::kind::decode(Y::descriptor, Y::kind::lowest(Y::descriptor));
  const double most = Y::kind::decode(Y::descriptor, Y::kind::highest(Y::descriptor));
  const double allowed = promised<F, Method>() + 0.5001 * Y::descriptor.unit();
  double worst = 0;
  constexpr long step = X::bits > 11 ? 61 : 1;  // emulated machines have their time
  for (long first = low; first <= high; first += 256 * step) {
    for (int i = 0; i < 256; ++i) {
      const long code = std::min(first + i * step, high);
      net.input()[i] = static_cast<typename kind::template storage<X::bits>>(code);
    }
    net.run();
    for (int i = 0; i < 256; ++i) {
      const double x = kind::decode(X::descriptor, std::min(first + i * step, high));
      const double want = std::fmin(std::fmax(real_activation(F, x), least), most);
      worst = std::fmax(worst, std::fabs(net.output().real(i) - want));
    }
  }
  INFO(X::bits << " bits, method " << static_cast<int>(Method));
  CHECK(worst <= allowed);
}

template <class X, class Y, by Method>
void check_both() {
  check<X, Y, activation_function::sigmoid, Method>();
  check<X, Y, activation_function::tanh, Method>();
}
template <by Method>
void check_formats() {
  check_both<q<3, 4>, q<0, 7>, Method>();
  check_both<q<3, 12>, q<0, 15>, Method>();
  check_both<q<5, 10>, q<2, 13>, Method>();
  check_both<q<-1, 14>, q<0, 9>, Method>();
  check_both<q<2, 1>, q<0, 3>, Method>();
  check_both<uq<3, 5>, uq<0, 8>, Method>();
  check_both<affine<std::int8_t, 0.05, -30>, affine<std::int8_t, 0.0078125, 0>, Method>();
  check_both<affine<std::uint8_t, 0.11, 100>, affine<std::uint8_t, 0.004, 3>, Method>();
  check_both<affine<std::int16_t, 0.0007, 500>, affine<std::int16_t, 3e-5, -9>, Method>();
  check_both<affine<signed_code<11>, 0.02, 7>, affine<unsigned_code<5>, 0.06, 9>, Method>();
}
TEST_CASE("curves in every integer format, directly") { check_formats<by::direct>(); }
TEST_CASE("curves by straight lines") { check_formats<by::interpolation>(); }
TEST_CASE("curves by two ranges of steps") { check_formats<by::two_ranges>(); }

template <activation_function F>
void check_steps() {
  double worst = 0;
  for (int x = -0x80000; x <= 0x7ffff; x += 101) {
    const double y = shared_table<activation_table<F, by::two_ranges>>(x) / 32768.0;
    worst = std::fmax(worst, std::fabs(y - real_activation(F, x / 65536.0)));
  }
  CHECK(worst <= step_activation<F>::bound + 2.0 / 65536);
  CHECK(worst >= 0.97 * step_activation<F>::bound);
}
TEST_CASE("the bound of two ranges holds and is near") {
  // 256 entries over [-8, 8) in equal steps are 1/64 off at most, for sigmoid half a step by 1/4
  static_assert(step_activation<activation_function::sigmoid>::bound < 0.0045 &&
                step_activation<activation_function::tanh>::bound < 0.0096);
  static_assert(line_activation<activation_function::sigmoid>::bound < 0.00005 &&
                line_activation<activation_function::tanh>::bound < 0.0004);
  static_assert(step_activation<activation_function::sigmoid>::inner == 114 &&
                step_activation<activation_function::sigmoid>::outer == 71);
  static_assert(step_activation<activation_function::sigmoid>::bound * 1.7 < 1.0 / 32 / 4);
  check_steps<activation_function::sigmoid>();
  check_steps<activation_function::tanh>();
}

// Inside the compiler, and what is left of the value outside of the table.
constexpr std::int8_t codes[256]{-128, 127, 0};
static_assert(
    network<one_function<q<7, 0>, q<0, 7>, activation_function::tanh, by::two_ranges>>::evaluate(
        codes)
        .code[0] == -128);
static_assert(
    network<one_function<q<7, 0>, q<0, 7>, activation_function::tanh, by::interpolation>>::evaluate(
        codes)
        .code[1] == 127);
static_assert(
    network<one_function<q<0, 7>, q<0, 7>, activation_function::tanh, by::direct>>::evaluate(codes)
        .code[2] == 0);

}  // namespace
