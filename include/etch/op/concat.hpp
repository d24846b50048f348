#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void concat_joins_two_to_sixteen_values(long /*values*/, long) {}
inline void concat_the_values_have_no_such_axis(long /*axis*/, long /*rank*/) {}
inline void concat_the_values_have_different_numbers_of_dimensions(long /*first*/, long /*other*/) {
}
inline void concat_the_values_have_different_sizes_beside_the_axis(long /*first*/, long /*other*/) {
}
inline void concat_the_values_have_different_formats_say_to_F_before(long /*value*/, long) {}
}  // namespace error

namespace ops {

/// y = the values joined along one axis.
///
/// 2 to 16 values of one format, equal in all dimensions but the axis; axis -1 is the last one.
struct concat {
  static constexpr const char* name = "concat";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr bool copies_alone = true;  // one value stays as it is
  static constexpr auto codes = channel_codes::kept;

  int axis = -1;

  /// The axis counted from 0.
  constexpr int along(const operands& x) const { return axis < 0 ? axis + x[0].shape.rank : axis; }
  /// Offset of value `input` along the axis.
  constexpr int start(const operands& x, int input) const {
    int at = 0;
    for (int i = 0; i < input; ++i) at += x[i].shape.d[along(x)];
    return at;
  }

  constexpr inference infer(const operands& x) const {
    if (x.count < 2 || x.count > most_inputs) {
      return {{.refuse = error::concat_joins_two_to_sixteen_values,
               .message = "concat: joins two to sixteen values, not {}",
               .have = x.count}};
    }
    const extents& first = x[0].shape;
    if (along(x) < 0 || along(x) >= first.rank) {
      return {{.refuse = error::concat_the_values_have_no_such_axis,
               .message = "concat: axis {} of values with {} dimensions",
               .have = axis,
               .want = first.rank}};
    }
    for (int i = 0; i < x.count; ++i) {
      if (const diagnosis d = check_value(x, i)) return {d};
    }
    inference y = like(x[0]);
    y.output.shape.d[along(x)] = start(x, x.count);
    return y;
  }
  constexpr int channel_of(const operands& x, const operand&, int input, int c) const {
    if (along(x) != x[0].shape.rank - 1) return c;
    const int of = c - start(x, input);
    return of >= 0 && of < x[input].shape.c() ? of : no_channel;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    if (along(x) < x[0].shape.rank - 3) return all_rows(x[input]);
    const bool rows = along(x) == x[0].shape.rank - 3;
    return only_row(rows ? y - start(x, input) : y);
  }

 private:
  constexpr diagnosis check_value(const operands& x, int i) const {
    if (const diagnosis d = needs_format(x[i])) return d;
    const extents &first = x[0].shape, &other = x[i].shape;
    if (other.rank != first.rank) {
      return {.refuse = error::concat_the_values_have_different_numbers_of_dimensions,
              .message = "concat: the values have {} and {} dimensions",
              .have = first.rank,
              .want = other.rank};
    }
    for (int k = 0; k < first.rank; ++k) {
      if (k == along(x) || first.d[k] == other.d[k]) continue;
      return {.refuse = error::concat_the_values_have_different_sizes_beside_the_axis,
              .message = "concat: the values have the sizes {} and {} beside the axis",
              .have = first.d[k],
              .want = other.d[k]};
    }
    if (x[i].number == x[0].number) return {};
    return {.refuse = error::concat_the_values_have_different_formats_say_to_F_before,
            .message = "concat: value {} has another format than the first: say to<F> before",
            .have = i};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
