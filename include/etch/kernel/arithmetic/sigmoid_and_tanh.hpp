// sigmoid and tanh of one code, by format.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/kernel/arithmetic/exponential.hpp>
#include <etch/kernel/arithmetic/gemmlowp.hpp>
#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/activation_function.hpp>

namespace ETCH_NAMESPACE {

/// The function at x.
constexpr double activation_at(activation_function f, double x) {
  const double e = natural_exponential(f == activation_function::sigmoid ? -x : -2 * x);
  return f == activation_function::sigmoid ? 1 / (1 + e) : (1 - e) / (1 + e);
}

/// f32.
template <activation_function F>
struct float_activation {
  constexpr float operator()(float x, int) const {
    return F == activation_function::sigmoid ? logistic_of(x) : hyperbolic_tangent_of(x);
  }
};

/// TensorFlow Lite Micro's int8 LOGISTIC and TANH: gemmlowp in Q4.27. Y is int8_t or uint8_t, whose
/// codes are 128 more.
template <activation_function F, class Y>
struct gemmlowp_activation {
  using tables = list<powers_of_e>;
  static constexpr int bias = static_cast<Y>(-1) > 0 ? 128 : 0;
  fixed_point_factor factor;
  std::int32_t zero, radius;

  constexpr gemmlowp_activation(double scale, int zero_point)
      : factor(quantise_factor(scale * 134217728.0)),
        zero(zero_point),
        radius(static_cast<std::int32_t>(
            floor_to_integer(minimum(15 * 134217728.0 / power_of_two(factor.shift), 512.0)))) {}

  constexpr Y operator()(std::int32_t code, int) const {
    const std::int32_t x = code - zero;
    if (x <= -radius) return static_cast<Y>(-128 + bias);
    if (x >= radius) return static_cast<Y>(127 + bias);
    const std::int32_t steps = scale_double_rounding(x, factor);
    const std::int32_t y = F == activation_function::sigmoid
                               ? shift_half_away(logistic(steps), 23) - 128
                               : shift_half_away(hyperbolic_tangent(steps), 24);
    return static_cast<Y>(clamp<std::int32_t>(y, -128, 127) + bias);
  }
};

/// sigmoid_table_uint16 of TensorFlow Lite: 65536 / (1 + exp(-i/24)) rounded and at most 65535, but
/// 1 more at some places, as its authors have it.
struct sigmoid_codes {
  std::uint16_t code[256]{};
  constexpr sigmoid_codes() {
    constexpr unsigned char one_more[] = {4,  8,  12, 14, 15, 16,  17,  19,  20,  21,  22,
                                          25, 27, 28, 29, 30, 31,  33,  34,  35,  37,  39,
                                          40, 41, 43, 44, 45, 46,  49,  50,  54,  62,  63,
                                          64, 66, 82, 86, 93, 100, 103, 112, 116, 135, 255};
    for (int i = 0; i < 256; ++i) {
      const double y = 65536.0 / (1.0 + natural_exponential(-i / 24.0));
      code[i] = static_cast<std::uint16_t>(minimum(round_half_away(y), 65535LL));
    }
    for (const unsigned char i : one_more) ++code[i];
  }
};

/// TensorFlow Lite Micro's int16 LOGISTIC and TANH: straight lines through sigmoid_codes.
template <activation_function F>
struct interpolated_activation {
  using tables = list<sigmoid_codes>;
  std::int32_t multiplier;  ///< with `shift` brings codes to steps of 1 / (3 * 4096)
  int shift;

