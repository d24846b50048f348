// Matrices of codes on x86-64, four rows at a time by PMADDWD, weights as they lie and codes of 8
// bits widened once on the stack: up to 8 KiB of them.
#pragma once

#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// What kernels by PMADDWD multiply matrices by.
struct matrix_products {
  static constexpr int block = 16, longest = 4096;
  template <class Sums, class W, int Length>
  static constexpr bool by_tile =
      are_shorts<Sums, W, Length> || (are_bytes<Sums, W> && Length >= 12 && Length <= longest);
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by = element_t<
      list<plain_rows<Sums, W, Rows, Length>, short_rows<short_tile, Sums, W, Rows, Length>>,
      by_tile<Sums, W, Length> ? 1 : 0>;
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
