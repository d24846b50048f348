// The sum of two codes as ONNX Runtime computes it, in single precision.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// y = clamp(round(fma(a, ratio[0], fma(b, ratio[1], offset)))), ties to even, of codes as the file
/// has them.
///
/// A product of a code and a float, and its sum with another float, are exact in double precision
/// where the scales of the values are less than 2^20 apart; rounded to single precision they are
/// what fma gives, on every machine and in the compiler.
template <class Y>
struct single_sum {
  float ratio[2];
  float offset;
  std::int32_t more;  ///< what codes of the file have more: 128 of uint8
  Y low, high;

  constexpr single_sum(const format& a, const format& b, const format& y, rounding r, limits<Y> l)
      : ratio{xnnpack::ratio(a.unit(), y.unit()), xnnpack::ratio(b.unit(), y.unit())},
        offset(0),
        more(r == rounding::onnxruntime_unsigned ? 128 : 0),
        low(l.low),
        high(l.high) {
    const float zeros_of_b = ratio[1] * static_cast<float>(b.zero + more);
    offset = static_cast<float>(y.zero + more) - fma(a.zero + more, ratio[0], zeros_of_b);
  }
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    const float sum = fma(a + more, ratio[0], fma(b + more, ratio[1], offset));
    // far beyond all codes
    const float within = clamp(sum, -1048576.0F, 1048576.0F);
    const std::int32_t size = xnnpack::nearest(within < 0 ? -within : within);
    const std::int32_t code = (within < 0 ? -size : size) - more;
    return static_cast<Y>(clamp<std::int32_t>(code, low, high));
  }

 private:
  static constexpr float fma(std::int32_t code, float ratio, float plus) {
    return static_cast<float>(static_cast<double>(code) * static_cast<double>(ratio) +
                              static_cast<double>(plus));
  }
};

}  // namespace ETCH_NAMESPACE
