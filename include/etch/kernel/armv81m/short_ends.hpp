// How sums of short_tile.hpp end by vectors: four pixels of a channel or four channels of a pixel
// at once, by the factors of the generic epilogues and equal to them.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// What of a generic epilogue says how vectors end sums; `none`: they do not.
enum class lanes : std::int8_t { none, shift, factor, wide_factor };

template <class Epilogue>
inline constexpr lanes lanes_of_type = lanes::none;
template <class Y, rounding R>
inline constexpr lanes lanes_of_type<shift_epilogue<Y, R>> =
    R == rounding::half_even ? lanes::none : lanes::shift;
template <class Y, rounding R, int Channels>
inline constexpr lanes lanes_of_type<factor_epilogue<Y, R, Channels>> =
    R == rounding::tflite_double || R == rounding::tflite_single ||
            (R == rounding::xnnpack && ETCH_MVE_KIND != 2)
        ? lanes::factor
        : lanes::none;
template <class Y, int Channels>
inline constexpr lanes lanes_of_type<wide_factor_epilogue<Y, Channels>> = lanes::wide_factor;

/// How vectors end sums as e does: factors are below 1/2, those of 16 bits at least 2^-17.
template <class Epilogue>
constexpr lanes lanes_of(const Epilogue& e) {
  constexpr lanes type = lanes_of_type<Epilogue>;
  if constexpr (type == lanes::shift) {
    return e.shift >= 0 && e.shift <= 30 ? type : lanes::none;
  } else if constexpr (type == lanes::factor) {
    for (const int shift : e.shift) {
      if (shift >= 0 || shift < -30) return lanes::none;
    }
  } else if constexpr (type == lanes::wide_factor) {
    for (const int shift : e.shift) {
      if (shift < 16 || shift > 31) return lanes::none;
    }
  }
  return type;
}

/// The rounding of a generic epilogue.
template <class Epilogue>
inline constexpr rounding rounding_of = rounding::standard;
template <class Y, rounding R>
inline constexpr rounding rounding_of<shift_epilogue<Y, R>> = R;
template <class Y, rounding R, int Channels>
inline constexpr rounding rounding_of<factor_epilogue<Y, R, Channels>> = R;

#if ETCH_HAS_MVE
/// Codes of type Y limited to low .. high.
template <class Y>
ETCH_GLUE int16x8_t limited(int16x8_t t, int low, int high) {
  if (sizeof(Y) == 1 || low > INT16_MIN)
    t = vmaxq_s16(t, vdupq_n_s16(static_cast<std::int16_t>(low)));
  if (sizeof(Y) == 1 || high < INT16_MAX)
    t = vminq_s16(t, vdupq_n_s16(static_cast<std::int16_t>(high)));
  return t;
}
#endif

/// What compilers know of an epilogue of lanes.
struct known_ends {
  lanes how = lanes::none;
  int zero = 0, low = 0, high = 0;
};
template <class Epilogue>
constexpr known_ends known_ends_of(const Epilogue& e) {
  constexpr lanes type = lanes_of_type<Epilogue>;
  if constexpr (type == lanes::none || type == lanes::shift) return {lanes_of(e)};
  else return {lanes_of(e), int{e.zero}, int{e.low}, int{e.high}};
}

/// Ends sums as Epilogue e does: one, or four by vectors.
template <class Epilogue, known_ends Known>
struct ends_of_lanes : short_sums::known_epilogue<Epilogue> {
  using short_sums::known_epilogue<Epilogue>::all;
#if ETCH_HAS_MVE
  /// The zero point included; not yet limited. ByFilter: of filters c .. c + 3, else all of c.
  /// Zero: the zero point too.
  template <bool ByFilter, bool Zero = true>
  ETCH_GLUE int32x4_t numbers(int32x4_t sum, int c) const {
    constexpr rounding round = rounding_of<Epilogue>;
    constexpr bool one = sizeof all.multiplier == sizeof all.multiplier[0];
    if constexpr (ByFilter && !one) {
      const int32x4_t multiplier = load_four(all.multiplier + c), shift = load_four(all.shift + c);
      if constexpr (Known.how == lanes::wide_factor) {
        const int32x4_t left = vsubq_s32(vdupq_n_s32(31), shift);
        sum = vqrdmulhq_s32(sum, vshlq_s32(multiplier, left));
      } else {
        sum = times<round>(sum, multiplier, shift);
      }
    } else {
      const int k = one ? 0 : c;
      if constexpr (Known.how == lanes::wide_factor) {
        // a product of 48 bits, rounded once: VQRDMULH cuts off 31
        sum = vqrdmulhq_n_s32(sum, std::int32_t{all.multiplier[k]} << (31 - all.shift[k]));
      } else if constexpr (round == rounding::xnnpack) {
        const auto power = static_cast<std::uint32_t>(all.shift[k] + 127 - 31) << 23;
        const float factor =
            static_cast<float>(all.multiplier[k]) * __builtin_bit_cast(float, power);
        sum = in_single(sum, factor);
      } else {
        constexpr epilogue_step step = round == rounding::tflite_single
                                           ? epilogue_step::factor_single
                                           : epilogue_step::factor_double;
        sum = rounded<step>(sum, all.multiplier[k], all.shift[k]);
      }
    }
    return Zero && Known.zero != 0 ? vqaddq_n_s32(sum, Known.zero) : sum;
  }
  /// Codes of filters c .. c + 7, of which c, c + 2 .. are in `even`.
  template <class Y>
  ETCH_GLUE int16x8_t eight_codes(int32x4_t even, int32x4_t odd, int c) const {
    constexpr rounding round = rounding_of<Epilogue>;
    constexpr bool one = sizeof all.multiplier == sizeof all.multiplier[0];
    if constexpr (one) {
      even = numbers < false, sizeof(Y) == 2 > (even, 0);
      odd = numbers < false, sizeof(Y) == 2 > (odd, 0);
    } else {
      const int16x8_t shift = vldrbq_s16(all.shift + c);
      if constexpr (Known.how == lanes::wide_factor) {
        const int16x8_t factors = vldrhq_s16(all.multiplier + c);
        const int32x4_t halves = vreinterpretq_s32_s16(factors);
        const int16x8_t left = vsubq_s16(vdupq_n_s16(15), shift);
        const int32x4_t of_odd = vandq_s32(halves, vdupq_n_s32(INT32_MIN >> 15));
        even = vqrdmulhq_s32(even, vshlq_s32(vshlq_n_s32(halves, 16), of_even_lanes(left)));
        odd = vqrdmulhq_s32(odd, vshlq_s32(of_odd, of_odd_lanes(left)));
      } else {
        const uint32x4_t places = vidupq_n_u32(0, 8);
        const int32x4_t of_even = vldrwq_gather_offset_s32(all.multiplier + c, places);
        const int32x4_t of_odd = vldrwq_gather_offset_s32(all.multiplier + c + 1, places);
        even = times<round>(even, of_even, of_even_lanes(shift));
        odd = times<round>(odd, of_odd, of_odd_lanes(shift));
      }
      if constexpr (sizeof(Y) == 2) {
        if constexpr (Known.zero != 0) {
          even = vqaddq_n_s32(even, Known.zero);
          odd = vqaddq_n_s32(odd, Known.zero);
        }
      }
    }
    int16x8_t t = vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), even), odd);
    if constexpr (sizeof(Y) == 1) t = vqaddq_n_s16(t, static_cast<std::int16_t>(Known.zero));
    return limited<Y>(t, low(), high());
  }
