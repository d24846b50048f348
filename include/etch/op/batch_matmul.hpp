#pragma once

#include <etch/op/binary.hpp>
#include <etch/op/numerics.hpp>
#include <etch/op/products.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void batch_matmul_takes_two_values_of_two_to_five_dimensions(long /*rank*/, long) {}
inline void batch_matmul_the_rows_and_columns_that_are_summed_differ(long /*first*/,
                                                                     long /*second*/) {}
inline void batch_matmul_takes_integers_of_up_to_16_bits(long /*bits*/, long) {}
inline void batch_matmul_one_unit_of_the_sum_is_too_many_units_of_the_output(long /*power of 2*/,
                                                                             long) {}
}  // namespace error

namespace ops {

/// y[..,m,n] = sum over k of a[..,m,k] b[..,k,n], in the format that the user gives.
///
/// a (..,M,K), or (..,K,M) if transpose_a is 1; b (..,K,N), or (..,N,K) if transpose_b is 1. The
/// leading dimensions broadcast as those of sub. All formats are of one kind.
/// affine: TensorFlow Lite's BATCH_MATMUL; 16-bit values accumulate in 64 bits and are requantised
/// by a 16-bit multiplier. q: 32-bit sums and a shift.
struct batch_matmul {
  static constexpr const char* name = "batch_matmul";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;
  static constexpr bool single_precision_product = true;  // of both scales, as TensorFlow Lite

  int transpose_a = 0, transpose_b = 0;

  /// M, K and N of a product.
  struct sizes {
    int m, k, n, k_of_b;
  };
  constexpr sizes of(const extents& a, const extents& b) const {
    return {transpose_a != 0 ? a.c() : a.w(), transpose_a != 0 ? a.w() : a.c(),
            transpose_b != 0 ? b.w() : b.c(), transpose_b != 0 ? b.c() : b.w()};
  }
  static constexpr int kinds_of_products = 1;
  constexpr sums_of_products products(const operands& x, int) const {
    const int bits = is_scaled(x[0].number) && x[0].number.bits == 16 ? 64 : 32;
    return {.window = {.c = of(x[0].shape, x[1].shape).k},
            .has_filters = false,
            .bits = bits,
            .accumulator_bits = bits,
            .has_short_factor = true};
  }
  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number) && x[1].number.zero == 0;
  }
  static constexpr rounding own_rounding(numerics n, const operands&, const operand& y) {
    const bool is_single = n == numerics::onnxruntime && xnnpack::is_int8(y.number);
    return is_single ? rounding::xnnpack : rounding::standard;
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_integers_or_f32(x[0].number)) return {d};
    for (int i = 0; i < 2; ++i) {
      if (x.count == 2 && x[i].shape.rank >= 2) continue;
      return {{.refuse = error::batch_matmul_takes_two_values_of_two_to_five_dimensions,
               .message = "batch_matmul: takes two values of two to five dimensions, not {}",
               .have = x.count == 2 ? x[i].shape.rank : x.count}};
    }
    const sizes s = of(x[0].shape, x[1].shape);
    if (s.k != s.k_of_b) {
      return {{.refuse = error::batch_matmul_the_rows_and_columns_that_are_summed_differ,
               .message = "batch_matmul: {} columns of the first value meet {} rows of the second",
               .have = s.k,
               .want = s.k_of_b}};
    }
    operand batches[2]{x[0], x[1]};
    for (operand& b : batches) b.shape = with_hwc(b.shape, b.shape.h(), 1, 1);
    inference y = infer_binary({batches, 2});
    y.output.shape = with_hwc(y.output.shape, y.output.shape.h(), s.m, s.n);
    y.output.layout = &layout_id<hwc>;
    return y;
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    for (int i = 0; i < 2; ++i) {
      if (is_real(x[i].number) || x[i].number.bits <= 16) continue;
      return {.refuse = error::batch_matmul_takes_integers_of_up_to_16_bits,
              .message = "batch_matmul: takes integers of up to 16 bits, not {}",
              .have = x[i].number.bits};
    }
    if (const diagnosis d = check_binary(x, y)) return d;
    const format &a = x[0].number, &b = x[1].number;
    const bool wide = is_scaled(a) && a.bits == 16;
    const int bits = wide ? 64 : 32;
    const auto ends = [&](double factor) { return ends_sums(factor, bits); };
    if (!is_scaled(a)) return {};
    if (ends(a.unit() * b.unit() / y.number.unit()) &&
        ends(factor_of_sum(a, b, y.number, single_precision_product, 0))) {
      return {};
    }
    return {.refuse = error::batch_matmul_one_unit_of_the_sum_is_too_many_units_of_the_output,
            .message = "batch_matmul: one unit of the sum is 2^{} units of the output or more",
            .have = wide ? 14 : 30};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return static_cast<long long>(y.shape.size()) * of(x[0].shape, x[1].shape).k;
  }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
