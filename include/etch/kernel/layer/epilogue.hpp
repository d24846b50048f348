// The epilogue of a layer of 8-bit codes: how its 32-bit accumulator becomes an output code. Values
// only, alike for all targets; each target projects them to its instructions.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>

namespace ETCH_NAMESPACE {

/// y = clamp(round(accumulator * factor) + zero), or round(accumulator / 2^shift) where all three
/// formats are q.
struct epilogue {
  enum class by : std::int8_t { shift, factor };
  by how = by::factor;
  rounding round = rounding::tflite_double;  ///< never standard; of factors never half_up
  std::int8_t shift = 0;                     ///< to the right; negative: to the left
  bool per_channel = false;                  ///< each filter has its own factor
  std::int16_t zero = 0;                     ///< of the output
  std::int16_t low = -128, high = 127;       ///< with the fused activation

  constexpr bool shifts() const { return how == by::shift; }
  /// Whether it saturates to all of int8.
  constexpr bool saturates_to_int8() const { return low == -128 && high == 127; }
  /// Whether negative accumulators are clamped anyway, so that nothing shows how they are rounded.
  constexpr bool hides_negative() const { return low == zero; }
  /// Whether it rounds as CMSIS-NN or TensorFlow Lite do.
  constexpr bool rounds_commonly() const {
    if (round == rounding::half_even || round == rounding::xnnpack) return false;
    return shifts() || (round != rounding::half_away && round != rounding::toward_zero);
  }
  constexpr bool operator==(const epilogue&) const = default;
};

/// The epilogue of call C, whose output has 8 bits.
template <class C>
constexpr epilogue make_epilogue() {
  constexpr format x = C::template in<0>::is.number, w = C::template in<1>::is.number;
  constexpr format y = C::template out<>::is.number;
  constexpr auto limits = output_limits<C>();
  epilogue e;
  e.low = limits.low;
  e.high = limits.high;
  if constexpr (by_shift(x, w, y)) {
    e.how = epilogue::by::shift;
    e.round = C::round;
    e.shift = static_cast<std::int8_t>(sum_shift<C>());
  } else {
    e.round = factor_rounding(C::round);
    e.zero = static_cast<std::int16_t>(y.zero);
    e.per_channel = w.channel_scale != nullptr;
  }
  return e;
}

}  // namespace ETCH_NAMESPACE
