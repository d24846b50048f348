// Bytes of several rows, one of each in turn: 16 of a row go where they belong by one VSTRB.
#pragma once

#include <cstdint>

#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

namespace ETCH_NAMESPACE {
namespace armv81m {

/// Vectors of codes of Size bytes of Rows rows; width 0: there are none.
template <int Rows, int Size>
struct rows_in_turn {
  static constexpr int width = Size == 1 && Rows <= 16 ? 16 : 0;
  template <class T>
  ETCH_GLUE static void move(T* y, const T* const (&row)[Rows]) {
    const uint8x16_t places = vmulq_n_u8(vidupq_n_u8(0, 1), Rows);
    int8x16_t codes[Rows];
    unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
      codes[R] = vldrbq_s8(reinterpret_cast<const std::int8_t*>(row[R]));
    });
    unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
      vstrbq_scatter_offset_s8(reinterpret_cast<std::int8_t*>(y + R), places, codes[R]);
    });
  }
};

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
#endif
