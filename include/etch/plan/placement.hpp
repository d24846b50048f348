#pragma once

#include <etch/plan/buffer.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// The orders in which first fit takes the buffers: `first` begins with the earliest, `last` with
/// the one that dies last (time run backwards), the others with the greatest. Of equal sizes `size`
/// takes the longer life first, `size_by_birth` the earlier one.
enum class order : int { size, first, area, lifetime, last, size_by_birth };
inline constexpr int order_count = 6;

/// What shows that no placement is smaller: bytes that are live at once (or a pin), a search that
/// ruled all others out, or nothing.
enum class proof : int { none, bound, search };

/// Where N buffers lie in an arena of `bytes`.
template <int N>
struct placement {
  int offset[detail::room<N>]{};
  int bytes = 0;
  int lower_bound = 0;       ///< no placement of these buffers is smaller
  int live_bound = 0;        ///< the part of it that is seen without a search
  order used = order::size;  ///< of the first fit that it is, or that a search began with

  constexpr plan::proof proof() const {
    if (bytes > lower_bound) return plan::proof::none;
    return lower_bound > live_bound ? plan::proof::search : plan::proof::bound;
  }
  /// Whether it is proved that no placement is smaller; false means only: not proved.
  constexpr bool is_optimal() const { return proof() != plan::proof::none; }
};

}  // namespace plan
}  // namespace ETCH_NAMESPACE
