// Functions of one 8-bit code, 16 at a time, by VLDRB that gathers from a table: what kernels of
// such operators share.
#pragma once

#include <etch/kernel/layer/tables_of_bytes.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {
namespace armv81m {

struct look_up_by_vldrb {
  static constexpr bool is_available = ETCH_HAS_MVE;

  ETCH_KERNEL static void look_up([[maybe_unused]] std::uint8_t* y,
                                  [[maybe_unused]] const std::uint8_t* x,
                                  [[maybe_unused]] int count,
                                  [[maybe_unused]] const std::uint8_t* table) {
#if ETCH_HAS_MVE
    for (int k = count / 16; k > 0; --k, x += 16, y += 16) {
      vstrbq_u8(y, vldrbq_gather_offset_u8(table, vldrbq_u8(x)));
    }
    if (count % 16 != 0) {
      const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(count % 16));
      const uint8x16_t codes = vldrbq_z_u8(x, inside);
      vstrbq_p_u8(y, vldrbq_gather_offset_z_u8(table, codes, inside), inside);
    }
#endif
  }
};
template <class K, class Generic>
using table_kernel = table_of_bytes<K, Generic, look_up_by_vldrb>;

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
