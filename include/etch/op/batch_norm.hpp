#pragma once

#include <etch/base/functions.hpp>
#include <etch/op/elementwise.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void batch_norm_takes_a_value_and_2_or_4_constants(long /*inputs*/, long) {}
inline void batch_norm_takes_f32_alone(long, long) {}
inline void batch_norm_the_constants_need_one_number_for_each_channel(long /*numbers*/,
                                                                      long /*channels*/) {}
inline void batch_norm_epsilon_is_a_number_of_0_or_more(long, long) {}
}  // namespace error

/// Where epsilon is added: to the variance under the root (most frameworks) or to the standard
/// deviation (Darknet).
enum class epsilon_at : int { variance, deviation };

namespace ops {

/// y[..,c] = gamma[c] (x[..,c] - mean[c]) / sqrt(variance[c] + epsilon) + beta[c], or with
/// the divisor sqrt(variance[c]) + epsilon.
///
/// x and y of the same shape, f32; constants gamma (C), beta (C), mean (C), variance (C). With
/// gamma and beta alone: y = gamma x + beta. Both are computed as scale[c] x + offset[c].
struct batch_norm {
  static constexpr const char* name = "batch_norm";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;

  wide_int epsilon_bits = 0;  ///< epsilon as the bits of a float
  epsilon_at place = epsilon_at::variance;

  constexpr float epsilon() const { return __builtin_bit_cast(float, epsilon_bits); }
  /// What it does with these numbers of a channel.
  static constexpr scale_and_offset normalising(double gamma, double beta, double mean,
                                                double variance, double epsilon, epsilon_at place) {
    const double below = place == epsilon_at::variance ? square_root(variance + epsilon)
                                                       : square_root(variance) + epsilon;
    const double scale = gamma / below;
    return {scale, beta - mean * scale};
  }
  constexpr scale_and_offset scale_and_offset_of(const bytes_of_constants& k, int c) const {
    const auto number = [&](int i) { return static_cast<double>(load<float>(k[i], c)); };
    if (k.count == 2) return {number(0), number(1)};
    return normalising(number(0), number(1), number(2), number(3), static_cast<double>(epsilon()),
                       place);
  }
  constexpr inference infer(const operands& x) const {
    if (x.count != 3 && x.count != 5) {
      return {{.refuse = error::batch_norm_takes_a_value_and_2_or_4_constants,
               .message = "batch_norm: takes a value and 2 or 4 constants, not {} inputs",
               .have = x.count}};
    }
    if (!(epsilon() >= 0)) {
      return {{.refuse = error::batch_norm_epsilon_is_a_number_of_0_or_more,
               .message = "batch_norm: epsilon is a number of 0 or more"}};
    }
    for (int i = 0; i < x.count; ++i) {
      if (!is_f32(x[i].number)) {
        return {{.refuse = error::batch_norm_takes_f32_alone,
                 .message = "batch_norm: takes f32 alone, in all of its inputs"}};
      }
      if (i == 0 || (x[i].is_constant && x[i].shape.size() == x[0].shape.c())) continue;
      return {{.refuse = error::batch_norm_the_constants_need_one_number_for_each_channel,
               .message = "batch_norm: a constant has {} numbers, the value {} channels",
               .have = x[i].shape.size(),
               .want = x[0].shape.c()}};
    }
    return like(x[0]);
  }
  constexpr long long macs(const operands&, const operand& y) const { return y.shape.size(); }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
