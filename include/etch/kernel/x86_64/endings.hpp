// The ways in which sums of vectors become codes.
#pragma once

#include <etch/kernel/layer/layer.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How sums become codes. Factors in fixed point are below a half.
enum class ending : std::uint8_t {
  by_shift,       ///< (sum + half) >> shift; the half is part of the bias
  by_shift_away,  ///< the same, ties away from 0
  rounded_once,   ///< (sum m + start) >> (32 + shift)
  rounded_twice,  ///< ((2 sum m + start) >> 32, less 1 where the sum is negative) >> shift
  in_single       ///< a product of floats, ties to even
};
/// The same with whether the codes are brought within limits of their own, and whether the zero
/// point is added to them: if not, it is part of `start`.
struct vector_ends {
  ending how;
  bool has_limits;
  bool adds_zero = true;
  constexpr bool operator==(const vector_ends&) const = default;
};

/// Whether sums that end by e can become codes a vector at a time.
constexpr bool takes_ends(const epilogue& e) {
  if (e.shifts()) {
    return e.rounds_commonly() && (adds_half(e.round) || e.round == rounding::half_away) &&
           e.shift >= 1 && e.shift < 32;
  }
  return e.rounds_commonly() || e.is_in_single();
}
/// Whether no factor is needed.
constexpr bool is_shift(ending how) {
  return how == ending::by_shift || how == ending::by_shift_away;
}
/// Whether factors are in fixed point.
constexpr bool is_fixed(ending how) {
  return how == ending::rounded_once || how == ending::rounded_twice;
}
/// How: where negative sums are clamped anyway, two roundings half up are one, which vectors V may
/// do in fewer steps.
template <class V>
constexpr vector_ends ends_of(const epilogue& e) {
  using enum ending;
  const bool is_one = V::multiplies_signed && e.hides_negative();
  const bool twice = e.round == rounding::tflite_double && !is_one;
  const bool away = e.round == rounding::half_away && !e.hides_negative();
  const ending how = e.shifts()         ? away ? by_shift_away : by_shift
                     : e.is_in_single() ? in_single
                     : twice            ? rounded_twice
                                        : rounded_once;
  return {how, !e.saturates_to_int8()};
}

/// Whether products of 64 bits bring any sums to codes by factor F (scale_any).
constexpr bool scales_any(rounding round, fixed_point_factor f) {
  return (round == rounding::tflite_double || round == rounding::tflite_single) && f.shift <= 0 &&
         f.shift >= -30;
}
}  // namespace x86
}  // namespace ETCH_NAMESPACE
