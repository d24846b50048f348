// From 32-bit sums to 8-bit codes by Advanced SIMD, 16 at a time, bit for bit as the last step of
// the generic kernels (requantise.hpp). What can be known about a call at compile time, such as
// that no sum leaves 16 bits or that ties cannot matter, takes instructions away.
#pragma once

#include <etch/kernel/aarch64/one_product.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

/// How sums become codes; everything here selects code.
struct epilogue_rules {
  bool by_shift = false;  ///< y = sum / 2^shift, else sum * factor[c] + zero
  rounding round = rounding::tflite_double;
  int shift = 0;
  bool per_channel = false;    ///< one factor a channel
  bool any_left = false;       ///< some factor is 1 or more: sums are shifted left before it
  bool any_unshifted = false;  ///< some factor is in [1/2, 1) or more: nothing is shifted right
  int right = 0;               ///< by which one factor for all shifts right, 1 to 16; 0: others
  bool fix_ties = false;  ///< negative ties, which go away from zero, can be seen in the output
  bool narrow = false;    ///< |y - zero| < 2^15 - 256 whatever the input
  bool unsigned_clamp = false;  ///< zero = low = -128: clamp by unsigned saturation
  bool add_zero = false;
  bool clamp_low = false;
  bool clamp_high = false;
  bool by_one_product = false;  ///< see one_product.hpp
  int places = 0;               ///< of those products

  /// What the bias takes over of the rounding. Sums wrap, as in the definition.
  constexpr std::int32_t bias_part() const {
    const bool half = by_shift && rounds_up() && shift > 0;
    return half ? static_cast<std::int32_t>(std::uint32_t{1} << (shift - 1)) : 0;
  }
  constexpr bool rounds_up() const {
    return round != rounding::half_away && round != rounding::toward_zero;
  }
};

/// Constants of the epilogue, the same for all channels.
struct output_range {
  std::int16_t zero;
  std::int8_t low, high;
};

/// Whether AArch64 has the epilogue of a layer.
constexpr bool takes_epilogue(const byte_layer& l) {
  if (!l.is_bytes) return false;
  const epilogue e = l.end;
  if (e.shifts()) return e.shift >= -30 && e.shift <= 30 && e.rounds_commonly();
  return e.rounds_commonly() || e.round == rounding::xnnpack;
}

/// The rules of call C, a layer of bytes.
template <class C>
constexpr epilogue_rules make_rules() {
  constexpr byte_layer l = layer_of<C>;
  constexpr epilogue e = l.end;
  epilogue_rules f;
  f.clamp_low = e.low > -128;
  f.clamp_high = e.high < 127;
  f.round = e.round;
  if constexpr (e.shifts()) {
    f.by_shift = true;
    f.shift = e.shift;
  } else {
    constexpr const auto& epilogue = generic_epilogue<C, l.filters()>;
    constexpr int largest_input = maximum(128 + l.x_zero, 127 - l.x_zero);  // |x - zero|
    f.per_channel = e.per_channel;
    if constexpr (one_products_of<C>.exist) {  // asks nothing else
      f.by_one_product = true;
      f.places = reach_of<C>.places;
      return f;
    }
    f.fix_ties = e.low < e.zero;
    f.add_zero = e.zero != 0;
    f.narrow = true;
    for (int o = 0; o < l.filters(); ++o) {
      const int k = e.per_channel ? o : 0;
      const int shift = epilogue.shift[k];
      f.any_left |= shift > 0 && f.round == rounding::tflite_double;
      f.any_unshifted |= shift >= 0;
      const std::int64_t bias = sum_bias<C>(o);
      const std::int64_t most =
          std::int64_t{sum_weights<C>(o).magnitude()} * largest_input + (bias < 0 ? -bias : bias);
      // Both roundings together add no more than 1.
      f.narrow &= shift > 0 ? most < (32510 >> minimum(shift, 16))
                            : most < (std::int64_t{1} << 31) &&
                                  (most * epilogue.multiplier[k] >> (31 - shift)) < 32510;
    }
    constexpr int right = -epilogue.shift[0];
    if (f.round == rounding::tflite_double && !e.per_channel && right >= 1 && right <= 16)
      f.right = right;
    f.unsigned_clamp = f.narrow && e.zero == -128 && !f.clamp_high && !f.clamp_low;
  }
  return f;
}
template <class C>
inline constexpr epilogue_rules rules_of = make_rules<C>();

