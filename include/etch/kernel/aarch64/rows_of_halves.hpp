// Rows of bytes that meet codes of 16 bits, by SDOT or SMMLA, 16 at a time: a vector is two of
// bytes, its upper and its lower halves (product_halves.hpp), which pass by the weights together.
#pragma once

#include <etch/kernel/aarch64/product_halves.hpp>
#include <etch/kernel/aarch64/rows_by_tiles.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// The halves of Length codes; the lower ones begin Half bytes behind the upper ones.
template <int Length, int Half>
struct split_vector {
  alignas(16) std::int8_t code[2 * Half];

#if ETCH_HAS_NEON
  ETCH_GLUE explicit split_vector(const std::int16_t* x) {
    split_codes<Length, Half>(code, x);
    pad_bytes<round_up(Length, 8) - Length>(code + Length, 0);
    pad_bytes<round_up(Length, 8) - Length>(code + Half + Length, 0);
  }
#endif
  ETCH_GLUE operator const std::int8_t*() const { return code; }
};

/// Tiles by instruction By of the two vectors of such codes.
template <multiply By>
struct tiles_of_halves {
  template <window_geometry G, int Quads>
  using of = halves_form<G, tile_shape{By, 2, Quads}>;
  static constexpr int even = 2, excess = 128;  // in the lower halves

#if ETCH_HAS_NEON
  template <class F, int Quads, bool>
  ETCH_GLUE static void write_sums(int32x4_t* to, const std::int8_t* x, const std::int8_t* w,
                                   const std::int32_t* start) {
    tile<F::shape, F::row, 2> t{};
    t.template window<true>(x, w);
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      const sums_of_halves h = halves_of<F::shape, 2, 0, Q>(t.sum);
      const int32x4_t lower = vaddq_s32(vld1q_s32(start + 4 * Q), h.lower);
      to[Q] = vaddq_s32(lower, vshlq_n_s32(h.upper, 8));
    });
  }
#endif
};

/// Rows by instruction By, sums of 32 bits.
template <multiply By, int Rows, int Length>
struct rows_of_halves : rows_by_tiles<tiles_of_halves<By>, Rows, Length> {
  using base = rows_by_tiles<tiles_of_halves<By>, Rows, Length>;
  using vector = split_vector<Length, base::whole_form::row.half>;
  using base::base;
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
