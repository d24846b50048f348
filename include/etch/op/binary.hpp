// Shared by operators on two values: broadcasting and checks of formats.
#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void this_operator_takes_two_values(long /*values*/, long) {}
inline void the_two_values_have_sizes_of_which_neither_is_1(long /*first*/, long /*second*/) {}
inline void the_two_values_and_the_output_need_formats_of_one_kind(long, long) {}
inline void affine_values_and_the_output_need_one_width_of_up_to_16_bits(long /*bits*/,
                                                                         long /*output*/) {}
}  // namespace error

/// Whether e broadcasts to shape `whole` without repeating an element.
constexpr bool fills(const extents& e, const extents& whole) { return e.size() == whole.size(); }

namespace detail {
/// Dimension i of e extended to `rank` dimensions by leading 1s.
constexpr int aligned(const extents& e, int rank, int i) {
  return i < rank - e.rank ? 1 : e.d[i - (rank - e.rank)];
}
/// Whether the first two of five dimensions broadcast as one.
constexpr bool joins(const extents& e, const extents& y) {
  return e.n() == 1 || e.n() == y.d[0] * y.d[1];
}
}  // namespace detail

/// The output of an operator on two values. Their shapes are aligned at the last dimension; two
/// sizes are equal, or one is 1 and broadcasts (of five dimensions the first two count as one). The
/// output has the format and layout of the value whose shape it has; of the first, if both have it.
constexpr inference infer_binary(const operands& x) {
  if (x.count != 2) {
    return {{.refuse = error::this_operator_takes_two_values,
             .message = "this operator takes two values, not {}",
             .have = x.count}};
  }
  if (const diagnosis d = needs_format(x[0])) return {d};
  if (const diagnosis d = needs_format(x[1])) return {d};
  const extents &a = x[0].shape, &b = x[1].shape;
  extents y{maximum(a.rank, b.rank), {}};
  for (int i = 0; i < y.rank; ++i) {
    const int p = detail::aligned(a, y.rank, i), q = detail::aligned(b, y.rank, i);
    y.d[i] = maximum(p, q);
    const bool apart = y.rank == 5 && i == 1 && !(detail::joins(a, y) && detail::joins(b, y));
    if ((p == q || p == 1 || q == 1) && !apart) continue;
    return {{.refuse = error::the_two_values_have_sizes_of_which_neither_is_1,
             .message = "the two values have the sizes {} and {} in one dimension: neither is 1",
             .have = p,
             .want = q}};
  }
  const operand& as = fills(a, y) || !fills(b, y) ? x[0] : x[1];
  return {{}, {x[0].number, y, as.layout}};
}

/// Refuses formats that do not go together: of different kinds, or affine of different widths.
constexpr diagnosis check_binary(const operands& x, const operand& y) {
  const format &a = x[0].number, &b = x[1].number, &out = y.number;
  if (const diagnosis d = needs_no_blocks(out)) return d;
  if (is_real(a) && is_real(b) && is_real(out)) return {};
  if (a.kind != b.kind || a.kind != out.kind) {
    return {.refuse = error::the_two_values_and_the_output_need_formats_of_one_kind,
            .message = "the two values and the output need formats of one kind: q, affine or f32"};
  }
  if (is_scaled(a) && (a.bits > 16 || a.bits != b.bits || a.bits != out.bits)) {
    return {.refuse = error::affine_values_and_the_output_need_one_width_of_up_to_16_bits,
            .message = "affine values of {} bits and an output of {} need one width of up to 16",
            .have = maximum(a.bits, b.bits),
            .want = out.bits};
  }
  return {};
}

/// Whether sums and products of a and b in format y are those of whole numbers of 32 bits, which
/// are computed in 64 and saturate.
constexpr bool sums_saturate(const format& a, const format& b, const format& y) {
  return is_q(y) && y.bits == 32 && y.frac == 0 && a == y && b == y;
}

/// check_binary; for q formats refuses with `refusal` if the exact sum in units of the finer
/// operand needs more than `most` bits.
constexpr diagnosis check_sum(const operands& x, const operand& y, int most, diagnosis refusal) {
  if (const diagnosis d = check_binary(x, y)) return d;
  const format &a = x[0].number, &b = x[1].number;
  if (is_scaled(a)) return check_affine_sum(a, b, y.number);
  if (is_q(a) && sums_saturate(a, b, y.number)) return {};
  const int fine = maximum(a.frac, b.frac);
  const int bits = maximum(a.bits + fine - a.frac, b.bits + fine - b.frac);
  if (!is_q(a) || bits <= most) return {};
  refusal.have = bits, refusal.want = most;
  return refusal;
}

/// infer_binary for an operator that selects one of two codes: refuses different formats with
/// `refusal`.
constexpr inference infer_choice(const operands& x, const diagnosis& refusal) {
  const inference y = infer_binary(x);
  if (y.refused || x[0].number == x[1].number) return y;
  return {refusal};
}

/// The row of operand e that output row `row` reads.
constexpr row_range broadcast_row(const extents& e, int row) {
  return only_row(e.h() == 1 ? 0 : row);
}

}  // namespace ETCH_NAMESPACE
