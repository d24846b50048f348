// Matrices of 8-bit codes on cores without DSP instructions: eight rows a pass over the vector, as
// dense has them, the rest of them one by one.
#pragma once

#include <etch/kernel/cortex_m/rows_by_eights.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Rows of bytes by blocks of kind Block.
template <class Block, class Sums, int Rows, int Length>
struct rows_of_eights {
  static constexpr int eights = Rows / 8 * 8;
  /// What sums of products with codes lack of those with codes less their zero point, and what
  /// Block gives besides.
  static constexpr bool corrects = Sums::zero != 0 || (Block::bias_of_code != 0 && eights > 0);
  std::int8_t weights[Rows * Length];
  std::int32_t start[corrects ? Rows : 1];

  template <class Load>
  constexpr explicit rows_of_eights(const Load& load) : weights{}, start{} {
    std::int8_t all[Rows * Length]{};
    load(all);
    for (int r = 0; r < Rows; ++r) {
      const bool one = r >= eights;
      const int first = one ? r * Length : r / 8 * 8 * Length + Block::place_of_filter(r % 8);
      std::int32_t sum = 0;
      for (int k = 0; k < Length; ++k) {
        const int w = all[r * Length + k];
        weights[first + (one ? k : 8 * k)] =
            static_cast<std::int8_t>(static_cast<unsigned char>(w + (one ? 0 : 128)));
        sum += w;
      }
      if (corrects) start[r] = -(Sums::zero + (one ? 0 : Block::bias_of_code)) * sum;
    }
  }

#if ETCH_HAS_M_PROFILE
  struct vector {
    const std::int8_t* x;
    std::int32_t excess;  ///< what 128 more of each weight add, modulo 2^32 as the sums
    ETCH_GLUE explicit vector(const std::int8_t* codes)
        : x(codes),
          excess(static_cast<std::int32_t>(
              0U - 128U * static_cast<std::uint32_t>(sum_of_row(codes, Length)))) {}
  };
  template <int>
  ETCH_KERNEL void add(std::int32_t* to, const vector& v, int first) const {
    const std::int8_t* w = weights + first * Length;
    const std::int32_t* from = start + first;
    if (first < eights) {
      Block::add_products(v.x, w, Length, to);
      const std::int32_t excess = v.excess;
      for (int i = 0; i < 8; ++i) {
        to[i] = sum_from(to[i], corrects ? sum_from(excess, *from++) : excess);
      }
    } else {
      for (int r = Rows % 8; r > 0; --r, w += Length, ++to) {
        *to = product_of_rows(w, v.x, Length);
        if constexpr (corrects) *to = sum_from(*to, *from++);
      }
    }
  }
#else
  using vector = const std::int8_t*;
#endif
};

/// What a core multiplies matrices by: bytes by Block, codes of 16 bits by Tile.
template <class Block, class Tile>
struct matrix_products {
  static constexpr int block = 8;
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by =
      element_t<list<plain_rows<Sums, W, Rows, Length>, rows_of_eights<Block, Sums, Rows, Length>,
                     short_rows<Tile, Sums, W, Rows, Length>>,
                are_bytes<Sums, W>            ? 1
                : are_shorts<Sums, W, Length> ? 2
                                              : 0>;
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
