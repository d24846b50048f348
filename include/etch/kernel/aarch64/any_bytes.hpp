// Layers of 8-bit codes of either sign and with any zero points (layer/byte_sums.hpp) on AArch64:
// the tile of 16-bit codes, which widens codes by SSUBL or USUBL, zero points taken off.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/aarch64/short_tile.hpp>
#include <etch/kernel/layer/byte_sums.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// The tile.
struct any_bytes_tile : short_tile {
#if ETCH_HAS_NEON
  /// Codes less Zero.
  template <int Zero, class Code>
  ETCH_GLUE static void widen(std::int16_t* to, const Code* from, int count) {
    const auto put = [&]() __attribute__((always_inline)) {
      const auto codes = load_all_lanes(from);
      const auto zero = all_lanes(static_cast<Code>(Zero));
      vst1q_s16(to, low_differences(codes, zero));
      vst1q_s16(to + 8, high_differences(codes, zero));
    };
    const bool is_long = count >= 16;
    for (; count >= 16; count -= 16, to += 16, from += 16) put();
    if (is_long && count > 0) {  // the last 16
      to -= 16 - count, from -= 16 - count;
      put();
    } else {
      for (int i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i] - Zero);
    }
  }

 private:
  ETCH_GLUE static int16x8_t low_differences(int8x16_t a, int8x16_t b) {
    return vsubl_s8(vget_low_s8(a), vget_low_s8(b));
  }
  ETCH_GLUE static int16x8_t high_differences(int8x16_t a, int8x16_t b) {
    return vsubl_high_s8(a, b);
  }
  ETCH_GLUE static int16x8_t low_differences(uint8x16_t a, uint8x16_t b) {
    return vreinterpretq_s16_u16(vsubl_u8(vget_low_u8(a), vget_low_u8(b)));
  }
  ETCH_GLUE static int16x8_t high_differences(uint8x16_t a, uint8x16_t b) {
    return vreinterpretq_s16_u16(vsubl_high_u8(a, b));
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
