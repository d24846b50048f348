// The sum of two codes, or their difference (Sign -1), in a third format.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/short_sum.hpp>
#include <etch/kernel/arithmetic/single_sum.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/binary.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

/// q: the exact sum in units of the finer operand, then a shift.
template <class Y, rounding R, int Sign = 1>
struct shift_sum {
  std::int8_t left[2];  ///< brings each code to common units
  int right;            ///< from there to the output
  Y low, high;
  template <int I>
  constexpr std::int32_t part(std::int32_t code) const {
    return (I == 0 ? 1 : Sign) * shift_half_up(code, -left[I]);
  }
  constexpr std::int32_t end(std::int32_t sum) const { return shift_by<R>(sum, right); }
  constexpr double slope(int i) const {
    return (i == 0 ? 1 : Sign) * power_of_two(left[i] - right);
  }
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    return static_cast<Y>(clamp<std::int32_t>(end(part<0>(a) + part<1>(b)), low, high));
  }
};

/// Whole numbers of 32 bits: the exact sum, saturated.
template <int Sign>
struct whole_sum {
  limits<std::int32_t> l;
  constexpr std::int32_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int32_t>(clamp<std::int64_t>(a + Sign * b, l.low, l.high));
  }
};

/// affine: TensorFlow Lite's ADD and SUB. Each code is scaled to twice the larger scale with
/// `headroom` bits to spare, their sum to the output.
template <class Y, rounding R, int Sign = 1>
struct factor_sum {
  fixed_point_factor in[2];
  fixed_point_factor out;
  std::int32_t in_zero[2];
  std::int32_t out_zero;
  int headroom;
  Y low, high;
  template <int I>
  constexpr std::int32_t part(std::int32_t code) const {
    return (I == 0 ? 1 : Sign) * scale_by<R>(shift_half_up(code - in_zero[I], -headroom), in[I]);
  }
  constexpr std::int32_t end(std::int32_t sum) const {
    return integer_arithmetic::add(scale_by<R>(sum, out), out_zero);
  }
  constexpr double slope(int i) const {
    return (i == 0 ? 1 : Sign) * in[i].real() * out.real() * power_of_two(headroom);
  }
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    return static_cast<Y>(clamp<std::int32_t>(end(part<0>(a) + part<1>(b)), low, high));
  }
};

/// affine int8: XNNPACK's ADD and SUB. Both codes times integers of 21 bits, then one shift that
/// rounds half up.
template <class Y>
constexpr short_sum<Y> make_short_sum(const format& a, const format& b, const format& y, int sign,
                                      limits<Y> l) {
  const double of_a = static_cast<double>(xnnpack::ratio(a.unit(), y.unit()));
  const double of_b = static_cast<double>(xnnpack::ratio(b.unit(), y.unit()));
  const int shift = 21 - split(maximum(of_a, of_b)).exponent;
  const auto times = [&](double ratio) {
    return xnnpack::nearest(static_cast<float>(ratio * power_of_two(shift)));
  };
  const std::int32_t m = times(of_a), n = sign * times(of_b);
  const std::int32_t start = (std::int32_t{1} << (shift - 1)) - m * a.zero - n * b.zero;
  return {{m, n}, start, y.zero, static_cast<std::int8_t>(shift), l.low, l.high};
}

/// a + b, or a - b where Sign is -1, as real_pair asks for it.
template <int Sign>
struct real_sum {
  constexpr float operator()(float a, float b) const { return Sign > 0 ? a + b : a - b; }
  constexpr parts operator()(const parts& a, const parts& b) const {
    return etch::add(a, Sign > 0 ? b : negated(b));
  }
};

