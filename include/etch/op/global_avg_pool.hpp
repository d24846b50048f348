#pragma once

#include <etch/op/numerics.hpp>
#include <etch/op/pool.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void global_avg_pool_needs_three_or_four_dimensions_H_W_C(long /*rank*/, long) {}
inline void global_avg_pool_a_mean_in_another_format_needs_affine_formats_of_equal_bits(
    long /*bits*/, long /*mean*/) {}
inline void global_avg_pool_sums_affine_values_and_f32(long, long) {}
inline void global_avg_pool_the_scales_of_value_and_mean_are_too_far_apart(long, long) {}
}  // namespace error

namespace ops {

/// y[n,c] = the mean of x[n,h,w,c] over all h and w; for affine values and f32 their sum if `sums`
/// is 1.
///
/// x (H,W,C), y (C), or x (N,H,W,C), y (N,C); same format. The mean of integer codes is rounded by
/// the value's policy: toward_zero, half_up, or half away from zero (every other policy).
/// affine with tflite_double or tflite_single: TensorFlow Lite's MEAN, bit for bit. The sum of
/// code - zero is multiplied by scale x / (scale y * H W) in fixed point; y may have another scale
/// and zero point than x. SUM is the same without H W. With onnxruntime ONNX Runtime's mean, whose
/// factor and product are floats, ties to even.
struct global_avg_pool {
  static constexpr const char* name = "global_avg_pool";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::monotone;

  int sums = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  /// TensorFlow Lite's MEAN requantises its sum as layers do; CMSIS-NN has no affine mean.
  static constexpr rounding own_rounding(numerics n, const operands&, const operand& y) {
    if (n == numerics::onnxruntime && xnnpack::is_int8(y.number)) return rounding::onnxruntime;
    if (is_affine(y.number) && n != numerics::cmsis_legacy) return rounding::tflite_double;
    return is_q(y.number) ? rounding::toward_zero : rounding::half_away;
  }
  constexpr inference infer(const operands& x) const {
    const extents& e = x[0].shape;
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (sums != 0 && !is_affine(x[0].number) && !is_f32(x[0].number)) {
      return {{.refuse = error::global_avg_pool_sums_affine_values_and_f32,
               .message = "global_avg_pool: sums affine values and f32"}};
    }
    if (e.rank < 3 || e.rank > 4) {
      return {{.refuse = error::global_avg_pool_needs_three_or_four_dimensions_H_W_C,
               .message = "global_avg_pool: needs three or four dimensions (H, W, C), not {}",
               .have = e.rank}};
    }
    if (const diagnosis d = check_mean(x[0].number, 1LL * e.h() * e.w())) return {d};
    const extents out = e.rank == 4 ? extents{2, {e.n(), e.c()}} : extents{1, {e.c()}};
    return {{}, {x[0].number, out, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = y.number;
    if (a == b && (sums == 0 || is_real(a))) return {};
    if (!is_affine(a) || a.kind != b.kind || a.bits != b.bits || b.channel_scale != nullptr) {
      return {
          .refuse =
              error::global_avg_pool_a_mean_in_another_format_needs_affine_formats_of_equal_bits,
          .message =
              "global_avg_pool: a mean in another format needs affine formats of equal "
              "bits, not {} and {}",
          .have = a.bits,
          .want = b.bits};
    }
    if (takes_factor(a, a.unit() / b.unit(), 1LL * x[0].shape.h() * x[0].shape.w())) return {};
    return {.refuse = error::global_avg_pool_the_scales_of_value_and_mean_are_too_far_apart,
            .message = "global_avg_pool: the scales of value and mean are too far apart"};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }

 private:
  /// Whether the sum of so many codes of f has room in 32 bits for the left shift of a factor above
  /// 1.
  constexpr bool takes_factor(const format& f, double ratio, long long cells) const {
    if (ratio >= 1073741824.0) return false;
    int left = places_left(ratio);
    for (long long c = cells; sums == 0 && c > 1; c /= 2) --left;
    return cells <= ((1LL << 31) >> f.bits) >> etch::maximum(left, 0);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
