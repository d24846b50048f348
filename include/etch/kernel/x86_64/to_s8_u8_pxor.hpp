// to between affine int8 and uint8 whose codes of one number differ by 128, four vectors of 16, 32
// or 64 at a time.
//
// Needs: SSE2. Any count. Reads: x. Writes: y, which may be x.
#pragma once

#include <etch/kernel/generic/to.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

struct flip_by_pxor {
  /// y[i] = x[i] with the upper bit flipped, `count` bytes.
  template <class Y, class X>
  ETCH_KERNEL static void flip_signs([[maybe_unused]] Y* y, [[maybe_unused]] const X* x,
                                     [[maybe_unused]] int count) {
#if ETCH_HAS_X86
    const auto vectors = [&]<class V, int Count>() __attribute__((always_inline)) {
      const auto signs = V::all_16(static_cast<std::int16_t>(0x8080));
      typename V::vector codes[Count];
      unroll<Count>([&]<int I>()
                        __attribute__((always_inline)) { codes[I] = V::load(x + V::bytes * I); });
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        V::store(y + V::bytes * I, V::bits_xor(codes[I], signs));
      });
      y += V::bytes * Count, x += V::bytes * Count, count -= V::bytes * Count;
    };
    while (count >= 4 * widest_vectors::bytes) vectors.template operator()<widest_vectors, 4>();
    while (count >= sse2_vectors::bytes) vectors.template operator()<sse2_vectors, 1>();
    for (; count > 0; --count) *y++ = flip_sign<Y>(*x++);
#else
    static_assert(sizeof(Y) == 0, "to by PXOR: compile for x86-64");
#endif
  }
};

}  // namespace x86

/// to that flips the upper bit of codes.
struct to_s8_u8_pxor : to_flipped_by<x86::flip_by_pxor> {
  static constexpr const char* name = "to_s8_u8_pxor";
};

}  // namespace ETCH_NAMESPACE
