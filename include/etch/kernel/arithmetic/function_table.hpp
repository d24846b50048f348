// Activation functions of integer codes in every format, from tables that the compiler makes.
#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/function.hpp>

namespace ETCH_NAMESPACE {

/// The function's value as Q0.15, saturated.
constexpr std::int16_t activation_code(activation_function f, double x) {
  return static_cast<std::int16_t>(
      clamp<long long>(round_half_away(activation_at(f, x) * 32768), -32768, 32767));
}

/// The function in 256 straight lines over [-8, 8].
template <activation_function F>
struct line_activation {
  /// No number is further off the function, but for the rounding of the codes: an eighth of the
  /// square of a line's width times the largest second derivative.
  static constexpr double bound = (F == activation_function::sigmoid ? 0.09623 : 0.76980) / 256 / 8;

  std::int16_t code[257]{};
  constexpr line_activation() {
    for (int i = 0; i <= 256; ++i) code[i] = activation_code(F, -8 + i / 16.0);
  }
  /// At x / 2^16, -8 <= x / 2^16 < 8, as Q0.15.
  constexpr std::int32_t operator()(std::int32_t x) const {
    const std::int32_t i = (x >> 12) + 128, rest = x & 4095;
    return code[i] + ((rest * (code[i + 1] - code[i]) + 2048) >> 12);
  }
};

/// The function in 256 steps: `inner` of them over [-2, 2), `outer` over [2, 8) and as many over
/// [-8, -2), split so that the larger of both errors is least.
template <activation_function F>
struct step_activation {
  static constexpr double slope_at(double x) {
    const double y = activation_at(F, x);
    return F == activation_function::sigmoid ? y * (1 - y) : 1 - y * y;
  }
  /// Half a cell times the steepest slope: how far off a range of so many cells is.
  static constexpr double inner_error(int cells) { return 2.0 / cells * slope_at(0); }
  static constexpr double outer_error(int cells) { return 3.0 / cells * slope_at(2); }
  static constexpr int outer = [] {
    int best = 1;
    for (int n = 1; n < 128; ++n) {
      const double error = maximum(inner_error(256 - 2 * n), outer_error(n));
      if (error < maximum(inner_error(256 - 2 * best), outer_error(best))) best = n;
    }
    return best;
  }();
  static constexpr int inner = 256 - 2 * outer;
  /// No number is further off the function, but for the rounding of the codes.
  static constexpr double bound = maximum(inner_error(inner), outer_error(outer));

  std::int16_t code[256]{};
  constexpr step_activation() {
    for (int i = 0; i < inner; ++i) code[i] = activation_code(F, -2 + 4 * (i + 0.5) / inner);
    for (int i = 0; i < outer; ++i) {
      code[inner + i] = activation_code(F, 2 + 6 * (i + 0.5) / outer);
      code[inner + outer + i] = activation_code(F, -8 + 6 * (i + 0.5) / outer);
    }
  }
  /// At x / 2^16, -8 <= x / 2^16 < 8, as Q0.15.
  constexpr std::int32_t operator()(std::int32_t x) const {
    constexpr std::int32_t one = 65536;
    if (x >= 2 * one) return code[inner + (x - 2 * one) * outer / (6 * one)];
    if (x < -2 * one) return code[inner + outer + (x + 8 * one) * outer / (6 * one)];
    return code[(x + 2 * one) * inner / (4 * one)];
  }
};

/// The table of activation function F that Method names.
template <activation_function F, by Method>
using activation_table =
    element_t<list<line_activation<F>, step_activation<F>>, Method == by::two_ranges ? 1 : 0>;

/// From a code to a code through a table over [-8, 8), Q0.15 in between.
template <activation_function F, by Method, class Y>
struct tabulated_function {
  using tables = list<activation_table<F, Method>>;
  fixed_point_factor in;   ///< from code - zero to x 2^16
  fixed_point_factor out;  ///< from Q0.15 to steps of y
  std::int32_t last;       ///< code - zero of 8
  std::int32_t in_zero, out_zero;
  limits<Y> l;

  constexpr tabulated_function(const format& x, const format& y, limits<Y> within)
      : in(quantise_factor(minimum(x.unit(), 1e4) * 65536)),
        out(quantise_factor(1 / (32768 * y.unit()))),
        last(static_cast<std::int32_t>(floor_to_integer(minimum(8 / x.unit(), 1e6)))),
        in_zero(x.zero),
        out_zero(y.zero),
        l(within) {}

  constexpr Y operator()(std::int32_t code, int) const {
    const std::int32_t steps = code - in_zero;
    std::int32_t x = steps > last ? 0x7ffff : -0x80000;
    if (steps >= -last && steps <= last)
      x = clamp<std::int32_t>(scale_single_rounding(steps, in), -0x80000, 0x7ffff);
    const std::int32_t y = shared_table<activation_table<F, Method>>(x);
    // Q0.15 has 16 bits: above a factor of 2^14 every code but that of 0 saturates
    if (out.shift > 14) return y == 0 ? code_within(out_zero, l) : y > 0 ? l.high : l.low;
    return code_within(integer_arithmetic::add(scale_double_rounding(y, out), out_zero), l);
  }
};

/// From a code to a code in single precision.
template <activation_function F, class Y>
struct direct_function {
  float unit;
  std::int32_t zero;
  float_to_integer<Y, rounding::half_away> epilogue;
  constexpr Y operator()(std::int32_t code, int) const {
    return epilogue(float_activation<F>{}(unit * static_cast<float>(code - zero), 0), 0);
  }
};

/// How call C, a function, is computed.
template <class C>
constexpr auto make_function() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format x = C::template in<0>::is.number, y = out::is.number;
  constexpr activation_function f = C::attributes.of;
  constexpr by method = C::attributes.method;
  constexpr auto l = output_limits<C>();
  if constexpr (x.bits <= 8) {
    using kind = typename C::template in<0>::kind;
    code_table<storage, x.bits> all;
    for (wide_int code = kind::lowest(x); code <= kind::highest(x); ++code) {
      storage& to = all.code[static_cast<unsigned>(code) & ((std::uint32_t{1} << x.bits) - 1)];
      if constexpr (method != by::direct) {
        to = tabulated_function<f, method, storage>(x, y, l)(code, 0);
      } else {
        const double real = activation_at(f, clamp(kind::decode(x, code), -40.0, 40.0));
        to = code_within(out::kind::encode(y, real, rounding::half_away), l);
      }
    }
    return all;
  } else if constexpr (method == by::direct) {
    return direct_function<f, storage>{static_cast<float>(x.unit()),
                                       x.zero,
                                       {static_cast<float>(y.unit()), y.zero, l.low, l.high}};
  } else {
    return tabulated_function<f, method, storage>(x, y, l);
  }
}

}  // namespace ETCH_NAMESPACE
