// Kernels for Armv7E-M (Cortex-M4, M7, M33 with DSP), best first.
#pragma once

#include <etch/kernel/armv7em/conv2d_q7_q7_q7_2x4_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8c_2x4_smlad.hpp>

namespace etch::inline ETCH_ABI {

using armv7em_kernels = list<conv2d_q7_q7_q7_2x4_smlad, conv2d_s8_s8_s8c_2x4_smlad>;

}  // namespace etch::inline ETCH_ABI
