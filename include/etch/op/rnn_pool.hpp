#pragma once

#include <etch/op/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void rnn_pool_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void rnn_pool_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void rnn_pool_the_window_lies_inside_the_value_and_has_a_stride_of_1_or_more(
    long /*size*/, long /*stride*/) {}
}  // namespace error

namespace ops {

/// RNNPool: what two FastGRNN cells make of each window. The first reads every row of it from left
/// to right, the second the states of these rows from above and from below; likewise every column
/// from above, and the states of these from the left and from the right.
///
/// x (N,H,W,C), y (N,OH,OW,4 U) in the format that the user gives, which the states have too:
/// windows of `size` rows and columns inside x, `stride` apart. Inputs in order: x, and of each
/// cell W, U and two biases, as fastgrnn has them; the second cell reads states of the first and
/// has U units. Formats: op/gates.hpp.
struct rnn_pool {
  static constexpr const char* name = "rnn_pool";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  int size = 1, stride = 1;
  wide_int zeta_bits[2]{0x3f800000, 0x3f800000}, nu_bits[2]{};  ///< bits of floats, of each cell
  int gate_bits = 12;  ///< fraction bits of gates of q values

  constexpr float zeta(int cell) const { return __builtin_bit_cast(float, zeta_bits[cell]); }
  constexpr float nu(int cell) const { return __builtin_bit_cast(float, nu_bits[cell]); }
  static constexpr int count = 9;
  static constexpr fastgrnn_inputs cell(int i) {
    return fastgrnn_inputs::from(1 + 4 * i, false, false);
  }

  constexpr inference infer(const operands& x) const {
    if (x.count != count) return shape(x.count);
    const extents& e = x[0].shape;
    if (size < 1 || size > e.h() || size > e.w() || stride < 1) {
      return {
          {.refuse = error::rnn_pool_the_window_lies_inside_the_value_and_has_a_stride_of_1_or_more,
           .message = "rnn_pool: the window, {} rows and columns, lies inside the value and has "
                      "a stride of 1 or more, not {}",
           .have = size,
           .want = stride}};
    }
    const int first = x[cell(0).bias_of_gate].shape.d[0],
              second = x[cell(1).bias_of_gate].shape.d[0];
    if (const int i = cell(0).wrong_shape(x, e.c(), first); i >= 0) return shape(i);
    if (const int i = cell(1).wrong_shape(x, first, second); i >= 0) return shape(i);
    const extents y{4, {e.n(), places(e.h()), places(e.w()), 4 * second}};
    const bool is_one = e.rank == 3;
    return {{}, {x[0].number, is_one ? extents{3, {y.d[1], y.d[2], y.d[3]}} : y, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const gate_numbers numbers = gate_numbers_of(x[0].number, y.number);
    const bool is_fit = x[0].layout == &layout_id<hwc> && numbers != gate_numbers::none &&
                        gate_bits >= 12 && gate_bits <= 15;
    int wrong = is_fit ? -1 : 0;
    if (wrong < 0) wrong = cell(0).wrong_format(x, x[0].number, y.number, numbers, gate_bits, 0);
    if (wrong < 0) wrong = cell(1).wrong_format(x, y.number, y.number, numbers, gate_bits, 0);
    if (wrong < 0) return {};
    return {.refuse = error::rnn_pool_the_format_of_an_input_does_not_fit_the_others,
            .message = "rnn_pool: the format of input {} does not fit the others",
            .have = wrong};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    const long long of_window = 2LL * size * size * cell(0).macs(x) + 4LL * size * cell(1).macs(x);
    return of_window * (y.shape.size() / y.shape.c());
  }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    if (input != 0) return all_rows(x[input]);
    return {y * stride, y * stride + size - 1};
  }

 private:
  /// Windows along so many rows or columns.
  constexpr int places(int length) const { return (length - size) / stride + 1; }
  static constexpr inference shape(int input) {
    return {{.refuse = error::rnn_pool_the_shape_of_an_input_does_not_fit_the_others,
             .message = "rnn_pool: the shape of input {} does not fit the others",
             .have = input}};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
