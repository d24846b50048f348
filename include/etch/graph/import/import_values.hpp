// What importers of files share: integers that are known when a file is read, the node that an
// operator of the file becomes, and pools of what lies in no buffer of it.
#pragma once

#include <etch/graph/builder.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void the_output_has_another_shape_than_the_operator_gives(long /*output*/, long /*given*/) {}
inline void the_output_has_another_format_than_the_operator_gives(long, long) {}
}  // namespace error

/// The format of INT32 tensors without a scale: integers, such as the output of ARG_MAX.
inline constexpr format index_format = q<31, 0>::descriptor;

/// The bytes of zero biases.
struct zero_bias_bytes {
  static constexpr int most = 4096;
  unsigned char byte[8 * most]{};
};
inline constexpr zero_bias_bytes zero_biases{};

/// Integers of a tensor, a few: those of shapes, and what is worked out from them.
struct known_integers {
  static constexpr int most = 16;
  int count = -1;  ///< -1: they are not known when the file is read
  std::int32_t at[most]{};
  constexpr explicit operator bool() const { return count >= 0; }
  /// Appends one; more than `most`, or one that 32 bits do not hold, and none is known.
  constexpr void add(long long number) {
    if (count < 0) return;
    const bool fits = count < most && number >= INT32_MIN && number <= INT32_MAX;
    if (fits) at[count] = static_cast<std::int32_t>(number);
    count = fits ? count + 1 : -1;
  }
};

/// The clamp that is fused into a node.
struct node_limits {
  activation act = activation::none;
  int low = 0, high = 0;
  float least = 0, most = 0;  ///< the limits as real numbers
};

/// What a tensor has instead of a value.
struct no_value {
  static constexpr int yet = -1;      ///< no operator has made it so far
  static constexpr int unknown = -2;  ///< an operator that is refused makes it
};

/// Number of elements of a shape from an untrusted file, saturated at 2^30.
constexpr long elements_of(const extents& e) {
  long long count = 1;
  for (int k = 0; k < e.rank; ++k) count = minimum(count * clamp(e.d[k], 0, 1 << 30), 1LL << 30);
  return static_cast<long>(count);
}
/// What is wrong with output y of operator `what` on x, which gives `made`.
template <class Op>
constexpr diagnosis check_made(const Op& what, const operands& x, const inference& made,
                               const operand& y) {
  const operand& got = made.output;
  if (made.refused) return made.refused;
  if (!(got.shape == y.shape)) {
    return {.refuse = error::the_output_has_another_shape_than_the_operator_gives,
            .message = "the output has {} elements in its shape, the operator gives {} in another",
            .have = y.shape.size(),
            .want = elements_of(got.shape)};
  }
  bool same_format = got.number == y.number;
  if (is_accumulator(got.number) && is_scaled(y.number)) {
    if (const diagnosis d = ops::to{}.check_output({&got, 1}, y)) return d;
    same_format = true;
  }
  if constexpr (requires { what.check_output(x, y); }) {
    if (const diagnosis d = what.check_output(x, y)) return d;
    same_format = true;
  }
  if (same_format) return {};
  return {.refuse = error::the_output_has_another_format_than_the_operator_gives,
          .message = "the output has another type, scale or zero point than the operator gives"};
}
/// The node of operator `what` on values x that writes value y, clamped by l.
template <class Op>
constexpr node node_of(const Op& what, const int* x, int count, int y, const node_limits& l) {
  node n{.op = &op_id<Op>,
         .what = pack(what),
         .outputs = {y, -1, -1, -1},
         .input_count = count,
         .output_count = 1,
         .act = l.act,
         .clamp_low = l.low,
         .clamp_high = l.high};
  for (int i = 0; i < count; ++i) n.inputs[i] = x[i];
  return n;
}

/// Value x of an importer m as (outer, reduced, 1, inner): the second dimension holds all that are
/// reduced. Transposed before if these are not adjacent.
template <class Importer>
constexpr int as_columns(Importer& m, int x, const bool (&reduced)[5]) {
  if (m.failed()) return 0;
  const extents e = m.at(x).shape;
  int outer = 1, columns = 1, inner = 1, changes = 0;
  bool last = false;
  for (int k = 0; k < e.rank; ++k) {
    if (e.d[k] == 1) continue;
    changes += reduced[k] != last ? 1 : 0;
    last = reduced[k];
    if (reduced[k]) columns *= e.d[k];
    else (changes == 0 ? outer : inner) *= e.d[k];
  }
  if (changes <= 2) return m.then(ops::reshape{4, {outer, columns, 1, inner}}, x);
  ops::transpose order{e.rank};
  int at = 0;
  for (int k = 0; k < e.rank; ++k) {
    if (!reduced[k]) order.axis[at++] = k;
  }
  for (int k = 0; k < e.rank; ++k) {
    if (reduced[k]) order.axis[at++] = k;
  }
  return m.then(ops::reshape{4, {outer * inner, columns, 1, 1}}, m.then(order, x));
}

namespace detail {

/// N numbers with linkage, to which values of a graph point.
template <class T, int N>
struct pool {
  T element[N > 0 ? N : 1]{};
};
/// The first N numbers of a pool.
template <class T, int N, int M>
consteval pool<T, N> first_of(const pool<T, M>& all) {
  pool<T, N> first{};
  for (int i = 0; i < N; ++i) first.element[i] = all.element[i];
  return first;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
