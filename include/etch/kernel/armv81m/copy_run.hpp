// A copy of codes that lie one behind the other, by vectors, and no byte more.
#pragma once

#include <etch/kernel/kernel.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Copies `count` codes.
ETCH_GLUE void copy_run(std::int8_t* to, const std::int8_t* from, int count) {
  for (; count > 0; count -= 16, to += 16, from += 16) {
    const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(count));
    vstrbq_p_s8(to, vldrbq_z_s8(from, inside), inside);
  }
}

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
#endif
