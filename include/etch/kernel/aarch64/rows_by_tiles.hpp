// Rows of bytes, or of as many rows of each of some matrices, by tiles of a dense layer: 16 rows of
// each, what is left of them in one tile of fewer.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/arithmetic/dot.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Rows of `Matrices` matrices. Form is a struct:
///   template <window_geometry G, int Quads> using of;   a row_form of a layer, in tiles of 4 Quads
///   static constexpr int even;       of which the quads of a tile are a multiple
///   static constexpr int excess;     what codes have more than what the tile multiplies by
///   template <class F, int Quads, bool KeepsSums>
///   static void write_sums(int32x4_t* to, const std::int8_t* x, const std::int8_t* w,
///                          const std::int32_t* start);
template <class Form, int Rows, int Length, int Matrices = 1>
struct rows_by_tiles {
  static constexpr window_geometry layer(int rows) { return {.c = Length, .oc = rows}; }
  static constexpr int whole = Rows / 16 * 16, rest = Rows - whole;
  static constexpr int quads = round_up(ceil_div(rest, 4), Form::even);
  template <int Quads, int Blocks>
  using form = typename Form::template of<layer(4 * Quads * Matrices * maximum(Blocks, 1)),
                                          Quads * Matrices>;
  using whole_form = form<4, whole / 16>;
  using rest_form = form<maximum(quads, Form::even), 1>;
  static constexpr bool takes_bias = true;
  static constexpr int whole_bytes = whole > 0 ? whole_form::weights : 0;
  static constexpr int rest_bytes = rest > 0 ? rest_form::weights : 0;
  static constexpr int places = Matrices * (whole + 4 * quads);

  alignas(16) std::int32_t start[places];  // where sums do
  alignas(16) std::int8_t weights[whole_bytes + rest_bytes];

  /// load(array, m) fills an array with matrix m, and load_bias(array, m) with its biases;
  /// load(array) with the only one, whose biases `bias` are.
  template <class Load, class Bias = decltype(nullptr)>
  constexpr explicit rows_by_tiles(const Load& load, const Bias& bias = nullptr)
      : start{}, weights{} {
    unsigned char bytes[places * Length]{};
    for (int m = 0; m < Matrices; ++m) {
      std::int8_t all[Rows * Length]{};
      std::int32_t first[Rows]{};
      if constexpr (Matrices == 1) load(all);
      else load(all, m);
      if constexpr (requires { bias[0]; })
        for (int r = 0; r < Rows; ++r) first[r] = bias[r];
      else if constexpr (requires { bias(first, m); }) bias(first, m);
      for (int r = 0; r < Rows; ++r) {
        const int at = place(m, r);
        start[at] = first[r];
        for (int i = 0; i < Length; ++i) {
          const std::int8_t w = all[r * Length + i];
          bytes[at * Length + i] = static_cast<unsigned char>(w);
          start[at] = integer_arithmetic::multiply_add(start[at], Form::excess, w);
        }
      }
    }
    if constexpr (whole > 0) pack_weights<whole_form>(weights, bytes, 1);
    if constexpr (rest > 0)
      pack_weights<rest_form>(weights + whole_bytes, bytes + Matrices * whole * Length, 1);
  }

#if ETCH_HAS_NEON
  template <int>
  ETCH_KERNEL void add(std::int32_t* to, const std::int8_t* x, int first) const {
    if constexpr (Rows <= 16) first = 0;  // which compilers do not see
    add_here(to, x, first);
  }
  /// The same of 16 rows of each matrix, in the code of the caller, which may keep other sums.
  template <bool KeepsSums = false>
  ETCH_GLUE void add_here(std::int32_t* to, const std::int8_t* x, int first) const {
    const auto add_tile = [&]<class F, int Quads>(const std::int8_t* w,
                                                  int at) __attribute__((always_inline)) {
      int32x4_t sum[Matrices * Quads];
      Form::template write_sums<F, Matrices * Quads, KeepsSums>(sum, x, w, start + at);
      unroll<Matrices * Quads>([&]<int Q>() __attribute__((always_inline)) {
        vst1q_s32(to + Q / Quads * 16 + Q % Quads * 4, sum[Q]);
      });
    };
    if (first < whole) {
      if constexpr (whole > 0)
        add_tile.template operator()<whole_form, 4>(weights + first / 16 * whole_form::window_bytes,
                                                    Matrices * first);
    } else {
      if constexpr (rest > 0)
        add_tile.template operator()<rest_form, quads>(weights + whole_bytes, Matrices * whole);
    }
  }
#endif

