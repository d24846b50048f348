#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// Up to five dimensions in logical order: N H W C, outermost first; rank 0 is a single number.
struct extents {
  int rank = 0;
  int d[5]{};

  // Always inlined: a shape is a constant, and a call would bring it to flash.
  /// Number of elements.
  ETCH_GLUE constexpr int size() const {
    int s = 1;
    for (int i = 0; i < rank; ++i) s *= d[i];
    return s;
  }
  /// The same where it may be more than an int holds, at most 2^62.
  constexpr long long elements() const {
    long long s = 1;
    for (int i = 0; i < rank && d[i] > 0; ++i) {
      if (s > (1LL << 62) / d[i]) return 1LL << 62;
      s *= d[i];
    }
    return s;
  }
  /// Every tensor read as (N, H, W, C): missing outer dimensions are 1, a fifth joins N.
  ETCH_GLUE constexpr int c() const { return rank >= 1 ? d[rank - 1] : 1; }
  ETCH_GLUE constexpr int w() const { return rank >= 2 ? d[rank - 2] : 1; }
  ETCH_GLUE constexpr int h() const { return rank >= 3 ? d[rank - 3] : 1; }
  ETCH_GLUE constexpr int n() const {
    int s = 1;
    for (int i = 0; i + 3 < rank; ++i) s *= d[i];
    return s;
  }
  /// Rows of W x C elements: N * H.
  ETCH_GLUE constexpr int rows() const { return n() * h(); }
  constexpr bool operator==(const extents&) const = default;
};

/// The same tensor with other H, W and C; rank and N stay.
constexpr extents with_hwc(extents e, int h, int w, int c) {
  if (e.rank >= 3) e.d[e.rank - 3] = h;
  if (e.rank >= 2) e.d[e.rank - 2] = w;
  if (e.rank >= 1) e.d[e.rank - 1] = c;
  return e;
}

/// The most elements and bytes that a tensor has: what an int counts.
inline constexpr long long most_of_tensor = most_of_int;
/// Prints the number of elements of a shape that is too large: elements_of_shape<have, most>.
template <long long Have, long long Most>
struct elements_of_shape {
  static constexpr bool fit = Have <= Most;
};

/// A shape as a type: shape<H, W, C>, shape<N, H, W, C>, ... with 1 to 5 dimensions.
template <int... D>
struct shape {
  static_assert(sizeof...(D) <= 5, "shape: a tensor has at most five dimensions");
  static_assert(((D > 0) && ...), "shape: every dimension is at least 1");
  static constexpr extents descriptor{static_cast<int>(sizeof...(D)), {D...}};
  static_assert(
      elements_of_shape<descriptor.elements(), most_of_tensor>::fit,
      "shape: a tensor has no more elements than an int counts: elements_of_shape<have, most>");
};

}  // namespace ETCH_NAMESPACE
