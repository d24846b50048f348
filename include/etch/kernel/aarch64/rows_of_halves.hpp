// Rows of bytes that meet codes of 16 bits, by SDOT or SMMLA, 16 at a time: a vector is two of
// bytes, its upper and its lower halves (product_halves.hpp), which pass by the weights together.
#pragma once

#include <etch/kernel/aarch64/product_halves.hpp>
#include <etch/kernel/arithmetic/dot.hpp>

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
};

/// Rows by instruction By, sums of 32 bits.
template <multiply By, int Rows, int Length>
struct rows_of_halves {
  static constexpr window_geometry layer(int rows) { return {.c = Length, .oc = rows}; }
  template <int Filters, int Quads>
  using form = halves_form<layer(Filters), tile_shape{By, 2, Quads}>;
  static constexpr int whole = Rows / 16 * 16, rest = Rows - whole;
  static constexpr int quads = round_up(ceil_div(rest, 4), 2);
  using whole_form = form<maximum(whole, 16), 4>;
  using rest_form = form<maximum(rest, 1), maximum(quads, 2)>;
  using vector = split_vector<Length, whole_form::row.half>;
  static constexpr bool takes_bias = true;
  static constexpr int whole_bytes = whole > 0 ? whole_form::weights : 0;
  static constexpr int rest_bytes = rest > 0 ? rest_form::weights : 0;

  alignas(16) std::int8_t weights[whole_bytes + rest_bytes];
  alignas(16) std::int32_t start[whole + 4 * quads];  // with what 128 adds to the lower halves

  template <class Load>
  constexpr explicit rows_of_halves(const Load& load, const std::int32_t* bias = nullptr)
      : weights{}, start{} {
    for (int i = 0; bias != nullptr && i < Rows; ++i) start[i] = bias[i];
    std::int8_t all[Rows * Length]{};
    load(all);
    unsigned char bytes[Rows * Length]{};
    for (int i = 0; i < Rows * Length; ++i) {
      bytes[i] = static_cast<unsigned char>(all[i]);
      start[i / Length] = integer_arithmetic::multiply_add(start[i / Length], 128, all[i]);
    }
    if constexpr (whole > 0) pack_weights<whole_form>(weights, bytes, 1);
    if constexpr (rest > 0)
      pack_weights<rest_form>(weights + whole_bytes, bytes + whole * Length, 1);
  }

#if ETCH_HAS_NEON
  template <int>
  ETCH_KERNEL void add(std::int32_t* to, const vector& x, int first) const {
    if constexpr (Rows <= 16) first = 0;  // which compilers do not see
    if (first < whole) {
      if constexpr (whole > 0)
        add_tile<whole_form, 4>(to, x.code, weights + first / 16 * whole_form::window_bytes, first);
    } else {
      if constexpr (rest > 0) add_tile<rest_form, quads>(to, x.code, weights + whole_bytes, whole);
    }
  }

 private:
  template <class Form, int Quads>
  ETCH_GLUE void add_tile(std::int32_t* to, const std::int8_t* x, const std::int8_t* w,
                          int first) const {
    tile<Form::shape, Form::row, 2> t{};
    t.template window<true>(x, w);
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      const sums_of_halves h = halves_of<Form::shape, 2, 0, Q>(t.sum);
      const int32x4_t lower = vaddq_s32(vld1q_s32(start + first + 4 * Q), h.lower);
      vst1q_s32(to + 4 * Q, vaddq_s32(lower, vshlq_n_s32(h.upper, 8)));
    });
  }
#endif
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
