// Codes of two rows, one of each in turn, by PUNPCK.
#pragma once

#include <etch/kernel/x86_64/lanes.hpp>

#if ETCH_HAS_X86

namespace ETCH_NAMESPACE {
namespace x86 {

/// Vectors of codes of Size bytes of Rows rows; width 0: there are none.
template <int Rows, int Size>
struct rows_in_turn {
  static constexpr int width = Rows == 2 && Size <= 4 ? 16 / Size : 0;
  template <class T>
  ETCH_GLUE static void move(T* y, const T* const (&row)[Rows]) {
    const auto a = load_vector<__m128i>(row[0]), b = load_vector<__m128i>(row[1]);
    if constexpr (Size == 1) {
      store_vector(y, _mm_unpacklo_epi8(a, b));
      store_vector(y + width / 2 * Rows, _mm_unpackhi_epi8(a, b));
    } else if constexpr (Size == 2) {
      store_vector(y, _mm_unpacklo_epi16(a, b));
      store_vector(y + width / 2 * Rows, _mm_unpackhi_epi16(a, b));
    } else {
      store_vector(y, _mm_unpacklo_epi32(a, b));
      store_vector(y + width / 2 * Rows, _mm_unpackhi_epi32(a, b));
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
#endif
