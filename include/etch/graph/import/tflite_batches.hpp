// Import of SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND: a convolution between them, as Keras writes
// one with a dilation, is a dilated one, and nothing is moved.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_blocks_of_the_batch_are_of_one_or_two_dimensions_behind_it(long /*numbers*/,
                                                                              long) {}
inline void tflite_a_block_does_not_divide_the_value(long /*block*/, long /*size*/) {}
inline void tflite_a_border_is_out_of_range(long /*cells*/, long /*most*/) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// Whether operators of this code can become as many nodes as blocks of the batch do.
constexpr bool rearranges(int code) {
  const auto of = static_cast<builtin>(code);
  return of == builtin::space_to_batch_nd || of == builtin::batch_to_space_nd;
}

/// Writes blocks to the output of the operator.
constexpr void write_blocks(tflite_import& m, const tflite_blocks& b) {
  if (m.failed()) return;
  const int t = m.output();
  const tflite_tensor is = m.values.file.tensor(t);
  if (!m.failed() &&
      (is.is_constant() || m.blocks(t) || m.values.room().value_of[t] != no_value::yet)) {
    m.refuse({.refuse = error::tflite_two_operators_write_one_tensor,
              .message = "two operators write one tensor"});
  }
  if (!m.failed()) m.values.room().blocks_of[t] = b;
}

/// The blocks of input 0, where a window without padding or dilation of its own that moves by one
/// takes them as its dilation, and their borders as its padding.
constexpr tflite_blocks dilate(tflite_import& m, window& move) {
  tflite_blocks b = m.blocks(m.input(0));
  const bool plain = move.stride.h == 1 && move.stride.w == 1 && move.dilation.h == 1 &&
                     move.dilation.w == 1 && move.pad.how == padding::rule::valid;
  if (!b || !plain || m.at(b.value).shape.rank != 4) return {};
  move.dilation = {b.h, b.w};
  // a border as wide as the window is one of the value
  const extents w = m.values.file.tensor(m.input(1)).shape;
  const bool fits =
      maximum(b.top, b.bottom) < reach(w.h(), b.h) && maximum(b.left, b.right) < reach(w.w(), b.w);
  if (fits) move.pad = pad(b.top, b.left, b.bottom, b.right);
  else b.value = m.padded(b);
  return {b.value, b.h, b.w};
}

/// RESHAPE and its like between both, (N, L, C) to (N, 1, L, C) or back: whether the operator is
/// one. The blocks are of columns then.
constexpr bool reshapes_blocks(tflite_import& m) {
  const tflite_blocks b = m.blocks(m.input(0));
  if (!b || b.h != 1 || b.top + b.bottom != 0) return false;
  const extents e = m.at(b.value).shape, to = m.output_shape();
  const bool wider = e.rank == 3 && to.rank == 4 && to.d[1] == 1;
  const bool narrower = e.rank == 4 && e.d[1] == 1 && to.rank == 3;
  if (m.failed() || !(wider || narrower) || to.c() != e.c()) return false;
  tflite_blocks y = b;
  y.value = m.then(
      wider ? ops::reshape{4, {e.d[0], 1, e.w(), e.c()}} : ops::reshape{3, {e.d[0], e.w(), e.c()}},
      b.value);
  write_blocks(m, y);
  return true;
}

