// relu of codes of 8 or 16 bits, 16 bytes of them at a time, by SMAX or UMAX.
//
// Needs: Advanced SIMD; values in logical order. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may
// be x.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/relu_of_codes.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

struct by_lanes {
  static constexpr bool is_available = ETCH_HAS_NEON;

  template <class T>
  ETCH_KERNEL static void rectify([[maybe_unused]] T* y, [[maybe_unused]] const T* x,
                                  [[maybe_unused]] int count, [[maybe_unused]] T zero) {
#if ETCH_HAS_NEON
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    const auto least = all_lanes(zero);
    const auto whole = [&](int i) __attribute__((always_inline)) {
      store_lanes(y + i, larger(load_all_lanes(x + i), least));
    };
    int i = 0;
    for (; i + 4 * lanes <= count; i += 4 * lanes)
      whole(i), whole(i + lanes), whole(i + 2 * lanes), whole(i + 3 * lanes);
    for (; i + lanes <= count; i += lanes) whole(i);
    for (; i < count; ++i) y[i] = x[i] < zero ? zero : x[i];
#endif
  }
};

}  // namespace neon

/// relu of signed 8-bit codes.
struct relu_s8_s8_smax : relu_of_codes<neon::by_lanes, std::int8_t> {
  static constexpr const char* name = "relu_s8_s8_smax";
};
/// relu of unsigned 8-bit codes.
struct relu_u8_u8_umax : relu_of_codes<neon::by_lanes, std::uint8_t> {
  static constexpr const char* name = "relu_u8_u8_umax";
};
/// relu of 16-bit codes.
struct relu_s16_s16_smax : relu_of_codes<neon::by_lanes, std::int16_t> {
  static constexpr const char* name = "relu_s16_s16_smax";
};

}  // namespace ETCH_NAMESPACE