/// What the bias of filter o of call C takes over of how sums end.
template <class C>
constexpr std::int32_t bias_part(int o) {
  constexpr epilogue_rules f = rules_of<C>;
  if constexpr (!f.by_one_product) return f.bias_part();
  else return one_products_of<C>.is[f.per_channel ? o : 0].start;
}

/// The output range of call C.
template <class C>
constexpr output_range range_of() {
  constexpr epilogue e = layer_of<C>.end;
  return {e.zero, static_cast<std::int8_t>(e.low), static_cast<std::int8_t>(e.high)};
}

/// Factors at Count places, each of filter filter_at(place) or, where that is negative, none, in
/// groups of Group: first the multipliers of a group, then the shifts (negative to the right),
/// then, where there are any, the shifts to the left before; of single products the offsets, 16
/// bits each, are in place of shifts. One factor for all is a group of 1.
template <class C, int Group, int Count, class FilterAt>
constexpr void pack_factors(std::int32_t* factors, const FilterAt& filter_at) {
  constexpr epilogue_rules f = rules_of<C>;
  if constexpr (!f.by_shift) {
    constexpr int channels = layer_of<C>.filters();
    constexpr const auto& epilogue = generic_epilogue<C, channels>;
    const bool single = f.round == rounding::tflite_single;
    const int block = (f.any_left ? 3 : 2) * Group;
    for (int o = 0; o < Count; ++o) {
      std::int32_t* at = factors + o / Group * block + o % Group;
      const bool real = filter_at(o) >= 0;
      const int c = f.per_channel && real ? filter_at(o) : 0;
      if constexpr (f.by_one_product) {
        const one_product p = real ? one_products_of<C>.is[c] : one_product{};
        at[0] = p.multiplier;
        const int half = o % Group;
        auto& pair = factors[o / Group * block + Group + half / 2];
        pair |= static_cast<std::int32_t>(std::uint32_t{static_cast<std::uint16_t>(p.offset)}
                                          << half % 2 * 16);
        continue;
      }
      if (f.round == rounding::xnnpack) {  // the factor as a float
        const double unit =
            real ? epilogue.multiplier[c] * power_of_two(epilogue.shift[c] - 31) : 0;
        at[0] = __builtin_bit_cast(std::int32_t, static_cast<float>(unit));
        at[Group] = 0;
        continue;
      }
      const int shift = real ? epilogue.shift[c] : -1;
      at[0] = real ? epilogue.multiplier[c] : 0;
      at[Group] = single ? shift - 31 : minimum(shift, 0);
      if (f.any_left) at[2 * Group] = single ? 0 : maximum(shift, 0);
    }
  }
}

#if ETCH_HAS_NEON

/// Four factors as vectors. Three: g++ 12 keeps arrays of four vectors each in memory.
struct factor_vectors {
  int32x4_t multiplier, right, left;

  /// Of single products, the offsets of these and the next four lie where shifts do.
  ETCH_GLUE int16x8_t offset() const { return vreinterpretq_s16_s32(right); }
};

/// The factors of filters at .. at + 3 of a group of `group`.
template <epilogue_rules F>
ETCH_GLUE factor_vectors load_factors(const std::int32_t* factors, int at,
                                      [[maybe_unused]] int group) {
  factor_vectors f{};
  const auto four = [&](int i) __attribute__((always_inline)) {
    return F.per_channel ? vld1q_s32(factors + i * group + at) : vdupq_n_s32(factors[i]);
  };
  if constexpr (!F.by_shift) {
    f.multiplier = four(0);
    if constexpr (F.by_one_product) {
      const auto* const offsets = reinterpret_cast<const std::int8_t*>(factors + group);
      f.right = F.per_channel
                    ? vreinterpretq_s32_s8(vld1q_s8(offsets + 2 * at))
                    : vreinterpretq_s32_s16(vdupq_n_s16(static_cast<std::int16_t>(factors[1])));
      return f;
    }
    f.right = four(1);
    if constexpr (F.any_left) f.left = four(2);
  }
  return f;
}

