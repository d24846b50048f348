// to between affine int8 and uint8 whose codes of one number differ by 128, 128 bytes at a time.
//
// Needs: Advanced SIMD. Any count. Reads: x. Writes: y, which may be x.
#pragma once

#include <etch/kernel/generic/to.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

class flip_by_eor {
 public:
  /// y[i] = x[i] with the upper bit flipped, `count` bytes.
  template <class Y, class X>
  ETCH_GLUE static void flip_signs([[maybe_unused]] Y* y, [[maybe_unused]] const X* x,
                                   [[maybe_unused]] int count) {
#if ETCH_HAS_NEON
    auto* const to = reinterpret_cast<std::uint8_t*>(y);
    const auto* const from = reinterpret_cast<const std::uint8_t*>(x);
    // a few vectors take no more code than a call
    if (__builtin_constant_p(count) && count <= 160 && count % 16 == 0) flip(to, from, count);
    else flip_any(to, from, count);
#else
    static_assert(sizeof(Y) == 0, "to by EOR: compile for AArch64");
#endif
  }

#if ETCH_HAS_NEON
 private:
  ETCH_KERNEL static void flip_any(std::uint8_t* to, const std::uint8_t* from, int count) {
    flip(to, from, count);
  }
  ETCH_GLUE static void flip(std::uint8_t* to, const std::uint8_t* from, int count) {
    const uint8x16_t signs = vdupq_n_u8(0x80);
    const auto vectors = [&]<int Count>() __attribute__((always_inline)) {
      uint8x16_t codes[Count];
      unroll<Count>([&]<int I>()
                        __attribute__((always_inline)) { codes[I] = vld1q_u8(from + 16 * I); });
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        vst1q_u8(to + 16 * I, veorq_u8(codes[I], signs));
      });
      to += 16 * Count, from += 16 * Count, count -= 16 * Count;
    };
    while (count >= 128) vectors.template operator()<8>();
    if (count >= 64) vectors.template operator()<4>();
    if (count >= 32) vectors.template operator()<2>();
    if (count >= 16) vectors.template operator()<1>();
    for (; count > 0; --count) *to++ = flip_sign<std::uint8_t>(*from++);
  }
#endif
};

}  // namespace neon

/// to that flips the upper bit of codes.
struct to_s8_u8_eor : to_flipped_by<neon::flip_by_eor> {
  static constexpr const char* name = "to_s8_u8_eor";
};

}  // namespace ETCH_NAMESPACE
