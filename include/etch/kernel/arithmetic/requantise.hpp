// From a sum of products to an output value: the constants (computed at compile time from the
// formats of a call) and the epilogue of every kernel that multiplies.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/kernel/arithmetic/exact_sums.hpp>
#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/kernel.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// What the output of call C is clamped to.
template <class C>
constexpr auto output_limits() {
  using out = typename C::template out<>;
  using kind = typename out::kind;
  using storage = typename out::storage;
  constexpr format f = out::is.number;
  limits<storage> l{static_cast<storage>(kind::lowest(f)), static_cast<storage>(kind::highest(f))};
  if (C::act == activation::relu || C::act == activation::relu6) {
    l.low = maximum(l.low, static_cast<storage>(kind::encode(f, 0.0)));
  }
  if (C::act == activation::relu6) {
    l.high = minimum(l.high, static_cast<storage>(kind::encode(f, 6.0)));
  }
  if (C::act == activation::clamp) {
    if constexpr (kind::is_integer) {
      l.low = maximum(l.low, code_within(C::clamp_low, l));
      l.high = minimum(l.high, code_within(C::clamp_high, l));
    } else {
      l.low = maximum(l.low, kind::encode(f, C::clamp_low));
      l.high = minimum(l.high, kind::encode(f, C::clamp_high));
    }
  }
  return l;
}

/// Whether a sum of products x * w reaches y by a shift alone.
constexpr bool by_shift(const format& x, const format& w, const format& y) {
  return reached_by_shift(sum_format(x, w), y);
}

/// The real factor from the sum of call C (inputs value, weights) to its output in channel c.
template <class C>
constexpr double sum_to_output(int c) {
  return factor_of_sum(C::template in<0>::is.number, C::template in<1>::is.number,
                       C::template out<>::is.number, single_precision_product<typename C::op>, c);
}

/// The same as a fixed-point factor; XNNPACK's, from 32 bits, is a float.
template <class C>
constexpr fixed_point_factor sum_factor_of(int c) {
  if constexpr (C::round != rounding::xnnpack || sum_bits(C::inputs()) == 64)
    return quantise_factor(sum_to_output<C>(c));
  else
    return xnnpack::sum_factor(C::template in<0>::is.number.unit(),
                               C::template in<1>::is.number.unit(c), C::template out<>::is.number);
}

/// The right shift from the sum of call C to its output; all three formats are q.
template <class C>
constexpr int sum_shift() {
  return C::template in<0>::is.number.frac + C::template in<1>::is.number.frac -
         C::template out<>::is.number.frac;
}

/// How call C, whose inputs are (value, weights[, bias]), sums products: in 64 bits where the bias
/// has as many.
template <class C>
constexpr auto pick_sum_arithmetic() {
  using arithmetic = typename C::template in<0>::kind::arithmetic;
  if constexpr (is_posit(C::template in<0>::is.number)) return pick_exact_arithmetic<C>();
  else if constexpr (sum_bits(C::inputs()) == 64) return wide_integer_arithmetic{};
  else return arithmetic{};
}
template <class C>
using sum_arithmetic = decltype(pick_sum_arithmetic<C>());

/// Bias c of call C in units of the sum; 0 without a bias. Shifts wrap modulo 2^32.
template <class C>
constexpr auto sum_bias(int c) {
  using sum = typename sum_arithmetic<C>::sum;
  if constexpr (C::input_count < 3) {
    return sum_arithmetic<C>::zero();
  } else {
    using bias = typename C::template in<2>;
    const auto code = bias::load(C::bytes(2), c);
    if constexpr (is_posit(bias::is.number)) return sum_arithmetic<C>::value(code);
    else if constexpr (is_real(bias::is.number)) return sum{sum_arithmetic<C>::read(code, 0)};
    else if constexpr (is_q(bias::is.number)) {
      constexpr int left = C::template in<0>::is.number.frac + C::template in<1>::is.number.frac -
                           bias::is.number.frac;
      return shift_half_up(code, -left);
    } else {
      return static_cast<sum>(code);
    }
  }
}

