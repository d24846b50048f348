#pragma once

#include <etch/op/elementwise.hpp>
#include <etch/op/operator.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_table_takes_a_value_and_a_constant(long /*inputs*/, long) {}
inline void a_table_is_for_integer_values_of_at_most_8_bits(long /*bits*/, long) {}
inline void a_table_needs_the_codes_of_y_for_each_code_of_x(long /*codes*/, long /*needed*/) {}
}  // namespace error

namespace ops {

/// y[i] = table[x[i]]: what a function gives for each code of x.
///
/// x of any shape, an integer format of at most 8 bits; table a constant of 2^bits codes in the
/// format of y, in the order of the bits of a code of x: of signed codes 0, 1, .. 127, -128, .. -1.
/// y has the shape of x, or one that is given: then each code of x stands for as many codes of y,
/// which follow one another in the table and in y.
struct table {
  static constexpr const char* name = "table";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;  // where y has the shape of x
  static constexpr auto codes = channel_codes::each;

  int rank = 0;  ///< of y; 0: the shape of x
  int d[5]{};

  /// The table that makes a value of shape y of one of shape x.
  static constexpr table between(const extents& x, const extents& y) {
    table t;
    if (x == y) return t;
    t.rank = y.rank;
    for (int i = 0; i < y.rank; ++i) t.d[i] = y.d[i];
    return t;
  }
  constexpr inference infer(const operands& x) const {
    if (x.count != 2 || !x[1].is_constant) {
      return {{.refuse = error::a_table_takes_a_value_and_a_constant,
               .message = "a table takes a value and a constant, not {} inputs",
               .have = x.count}};
    }
    const format& f = x[0].number;
    if (!f.kind->is_integer || is_accumulator(f) || f.bits > 8) {
      return {{.refuse = error::a_table_is_for_integer_values_of_at_most_8_bits,
               .message = "a table is for integer values of at most 8 bits, not {}",
               .have = f.bits}};
    }
    const extents out = shape_of(x[0]);
    const wide_int needed = (wide_int{1} << f.bits) * (out.size() / x[0].shape.size());
    if (x[1].shape.size() != needed || out.size() % x[0].shape.size() != 0) {
      return {{.refuse = error::a_table_needs_the_codes_of_y_for_each_code_of_x,
               .message = "a table needs the codes of y for each code of x: has {}, needs {}",
               .have = x[1].shape.size(),
               .want = needed}};
    }
    return {{}, {x[1].number, out, x[0].layout}};
  }
  constexpr int channel_of(const operands&, const operand&, int input, int c) const {
    if (input > 0) return no_channel;
    return rank == 0 ? c : all_channels;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const extents &in = x[0].shape, out = shape_of(x[0]);
    const int made = out.w() * out.c(), row = out.size() / in.size() * in.w() * in.c();
    return {y * made / row, ((y + 1) * made - 1) / row};
  }

 private:
  constexpr extents shape_of(const operand& x) const {
    extents out{rank, {}};
    for (int i = 0; i < rank; ++i) out.d[i] = d[i];
    return rank == 0 ? x.shape : out;
  }
};

}  // namespace ops

/// What a pass puts in the place of nodes that make codes of one code.
inline constexpr pointer_to<operator_tag> table_operator{&op_id<ops::table>};

}  // namespace ETCH_NAMESPACE
