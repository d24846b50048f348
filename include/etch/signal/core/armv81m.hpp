// MVE of Armv8.1-M: the FFT four numbers at a time, sums of 64 bits.
#pragma once

#include <etch/signal/core/armv7em.hpp>
#include <etch/signal/core/lanes.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

namespace ETCH_NAMESPACE::signal {

struct armv81m : armv7em {
  using armv7em::pack;
  ETCH_GLUE static word_lanes pack(signed_lanes re, signed_lanes im) {
    return reinterpret_cast<word_lanes>(
        vsliq_n_s32(reinterpret_cast<int32x4_t>(re), reinterpret_cast<int32x4_t>(im), 16));
  }
  ETCH_GLUE static signed_lanes down(signed_lanes v, int shift) {
    return reinterpret_cast<signed_lanes>(vshlq_r_s32(reinterpret_cast<int32x4_t>(v), -shift));
  }
  ETCH_GLUE static std::uint32_t any(word_lanes v) { return v[0] | v[1] | v[2] | v[3]; }

  ETCH_GLUE static word_lanes words(const complex16* p) {
    return reinterpret_cast<word_lanes>(vldrwq_u32(p));
  }
  ETCH_GLUE static void put_words(complex16* p, word_lanes v) {
    vstrwq_u32(p, reinterpret_cast<uint32x4_t>(v));
  }
  ETCH_GLUE static word_lanes halves(const complex16* p) { return gathered<apart>(p); }
  ETCH_GLUE static void put_halves(complex16* p, word_lanes v) { scatter<apart>(p, v); }
  ETCH_GLUE static word_lanes back_words(const complex16* p) { return gathered<backward>(p - 3); }
  ETCH_GLUE static void put_back_words(complex16* p, word_lanes v) { scatter<backward>(p - 3, v); }

  ETCH_GLUE static word_lanes samples(const std::int16_t* p) {
    return reinterpret_cast<word_lanes>(vldrhq_s16(p));
  }
  /// Writes a[l] and b[l] to z + 2 at[l] of the bytes at[0 .. 3], shifted right.
  template <int Shift>
  ETCH_GLUE static void put_pairs(complex16* z, const std::uint8_t* at, word_lanes a,
                                  word_lanes b) {
    const uint32x4_t place = vshlq_n_u32(vshlq_r_u32(vldrbq_u32(at), -Shift), 1);
    vstrwq_scatter_shifted_offset_u32(z, place, reinterpret_cast<uint32x4_t>(a));
    vstrwq_scatter_shifted_offset_u32(z + 1, place, reinterpret_cast<uint32x4_t>(b));
  }

  ETCH_GLUE static constexpr stretch_sums sum_stretch(const std::uint32_t* power,
                                                      const std::uint16_t* weight, int count) {
    if (__builtin_is_constant_evaluated()) return scalar::sum_stretch(power, weight, count);
    return sum_stretch_by_vmlaldava(power, weight, count);
  }

 private:
  static constexpr std::uint32_t apart[4] = {0, 1, 8, 9}, backward[4] = {3, 2, 1, 0};
  template <const std::uint32_t (&At)[4]>
  ETCH_GLUE static word_lanes gathered(const complex16* p) {
    return reinterpret_cast<word_lanes>(vldrwq_gather_shifted_offset_u32(p, vldrwq_u32(At)));
  }
  template <const std::uint32_t (&At)[4]>
  ETCH_GLUE static void scatter(complex16* p, word_lanes v) {
    vstrwq_scatter_shifted_offset_u32(p, vldrwq_u32(At), reinterpret_cast<uint32x4_t>(v));
  }
  ETCH_GLUE static stretch_sums sum_stretch_by_vmlaldava(const std::uint32_t* power,
                                                         const std::uint16_t* weight, int count) {
    stretch_sums sums;
    for (int i = 0; i < count; i += 4) {
      const mve_pred16_t rest = vctp32q(static_cast<std::uint32_t>(count - i));
      const uint32x4_t p = vldrwq_z_u32(power + i, rest), w = vldrhq_z_u32(weight + i, rest);
      sums.all = vaddlvaq_u32(sums.all, p);
      sums.rising = vmlaldavaq_u32(sums.rising, p, w);
    }
    return sums;
  }
};

template <>
struct lanes_of<armv81m> : lanes_by_words<armv81m> {};

}  // namespace ETCH_NAMESPACE::signal
#endif