  constexpr explicit interpolated_activation(double scale) : multiplier(0), shift(0) {
    const split_double s = split(scale);
    const int left = 12 + s.exponent - 1;  // of scales that are powers of two
    const bool exact =
        !(s.fraction > 0.5) && left >= 0 && left <= (F == activation_function::sigmoid ? 0 : 1);
    double m = scale * 12288.0;
    for (; !exact && m <= 32767.0 / 2 && shift <= 30; m *= 2) ++shift;
    multiplier = exact ? std::int32_t{3} << left : static_cast<std::int32_t>(m);
  }
  ETCH_GLUE constexpr std::int16_t operator()(std::int32_t code, int) const {
    const std::int32_t half = shift > 0 ? std::int32_t{1} << (shift - 1) : 0;
    return at((code * multiplier + half) >> shift);
  }

 private:
  /// 2^Fine times what the line from code[0] to code[1] is more than 2^15 at rest / 2^Fine; both
  /// codes are at least that.
  template <int Fine>
  ETCH_GLUE static constexpr std::int32_t line(const std::uint16_t* code, std::uint32_t rest) {
#if ETCH_HAS_DSP
    if (!__builtin_is_constant_evaluated()) {
      // as signed halfwords both are 2^16 less
      constexpr std::int32_t start = std::int32_t{1} << (15 + Fine);
      std::uint32_t both;
      std::int32_t y;
      __builtin_memcpy(&both, code, sizeof both);
      const std::uint32_t shares = (rest << 16) - rest + (std::uint32_t{1} << Fine);
      __asm("smlad %0,%1,%2,%3" : "=r"(y) : "r"(both), "r"(shares), "r"(start));
      return y;
    }
#endif
    const std::uint32_t a = code[0], b = code[1];
    return static_cast<std::int32_t>((a << Fine) + rest * (b - a)) - (std::int32_t{0x8000} << Fine);
  }
  /// The function of x steps.
  static constexpr std::int16_t at(std::int32_t x) {
    const std::int32_t sign = x >> 31;  // 0 or -1: y ^ sign is y or -1 - y
    const auto size = static_cast<std::uint32_t>((x ^ sign) - sign);
    constexpr int fine = F == activation_function::sigmoid ? 9 : 8;  // tanh(x) = 2 sigmoid(2 x) - 1
    const std::uint32_t i = size >> fine, rest = size & ((std::uint32_t{1} << fine) - 1);
    constexpr std::int32_t middle = std::int32_t{0x8000} << fine;  // the function at 0
    std::int32_t y = F == activation_function::sigmoid ? (std::int32_t{0x7fff} << 10) - middle
                                                       : (std::int32_t{0xffff} << 8) - middle;
    if (i < 255) y = line<fine>(&shared_table<sigmoid_codes>.code[i], rest);
    const std::int32_t above = y ^ sign;
    if constexpr (F == activation_function::sigmoid)
      return static_cast<std::int16_t>((above + middle + 512) >> 10);
    else return static_cast<std::int16_t>((above + 128) >> 8);
  }
};

/// The tables of CMSIS-NN's legacy activation functions: steps of 1/16 over [-8, 8), index modulo
/// 256.
template <activation_function F, class Y>
struct legacy_table {
  Y code[256]{};
  constexpr legacy_table() {
    constexpr double one = sizeof(Y) == 1 ? 128 : 32768;
    for (int i = 0; i < 256; ++i) {
      const double x = (i < 128 ? i : i - 256) / 16.0;
      const long long y = floor_to_integer(activation_at(F, x) * one + 0.5);
      code[i] = static_cast<Y>(minimum(y, static_cast<long long>(one) - 1));
    }
  }
};

/// CMSIS-NN's arm_nn_activations_direct_q7 and q15: `shift` is 3 (q7) or 11 (q15) less the integer
/// bits of x. q15 draws straight lines through the table.
template <activation_function F, class Y>
struct legacy_activation {
  using tables = list<legacy_table<F, Y>>;
  int shift;
  constexpr Y operator()(std::int32_t x, int) const {
    const auto& codes = shared_table<legacy_table<F, Y>>.code;
    const int i = (x >> shift) & 0xff;
    if (sizeof(Y) == 1 || i == 0x7f) return codes[i];
    const std::int32_t rest = x & ((std::int32_t{1} << shift) - 1), all = std::int32_t{1} << shift;
    return static_cast<Y>(((all - rest) * codes[i] + rest * codes[(i + 1) & 0xff]) >> shift);
  }
};

/// What a function gives for each code of at most 8 bits.
template <class Y, int Bits = 8>
struct code_table {
  static constexpr bool is_one_function = true;
  Y code[1 << Bits]{};
  /// The place of what it gives for code x.
  template <class X>
  static constexpr unsigned place_of(X x) {
    if constexpr (Bits == 8) return __builtin_bit_cast(std::uint8_t, x);
    else return static_cast<unsigned>(x) & ((std::uint32_t{1} << Bits) - 1);
  }
  template <class X>
  constexpr Y operator()(X x, int) const {
    return code[place_of(x)];
  }
};

/// XNNPACK's int8 LOGISTIC and TANH: the function of the number that a code of x is, in single
/// precision, as the nearest code of y.
template <activation_function F>
constexpr code_table<std::int8_t> xnnpack_activation(const format& x, const format& y) {
  code_table<std::int8_t> t;
  const float unit = static_cast<float>(x.unit()), steps = 1.0F / static_cast<float>(y.unit());
  for (int code = -128; code < 128; ++code) {
    const float real = static_cast<float>(code - x.zero) * unit;
    const double at = clamp(static_cast<double>(real), -100.0, 100.0);
    const float scaled = static_cast<float>(activation_at(F, at)) * steps;
    const float shifted = scaled + static_cast<float>(y.zero);
    const long long nearest = round_real(static_cast<double>(shifted), rounding::half_even);
    t.code[static_cast<std::uint8_t>(code)] =
        static_cast<std::int8_t>(clamp(nearest, -128LL, 127LL));
  }
  return t;
}

/// How call C, an operator of one value, computes activation function F.
template <class C, activation_function F>
constexpr auto make_activation() {
  constexpr format x = C::template in<0>::is.number;
  using storage = typename C::template out<>::storage;
  if constexpr (is_f32(x)) return float_activation<F>{};
  else if constexpr (is_real(x))
    return real_function<typename C::template in<0>, typename C::template out<>, C::round,
                         float_activation<F>>{};
  else if constexpr (C::round == rounding::xnnpack && is_affine(x) && x.bits == 8)
    return xnnpack_activation<F>(x, C::template out<>::is.number);
  else if constexpr (is_scaled(x) && x.bits == 8)
    return gemmlowp_activation<F, storage>{x.unit(), x.zero};
  else if constexpr (is_scaled(x)) return interpolated_activation<F>{x.unit()};
  else return legacy_activation<F, storage>{(x.bits == 8 ? 3 : 11) - (x.bits - 1 - x.frac)};
}

/// What `f` makes of each code of call C's input, which has 8 bits.
template <class C, class F>
constexpr auto tabulate(const F& f) {
  using in = typename C::template in<0>::storage;
  code_table<typename C::template out<>::storage> t;
  for (int i = 0; i < 256; ++i)
    t.code[i] = f(__builtin_bit_cast(in, static_cast<std::uint8_t>(i)), 0);
  return t;
}

/// Base of kernel K that computes activation function F.
template <class K, activation_function F>
struct activation_kernel : element_kernel<K> {
  template <class C>
  static constexpr auto pack() {
    return make_activation<C, F>();
  }
};
/// Base of kernel K that computes activation function F of codes of 8 bits by a table of all 256
/// results, made at compile time.
template <class K, activation_function F>
struct activation_table_kernel : activation_kernel<K, F> {
  template <class C>
  static constexpr bool accepts = C::template in<0>::is.number.bits == 8;
  template <class C>
  static constexpr auto pack() {
    return tabulate<C>(make_activation<C, F>());
  }
};

}  // namespace ETCH_NAMESPACE
