// The product of two codes in a third format.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/op/mul.hpp>

namespace ETCH_NAMESPACE {

/// q: the exact product, then a shift.
template <class Y, rounding R>
struct shift_product {
  int right;
  Y low, high;
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    return static_cast<Y>(clamp<std::int32_t>(shift_by<R>(a * b, right), low, high));
  }
};

/// Whole numbers of 32 bits: the exact product, saturated.
struct whole_product {
  limits<std::int32_t> l;
  constexpr std::int32_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int32_t>(clamp<std::int64_t>(a * b, l.low, l.high));
  }
};

/// affine: TensorFlow Lite's MUL.
template <class Y, rounding R>
struct factor_product {
  fixed_point_factor factor;
  std::int32_t in_zero[2];
  std::int32_t out_zero;
  Y low, high;
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    const std::int32_t steps = scale_by<R>((a - in_zero[0]) * (b - in_zero[1]), factor);
    return static_cast<Y>(clamp<std::int32_t>(integer_arithmetic::add(steps, out_zero), low, high));
  }
};

/// a b, as real_pair asks for it.
struct real_product {
  constexpr float operator()(float a, float b) const { return a * b; }
  constexpr parts operator()(const parts& a, const parts& b) const { return multiply(a, b); }
};

/// How call C, whose inputs are two values, multiplies.
template <class C>
constexpr auto make_product() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format a = C::template in<0>::is.number, b = C::template in<1>::is.number;
  constexpr format y = out::is.number;
  constexpr auto l = output_limits<C>();
  if constexpr (is_real(y)) {
    return real_pair<typename C::template in<0>, typename C::template in<1>, out, C::round,
                     real_product>{l};
  } else if constexpr (sums_saturate(a, b, y)) {
    return whole_product{l};
  } else if constexpr (is_q(y)) {
    return shift_product<storage, C::round>{a.frac + b.frac - y.frac, l.low, l.high};
  } else {
    constexpr fixed_point_factor f = C::round == rounding::xnnpack
                                         ? xnnpack::sum_factor(a.unit(), b.unit(), y)
                                         : quantise_factor(ops::mul::factor(a, b, y));
    return factor_product<storage, factor_rounding(C::round)>{
        f, {a.zero, b.zero}, y.zero, l.low, l.high};
  }
}

}  // namespace ETCH_NAMESPACE