/// The sizes of a block, and the cells to put around it or to cut off, from inputs 1 and 2.
constexpr tflite_blocks read_blocks(tflite_import& m, int rank) {
  int size[2]{}, cells[4]{};
  const int count = m.integers(1, size, 2), borders = m.integers(2, cells, 4);
  if (!m.failed() && (count < 1 || count != rank - 2 || borders != 2 * count)) {
    m.refuse({.refuse = error::tflite_blocks_of_the_batch_are_of_one_or_two_dimensions_behind_it,
              .message = "blocks of the batch are of one or two dimensions behind it, all but the "
                         "last one; here of {}",
              .have = count});
  }
  for (const int c : cells) {
    if (c >= 0 && c <= tflite_file::largest_dimension) continue;
    m.refuse({.refuse = error::tflite_a_border_is_out_of_range,
              .message = "a border has {} cells, not 0 to {}",
              .have = c,
              .want = tflite_file::largest_dimension});
  }
  if (m.failed()) return {};
  const int w = count - 1;
  tflite_blocks b{0, count == 2 ? m.in_range(size[0]) : 1, m.in_range(size[w])};
  if (count == 2) b.top = cells[0], b.bottom = cells[1];
  b.left = cells[2 * w], b.right = cells[2 * w + 1];
  return b;
}

constexpr void import_space_to_batch(tflite_import& m) {
  if (!m.has(3, 3, options_type::none)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  tflite_blocks b = read_blocks(m, e.rank);
  if (m.failed()) return;
  b.value = x;
  const int rows = (e.rank == 4 ? e.h() : 1) + b.top + b.bottom, columns = e.w() + b.left + b.right;
  if (rows % b.h != 0 || columns % b.w != 0) {
    const bool of_rows = rows % b.h != 0;
    return m.refuse({.refuse = error::tflite_a_block_does_not_divide_the_value,
                     .message = "a block of {} cells does not divide {} of the padded value",
                     .have = of_rows ? b.h : b.w,
                     .want = of_rows ? rows : columns});
  }
  write_blocks(m, b);
}

/// Puts the blocks of the batch back side by side, and cuts cells off.
constexpr void import_batch_to_space(tflite_import& m) {
  if (!m.has(3, 3, options_type::none)) return;
  const tflite_blocks laid_out = m.blocks(m.input(0));
  const int rank =
      laid_out ? m.at(laid_out.value).shape.rank : m.values.file.tensor(m.input(0)).shape.rank;
  const tflite_blocks b = m.failed() ? tflite_blocks{} : read_blocks(m, rank);
  if (m.failed()) return;
  int y = 0;
  if (laid_out && laid_out.h == b.h && laid_out.w == b.w) {
    y = m.padded(laid_out);
  } else {
    const int x = m.read(m.input(0));
    if (m.failed()) return;
    const extents e = m.at(x).shape;
    const int n = e.d[0] / (b.h * b.w), rows = e.rank == 4 ? e.d[1] : 1, columns = e.w();
    if (e.rank != rank || n < 1 || e.d[0] % (b.h * b.w) != 0) {
      return m.refuse({.refuse = error::tflite_a_block_does_not_divide_the_value,
                       .message = "a block of {} cells does not divide {} of the batch",
                       .have = b.h * b.w,
                       .want = e.d[0]});
    }
    y = m.then(ops::reshape{4, {b.h, b.w, n * rows * columns, e.c()}}, x);
    y = m.then(ops::transpose{4, {0, 2, 1, 3}}, y);
    y = m.then(ops::reshape{4, {b.h, n, rows, columns * b.w * e.c()}}, y);
    y = m.then(ops::transpose{4, {1, 2, 0, 3}}, y);
    y = m.then(e.rank == 4 ? ops::reshape{4, {n, rows * b.h, columns * b.w, e.c()}}
                           : ops::reshape{3, {n, columns * b.w, e.c()}},
               y);
  }
  if (m.failed()) return;
  if (b.top + b.bottom + b.left + b.right == 0) return m.make_reshaped(y);
  const extents e = m.at(y).shape;
  ops::slice cut{e.rank, {}, {e.d[0], e.d[1], e.d[2], e.d[3], e.d[4]}};
  const int w = e.rank - 2;
  cut.begin[w] = b.left, cut.size[w] -= b.left + b.right;
  if (e.rank == 4) cut.begin[1] = b.top, cut.size[1] -= b.top + b.bottom;
  m.make(cut, &y, 1);
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
