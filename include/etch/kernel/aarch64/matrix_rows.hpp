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
#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/aarch64/rows_of_halves.hpp>
#include <etch/kernel/aarch64/short_tile.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Rows of bytes by instruction By.
template <multiply By, class Sums, int Rows, int Length>
struct rows_of_tiles {
  using vector = const std::int8_t*;
  /// A dense layer of `rows` outputs, in tiles of 4 Quads.
  static constexpr window_geometry layer(int rows) { return {.c = Length, .oc = rows}; }
  template <int Filters, int Quads>
  using form = row_form<layer(Filters), tile_shape{By, 1, Quads}>;
  static constexpr int whole = Rows / 16 * 16, rest = Rows - whole, quads = ceil_div(rest, 4);
  using whole_form = form<maximum(whole, 16), 4>;
  using rest_form = form<maximum(rest, 1), maximum(quads, 1)>;
  static constexpr bool takes_bias = true;
  static constexpr int whole_bytes = whole > 0 ? whole_form::weights : 0;
  static constexpr int rest_bytes = rest > 0 ? rest_form::weights : 0;

  alignas(16) std::int8_t weights[whole_bytes + rest_bytes];
  alignas(16) std::int32_t start[whole + 4 * quads];  // where sums do

  template <class Load>
  constexpr explicit rows_of_tiles(const Load& load, const std::int32_t* bias = nullptr)
      : weights{}, start{} {
    for (int i = 0; bias != nullptr && i < Rows; ++i) start[i] = bias[i];
    std::int8_t all[Rows * Length]{};
    load(all);
    unsigned char bytes[Rows * Length]{};
    for (int i = 0; i < Rows * Length; ++i) {
      bytes[i] = static_cast<unsigned char>(all[i]);
      start[i / Length] = integer_arithmetic::multiply_add(start[i / Length], -Sums::zero, all[i]);
    }
    if constexpr (whole > 0) pack_weights<whole_form>(weights, bytes, 1);
    if constexpr (rest > 0)
      pack_weights<rest_form>(weights + whole_bytes, bytes + whole * Length, 1);
  }

#if ETCH_HAS_NEON
  template <int>
  ETCH_KERNEL void add(std::int32_t* to, const std::int8_t* x, int first) const {
    if constexpr (Rows <= 16) first = 0;  // which compilers do not see
    if (first < whole) {
      if constexpr (whole > 0)
        add_tile<whole_form, 4>(to, x, weights + first / 16 * whole_form::window_bytes, first);
    } else {
      if constexpr (rest > 0) add_tile<rest_form, quads>(to, x, weights + whole_bytes, whole);
    }
  }

 private:
  template <class Form, int Quads>
  ETCH_GLUE void add_tile(std::int32_t* to, const std::int8_t* x, const std::int8_t* w,
                          int first) const {
    tile<Form::shape, Form::row, 1> t;
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      t.sum[Q] = vld1q_s32(start + first + 4 * Q);
    });
    t.template window<false>(x, w);
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) { vst1q_s32(to + 4 * Q, t.sum[Q]); });
  }
#endif
};

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
      list<plain_rows<Sums, W, Rows, Length>, rows_of_tiles<of_bytes, Sums, Rows, Length>,
           rows_of_tiles<multiply::smull, Sums, Rows, Length>,
           short_rows<neon::short_tile, Sums, W, Rows, Length>,
           float_rows<vector_type, 16, Sums, Rows, Length>, rows_of_halves<By, Rows, Length>>,
      form<C, First, Count, Sums, W, Length>()>;
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
