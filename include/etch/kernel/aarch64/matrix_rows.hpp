// Matrices on AArch64: of 8-bit codes 16 rows at a time by the tile of a dense layer, of bytes that
// meet 16 bits by SDOT or SMMLA in halves (rows_of_halves.hpp), else of 16 bits by the tile of such
// layers, of f32 16 side by side. Rows behind the last in a group of four are
// summed for nothing.
#pragma once

#include <etch/kernel/aarch64/blocks_of_states.hpp>
#include <etch/kernel/aarch64/floats.hpp>
#include <etch/kernel/aarch64/gate_ends.hpp>
#include <etch/kernel/aarch64/lines_of_gates.hpp>
#include <etch/kernel/aarch64/moving_states.hpp>
#include <etch/kernel/aarch64/rows_by_tiles.hpp>
#include <etch/kernel/aarch64/rows_of_halves.hpp>
#include <etch/kernel/aarch64/short_tile.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Whether a weight among constants First .. First + Count - 1 of call C is -128.
template <class C, int First, int Count>
constexpr bool have_lowest() {
  for (int i = First; i < First + Count; ++i) {
    for (int k = 0; k < C::template in<First>::span; ++k) {
      if (C::bytes(i)[k] == 0x80) return true;
    }
  }
  return false;
}

/// What a machine multiplies matrices by, bytes by instruction By; vectors of bytes in words.
template <multiply By>
struct matrix_products : neon::gate_ends,
                         neon::lines_of_gates,
                         neon::blocks_of_states,
                         neon::moving_states {
  static constexpr int block = 16;
  /// Bytes have one vector, which SMMLA takes two of.
  static constexpr multiply of_bytes = By == multiply::smmla ? multiply::sdot : By;
  template <class C, int First, int Count, class Sums, class W, int Length>
  static constexpr int form() {
    if constexpr (are_bytes<Sums, W>) {
      if constexpr (Length % 4 != 0) return 0;
      else if constexpr (By == multiply::smlal) return have_lowest<C, First, Count>() ? 2 : 1;
      else return 1;
    } else {
      constexpr bool by_halves = (By == multiply::sdot || By == multiply::smmla) &&
                                 __is_same(W, std::int8_t) &&
                                 __is_same(typename Sums::code, std::int16_t) &&
                                 __is_same(typename Sums::type, std::int32_t);
      if constexpr (are_shorts<Sums, W, Length>) return by_halves ? 5 : 3;
      else return are_floats<Sums, W> ? 4 : 0;
    }
  }
#if ETCH_HAS_NEON
  using vector_type = neon::four_floats;
#else
  using vector_type = vectors::single_float;
#endif
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by = element_t<
      list<plain_rows<Sums, W, Rows, Length>, rows_of_bytes<of_bytes, Sums, Rows, Length>,
           rows_of_bytes<multiply::smull, Sums, Rows, Length>,
           short_rows<neon::short_tile, Sums, W, Rows, Length>,
           float_rows<vector_type, 16, Sums, Rows, Length>, rows_of_halves<By, Rows, Length>>,
      form<C, First, Count, Sums, W, Length>()>;
  template <class W>
  static constexpr bool joins_rows = __is_same(W, std::int8_t);
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using joint_rows_by =
      element_t<list<void, rows_of_bytes<of_bytes, Sums, Rows, Length, Count>,
                     rows_of_bytes<multiply::smull, Sums, Rows, Length, Count>, void, void, void>,
                form<C, First, Count, Sums, W, Length>()>;
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
