// Taps of a convolution window that are inside the input at the same time, and sums of weights over
// them; intervals of integers.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

/// Integers low .. high, saturated to 64 bits.
struct interval {
  long long low = 0;
  long long high = 0;
  constexpr bool operator==(const interval&) const = default;
};

/// Bits in two's complement that hold every number of r; 0 if r is {0, 0}, 65 if an end is
/// saturated.
constexpr int signed_bits(interval r) {
  if (r == interval{}) return 0;
  if (r.low == INT64_MIN || r.high == INT64_MAX) return 65;
  int bits = 1;
  while (bits < 64 && (r.low < -(1LL << (bits - 1)) || r.high > (1LL << (bits - 1)) - 1)) ++bits;
  return bits;
}

namespace detail {

constexpr long long saturating_add(long long a, long long b) {
  long long sum = 0;
  return !__builtin_add_overflow(a, b, &sum) ? sum : b > 0 ? INT64_MAX : INT64_MIN;
}
constexpr long long saturating_multiply(long long a, long long b) {
  long long product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}
constexpr interval operator+(interval a, interval b) {
  return {saturating_add(a.low, b.low), saturating_add(a.high, b.high)};
}
constexpr interval hull(interval a, interval b) {
  return {minimum(a.low, b.low), maximum(a.high, b.high)};
}
inline constexpr interval nothing_yet{INT64_MAX, INT64_MIN};

/// Taps first, first + step, .. last of a window along one dimension.
struct tap_range {
  int first = 0;
  int last = 0;
  int step = 1;
  constexpr bool holds(tap_range r) const {
    if (r.last < r.first) return true;
    return first <= r.first && r.last <= last && step == r.step && (r.first - first) % step == 0;
  }
  constexpr int count() const { return last < first ? 0 : (last - first) / step + 1; }
  constexpr bool operator==(const tap_range&) const = default;
};
/// The taps that lie inside the input at position i of a window.
constexpr tap_range taps_inside(int i, int in, int size, int stride, int dilation, int before) {
  const int start = i * stride - before;
  tap_range r{start < 0 ? ceil_div(-start, dilation) : 0, size - 1};
  while (r.last >= r.first && start + r.last * dilation >= in) --r.last;
  return r.last < r.first ? tap_range{0, -1} : r;
}
/// The taps of a transposed window that contribute to output i: those u for which i + before - u is
/// the stride times a position of the input.
constexpr tap_range taps_of_output(int i, int in, int size, int stride, int before) {
  const int start = i + before, least = start - (in - 1) * stride;
  const int first = least < 0 ? start % stride : least, end = minimum(start, size - 1);
  if (end < first) return {0, -1};
  return {first, end - (end - first) % stride, stride};
}
/// The distinct ranges of taps over all positions along one dimension. `outermost`: without ranges
/// that another contains. If there are more than 16, one range that contains them all.
struct tap_ranges {
  int first[16]{}, last[16]{}, step[16]{};
  int count = 0;
  int taps = 0;         ///< number of taps of all ranges together
  bool joined = false;  ///< whether the one range stands for more than 16

  constexpr tap_ranges(int out, int in, int size, int stride, int dilation, int before,
                       bool outermost, bool transposed) {
    for (int i = 0; i < out && !joined; ++i) {
      const tap_range r = transposed ? taps_of_output(i, in, size, stride, before)
                                     : taps_inside(i, in, size, stride, dilation, before);
      bool known = false;
      for (int k = 0; k < count; ++k) known |= outermost ? range(k).holds(r) : range(k) == r;
      if (!known) add(r, outermost);
    }
    if (joined) {
      set(0, {0, size - 1});
      count = 1;
    }
    for (int k = 0; k < count; ++k) taps += range(k).count();
  }
  constexpr tap_range range(int k) const { return {first[k], last[k], step[k]}; }

 private:
  constexpr void set(int k, tap_range r) { first[k] = r.first, last[k] = r.last, step[k] = r.step; }
  constexpr void add(tap_range r, bool outermost) {
    int left = 0;
    for (int k = 0; k < count; ++k) {
      if (!outermost || !r.holds(range(k))) set(left++, range(k));
    }
    joined = left == 16;
    if (joined) return;
    set(left, r);
    count = left + 1;
  }
};

/// Strides of weights: channel o, tap t, input c is at index o * channel + t * tap + c.
struct weight_order {
  int channel, tap, depth;
  int bits;
  bool has_sign;
};

/// Tags of weights with fewer than 8 bits, and of those that never cross a byte boundary.
struct packed_weight {};
struct weight_in_byte {};

/// The sum of the positive weights and that of the negative weights of one output channel, over the
/// taps of both ranges.
template <class W>
constexpr interval sums_of_weights(const unsigned char* bytes, int first, weight_order at, int kw,
                                   tap_range rows, tap_range columns, int zero) {
  const int mask = (1 << minimum(at.bits, 8)) - 1, sign = at.has_sign ? mask - (mask >> 1) : 0;
  long long positive = 0, negative = 0;
  for (int u = rows.first; u <= rows.last; u += rows.step) {
    for (int v = columns.first; v <= columns.last; v += columns.step) {
      const int begin = first + (u * kw + v) * at.tap, end = begin + at.depth;
      for (int k = begin; k < end; ++k) {
        long long w = 0;  // written out: compilers count the steps for each weight
        if constexpr (__is_same(W, packed_weight)) {
          w = read_packed(bytes, at.bits, at.has_sign, k);
        } else if constexpr (__is_same(W, weight_in_byte)) {
          const int code = bytes[k * at.bits >> 3] >> (k * at.bits & 7) & mask;
          w = code - 2 * (code & sign);
        } else if constexpr (sizeof(W) == 1) {
          w = static_cast<W>(bytes[k]);
        } else if constexpr (sizeof(W) == 2) {
          w = static_cast<W>(bytes[2 * k] | bytes[2 * k + 1] << 8);
        } else {
          w = static_cast<long long>(load<W>(bytes, k));
        }
        w -= zero;
        (w > 0 ? positive : negative) += w;
      }
    }
  }
  return {negative, positive};
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
