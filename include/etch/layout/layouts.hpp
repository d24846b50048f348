// Every layout of the library: one include and one entry each.
#pragma once

#include <etch/layout/chw.hpp>
#include <etch/layout/hwc.hpp>

namespace ETCH_NAMESPACE {

/// All layouts.
using layouts = list<hwc, chw, ohwi>;

}  // namespace ETCH_NAMESPACE
