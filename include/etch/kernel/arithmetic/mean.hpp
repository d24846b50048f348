#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// sum / count rounded to an integer by policy R: toward_zero, half_up, half_even, or
/// ties away from zero for every other one; 1 <= count < 2^30. The last equals TensorFlow Lite's
/// (sum + count / 2) / count.
template <rounding R>
constexpr std::int32_t mean_of(std::int32_t sum, int count) {
  const std::int32_t whole = sum / count;
  const std::int32_t twice = 2 * (sum - whole * count);
  if constexpr (R == rounding::toward_zero) {
    return whole;
  } else if constexpr (R == rounding::half_up) {
    return whole + (twice >= count ? 1 : 0) - (twice < -count ? 1 : 0);
  } else if constexpr (R == rounding::half_even) {
    const bool odd = whole % 2 != 0;
    return whole + (twice > count || (twice == count && odd) ? 1 : 0) -
           (twice < -count || (twice == -count && odd) ? 1 : 0);
  } else {
    return whole + (twice >= count ? 1 : 0) - (twice <= -count ? 1 : 0);
  }
}
/// The factor of TensorFlow Lite's MEAN of `count` codes: QuantizeMultiplier of the ratio of the
/// scales, then a division by count that rounds down; 1 <= count.
constexpr fixed_point_factor mean_factor(double ratio, int count) {
  const fixed_point_factor whole = quantise_factor(ratio);
  int shift = 0;
  while (count >> (shift + 1) != 0) ++shift;
  shift = minimum(shift, 31 + whole.shift);
  const std::int64_t multiplier = whole.multiplier * (std::int64_t{1} << shift) / count;
  return {static_cast<std::int32_t>(multiplier), whole.shift - shift};
}
/// sum / count in single precision.
template <rounding>
constexpr float mean_of(float sum, int count) {
  return sum / static_cast<float>(count);
}

namespace detail {
template <class V, class Sum, int Cells>
constexpr auto find_kept_sum() {
  if constexpr (!__is_same(Sum, std::int32_t) || V::is.number.bits > 8 || Cells > 255) {
    return carrier<Sum>{};
  } else {
    constexpr bool has_sign = static_cast<typename V::storage>(-1) < 0;
    return carrier<element_t<list<std::uint16_t, std::int16_t>, has_sign ? 1 : 0>>{};
  }
}
}  // namespace detail
/// What holds the sum of `Cells` codes of V, a Sum: 16 bits for integers of 8 where that is enough.
template <class V, class Sum, int Cells>
using kept_sum = typename decltype(detail::find_kept_sum<V, Sum, Cells>())::type;

/// The mean of posits of V: the exact sum over `count`, rounded once.
template <class V, rounding R>
struct exact_mean {
  static constexpr int frac = 2 * V::is.number.frac;
  using arithmetic = quire_arithmetic<frac>;
  using sum = typename arithmetic::sum;
  static constexpr sum start(const limits<typename V::storage>&) { return arithmetic::zero(); }
  static constexpr sum add(const sum& a, typename V::storage code) {
    return arithmetic::add(a, arithmetic::value(code));
  }
  static constexpr typename V::storage of(const sum& all, int count) {
    return write_parts<V, R>(divide(parts_of(all, frac), parts_of(static_cast<long long>(count))));
  }
  template <int>
  using kept = sum;
};
/// The mean in the sums of the kind's own arithmetic, rounded once more to V if that is real.
template <class V, rounding R>
struct summed_mean {
  using arithmetic = typename V::kind::arithmetic;
  using sum = typename arithmetic::sum;
  static constexpr sum start(const limits<typename V::storage>&) { return arithmetic::zero(); }
  static constexpr sum add(sum a, typename V::storage code) {
    return arithmetic::add(a, arithmetic::read(code, 0));
  }
  static constexpr typename V::storage of(sum all, int count) {
    if constexpr (!is_real(V::is.number) || is_f32(V::is.number))
      return static_cast<typename V::storage>(mean_of<R>(all, count));
    else if constexpr (__is_same(sum, double)) return write_parts<V, R>(parts_of(all / count));
    else return write_float<V, R>(static_cast<float>(all) / static_cast<float>(count));
  }
  template <int Cells>
  using kept = kept_sum<V, sum, Cells>;
};

/// ONNX Runtime's mean of codes of V: of the numbers that they stand for, in single precision, one
/// after the other; the zero point, as the file has it, is added before it is rounded.
template <class V, rounding R>
struct decoded_mean {
  using sum = float;
  static constexpr format f = V::is.number;
  static constexpr int more = R == rounding::onnxruntime_unsigned ? 128 : 0;
  static constexpr sum start(const limits<typename V::storage>&) { return 0; }
  static constexpr sum add(sum a, typename V::storage code) {
    const float number = static_cast<float>(code - f.zero) * static_cast<float>(f.unit());
    return a + number;
  }
  static constexpr typename V::storage of(sum all, int count) {
    const float mean = all / static_cast<float>(count);
    const float steps = mean / static_cast<float>(f.unit());
    const float code = steps + static_cast<float>(f.zero + more);
    const std::int32_t size = xnnpack::nearest(code < 0 ? -code : code);
    return static_cast<typename V::storage>(
        clamp<std::int32_t>((code < 0 ? -size : size) - more, -128, 127));
  }
  template <int>
  using kept = sum;
};

/// How the mean of values of V is made by policy R.
template <class V, rounding R>
using mean_method = element_t<list<summed_mean<V, R>, exact_mean<V, R>, decoded_mean<V, R>>,
                              is_posit(V::is.number)                         ? 1
                              : is_onnxruntime(R) && is_affine(V::is.number) ? 2
                                                                             : 0>;

}  // namespace ETCH_NAMESPACE