/// x / 2^right rounded by policy R: half_away, half_even, toward_zero, or half_up for
/// every other one, whose addition of the half wraps modulo 2^32 as CMSIS's does. A negative
/// `right` multiplies and saturates.
template <rounding R>
constexpr std::int32_t shift_by(std::int32_t x, int right) {
  if (right <= 0) return shift_left_saturated(x, -right);
  if constexpr (R == rounding::half_away) {
    return right > 31 ? 0 : shift_half_away(x, right);
  } else if constexpr (R == rounding::toward_zero) {
    if (right > 30) return right == 31 && x == INT32_MIN ? -1 : 0;
    return shift_toward_zero(x, right);
  } else if constexpr (R == rounding::half_even) {
    return static_cast<std::int32_t>(shift_rounded<R>(x, right > 62 ? 62 : right));
  } else {
    return right > 31 ? 0 : shift_half_up(x, right);
  }
}

/// Ends an integer sum by a shift: y = clamp(round(sum / 2^shift)).
template <class Y, rounding R>
struct shift_epilogue {
  static constexpr rounding round = R;
  int shift;
  Y low, high;
  constexpr Y operator()(std::int32_t sum, int) const { return end(sum, shift, low, high); }
  static constexpr Y end(std::int32_t sum, int shift, Y low, Y high) {
    return static_cast<Y>(clamp<std::int32_t>(shift_by<R>(sum, shift), low, high));
  }
};

/// Ends an integer sum by a factor a channel: y = clamp(round(sum * factor[c]) + zero).
template <class Y, rounding R, int Channels>
struct factor_epilogue {
  std::int32_t multiplier[Channels];
  std::int8_t shift[Channels];
  std::int32_t zero;
  Y low, high;
  constexpr Y operator()(std::int32_t sum, int c) const {
    const int k = Channels == 1 ? 0 : c;
    const std::int32_t y = scale_by<R>(sum, {multiplier[k], shift[k]});
    return static_cast<Y>(clamp<std::int32_t>(integer_arithmetic::add(y, zero), low, high));
  }
  constexpr void set(int c, fixed_point_factor f) {
    multiplier[c] = f.multiplier;
    shift[c] = static_cast<std::int8_t>(f.shift);
  }
};

/// The multiplier of f rounded to 16 bits.
constexpr std::int16_t short_multiplier(fixed_point_factor f) {
  const int rounded =
      f.multiplier < 0x7fff0000 ? (f.multiplier + (std::int32_t{1} << 15)) >> 16 : 0x7fff;
  return static_cast<std::int16_t>(rounded);
}

/// Ends a 64-bit sum by a factor a channel whose multiplier is rounded to 16 bits:
/// y = clamp(floor(sum * factor[c] + 1/2) + zero), as TensorFlow Lite's 16x8 operators do.
template <class Y, int Channels>
struct wide_factor_epilogue {
  std::int16_t multiplier[Channels];
  std::int8_t shift[Channels];  ///< to the right, 1 .. 46
  std::int32_t zero;
  Y low, high;
  constexpr Y operator()(std::int64_t sum, int c) const {
    const int k = Channels == 1 ? 0 : c;
    const std::int64_t half = std::int64_t{1} << (shift[k] - 1);
    const std::int64_t y = ((sum * multiplier[k] + half) >> shift[k]) + zero;
    return static_cast<Y>(clamp<std::int64_t>(y, low, high));
  }
  constexpr void set(int c, fixed_point_factor f) {
    multiplier[c] = short_multiplier(f);
    shift[c] = static_cast<std::int8_t>(15 - f.shift);
  }
};

/// Ends a 64-bit sum by a factor a channel in double precision: y = clamp(round(sum * factor[c]) +
/// zero), ties away from zero, as LiteRT's FULLY_CONNECTED does.
template <class Y, int Channels>
struct double_factor_epilogue {
  double factor[Channels];
  std::int32_t zero;
  Y low, high;
  constexpr Y operator()(std::int64_t sum, int c) const {
    const double steps = static_cast<double>(sum) * factor[Channels == 1 ? 0 : c];
    const auto y = static_cast<std::int64_t>(round_half_away(clamp(steps, -1e9, 1e9))) + zero;
    return static_cast<Y>(clamp<std::int64_t>(y, low, high));
  }
};

