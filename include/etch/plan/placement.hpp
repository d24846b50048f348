#pragma once

#include <etch/plan/buffer.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// The orders in which first fit takes the buffers: `first` begins with the earliest, `last` with
/// the one that dies last (time run backwards), the others with the greatest.
enum class order : int { size, first, area, lifetime, last };
inline constexpr int order_count = 5;

/// Where N buffers lie in an arena of `bytes`.
template <int N>
struct placement {
  int offset[detail::room<N>]{};
  int bytes = 0;
  int lower_bound = 0;  ///< no placement of these buffers is smaller
  order used = order::size;

  /// Whether the bound proves that no placement is smaller; false means only: not proved.
  constexpr bool is_optimal() const { return bytes == lower_bound; }
};

}  // namespace plan
}  // namespace ETCH_NAMESPACE