#endif
  ETCH_GLUE constexpr int low() const { return Known.low; }
  ETCH_GLUE constexpr int high() const { return Known.high; }

#if ETCH_HAS_MVE
 private:
  /// By a factor in each lane; of `shift` the lowest byte of a lane counts, but for XNNPACK's.
  template <rounding R>
  ETCH_GLUE static int32x4_t times(int32x4_t sum, int32x4_t multiplier, int32x4_t shift) {
    if constexpr (R == rounding::xnnpack) {
      const int32x4_t power = vshlq_n_s32(vaddq_n_s32(shift, 127 - 31), 23);
      return in_single(sum, multiplier, power);
    } else if constexpr (R == rounding::tflite_single) {
      return vrshlq_s32(vqdmulhq_s32(sum, multiplier), shift);
    } else {
      sum = vqrdmulhq_s32(sum, multiplier);
      return vrshlq_s32(vqaddq_s32(sum, vshrq_n_s32(sum, 31)), shift);
    }
  }
  /// Numbers in even and in odd lanes of 16 bits in the lowest bytes of lanes of 32.
  ETCH_GLUE static int32x4_t of_even_lanes(int16x8_t v) {
    if constexpr (rounding_of<Epilogue> == rounding::xnnpack) return vmovlbq_s16(v);
    else return vreinterpretq_s32_s16(v);
  }
  ETCH_GLUE static int32x4_t of_odd_lanes(int16x8_t v) {
    return vshrq_n_s32(vreinterpretq_s32_s16(v), 16);
  }
  ETCH_GLUE static int32x4_t load_four(const std::int32_t* from) { return vldrwq_s32(from); }
  ETCH_GLUE static int32x4_t load_four(const std::int16_t* from) { return vldrhq_s32(from); }
  ETCH_GLUE static int32x4_t load_four(const std::int8_t* from) { return vldrbq_s32(from); }
#endif
};

/// The same by a shift that compilers know.
template <auto Shift>
struct shifts_of_lanes : short_sums::known_shift<Shift> {
#if ETCH_HAS_MVE
  template <bool>
  ETCH_GLUE int32x4_t numbers(int32x4_t sum, int) const {
    constexpr rounding round = decltype(Shift)::round;
    if constexpr (round == rounding::half_away || round == rounding::toward_zero) {
      constexpr epilogue_step step =
          round == rounding::half_away ? epilogue_step::shift_away : epilogue_step::shift_to_zero;
      if constexpr (Shift.shift == 0) return sum;
      else return rounded<step>(sum, 0, -Shift.shift);
    } else {
      constexpr std::int32_t half = (std::int32_t{1} << Shift.shift) / 2;
      return vshlq_r_s32(vaddq_n_s32(sum, half), -Shift.shift);
    }
  }
  template <class Y>
  ETCH_GLUE int16x8_t eight_codes(int32x4_t even, int32x4_t odd, int c) const {
    const int32x4_t a = numbers<false>(even, c), b = numbers<false>(odd, c);
    return limited<Y>(vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), a), b), low(), high());
  }
#endif
  ETCH_GLUE constexpr int low() const { return Shift.low; }
  ETCH_GLUE constexpr int high() const { return Shift.high; }
};

/// What ends the sums of call C.
template <class C, class Epilogue>
ETCH_GLUE constexpr decltype(auto) short_ends_of([[maybe_unused]] const Epilogue& e) {
  constexpr int channels = C::template out<>::is.shape.c();
  constexpr known_ends known = known_ends_of(generic_epilogue<C, channels>);
  if constexpr (known.how == lanes::shift)
    return shifts_of_lanes<make_generic_epilogue<C, channels>()>{};
  else if constexpr (known.how != lanes::none) return ends_of_lanes<Epilogue, known>{{e}};
  else if constexpr (short_sums::is_shift<Epilogue>)
    return short_sums::known_shift<make_generic_epilogue<C, channels>()>{};
  else return (e);
}

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