/// Ends a floating-point sum: y = clamp(sum).
struct float_epilogue {
  float low = -3.402823466e+38F, high = 3.402823466e+38F;
  constexpr float operator()(float sum, int) const { return clamp(sum, low, high); }
};

/// Leaves the sum as it is: the output is an accumulator.
struct sum_epilogue {
  template <class Sum>
  constexpr Sum operator()(Sum sum, int) const {
    return sum;
  }
};

/// The factor rounding that stands for policy R if the ratio is not a power of two.
constexpr rounding factor_rounding(rounding r) {
  if (r == rounding::half_up) return rounding::tflite_single;
  if (is_onnxruntime(r)) return rounding::xnnpack;
  return r == rounding::standard ? rounding::tflite_double : r;
}

/// Ends a sum, of 64 bits where Wide, by factor(c) in channel c: y = clamp(round(sum * f) + zero).
template <class Y, rounding R, bool Wide, int Channels = 1, class F>
constexpr auto make_factor_epilogue(const F& factor, std::int32_t zero, limits<Y> l) {
  using single = factor_epilogue<Y, factor_rounding(R), Channels>;
  element_t<list<single, wide_factor_epilogue<Y, Channels>>, Wide ? 1 : 0> f{
      {}, {}, zero, l.low, l.high};
  for (int c = 0; c < Channels; ++c) f.set(c, factor(c));
  return f;
}

/// The sums of call C as a value, for what reads and writes numbers.
template <class C>
struct sum_value {
  using kind = accumulator_kind;
  using storage = typename sum_arithmetic<C>::sum;
  static constexpr operand is = C::attributes.infer(C::inputs()).output;
};

/// The epilogue of call C if its value, its output or both are not integers.
template <class C, int Channels>
constexpr auto make_real_epilogue() {
  using out = typename C::template out<>;
  constexpr format x = C::template in<0>::is.number, y = out::is.number;
  if constexpr (is_quire(y)) {
    return quire_epilogue<out, exact_frac<C>>{};
  } else {
    constexpr auto l = output_limits<C>();
    if constexpr (is_posit(x)) {
      return exact_epilogue<out, C::round, exact_frac<C>>{l};
    } else if constexpr (is_f32(x) && is_f32(y)) {
      return float_epilogue{l.low, l.high};
    } else if constexpr (is_real(x)) {
      return real_epilogue<out, C::round>{l};
    } else if constexpr (is_f32(y)) {
      constexpr format sum = sum_value<C>::is.number;
      constexpr int factors = sum.channel_scale == nullptr ? 1 : Channels;
      return integer_to_float<factors>{{sum, l}, 0};
    } else {
      return real_conversion<sum_value<C>, out, C::round>{l};
    }
  }
}

/// The epilogue of call C, whose inputs are (value, weights[, bias]) and whose output has
/// Channels channels.
template <class C, int Channels>
constexpr auto make_generic_epilogue() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format x = C::template in<0>::is.number;
  constexpr format w = C::template in<1>::is.number;
  constexpr format y = out::is.number;
  if constexpr (is_real(x) || is_real(y)) {
    return make_real_epilogue<C, Channels>();
  } else if constexpr (is_accumulator(y)) {
    return sum_epilogue{};
  } else {
    constexpr auto l = output_limits<C>();
    constexpr int factors = w.channel_scale == nullptr ? 1 : Channels;
    constexpr bool wide = sum_bits(C::inputs()) == 64;
    if constexpr (wide && C::round == rounding::half_away) {
      double_factor_epilogue<storage, factors> f{{}, y.zero, l.low, l.high};
      for (int c = 0; c < factors; ++c) f.factor[c] = x.unit() * w.unit(c) / y.unit();
      return f;
    } else if constexpr (!wide && by_shift(x, w, y)) {
      return shift_epilogue<storage, C::round>{sum_shift<C>(), l.low, l.high};
    } else {
      return make_factor_epilogue<storage, C::round, wide, factors>(sum_factor_of<C>, y.zero, l);
    }
  }
}

/// The same, worked out once for all that ask.
template <class C, int Channels>
inline constexpr auto generic_epilogue = make_generic_epilogue<C, Channels>();

}  // namespace ETCH_NAMESPACE
