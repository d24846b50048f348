// relu of codes of 8 or 16 bits, 16 bytes of them at a time, by VMAX.
//
// Needs: MVE; values in logical order. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/layer/relu_of_codes.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {
namespace armv81m {

struct by_vmax {
  static constexpr bool is_available = ETCH_HAS_MVE;

  template <class T>
  ETCH_KERNEL static void rectify([[maybe_unused]] T* y, [[maybe_unused]] const T* x,
                                  [[maybe_unused]] int count, [[maybe_unused]] T zero) {
#if ETCH_HAS_MVE
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    for (int k = count / lanes; k > 0; --k, x += lanes, y += lanes) {
      vst1q(y, vmaxq(vld1q(x), of(zero)));
    }
    if (count % lanes != 0) {
      const auto left = static_cast<std::uint32_t>(count % lanes);
      const mve_pred16_t inside = sizeof(T) == 1 ? vctp8q(left) : vctp16q(left);
      vst1q_p(y, vmaxq(vld1q_z(x, inside), of(zero)), inside);
    }
#endif
  }

 private:
#if ETCH_HAS_MVE
  ETCH_GLUE static int8x16_t of(std::int8_t code) { return vdupq_n_s8(code); }
  ETCH_GLUE static uint8x16_t of(std::uint8_t code) { return vdupq_n_u8(code); }
  ETCH_GLUE static int16x8_t of(std::int16_t code) { return vdupq_n_s16(code); }
#endif
};

}  // namespace armv81m

/// relu of signed 8-bit codes.
struct relu_s8_s8_vmax : relu_of_codes<armv81m::by_vmax, std::int8_t> {
  static constexpr const char* name = "relu_s8_s8_vmax";
};
/// relu of unsigned 8-bit codes.
struct relu_u8_u8_vmax : relu_of_codes<armv81m::by_vmax, std::uint8_t> {
  static constexpr const char* name = "relu_u8_u8_vmax";
};
/// relu of 16-bit codes.
struct relu_s16_s16_vmax : relu_of_codes<armv81m::by_vmax, std::int16_t> {
  static constexpr const char* name = "relu_s16_s16_vmax";
};

}  // namespace ETCH_NAMESPACE