/// How call C, whose inputs are two values, adds, or subtracts where Sign is -1.
template <class C, int Sign = 1>
constexpr auto make_sum() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format a = C::template in<0>::is.number, b = C::template in<1>::is.number;
  constexpr format y = out::is.number;
  constexpr auto l = output_limits<C>();
  if constexpr (is_real(y)) {
    return real_pair<typename C::template in<0>, typename C::template in<1>, out, C::round,
                     real_sum<Sign>>{l};
  } else if constexpr (sums_saturate(a, b, y)) {
    return whole_sum<Sign>{l};
  } else if constexpr (is_q(y)) {
    constexpr int fine = maximum(a.frac, b.frac);
    return shift_sum<storage, C::round, Sign>{
        {static_cast<std::int8_t>(fine - a.frac), static_cast<std::int8_t>(fine - b.frac)},
        fine - y.frac,
        l.low,
        l.high};
  } else if constexpr (is_onnxruntime(C::round)) {
    static_assert(Sign > 0);
    return single_sum<storage>(a, b, y, C::round, l);
  } else if constexpr (C::round == rounding::xnnpack && xnnpack::adds(a, b, y)) {
    return make_short_sum<storage>(a, b, y, Sign, l);
  } else {
    constexpr int headroom = sum_headroom(y);
    const double common = 2 * maximum(a.unit(), b.unit());
    return factor_sum<storage, factor_rounding(C::round), Sign>{
        {quantise_factor(a.unit() / common), quantise_factor(b.unit() / common)},
        quantise_factor(sum_factor(a, b, y)),
        {a.zero, b.zero},
        y.zero,
        headroom,
        l.low,
        l.high};
  }
}

/// The codes of value V, all that its format has.
template <class V>
inline constexpr code_limits codes_of_value{V::kind::lowest(V::is.number),
                                            V::kind::highest(V::is.number)};

/// Call C, which adds, or subtracts where Sign is -1, as two products, if they are known to be
/// exact: of integers of up to 8 bits.
template <class C, int Sign = 1>
inline constexpr auto sum_by_products = [] {
  using a = typename C::template in<0>;
  using b = typename C::template in<1>;
  using y = typename C::template out<>;
  if constexpr (a::kind::is_integer && b::kind::is_integer && y::kind::is_integer &&
                a::is.number.bits <= 8 && b::is.number.bits <= 8 && y::is.number.bits <= 8 &&
                !is_stochastic(C::round) && !is_onnxruntime(C::round)) {
    return short_sum_of<make_sum<C, Sign>(), codes_of_value<a>, codes_of_value<b>>;
  } else {
    return proved_sum<typename y::storage>{};
  }
}();

/// The sign of the second operand of Op, add or sub.
template <class Op>
inline constexpr int sign_of_sum = __is_same(Op, ops::sub) ? -1 : 1;

/// Whether a factor is 1/2, as that of an operand with the larger unit of two.
constexpr bool is_half(const fixed_point_factor& f) {
  return f.multiplier == std::int32_t{1} << 30 && f.shift == 0;
}
/// All that an integer T holds.
template <class T>
inline constexpr limits<std::int32_t> all_of = [] {
  constexpr int bits = 8 * static_cast<int>(sizeof(T));
  constexpr std::int32_t low = T(-1) < T(0) ? -(1 << (bits - 1)) : 0;
  return limits<std::int32_t>{low, low + (1 << bits) - 1};
}();
/// Whether L, the limits of a code, are those.
template <class T, class L>
constexpr bool are_all_of(const L& l) {
  return l.low == all_of<T>.low && l.high == all_of<T>.high;
}

/// Whether call C adds codes T with a unit and a zero point, none broadcast, none constant, all in
/// logical order: code k of the sum is of codes k. What kernels of add that know targets start
/// from.
template <class C, class T>
inline constexpr bool adds_codes_in_order = [] {
  using a = typename C::template in<0>;
  using b = typename C::template in<1>;
  using y = typename C::template out<>;
  constexpr format f = y::is.number;
  return (is_q(f) || is_scaled(f)) && holds_codes_of<a, T> && holds_codes_of<b, T> &&
         holds_codes_of<y, T> && in_logical_order<typename a::layout> &&
         in_logical_order<typename b::layout> && in_logical_order<typename y::layout> &&
         !a::is.is_constant && !b::is.is_constant && fills(a::is.shape, y::is.shape) &&
         fills(b::is.shape, y::is.shape);
}();
/// The same of affine codes in double rounding; of 16 bits without zero points.
template <class C, class T>
inline constexpr bool adds_in_double_rounding = [] {
  if constexpr (!adds_codes_in_order<C, T>) return false;
  else {
    constexpr format f = C::template out<>::is.number;
    constexpr bool has_zeros = C::template in<0>::is.number.zero != 0 ||
                               C::template in<1>::is.number.zero != 0 || f.zero != 0;
    return is_affine(f) && factor_rounding(C::round) == rounding::tflite_double &&
           (sizeof(T) == 1 || !has_zeros);
  }
}();

}  // namespace ETCH_NAMESPACE
