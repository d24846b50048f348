// Scales and zero points of an .onnx file as numbers: checked, and those of channels in a pool.
#pragma once

#include <etch/graph/import/onnx_values.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_scale_is_a_number_between_0_and_1e18(long /*channel*/, long) {}
inline void onnx_a_scale_is_a_constant_of_type_FLOAT(long /*type*/, long) {}
inline void onnx_a_zero_point_is_a_constant_of_the_type_of_the_codes(long /*type*/, long) {}
inline void onnx_there_is_one_zero_point_for_each_scale(long /*zeros*/, long /*scales*/) {}
inline void onnx_scales_and_zero_points_for_each_channel_are_an_initializer(long /*numbers*/,
                                                                            long) {}
}  // namespace error

/// The values of a graph under construction from a file that may have scales and zero points.
class onnx_scale_numbers : public onnx_values {
 public:
  int scale_count = 0;

  using onnx_values::onnx_values;

 protected:
  constexpr void refuse_zero(int type) {
    refuse({.refuse = error::onnx_a_zero_point_is_a_constant_of_the_type_of_the_codes,
            .message = "a zero point is a constant of the type of the codes, not {}",
            .have = type});
  }
  constexpr void refuse_zeros(int zeros, int scales) {
    refuse({.refuse = error::onnx_there_is_one_zero_point_for_each_scale,
            .message = "there are {} zero points for {} scales",
            .have = zeros,
            .want = scales});
  }
  /// The numbers of tensor t, scales.
  constexpr onnx_numbers scales(int t) {
    onnx_numbers s{};
    if (failed()) return s;
    if (is_constant(t)) s = numbers(t);
    const bool fits = s.type == onnx_schema::element::float32 && s.shape.rank < 2 && s.elements > 0;
    if (!failed() && !fits) {
      refuse({.refuse = error::onnx_a_scale_is_a_constant_of_type_FLOAT,
              .message = "a scale is a constant of type FLOAT with up to one dimension, not of {}",
              .have = static_cast<long>(s.type)});
    }
    return s;
  }
  constexpr double scale(const onnx_numbers& s, int c) {
    if (failed()) return 1;
    const auto unit = file.real(s, c);
    if (unit > 0 && unit <= 1e18F) return static_cast<double>(unit);
    refuse({.refuse = error::onnx_a_scale_is_a_number_between_0_and_1e18,
            .message = "scale {} is not a number between 0 and 1e18",
            .have = c});
    return 1;
  }
  /// The zero points of codes of this type, as many as there are scales; without a tensor no number
  /// is theirs.
  constexpr onnx_numbers zero_points(int t, onnx_schema::element type, int count) {
    onnx_numbers z{.elements = 0};
    if (failed() || t < 0) return z;
    if (is_constant(t)) z = numbers(t);
    if (!failed() && z.type != type) refuse_zero(static_cast<int>(z.type));
    if (!failed() && count != 0 && z.elements != count) refuse_zeros(z.elements, count);
    return z;
  }
  constexpr int zero_point(const onnx_numbers& z, int c) {
    return failed() || z.elements == 0 ? 0 : static_cast<int>(file.integer(z, c));
  }
  /// Whether no zero point is another than the first.
  constexpr bool is_one(const onnx_numbers& z) {
    bool one = true;
    for (int c = 1; c < z.elements && !failed(); ++c) one &= zero_point(z, c) == zero_point(z, 0);
    return one;
  }
  /// Where scales s, which tensor `scale` holds, lie in the pool.
  constexpr int units_of(int scale, const onnx_numbers& s) { return pooled(scale, s, true); }
  /// The same of zero points.
  constexpr int zeros_of(int zero, const onnx_numbers& z) { return pooled(zero, z, false); }

 private:
  /// Where the numbers of tensor t, scales or zero points, one for each channel, lie in the pool.
  constexpr int pooled(int t, const onnx_numbers& of, bool are_scales) {
    const int count = of.elements;
    if (failed() || !file.source.spend(count)) return 0;
    int& first = room().entries[t].scales;
    if (first >= 0) return first;
    if (scale_count + count > file.scales) {
      refuse({.refuse = error::onnx_scales_and_zero_points_for_each_channel_are_an_initializer,
              .message = "{} scales or zero points, one for each channel, are no initializer",
              .have = count});
      return 0;
    }
    first = scale_count;
    scale_count += count;
    for (int c = 0; c < count; ++c) {
      const double is = are_scales ? scale(of, c) : static_cast<double>(zero_point(of, c));
      if (room().scales != nullptr) room().scales[first + c] = is;
    }
    return first;
  }
};

}  // namespace ETCH_NAMESPACE
