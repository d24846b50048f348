// Kernels for Armv7E-M (Cortex-M4, M7, M33 with DSP), best first.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace etch::inline ETCH_ABI {

using armv7em_kernels = list<>;

}  // namespace etch::inline ETCH_ABI
