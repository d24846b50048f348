// Every layout of the library: one include and one entry each.
#pragma once

#include <etch/layout/chw.hpp>
#include <etch/layout/hwc.hpp>

namespace etch::inline ETCH_ABI {

/// All layouts.
using layouts = list<hwc, chw, ohwi>;

}  // namespace etch::inline ETCH_ABI
