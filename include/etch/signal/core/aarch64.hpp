// Advanced SIMD of AArch64: the FFT four numbers at a time.
#pragma once

#include <etch/signal/core/lanes.hpp>
#include <etch/signal/core/scalar.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>

namespace ETCH_NAMESPACE::signal {

struct aarch64 : scalar {
  using scalar::pack;
  ETCH_GLUE static word_lanes pack(signed_lanes re, signed_lanes im) {
    return reinterpret_cast<word_lanes>(
        vsliq_n_s32(reinterpret_cast<int32x4_t>(re), reinterpret_cast<int32x4_t>(im), 16));
  }
  ETCH_GLUE static signed_lanes down(signed_lanes v, int shift) {
    return reinterpret_cast<signed_lanes>(
        vshlq_s32(reinterpret_cast<int32x4_t>(v), vdupq_n_s32(-shift)));
  }
  ETCH_GLUE static std::uint32_t any(word_lanes v) { return v[0] | v[1] | v[2] | v[3]; }

  ETCH_GLUE static word_lanes words(const complex16* p) {
    return reinterpret_cast<word_lanes>(vld1q_u32(p));
  }
  ETCH_GLUE static void put_words(complex16* p, word_lanes v) {
    vst1q_u32(p, reinterpret_cast<uint32x4_t>(v));
  }
  ETCH_GLUE static word_lanes halves(const complex16* p) {
    return reinterpret_cast<word_lanes>(vcombine_u32(vld1_u32(p), vld1_u32(p + 8)));
  }
  ETCH_GLUE static void put_halves(complex16* p, word_lanes v) {
    vst1_u32(p, vget_low_u32(reinterpret_cast<uint32x4_t>(v)));
    vst1_u32(p + 8, vget_high_u32(reinterpret_cast<uint32x4_t>(v)));
  }
  ETCH_GLUE static word_lanes back_words(const complex16* p) { return reversed(words(p - 3)); }
  ETCH_GLUE static void put_back_words(complex16* p, word_lanes v) {
    put_words(p - 3, reversed(v));
  }
  ETCH_GLUE static word_lanes samples(const std::int16_t* p) {
    return reinterpret_cast<word_lanes>(vld1q_s16(p));
  }
  /// Writes a[l] and b[l] to z + 2 at[l] of the bytes at[0 .. 3], shifted right.
  template <int Shift>
  ETCH_GLUE static void put_pairs(complex16* z, const std::uint8_t* at, word_lanes a,
                                  word_lanes b) {
    const auto x = reinterpret_cast<uint32x4_t>(a), y = reinterpret_cast<uint32x4_t>(b);
    const uint32x4_t first = vzip1q_u32(x, y), last = vzip2q_u32(x, y);
    vst1_u32(z + 2 * (at[0] >> Shift), vget_low_u32(first));
    vst1_u32(z + 2 * (at[1] >> Shift), vget_high_u32(first));
    vst1_u32(z + 2 * (at[2] >> Shift), vget_low_u32(last));
    vst1_u32(z + 2 * (at[3] >> Shift), vget_high_u32(last));
  }

 private:
  ETCH_GLUE static word_lanes reversed(word_lanes v) {
    const uint32x4_t pairs = vrev64q_u32(reinterpret_cast<uint32x4_t>(v));
    return reinterpret_cast<word_lanes>(vextq_u32(pairs, pairs, 2));
  }
};

template <>
struct lanes_of<aarch64> : lanes_by_words<aarch64> {};

}  // namespace ETCH_NAMESPACE::signal
#endif
