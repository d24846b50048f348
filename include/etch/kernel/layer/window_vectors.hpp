// Windows of 8-bit codes as vectors, weights as a matrix of a row a filter: how conv2d and dense
// run by the rows that a target multiplies matrices by (matrix_rows.hpp).
#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/layer.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/layer/packed_codes.hpp>

namespace ETCH_NAMESPACE {

/// Weights of Rows filters with Length taps as a matrix of whole bytes whose rows take words.
template <class W, int Rows, int Length>
struct matrix_of_weights : in_whole_bytes<W> {
  static constexpr int length = round_up(Length, 4);
  static constexpr operand is = [] {
    operand o = in_whole_bytes<W>::is;
    o.shape = extents{2, {Rows, length}};
    return o;
  }();
  static constexpr int span = Rows * length;
};
/// Call C with its weights, of Rows filters with Length taps, as such a matrix.
template <class C, int Rows, int Length>
struct with_matrix : C {
  using matrix = matrix_of_weights<typename C::template in<1>, Rows, Length>;
  template <int I>
  using in = element_t<list<typename C::template in<I>, matrix>, I == 1 ? 1 : 0>;
  static constexpr const unsigned char* bytes(int i) { return i == 1 ? all.code : C::bytes(i); }

 private:
  struct array {
    unsigned char code[matrix::span]{};
    constexpr array() {
      for (int i = 0; i < Rows * Length; ++i) {
        const int at = i / Length * matrix::length + i % Length;
        code[at] = static_cast<unsigned char>(C::template in<1>::load(C::bytes(1), i));
      }
    }
  };
  static constexpr array all{};
};
/// Sums of products of weights and codes less Zero.
template <int Zero>
struct sums_of_windows {
  using math = integer_arithmetic;
  using type = std::int32_t;
  using code = std::int8_t;
  static constexpr int zero = Zero;
  ETCH_GLUE static constexpr type of(const code* x, const std::int8_t* w, int count) {
    return dot<math>(x, zero, w, count);
  }
};
/// The matrix that Products makes of the weights of call C, a with_matrix.
template <class Products, class C, class Sums>
constexpr auto matrix_of() {
  using matrix = matrix_rows<Products, C, 1, 1, Sums, std::int8_t>;
  constexpr std::int32_t none[C::matrix::is.shape.d[0]]{};  // biases come later
  return make_matrix<matrix>([](auto& to) { load_all(to, C::bytes(1)); }, none + 0);
}

/// Count codes, Count >= 1, from anywhere to anywhere.
template <int Count>
ETCH_GLUE void copy_run(std::int8_t* to, const std::int8_t* from) {
#if ETCH_HAS_M_PROFILE && !ETCH_HAS_LONG_MULTIPLY
  copy_bytes(to, from, Count);  // words have to be aligned
#else
  constexpr int most = 64;
  if constexpr (Count > 2 * most) {
    for (int n = Count / most; n > 0; --n, to += most, from += most) copy_run<most>(to, from);
    if constexpr (Count % most > 0) copy_run<Count % most>(to, from);
  } else {
    unroll<Count / 16>([&]<int I>() __attribute__((always_inline)) {
      __builtin_memcpy(to + 16 * I, from + 16 * I, 16);
    });
    constexpr int words = Count / 16 * 16, rest = words + Count % 16 / 4 * 4;
    unroll<Count % 16 / 4>([&]<int I>() __attribute__((always_inline)) {
      __builtin_memcpy(to + words + 4 * I, from + words + 4 * I, 4);
    });
    unroll<Count % 4>([&]<int I>()
                          __attribute__((always_inline)) { to[rest + I] = from[rest + I]; });
  }
#endif
}
template <int Count, class Code, int Bits, class Byte>
ETCH_GLUE void copy_run(std::int8_t* to, packed_pointer<Code, Bits, Byte> from) {
  unpack_codes(to, from, Count);
}
ETCH_GLUE void copy_run(std::int8_t* to, const std::int8_t* from, int count) {
  copy_bytes(to, from, count);
}
template <class Code, int Bits, class Byte>
ETCH_GLUE void copy_run(std::int8_t* to, packed_pointer<Code, Bits, Byte> from, int count) {
  unpack_codes(to, from, count);
}
/// Copies the window of pixel (i, j) of a picture x; what lies outside is `zero`.
template <window_geometry G, class X>
ETCH_GLUE void copy_window(std::int8_t* to, const X& x, int i, int j, std::int8_t zero) {
  constexpr int row = G.kw * G.c, cells = G.dilation_w == 1 ? 1 : G.kw, run = row / cells;
  const int top = i * G.stride_h - G.pad_top, left = j * G.stride_w - G.pad_left;
  const cell_range us = rows_inside<G>(i), vs = columns_inside<G>(j);
  const bool whole = us == cell_range{0, G.kh} && vs == cell_range{0, G.kw};
  if (!whole) fill_bytes(to, zero, G.kh * row);
  for (int u = us.first; u < us.last; ++u) {
    const int first = ((top + u * G.dilation_h) * G.w + left) * G.c;
    std::int8_t* const at = to + u * row;
    if (whole) {
      unroll<cells>([&]<int V>() __attribute__((always_inline)) {
        copy_run<run>(at + V * run, x + (first + V * G.dilation_w * G.c));
      });
    } else {
      for (int v = vs.first; v < vs.last; ++v)
        copy_run(at + v * G.c, x + (first + v * G.dilation_w * G.c), G.c);
    }
  }
}

/// Memory for a window of Length codes and zeros that fill a word: on the stack where it is short.
template <int Length>
inline constexpr bool is_short_window = Length <= 512;
template <int Length, bool Short = is_short_window<Length>>
struct window_memory {
  alignas(4) std::int8_t code[round_up(Length, 4)];
  ETCH_GLUE explicit window_memory(std::int8_t*) {
    fill_bytes(code + Length, std::int8_t{0}, round_up(Length, 4) - Length);
  }
};
template <int Length>
struct window_memory<Length, false> {
  std::int8_t* code;
  ETCH_GLUE explicit window_memory(std::int8_t* scratch) : code(scratch) {
    fill_bytes(code + Length, std::int8_t{0}, round_up(Length, 4) - Length);
  }
};

/// Calls f(codes) for the window of each output pixel in `rows` of x, (N,H,W,C): where it lies, if
/// it is one cell of whole bytes, else copied to `to`.
template <window_geometry G, class X, class F>
ETCH_GLUE void for_each_window(const X& x, std::int8_t* to, std::int8_t zero, row_block rows,
                               const F& f) {
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const auto picture = x + n * G.h * G.w * G.c;
    for (int j = 0; j < G.ow; ++j) {
      if constexpr (reads_single_cells(G) && __is_same(X, const std::int8_t*)) {
        f(picture + (i * G.stride_h * G.w + j * G.stride_w) * G.c);
      } else {
        copy_window<G>(to, picture, i, j, zero);
        f(static_cast<const std::int8_t*>(to));
      }
    }
  }
}

}  // namespace ETCH_NAMESPACE