/// 4 sums times 4 factors as they are before they are shifted right.
template <epilogue_rules F>
ETCH_GLUE int32x4_t unshifted(int32x4_t sum, const factor_vectors& f) {
  if constexpr (F.any_left) sum = vshlq_s32(sum, f.left);
  sum = vqrdmulhq_s32(sum, f.multiplier);
  // SRSHL rounds ties up; one less, a negative number rounds them down. Not where nothing is
  // shifted, so not where the shift is 0.
  if constexpr (F.fix_ties && F.any_unshifted) {
    return vsraq_n_s32(sum, vandq_s32(sum, f.right), 31);
  } else if constexpr (F.fix_ties) {
    return vsraq_n_s32(sum, sum, 31);
  }
  return sum;
}

/// 4 sums times 4 factors, rounded.
template <epilogue_rules F>
ETCH_GLUE int32x4_t scaled(int32x4_t sum, const factor_vectors& f) {
  if constexpr (F.round == rounding::xnnpack) {
    const float32x4_t factor = vreinterpretq_f32_s32(f.multiplier);
    return vcvtnq_s32_f32(vmulq_f32(vcvtq_f32_s32(sum), factor));
  } else if constexpr (F.round == rounding::tflite_single) {
    const int64x2_t low = vmull_s32(vget_low_s32(sum), vget_low_s32(f.multiplier));
    const int64x2_t high = vmull_high_s32(sum, f.multiplier);
    const int64x2_t y0 = vrshlq_s64(low, vmovl_s32(vget_low_s32(f.right)));
    const int64x2_t y1 = vrshlq_s64(high, vmovl_high_s32(f.right));
    return vuzp1q_s32(vreinterpretq_s32_s64(y0), vreinterpretq_s32_s64(y1));
  } else {
    return vrshlq_s32(unshifted<F>(sum, f), f.right);
  }
}

/// 4 sums shifted, rounded.
template <epilogue_rules F>
ETCH_GLUE int32x4_t shifted(int32x4_t sum) {
  constexpr int shift = F.shift, left = -F.shift;
  if constexpr (shift <= 0) {
    return vshlq_n_s32(sum, left);
  } else if constexpr (F.round == rounding::half_away) {
    return vrshrq_n_s32(vqaddq_s32(sum, vshrq_n_s32(sum, 31)), shift);
  } else if constexpr (F.round == rounding::toward_zero) {
    constexpr auto mask = static_cast<std::int32_t>((std::uint32_t{1} << shift) - 1);
    const int32x4_t below = vandq_s32(vshrq_n_s32(sum, 31), vdupq_n_s32(mask));
    return vshrq_n_s32(vaddq_s32(sum, below), shift);
  } else {
    return vshrq_n_s32(sum, shift);
  }
}

/// 8 sums as 16-bit numbers, saturated, with the zero point but where `unsigned_clamp` makes it;
/// of single products with places behind the point. The factors of b follow those of a.
template <epilogue_rules F>
ETCH_GLUE int16x8_t halves(int32x4_t a, int32x4_t b, const factor_vectors& fa,
                           const factor_vectors& fb, std::int16_t zero) {
  if constexpr (F.by_one_product) {
    a = vqrdmulhq_s32(a, fa.multiplier), b = vqrdmulhq_s32(b, fb.multiplier);
    const int16x8_t y = vuzp1q_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
    return vqaddq_s16(y, fa.offset());
  } else if constexpr (F.by_shift) {
    constexpr int shift = F.shift;
    if constexpr (F.rounds_up() && shift >= 1 && shift <= 16) {
      return vqshrn_high_n_s32(vqshrn_n_s32(a, shift), b, shift);
    }
    a = shifted<F>(a), b = shifted<F>(b);
  } else if constexpr (F.right > 0) {
    a = unshifted<F>(a, fa), b = unshifted<F>(b, fb);
    const int16x8_t y = vqrshrn_high_n_s32(vqrshrn_n_s32(a, F.right), b, F.right);
    return F.add_zero && !F.unsigned_clamp ? vqaddq_s16(y, vdupq_n_s16(zero)) : y;
  } else {
    a = scaled<F>(a, fa), b = scaled<F>(b, fb);
    if constexpr (F.narrow) {
      const int16x8_t y = vuzp1q_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
      return F.add_zero && !F.unsigned_clamp ? vaddq_s16(y, vdupq_n_s16(zero)) : y;
    } else if constexpr (F.add_zero && F.round == rounding::xnnpack) {  // may be saturated
      a = vqaddq_s32(a, vdupq_n_s32(zero)), b = vqaddq_s32(b, vdupq_n_s32(zero));
    } else if constexpr (F.add_zero) {
      a = vaddq_s32(a, vdupq_n_s32(zero)), b = vaddq_s32(b, vdupq_n_s32(zero));
    }
  }
  return vqmovn_high_s32(vqmovn_s32(a), b);
}

