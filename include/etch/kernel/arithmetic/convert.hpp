// From a code of one format to a code of another: the epilogue of `to`.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>

namespace ETCH_NAMESPACE {

/// Integer to integer: what ends a sum, applied to code - zero.
template <class Epilogue>
struct integer_to_integer {
  std::int32_t zero;
  Epilogue epilogue;
  constexpr auto operator()(std::int32_t code, int c) const {
    return epilogue(integer_arithmetic::read(code, zero), c);
  }
};
template <class Epilogue>
integer_to_integer(std::int32_t, Epilogue) -> integer_to_integer<Epilogue>;

/// x in another format, rounded by R = stochastic(seed) and the element's place.
template <class X, class Y, rounding R>
struct stochastic_conversion {
  limits<typename Y::storage> l;
  constexpr typename Y::storage operator()(const typename X::storage& x, int c,
                                           int position) const {
    const rounding r = at_element(R, static_cast<std::uint64_t>(position));
    return clamp(write_drawn<Y>(read_parts<X>(x, c), r), l.low, l.high);
  }
};

/// Whether call C rescales codes as XNNPACK does: by a factor of few bits.
template <class C>
constexpr bool rescales() {
  return C::round == rounding::xnnpack &&
         xnnpack::rescales(C::template in<0>::is.number, C::template out<>::is.number);
}
/// The factor from codes of call C's input, or sums, to codes of its output in channel c.
template <class C>
constexpr fixed_point_factor conversion_factor(int c) {
  constexpr format x = C::template in<0>::is.number, y = C::template out<>::is.number;
  if (rescales<C>()) return xnnpack::short_factor(x, y);
  if (C::round != rounding::xnnpack || x.bits == 64) return quantise_factor(x.unit(c) / y.unit());
  const double w = x.channel_scale != nullptr ? x.channel_scale[c] : 1;
  return is_accumulator(x)
             ? xnnpack::sum_factor(x.scale, x.channel_scale != nullptr ? w : x.factor, y)
             : xnnpack::sum_factor(x.unit(c), 1, y);
}

/// How call C, whose output has the shape of its only input, changes a code.
template <class C>
constexpr auto make_conversion() {
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr format x = C::template in<0>::is.number, y = out::is.number;
  constexpr auto l = output_limits<C>();
  constexpr int channels = x.channel_scale == nullptr ? 1 : out::is.shape.c();
  if constexpr (is_stochastic(C::round)) {
    return stochastic_conversion<typename C::template in<0>, out, C::round>{l};
  } else if constexpr (is_f32(x) && !is_real(y)) {
    return float_to_integer<storage, C::round>{static_cast<float>(y.unit()), y.zero, l.low, l.high};
  } else if constexpr (is_f32(y) && !is_real(x)) {
    return integer_to_float<channels>{{x, l}, x.zero};
  } else if constexpr (is_real(x) || is_real(y)) {
    return real_conversion<typename C::template in<0>, out, C::round>{l};
  } else if constexpr (x.bits == 64) {
    return make_factor_epilogue<storage, C::round, true, channels>(conversion_factor<C>, y.zero, l);
  } else if constexpr (!rescales<C>() && reached_by_shift(x, y)) {
    return integer_to_integer{x.zero,
                              shift_epilogue<storage, C::round>{x.frac - y.frac, l.low, l.high}};
  } else {
    constexpr rounding r = rescales<C>() ? rounding::tflite_single : C::round;
    return integer_to_integer{
        x.zero, make_factor_epilogue<storage, r, false, channels>(conversion_factor<C>, y.zero, l)};
  }
}

}  // namespace ETCH_NAMESPACE
