// Codes of several rows, one of each in turn, by ST2, ST3 and ST4.
#pragma once

#include <cstdint>

#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>

namespace ETCH_NAMESPACE {
namespace neon {

ETCH_GLUE void store_in_turn(std::uint8_t* y, const uint8x16_t (&v)[2]) {
  vst2q_u8(y, (uint8x16x2_t{{v[0], v[1]}}));
}
ETCH_GLUE void store_in_turn(std::uint8_t* y, const uint8x16_t (&v)[3]) {
  vst3q_u8(y, (uint8x16x3_t{{v[0], v[1], v[2]}}));
}
ETCH_GLUE void store_in_turn(std::uint8_t* y, const uint8x16_t (&v)[4]) {
  vst4q_u8(y, (uint8x16x4_t{{v[0], v[1], v[2], v[3]}}));
}
ETCH_GLUE void store_in_turn(std::uint16_t* y, const uint16x8_t (&v)[2]) {
  vst2q_u16(y, (uint16x8x2_t{{v[0], v[1]}}));
}
ETCH_GLUE void store_in_turn(std::uint16_t* y, const uint16x8_t (&v)[3]) {
  vst3q_u16(y, (uint16x8x3_t{{v[0], v[1], v[2]}}));
}
ETCH_GLUE void store_in_turn(std::uint16_t* y, const uint16x8_t (&v)[4]) {
  vst4q_u16(y, (uint16x8x4_t{{v[0], v[1], v[2], v[3]}}));
}
ETCH_GLUE void store_in_turn(std::uint32_t* y, const uint32x4_t (&v)[2]) {
  vst2q_u32(y, (uint32x4x2_t{{v[0], v[1]}}));
}
ETCH_GLUE void store_in_turn(std::uint32_t* y, const uint32x4_t (&v)[3]) {
  vst3q_u32(y, (uint32x4x3_t{{v[0], v[1], v[2]}}));
}
ETCH_GLUE void store_in_turn(std::uint32_t* y, const uint32x4_t (&v)[4]) {
  vst4q_u32(y, (uint32x4x4_t{{v[0], v[1], v[2], v[3]}}));
}

/// Vectors of codes of Size bytes of Rows rows; width 0: there are none.
template <int Rows, int Size>
struct rows_in_turn {
  static constexpr int width = Rows >= 2 && Rows <= 4 && Size <= 4 ? 16 / Size : 0;
  template <class T>
  ETCH_GLUE static void move(T* y, const T* const (&row)[Rows]) {
    using code = element_t<list<std::uint8_t, std::uint16_t, std::uint32_t>, Size / 2>;
    using vector = element_t<list<uint8x16_t, uint16x8_t, uint32x4_t>, Size / 2>;
    vector v[Rows];
    unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
      __builtin_memcpy(&v[R], row[R], sizeof v[R]);
    });
    store_in_turn(reinterpret_cast<code*>(y), v);
  }
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
#endif
