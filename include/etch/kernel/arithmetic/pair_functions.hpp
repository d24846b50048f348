// The quotient, the squared difference and the power of two numbers in a third format.
#pragma once

#include <etch/kernel/arithmetic/gemmlowp.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/unary_functions.hpp>
#include <etch/op/pairwise.hpp>

namespace ETCH_NAMESPACE {

/// a^b in single precision; of a below 0 where b is a whole number.
constexpr float power_of(float a, float b) {
  if (!(b < 0 || b > 0)) return 1;
  const float size = a < 0 ? -a : a;
  if (!(size > 0)) return b > 0 ? 0.0F : __builtin_inff();
  if (!(size < 1 || size > 1) && a > 0) return 1;
  const bool whole = b >= -8388608.0F && b <= 8388608.0F &&
                     static_cast<float>(static_cast<std::int32_t>(b)) >= b &&
                     static_cast<float>(static_cast<std::int32_t>(b)) <= b;
  if (a < 0 && !whole) return __builtin_nanf("");
  float y = 1;
  if (whole && b >= -64 && b <= 64) {  // by squares: exact where the result is
    float square = size;
    for (int n = static_cast<int>(b < 0 ? -b : b); n > 0; n /= 2, square *= square) {
      if (n % 2 != 0) y *= square;
      if (n == 1) break;
    }
    if (b < 0) y = y > 0 ? 1 / y : __builtin_inff();
  } else {
    y = float_unary<unary_function::exponential>{}(b * logarithm_of(size), 0);
  }
  return a < 0 && static_cast<std::int32_t>(b) % 2 != 0 ? -y : y;
}

/// Function F in single precision.
template <pair_function F>
struct float_pair {
  constexpr float operator()(float a, float b) const {
    if constexpr (F == pair_function::power) return power_of(a, b);
    else if constexpr (F == pair_function::squared_difference) return (a - b) * (a - b);
    else if (b < 0 || b > 0 || !(b == b)) return a / b;
    else return a > 0 ? __builtin_inff() : a < 0 ? -__builtin_inff() : __builtin_nanf("");
  }
};
/// y = clamp(f(a, b)), f in single precision, rounded once more to Y.
template <class A, class B, class Y, rounding R, pair_function F>
struct real_pair_function {
  limits<typename Y::storage> l;
  constexpr auto operator()(typename A::storage a, typename B::storage b) const {
    return clamp(write_float<Y, R>(float_pair<F>{}(read_float<A>(a), read_float<B>(b))), l.low,
                 l.high);
  }
};

/// q: the exact quotient of a 2^left and b, rounded by policy R: half_up and toward_zero as they
/// say, by any other half away.
template <class Y, rounding R>
struct shift_quotient {
  int left;
  Y low, high;
  constexpr Y operator()(std::int64_t a, std::int64_t b) const {
    if (b == 0) return a == 0 ? code_within(0, limits<Y>{low, high}) : a > 0 ? high : low;
    const std::int64_t n = b < 0 ? -a : a, d = b < 0 ? -b : b;
    const std::int64_t above = left > 0 ? n * (std::int64_t{1} << left) : n;
    const std::int64_t below = left < 0 ? d * (std::int64_t{1} << -left) : d;
    std::int64_t y = above / below;  // toward zero
    const std::int64_t rest = above % below, size = rest < 0 ? -rest : rest;
    const bool up = R == rounding::half_up && rest < 0 ? 2 * size > below : 2 * size >= below;
    if (R != rounding::toward_zero && up) y += above < 0 ? -1 : 1;
    return static_cast<Y>(clamp<std::int64_t>(y, low, high));
  }
};
/// affine: TensorFlow Lite's DIV, by a reciprocal in fixed point and a factor that is a float.
/// Where the quotient is next to nothing TensorFlow Lite shifts by more than 31 places, which C++
/// leaves undefined: 0 here.
template <class Y>
struct factor_quotient {
  fixed_point_factor factor;
  std::int32_t in_zero[2];
  std::int32_t out_zero;
  limits<Y> l;
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    const std::int32_t sign = b < in_zero[1] ? -1 : 1;
    const std::int32_t n = sign * (a - in_zero[0]), d = sign * (b - in_zero[1]);
    if (d == 0) return n == 0 ? code_within(out_zero, l) : n > 0 ? l.high : l.low;
    const reciprocal inverse = reciprocal_of(d);
    const auto bits = static_cast<std::uint32_t>(n < 0 ? ~n : n);
    const int spare = bits == 0 ? 31 : leading_zeros(bits) - 1;  // n == 0 or -1: any shift does
    const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(n) << spare);
    const std::int32_t steps =
        multiply_high_doubling(multiply_high_doubling(shifted, inverse.scale), factor.multiplier);
    const int right = spare + inverse.bits_over_unit + 19 - factor.shift;
    const std::int32_t y = right < 0    ? shift_left_saturated(steps, -right)
                           : right > 31 ? 0
                                        : shift_half_away(steps, right);
    const std::int32_t code = integer_arithmetic::add(y, out_zero);
    return static_cast<Y>(clamp<std::int32_t>(code, l.low, l.high));
  }
};

