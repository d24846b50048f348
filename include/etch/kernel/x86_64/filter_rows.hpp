// Rows of a matrix of bytes or of 16-bit numbers as the filters of a dense layer of one pixel
// (filter_tiles.hpp): 16 rows a pass over the vector, a row a lane, packed as that layer packs
// them.
#pragma once

#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Of the bytes of constants First .. First + Count - 1 of a call, matrices with rows of Length:
/// pairs are neighbours in a row.
template <int First, int Count, int Length>
struct pairs_of_matrices {
  template <class C>
  static constexpr pair_facts of() {
    pair_facts facts;
    bool fit = true, symmetric = true;
    for (int i = First; i < First + Count; ++i) {
      const unsigned char* const codes = C::bytes(i);
      for (int row = 0; row < C::template in<First>::span; row += Length) {
        for (int k = 0; k < Length; k += 2) {  // spelt out, as for each weight
          const int a = static_cast<signed char>(codes[row + k]);
          const int b = k + 1 < Length ? static_cast<signed char>(codes[row + k + 1]) : 0;
          if (a + b > 128 || a + b < -128) fit = false;
          if (a == -128 || b == -128) symmetric = false;
        }
      }
    }
    facts.fit = fit;
    facts.are_symmetric = symmetric;
    return facts;
  }
};

/// Length codes as products by V take them, in whole words.
template <class V, int Length>
struct codes_in_words {
  static constexpr int bytes = Length * V::code_bytes, unit = 4 * V::words_of_load;
  alignas(unit) std::uint8_t code[round_up(bytes, unit)];

#if ETCH_HAS_X86
  template <class X>
  ETCH_GLUE explicit codes_in_words(const X* x) {
    __builtin_memset(code + bytes / unit * unit, 0, unit);  // what meets weights of 0
    copy_offset_codes<V, Length>(code, x);
  }
#endif
  ETCH_GLUE operator const std::uint8_t*() const { return code; }
};
/// Codes that are whole words where they lie.
struct codes_in_place {
  const std::uint8_t* code;

  template <class X>
  ETCH_GLUE explicit codes_in_place(const X* x) : code(reinterpret_cast<const std::uint8_t*>(x)) {}
  ETCH_GLUE operator const std::uint8_t*() const { return code; }
};

/// Rows of W, of bytes or as wide as the codes of vectors V.
template <class V, class Sums, int Rows, int Length, class W = std::int8_t>
struct filter_rows {
  using words = codes_in_words<V, Length>;
  using vector = element_t<list<codes_in_place, words>, words::bytes % words::unit == 0 ? 0 : 1>;
  /// A dense layer of so many outputs.
  static constexpr window_geometry layer(int rows) { return {.c = Length, .oc = rows}; }
  template <int Filters>
  using form = filter_form<layer(Filters), V>;
  static constexpr int block = 16, whole = Rows / block * block, rest = Rows - whole;
  static constexpr int block_bytes = form<block>::vectors * form<block>::vector_bytes;
  static constexpr int rest_bytes =
      rest > 0 ? form<maximum(rest, 1)>::vectors* form<maximum(rest, 1)>::vector_bytes : 0;
  static constexpr int sums = whole + round_up(rest, V::lanes);
  static constexpr int lifted = Sums::zero + V::offset;  // what products take zero for

  alignas(V::bytes) std::int8_t weights[whole / block * block_bytes + rest_bytes];
  alignas(V::bytes) std::int32_t start[lifted != 0 ? sums : V::lanes];  // vectors of tiles

  template <class Load>
  constexpr explicit filter_rows(const Load& load) : weights{}, start{} {
    rows_as_loaded all;
    load(all.code);
    for (int first = 0; first < whole; first += block, all.begin += block * Length)
      pack<block>(all, first);
    if constexpr (rest > 0) pack<rest>(all, whole);
  }

#if ETCH_HAS_X86
  /// Writes all of a block.
  template <int Block>
  ETCH_KERNEL void add(std::int32_t* to, const std::uint8_t* x, int first) const {
    static_assert(Block == block);
    if (first < whole) {
      if constexpr (whole > 0) add_tiles<block>(to, x, first);
    } else {
      if constexpr (rest > 0) add_tiles<rest>(to, x, whole);
    }
  }
#endif

 private:
  /// The matrix as it is, from row begin / Length on.
  struct rows_as_loaded {
    W code[Rows * Length]{};
    int begin = 0;
    constexpr const W* codes() const { return code; }
  };
  /// Packs Filters rows, the first of which is `first`.
  template <int Filters>
  constexpr void pack(const rows_as_loaded& all, int first) {
    using tiles = form<Filters>;
    pack_tile_weights<layer(Filters), V>(weights, first / block * block_bytes, all,
                                         [](int) { return false; });
    if constexpr (lifted != 0) {
      for (int at = 0; at < tiles::vectors; at += tiles::tile_width(at)) {
        const int width = tiles::tile_width(at);
        for (int i = 0; i < V::lanes * width; ++i) {
          const int row = tiles::filter_at(at, width, i / V::lanes, i % V::lanes);
          if (row >= Filters) continue;
          std::int32_t sum = 0;
          for (int k = 0; k < Length; ++k) sum += all.code[all.begin + row * Length + k];
          start[first + V::lanes * at + i] = -lifted * sum;
        }
      }
    }
  }

#if ETCH_HAS_X86
  /// The sums of Filters rows, tile by tile from vector At on; 0 behind them.
  template <int Filters, int At = 0>
  ETCH_GLUE void add_tiles(std::int32_t* to, const std::uint8_t* x, int first) const {
    using tiles = form<Filters>;
    constexpr window_geometry g = layer(Filters);
    if constexpr (At < tiles::vectors) {
      constexpr int width = tiles::tile_width(At);
      auto t = [&]() __attribute__((always_inline)) {
        using tile = tile_of_sums<g, V, 1, width>;
        if constexpr (lifted != 0) return tile(start + first + V::lanes * At);
        else return tile();
      }();
      t.add_row(x, weights + first / block * block_bytes + At * tiles::vector_bytes,
                row_of_tile<g, V>);
      unroll<width>([&]<int I>() __attribute__((always_inline)) {
        const typename V::vector sum = t.template total<0, I>();
        // four sums of each 128 bits
        unroll<V::lanes / 4>([&]<int K>() __attribute__((always_inline)) {
          store_vector(to + tiles::filter_at(At, width, I, 4 * K), V::template part<K>(sum));
        });
      });
      add_tiles<Filters, At + width>(to, x, first);
    } else {
      unroll<(block - V::lanes * tiles::vectors) / 4>([&]<int I>() __attribute__((always_inline)) {
        store_vector(to + V::lanes * tiles::vectors + 4 * I, _mm_setzero_si128());
      });
    }
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
