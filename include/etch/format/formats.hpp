// Every number format of the library: one include and one entry each.
#pragma once

#include <etch/format/accumulator.hpp>
#include <etch/format/affine.hpp>
#include <etch/format/f32.hpp>
#include <etch/format/number.hpp>
#include <etch/format/packed.hpp>
#include <etch/format/q.hpp>
#include <etch/format/range.hpp>
#include <etch/format/uq.hpp>

namespace etch::inline ETCH_ABI {

using format_kinds =
    list<q_kind, uq_kind, affine_kind, unsigned_affine_kind, f32_kind, accumulator_kind>;

}  // namespace etch::inline ETCH_ABI