/// q: the exact square, then a shift.
template <class Y, rounding R>
struct shift_square {
  int left[2];  ///< brings each code to common units
  int right;    ///< from their square to the output
  Y low, high;
  constexpr Y operator()(std::int64_t a, std::int64_t b) const {
    const std::int64_t d = a * (std::int64_t{1} << left[0]) - b * (std::int64_t{1} << left[1]);
    const std::int64_t square = d > 3037000499 || d < -3037000499 ? INT64_MAX : d * d;
    if (right <= 0) {
      return square > (std::int64_t{1} << 40) >> minimum(-right, 40)
                 ? high
                 : static_cast<Y>(clamp<std::int64_t>(square << -right, low, high));
    }
    const std::int64_t half = R == rounding::toward_zero ? 0 : std::int64_t{1} << (right - 1);
    const std::int64_t y =
        square > INT64_MAX - half ? INT64_MAX >> right : (square + half) >> right;
    return static_cast<Y>(clamp<std::int64_t>(y, low, high));
  }
};
/// affine: TensorFlow Lite's SQUARED_DIFFERENCE. Each code is scaled to twice the larger scale with
/// `headroom` bits to spare.
template <class Y>
struct factor_square {
  fixed_point_factor in[2];
  fixed_point_factor out;
  std::int32_t in_zero[2];
  std::int32_t out_zero;
  int headroom;
  limits<Y> l;
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    const std::int32_t d =
        scale_double_rounding((a - in_zero[0]) * (std::int32_t{1} << headroom), in[0]) -
        scale_double_rounding((b - in_zero[1]) * (std::int32_t{1} << headroom), in[1]);
    const std::int32_t y = scale_double_rounding(d * d, out);
    const std::int32_t code = integer_arithmetic::add(y, out_zero);
    return static_cast<Y>(clamp<std::int32_t>(code, l.low, l.high));
  }
};

/// How call C, whose inputs are two values, computes its function.
template <class C>
constexpr auto make_pair_function() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format a = C::template in<0>::is.number, b = C::template in<1>::is.number;
  constexpr format y = out::is.number;
  constexpr pair_function f = C::attributes.of;
  constexpr auto l = output_limits<C>();
  if constexpr (is_real(y)) {
    return real_pair_function<typename C::template in<0>, typename C::template in<1>, out, C::round,
                              f>{l};
  } else if constexpr (is_q(y) && f == pair_function::quotient) {
    return shift_quotient<storage, C::round>{b.frac + y.frac - a.frac, l.low, l.high};
  } else if constexpr (is_q(y)) {
    constexpr int fine = maximum(a.frac, b.frac);
    return shift_square<storage, C::round>{
        {fine - a.frac, fine - b.frac}, 2 * fine - y.frac, l.low, l.high};
  } else if constexpr (f == pair_function::quotient) {
    const float factor = static_cast<float>(a.unit()) /
                         (static_cast<float>(b.unit()) * static_cast<float>(y.unit()));
    return factor_quotient<storage>{
        quantise_factor(static_cast<double>(factor)), {a.zero, b.zero}, y.zero, l};
  } else {
    constexpr int headroom = y.bits <= 8 ? 7 : 0;
    const double common = 2 * maximum(a.unit(), b.unit());
    return factor_square<storage>{
        {quantise_factor(a.unit() / common), quantise_factor(b.unit() / common)},
        quantise_factor(common * common / ((wide_int{1} << 2 * headroom) * y.unit())),
        {a.zero, b.zero},
        y.zero,
        headroom,
        l};
  }
}

}  // namespace ETCH_NAMESPACE
