// Formulas of the operators said again, plainly, in 64-bit integers and double, for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <etch/base/rounding.hpp>

namespace reference {

using etch::rounding;

/// (N,H,W,C), and where an element lies.
struct dims {
  int n = 1, h = 1, w = 1, c = 1;
  int size() const { return n * h * w * c; }
  int hwc(int in, int ih, int iw, int ic) const { return ic + c * (iw + w * (ih + h * in)); }
  int chw(int in, int ih, int iw, int ic) const { return iw + w * (ih + h * (ic + c * in)); }
};

/// Codes in logical order as they lie in layout L, and back.
template <class L, class T>
std::vector<T> to_layout(const dims& d, const std::vector<T>& logical) {
  if (L::name[0] != 'c') return logical;
  std::vector<T> y(logical.size());
  for (int n = 0; n < d.n; ++n)
    for (int h = 0; h < d.h; ++h)
      for (int w = 0; w < d.w; ++w)
        for (int c = 0; c < d.c; ++c)
          y[static_cast<std::size_t>(d.chw(n, h, w, c))] =
              logical[static_cast<std::size_t>(d.hwc(n, h, w, c))];
  return y;
}
template <class L, class T>
std::vector<T> from_layout(const dims& d, const T* stored) {
  std::vector<T> y(stored, stored + d.size());
  if (L::name[0] != 'c') return y;
  for (int n = 0; n < d.n; ++n)
    for (int h = 0; h < d.h; ++h)
      for (int w = 0; w < d.w; ++w)
        for (int c = 0; c < d.c; ++c)
          y[static_cast<std::size_t>(d.hwc(n, h, w, c))] = stored[d.chw(n, h, w, c)];
  return y;
}

/// floor(a / b) for b > 0.
inline long long floor_divide(long long a, long long b) { return a / b - (a % b < 0 ? 1 : 0); }
/// a / b rounded by policy; b > 0.
inline long long divide(long long a, long long b, rounding r) {
  if (r == rounding::toward_zero) return a / b;
  if (r == rounding::half_up) return floor_divide(2 * a + b, 2 * b);
  return a < 0 ? -floor_divide(-2 * a + b, 2 * b) : floor_divide(2 * a + b, 2 * b);
}
inline long long saturate(long long x, long long low, long long high) {
  return x < low ? low : x > high ? high : x;
}

/// x * 2^-shift by policy; |x| < 2^32.
inline long long shift(long long x, int places, rounding r) {
  if (places <= 0) return x * (1LL << (places < -30 ? 30 : -places));
  return divide(x, 1LL << (places > 40 ? 40 : places), r);
}

/// TensorFlow Lite's MultiplyByQuantizedMultiplier(x, QuantizeMultiplier(real)).
inline long long scale(long long x, double real, rounding r) {
  int s = 0;
  long long m = std::llround(std::frexp(real, &s) * 2147483648.0);
  if (m == 1LL << 31) m /= 2, ++s;
  if (s < -31) return 0;
  if (r == rounding::tflite_single) return (x * m + (1LL << (30 - s))) >> (31 - s);
  const long long left = s > 0 ? s : 0;
  const long long high = floor_divide(x * (1LL << left) * m + (1LL << 30), 1LL << 31);
  return divide(high, 1LL << (left - s), rounding::half_away);
}

/// TensorFlow Lite's MultiplyByQuantizedMultiplier of a 64-bit sum: 16 bits of the multiplier.
inline long long scale_wide(long long x, double real) {
  int s = 0;
  const long long m = std::llround(std::frexp(real, &s) * 2147483648.0);
  const long long reduced = m < 0x7fff0000 ? (m + 32768) >> 16 : 0x7fff;
  return floor_divide(x * reduced + (1LL << (14 - s)), 1LL << (15 - s));
}

}  // namespace reference