 private:
  /// Row r of matrix m among all rows, 16 of each matrix together. Inline: g++ before 12.4 takes
  /// parts that it splits off for alike where their rows are of other ranges (GCC bug 113907).
  ETCH_GLUE static constexpr int place(int m, int r) {
    if (r >= whole) return Matrices * whole + m * 4 * quads + r - whole;
    return (r / 16 * Matrices + m) * 16 + r % 16;
  }
};

#if ETCH_HAS_NEON

/// Loads 12 or 16 vectors, four by an instruction: to registers of their own, or g++ copies sums to
/// make room for four in a row.
template <int Count>
ETCH_GLUE void load_sums(int32x4_t* to, const std::int32_t* from) {
#ifdef __clang__
  unroll<Count>([&]<int I>() __attribute__((always_inline)) { to[I] = vld1q_s32(from + 4 * I); });
#else
  {
    register int32x4_t a asm("v0");
    register int32x4_t b asm("v1");
    register int32x4_t c asm("v2");
    register int32x4_t d asm("v3");
    asm volatile("ld1 {%0.4s-%3.4s}, [%4], #64"
                 : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(from)
                 : "m"(*reinterpret_cast<const std::int32_t(*)[16]>(from)));
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
  }
  {
    register int32x4_t a asm("v4");
    register int32x4_t b asm("v5");
    register int32x4_t c asm("v6");
    register int32x4_t d asm("v7");
    asm volatile("ld1 {%0.4s-%3.4s}, [%4], #64"
                 : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(from)
                 : "m"(*reinterpret_cast<const std::int32_t(*)[16]>(from)));
    to[4] = a, to[5] = b, to[6] = c, to[7] = d;
  }
  {
    register int32x4_t a asm("v8");
    register int32x4_t b asm("v9");
    register int32x4_t c asm("v10");
    register int32x4_t d asm("v11");
    asm volatile("ld1 {%0.4s-%3.4s}, [%4], #64"
                 : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(from)
                 : "m"(*reinterpret_cast<const std::int32_t(*)[16]>(from)));
    to[8] = a, to[9] = b, to[10] = c, to[11] = d;
  }
  if constexpr (Count == 16) {
    register int32x4_t a asm("v12");
    register int32x4_t b asm("v13");
    register int32x4_t c asm("v14");
    register int32x4_t d asm("v15");
    asm volatile("ld1 {%0.4s-%3.4s}, [%4], #64"
                 : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(from)
                 : "m"(*reinterpret_cast<const std::int32_t(*)[16]>(from)));
    to[12] = a, to[13] = b, to[14] = c, to[15] = d;
  }
#endif
}

#endif

/// Tiles by instruction By of one vector of codes that count from Zero.
template <multiply By, int Zero>
struct byte_tiles {
  template <window_geometry G, int Quads>
  using of = row_form<G, tile_shape{By, 1, Quads}>;
  static constexpr int even = 1, excess = -Zero;

#if ETCH_HAS_NEON
  template <class F, int Quads, bool KeepsSums>
  ETCH_GLUE static void write_sums(int32x4_t* to, const std::int8_t* x, const std::int8_t* w,
                                   const std::int32_t* start) {
    tile<F::shape, F::row, 1> t;
    if constexpr (!KeepsSums && (Quads == 12 || Quads == 16)) {
      load_sums<Quads>(t.sum, start);
    } else {
      asm("" : "+r"(start));  // near enough for LDP
      t.start(start);
    }
    t.template window<false>(x, w);
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) { to[Q] = t.sum[Q]; });
  }
#endif
};

/// Rows of bytes by instruction By.
template <multiply By, class Sums, int Rows, int Length, int Matrices = 1>
struct rows_of_bytes : rows_by_tiles<byte_tiles<By, Sums::zero>, Rows, Length, Matrices> {
  using vector = const std::int8_t*;
  using rows_by_tiles<byte_tiles<By, Sums::zero>, Rows, Length, Matrices>::rows_by_tiles;
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
