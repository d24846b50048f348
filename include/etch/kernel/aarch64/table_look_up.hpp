// Functions of one 8-bit code, 16 at a time, by TBL and TBX from tables of 64: what kernels of such
// operators share.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/tables_of_bytes.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

struct look_up_by_tbl {
  static constexpr bool is_available = ETCH_HAS_NEON;

  ETCH_KERNEL static void look_up([[maybe_unused]] std::uint8_t* y,
                                  [[maybe_unused]] const std::uint8_t* x,
                                  [[maybe_unused]] int count,
                                  [[maybe_unused]] const std::uint8_t* table) {
#if ETCH_HAS_NEON
    int i = 0;
    if (count >= 64) {  // fewer do not pay for the table in 16 registers
      const uint8x16x4_t a = vld1q_u8_x4(table), b = vld1q_u8_x4(table + 64);
      const uint8x16x4_t c = vld1q_u8_x4(table + 128), d = vld1q_u8_x4(table + 192);
      const uint8x16_t fourth = vdupq_n_u8(64);
      for (; i + 16 <= count; i += 16) {
        const uint8x16_t codes = vld1q_u8(x + i);
        // TBL gives 0 and TBX keeps where an index is not in its quarter.
        const uint8x16_t in_b = vsubq_u8(codes, fourth), in_c = vsubq_u8(in_b, fourth);
        uint8x16_t found = vqtbx4q_u8(vqtbl4q_u8(a, codes), b, in_b);
        found = vqtbx4q_u8(found, c, in_c);
        vst1q_u8(y + i, vqtbx4q_u8(found, d, vsubq_u8(in_c, fourth)));
      }
    }
    for (; i < count; ++i) y[i] = table[x[i]];
#endif
  }
};
template <class K, class Generic>
using table_kernel = table_of_bytes<K, Generic, look_up_by_tbl>;

}  // namespace neon

}  // namespace ETCH_NAMESPACE
