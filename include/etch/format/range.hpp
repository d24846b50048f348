// Formats from ranges of numbers: affine quantisation by Q and RQM, at compile time and while a
// network runs.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/format/format.hpp>

namespace ETCH_NAMESPACE {

/// Numbers low .. high, low <= 0 <= high.
struct real_range {
  float low = 0;
  float high = 0;
};
/// The range of the finite numbers among x[0] .. x[count - 1], and 0.
template <class X>
constexpr real_range range_of(X x, int count) {
  constexpr float most = 3.402823466e+38F;
  real_range r;
  for (int i = 0; i < count; ++i) {
    const float v = x[i];
    if (v < r.low && v >= -most) r.low = v;
    if (v > r.high && v <= most) r.high = v;
  }
  return r;
}

/// The integer nearest to x, ties to even; |x| < 2^51.
constexpr long long round_half_even(double x) {
  const long long below = floor_to_integer(x);
  const double rest = x - static_cast<double>(below);
  return below + (rest > 0.5 || (rest == 0.5 && (below & 1) != 0) ? 1 : 0);
}

/// Codes 0 .. 255 for a range: code = round(x Q) + zero, x = (code - zero) step.
struct byte_codes {
  float factor;          ///< Q
  float step;            ///< 1 / Q
  int zero;              ///< the code of 0, -RQM
  bool divides = false;  ///< x / step instead of x Q, which may round otherwise

  /// Ties to even, saturated; what is no number becomes 0.
  constexpr unsigned char encode(float x) const {
    if (!(x == x)) return static_cast<unsigned char>(zero);
    const float steps = clamp(divides ? x / step : x * factor, -256.0F, 256.0F);
    const auto whole = static_cast<int>(steps);  // toward zero: the rest is exact
    const float rest = steps - static_cast<float>(whole);
    const bool odd = (whole & 1) != 0;
    const int up = rest > 0.5F || (rest == 0.5F && odd) ? 1 : 0;
    const int down = rest < -0.5F || (rest == -0.5F && odd) ? 1 : 0;
    return static_cast<unsigned char>(clamp(whole + up - down + zero, 0, 255));
  }
};
/// The codes for r: Q = 255 / (high - low), 1 where the range is empty; in single precision.
constexpr byte_codes byte_range(real_range r, bool divides = false) {
  const float half = r.high / 2 - r.low / 2;  // the whole may overflow
  const bool is_range = half > 1e-36F;
  const float factor = is_range ? 127.5F / half : 1, step = is_range ? half / 127.5F : 1;
  const byte_codes at_zero{factor, step, 0, divides};
  return {factor, step, at_zero.encode(is_range ? -r.low : 0), divides};
}

/// Codes of `bits` bits for numbers of [low, high], 1 <= bits <= 32: code = round(x Q) - RQM with
/// Q = (2^bits - 1) / (high - low), RQM = round(Q low), ties to even, signed codes 2^(bits - 1)
/// less. As an affine format: scale = 1 / Q, zero = -RQM.
/// Where the source leaves it open: codes saturate; a range of no width has Q = 1; and with
/// `holds_zero` the range is widened to hold 0, so that the zero point is one of the codes.
struct range_codes {
  double factor = 1;     ///< Q
  long long offset = 0;  ///< RQM
  long long lowest = 0, highest = 0;

  constexpr range_codes(double low, double high, int bits, bool has_sign, bool holds_zero = false) {
    const long long steps = (1LL << bits) - 1, half = has_sign ? 1LL << (bits - 1) : 0;
    if (holds_zero) low = minimum(low, 0.0), high = maximum(high, 0.0);
    if (high > low) factor = static_cast<double>(steps) / (high - low);
    offset = round_half_even(factor * low) + half;
    lowest = -half;
    highest = steps - half;
  }
  constexpr double scale() const { return 1 / factor; }
  constexpr long long zero() const { return -offset; }
  constexpr long long encode(double x) const {
    const double last = static_cast<double>(highest + offset);
    const double first = static_cast<double>(lowest + offset);
    return round_half_even(clamp(x * factor, first, last)) - offset;
  }
  constexpr double decode(long long code) const {
    return static_cast<double>(code + offset) / factor;
  }
};

}  // namespace ETCH_NAMESPACE
