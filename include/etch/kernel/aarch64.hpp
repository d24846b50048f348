// Kernels for AArch64, best first.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace etch::inline ETCH_ABI {

using aarch64_dotprod_kernels = list<>;
using aarch64_kernels = list<>;

}  // namespace etch::inline ETCH_ABI