/// 16 sums with their factors as 16 codes.
template <epilogue_rules F>
ETCH_GLUE int8x16_t epilogue(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d,
                             const factor_vectors& fa, const factor_vectors& fb,
                             const factor_vectors& fc, const factor_vectors& fd,
                             output_range range) {
  const int16x8_t low = halves<F>(a, b, fa, fb, range.zero);
  const int16x8_t high = halves<F>(c, d, fc, fd, range.zero);
  if constexpr (F.unsigned_clamp) {
    const uint8x16_t above = vqmovun_high_s16(vqmovun_s16(low), high);
    return vreinterpretq_s8_u8(veorq_u8(above, vdupq_n_u8(0x80)));
  }
  int8x16_t y;
  if constexpr (F.places > 0) y = vqshrn_high_n_s16(vqshrn_n_s16(low, F.places), high, F.places);
  else y = vqmovn_high_s16(vqmovn_s16(low), high);
  if constexpr (F.clamp_low) y = vmaxq_s8(y, vdupq_n_s8(range.low));
  if constexpr (F.clamp_high) y = vminq_s8(y, vdupq_n_s8(range.high));
  return y;
}

/// Two times 8 sums, a and b, c and d, with the same factors, as 8 codes from y and from z on.
template <epilogue_rules F>
ETCH_GLUE void store_eights(std::int8_t* y, std::int8_t* z, int32x4_t a, int32x4_t b, int32x4_t c,
                            int32x4_t d, const factor_vectors& low, const factor_vectors& high,
                            output_range range) {
  if constexpr (F.unsigned_clamp || F.clamp_low || F.clamp_high) {
    const int8x16_t codes = epilogue<F>(a, b, c, d, low, high, low, high, range);
    vst1_s8(y, vget_low_s8(codes));
    vst1_s8(z, vget_high_s8(codes));
  } else {  // without a move of the second half
    const auto store = [](std::int8_t* to, int16x8_t sums) __attribute__((always_inline)) {
      if constexpr (F.places > 0) vst1_s8(to, vqshrn_n_s16(sums, F.places));
      else vst1_s8(to, vqmovn_s16(sums));
    };
    store(y, halves<F>(a, b, low, high, range.zero));
    store(z, halves<F>(c, d, low, high, range.zero));
  }
}

/// Stores bytes From .. From + Count - 1 of `codes` to `to`.
template <int From, int Count>
ETCH_GLUE void store_bytes(std::int8_t* to, int8x16_t codes) {
  if constexpr (Count == 16) {
    vst1q_s8(to, codes);
  } else if constexpr (Count >= 8 && From % 8 == 0) {
    if constexpr (From == 0) vst1_s8(to, vget_low_s8(codes));
    else vst1_s8(to, vget_high_s8(codes));
    store_bytes<From + 8, Count - 8>(to + 8, codes);
  } else if constexpr (Count >= 4 && From % 4 == 0) {
    const std::int32_t word = vgetq_lane_s32(vreinterpretq_s32_s8(codes), From / 4);
    __builtin_memcpy(to, &word, sizeof(word));
    store_bytes<From + 4, Count - 4>(to + 4, codes);
  } else if constexpr (Count > 0) {
    vst1q_lane_s8(to, codes, From);
    store_bytes<From + 1, Count - 1>(to + 1, codes);
  }
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
