// Fixed-point functions against the same in double precision, asserted by the compiler: each to the
// last bits that it promises, where outputs of 8 bits would hide a wrong step.
#include <etch/kernel/arithmetic/exponential.hpp>
#include <etch/kernel/arithmetic/gemmlowp.hpp>

namespace {

using namespace etch;

constexpr double size_of(double x) { return x < 0 ? -x : x; }
/// e^x by a series of its own.
constexpr double power_of_e(double x) {
  double sum = 1, term = 1;
  for (int k = 1; k < 40; ++k) sum += term *= x / 64 / k;
  for (int k = 0; k < 6; ++k) sum *= sum;
  return sum;
}
constexpr double one = 2147483648.0;  // of Q0.31

/// Whether |have(i) - want(i)| <= bound for all i of 0 .. 200.
template <class Have, class Want>
constexpr bool near(double bound, const Have& have, const Want& want) {
  for (int i = 0; i <= 200; ++i) {
    if (size_of(static_cast<double>(have(i)) - want(i)) > bound) return false;
  }
  return true;
}
constexpr std::int32_t of_unit(int i) { return static_cast<std::int32_t>((one - 1) * i / 200); }
static_assert(near(
    8, [](int i) { return one_over_one_plus(of_unit(i)); },
    [](int i) { return one / (1 + of_unit(i) / one); }));
static_assert(near(
    16, [](int i) { return one_minus_over_one_plus(of_unit(i)); },
    [](int i) { return one * (1 - of_unit(i) / one) / (1 + of_unit(i) / one); }));
// e^x for x of -25 .. 0: a polynomial of 4 terms
constexpr std::int32_t below_zero(int i) { return -i * ((1 << 23) + 12345); }
static_assert(near(
    one / (1 << 19), [](int i) { return exp_of_negative<5>(below_zero(i)); },
    [](int i) { return one * power_of_e(below_zero(i) / 67108864.0); }));
static_assert(near(
    one / (1 << 19), [](int i) { return exp_of_negative<4>(below_zero(i)); },
    [](int i) { return one * power_of_e(below_zero(i) / 134217728.0); }));
constexpr std::int32_t both_signs(int i) {
  return (i - 100) * (1 << 23);
}  // -6.25 .. 6.25 in Q4.27
static_assert(near(
    one / (1 << 19), [](int i) { return logistic(both_signs(i)); },
    [](int i) { return one / (1 + power_of_e(-both_signs(i) / 134217728.0)); }));
static_assert(near(
    one / (1 << 18), [](int i) { return hyperbolic_tangent(both_signs(i)); },
    [](int i) {
      const double e = power_of_e(-2 * both_signs(i) / 134217728.0);
      return one * (1 - e) / (1 + e);
    }));
// TensorFlow Lite's GetReciprocal: 2^12 / x in Q0.31, shifted
static_assert(near(
    8, [](int i) { return reciprocal_of((1 << 19) + i * 997).scale; },
    [](int i) { return one / (1 + i * 997 / 524288.0); }));
static_assert(reciprocal_of(1 << 19).bits_over_unit == 0);
static_assert(reciprocal_of((1 << 21) + 5).bits_over_unit == 2);

// single precision: within 2^-21 of the number
constexpr float real(int i) { return static_cast<float>(i - 100) * 0.31F; }
constexpr bool relatively_near(double have, double want) {
  return size_of(have - want) <= size_of(want) / 2097152;
}
constexpr bool single_precision_is_near() {
  for (int i = 0; i <= 200; ++i) {
    const double x = static_cast<double>(real(i)), e = power_of_e(x), less = power_of_e(-2 * x);
    if (!relatively_near(static_cast<double>(exponential(real(i))), e)) return false;
    if (!relatively_near(static_cast<double>(logistic_of(real(i))), e / (1 + e))) return false;
    if (i != 100 && size_of(x) < 20 &&
        !relatively_near(static_cast<double>(hyperbolic_tangent_of(real(i))),
                         (1 - less) / (1 + less)))
      return false;
  }
  return true;
}
static_assert(single_precision_is_near());
static_assert(exponential(-88.0F) == 0 && hyperbolic_tangent_of(50.0F) == 1);
static_assert(exponential(88.0F) > 1.6e38F && exponential(-87.0F) > 1.6e-38F);

}  // namespace
