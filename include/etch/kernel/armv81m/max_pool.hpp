// max_pool of codes of 8 to 16 bits, 16 bytes at a time, by VMAX.
//
// Needs: MVE; hwc; windows of at most 12 rows where these lie apart. Window, padding, stride,
// dilation and C are free. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/cortex_m/max_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Runs of codes in vectors, the last of which may be part.
template <class Code>
struct vectors_of {
  using code = Code;
  static constexpr bool is_available = ETCH_HAS_MVE;
  static constexpr bool takes(int) { return true; }
  /// Runs that `largest` compares at once.
  static constexpr int at_once = 4;

#if ETCH_HAS_MVE
  /// y = the largest of each code of four runs, `bytes` long, all moved on.
  ETCH_GLUE static void largest(std::int8_t*& y, const std::int8_t* (&x)[4], int bytes) {
    const auto next = [&](int count, const auto& load) __attribute__((always_inline)) {
      const int8x16_t most =
          maximum(maximum(load(x[0]), load(x[1])), maximum(load(x[2]), load(x[3])));
      unroll<4>([&]<int I>() __attribute__((always_inline)) { x[I] += count; });
      return most;
    };
    for (unsigned n = static_cast<unsigned>(bytes) / 16; n > 0; --n, y += 16) {
      vstrbq_s8(y, next(16, [](const std::int8_t* p)
                                __attribute__((always_inline)) { return vldrbq_s8(p); }));
    }
    if (const int rest = bytes % 16; rest > 0) {
      const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(rest));
      const auto load = [&](const std::int8_t* p)
                            __attribute__((always_inline)) { return vldrbq_z_s8(p, inside); };
      vstrbq_p_s8(y, next(rest, load), inside);
      y += rest;
    }
  }
  /// Brings `bytes` bytes of y between two codes.
  ETCH_GLUE static void limit(std::int8_t* y, int bytes, const limits<Code>& l) {
    const int8x16_t low = all(l.low), high = all(l.high);
    for (; bytes > 0; bytes -= 16, y += 16) {
      const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(bytes));
      vstrbq_p_s8(y, minimum(maximum(vldrbq_z_s8(y, inside), low), high), inside);
    }
  }

 private:
  static constexpr bool is_signed = static_cast<Code>(-1) < 0;
  ETCH_GLUE static int8x16_t all(Code code) {
    if constexpr (sizeof(Code) == 2) return vreinterpretq_s8_s16(vdupq_n_s16(code));
    else return vdupq_n_s8(static_cast<std::int8_t>(code));
  }
  ETCH_GLUE static int8x16_t maximum(int8x16_t a, int8x16_t b) {
    if constexpr (sizeof(Code) == 2) {
      return vreinterpretq_s8_s16(vmaxq_s16(vreinterpretq_s16_s8(a), vreinterpretq_s16_s8(b)));
    } else if constexpr (is_signed) {
      return vmaxq_s8(a, b);
    } else {
      return vreinterpretq_s8_u8(vmaxq_u8(vreinterpretq_u8_s8(a), vreinterpretq_u8_s8(b)));
    }
  }
  ETCH_GLUE static int8x16_t minimum(int8x16_t a, int8x16_t b) {
    if constexpr (sizeof(Code) == 2) {
      return vreinterpretq_s8_s16(vminq_s16(vreinterpretq_s16_s8(a), vreinterpretq_s16_s8(b)));
    } else if constexpr (is_signed) {
      return vminq_s8(a, b);
    } else {
      return vreinterpretq_s8_u8(vminq_u8(vreinterpretq_u8_s8(a), vreinterpretq_u8_s8(b)));
    }
  }
#endif
};

}  // namespace armv81m

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_vmax
    : cortex_m::max_pool_of_words<max_pool_s8_s8_vmax, armv81m::vectors_of<std::int8_t>> {
  static constexpr const char* name = "max_pool_s8_s8_vmax";
};
/// max_pool of unsigned 8-bit codes.
struct max_pool_u8_u8_vmax
    : cortex_m::max_pool_of_words<max_pool_u8_u8_vmax, armv81m::vectors_of<std::uint8_t>> {
  static constexpr const char* name = "max_pool_u8_u8_vmax";
};
/// max_pool of signed codes of 9 to 16 bits of any format.
struct max_pool_s16_s16_vmax
    : cortex_m::max_pool_of_words<max_pool_s16_s16_vmax, armv81m::vectors_of<std::int16_t>> {
  static constexpr const char* name = "max_pool_s16_s16_vmax";
};

}  // namespace ETCH_NAMESPACE
