// The sum of two codes by one multiplication each and one shift: XNNPACK's, and how another sum is
// proved to equal it.
//
// A sum S of two codes is a value: S.part<I>(code), operand I in the units of a common sum;
// S.end(sum), which never falls where the sum rises; S.low and S.high, what that is clamped to;
// S.slope(I), about how far a step of operand I moves S.end.
#pragma once

#include <etch/base/math.hpp>
#include <etch/format/arithmetic.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

/// y = clamp(((a multiplier[0] + b multiplier[1] + start) >> shift) + zero).
template <class Y>
struct short_sum {
  std::int32_t multiplier[2];
  std::int32_t start;  ///< of the zero points, with what rounds
  std::int32_t zero;   ///< the output's zero point, where it is no part of `start`
  std::int8_t shift;
  Y low, high;

  template <int I>
  constexpr std::int32_t part(std::int32_t code) const {
    return code * multiplier[I];
  }
  constexpr std::int32_t end(std::int32_t sum) const {
    return (integer_arithmetic::add(sum, start) >> shift) + zero;
  }
  constexpr double slope(int i) const { return multiplier[i] / power_of_two(shift); }
  /// Before the shift. Two terms may leave 32 bits until the third one is added.
  constexpr std::int32_t sum(std::int32_t a, std::int32_t b) const {
    const std::int32_t with_a = integer_arithmetic::multiply_add(start, a, multiplier[0]);
    return integer_arithmetic::multiply_add(with_a, b, multiplier[1]);
  }
  constexpr Y operator()(std::int32_t a, std::int32_t b) const {
    return static_cast<Y>(clamp<std::int32_t>((sum(a, b) >> shift) + zero, low, high));
  }
};

/// What is known of a sum: whether `is` gives its codes for all pairs, the zero point in `start`.
template <class Y>
struct proved_sum {
  bool exists = false;
  short_sum<Y> is{};
};

namespace detail {

/// Shifts as vectors have them: by 16 to numbers of half the width, and by 1 to 8 likewise.
inline constexpr int least_shift = 17, most_shift = 24;
/// Two halves of 15 bits and a sign hold it.
inline constexpr long long most_multiplier = (1LL << 30) - (1LL << 15);

/// The codes of operand I of sum S, which are those of R, in the order in which their parts rise.
template <auto S, int I, code_limits R>
struct rising_codes {
  static constexpr int count = R.high - R.low + 1;
  static constexpr int step = S.slope(I) < 0 ? -1 : 1;
  static constexpr int first = step < 0 ? R.high : R.low;
  static constexpr std::int32_t part(int i) { return S.template part<I>(first + step * i); }
  static constexpr std::int32_t lowest = part(0), highest = part(count - 1);
};
/// Sum S of codes a and b of these ranges.
template <auto S, code_limits A, code_limits B>
struct sum_of_ranges {
  using a = rising_codes<S, 0, A>;
  using b = rising_codes<S, 1, B>;
  static constexpr std::int32_t lowest = a::lowest + b::lowest, highest = a::highest + b::highest;
  static constexpr int codes = S.high - S.low + 1;
  /// The largest shift at which codes before the clamp, and one more on both sides, have 32 bits.
  static constexpr int shift = [] {
    const long long low = S.end(lowest) - 1LL, high = S.end(highest) + 2LL;
    int s = most_shift;
    while (s > 0 && (low < -(1LL << (31 - s)) || high > 1LL << (31 - s))) --s;
    return s;
  }();
};
/// The same in tables.
template <class R, auto S>
struct tabulated_sum {
  std::int32_t a[R::a::count]{}, b[R::b::count]{};  ///< the parts
  std::int32_t least[R::codes + 1]{};  ///< the least sum that ends as S.low + k or more

  constexpr tabulated_sum() {
    for (int i = 0; i < R::a::count; ++i) a[i] = R::a::part(i);
    for (int j = 0; j < R::b::count; ++j) b[j] = R::b::part(j);
    least[0] = R::lowest;
    for (int k = 1; k < R::codes; ++k) {
      std::int32_t low = least[k - 1], high = R::highest + 1;
      // codes begin about as far apart: two looks around the next one leave eight sums
      const long long next = k < 3 ? low : 2LL * low - least[k - 2];
      if (next - 4 > low && next + 4 < high) {
        const auto about = static_cast<std::int32_t>(next);
        if (S.end(about - 4) < S.low + k) low = about - 3;
        if (S.end(about + 4) >= S.low + k) high = about + 4;
      }
      while (low < high) {
        const std::int32_t middle = low + (high - low) / 2;
        if (S.end(middle) < S.low + k) low = middle + 1;
        else high = middle;
      }
      least[k] = low;
    }
    least[R::codes] = R::highest + 1;
  }
};
template <auto S, code_limits A, code_limits B>
inline constexpr tabulated_sum<sum_of_ranges<S, A, B>, S> tables_of_sum{};

/// By how much factors are stretched until a sum is proved. The first serves nearly all, the second
/// those whose ties go away from zero: it moves them there. The third moves factors by about one.
inline constexpr double stretches[]{1, 1 + 1 / 16384.0, 1 + 1 / 4194304.0};

/// S as two products with factors stretched by stretches[N]. Each pair of codes leaves `start` an
/// interval; what is left of it after all pairs gives the code of each of them.
template <auto S, code_limits A, code_limits B, int N>
constexpr auto try_short_sum() {
  using r = sum_of_ranges<S, A, B>;
  using a = typename r::a;
  using b = typename r::b;
  constexpr const auto& t = tables_of_sum<S, A, B>;
  constexpr int top = r::codes - 1;
  constexpr long long code = 1LL << r::shift;
  constexpr long long by_a = round_half_away(S.slope(0) * code * stretches[N]) * a::step;
  constexpr long long by_b = round_half_away(S.slope(1) * code * stretches[N]) * b::step;
  proved_sum<decltype(S.low)> p;
  if (by_a > most_multiplier || by_b > most_multiplier) return p;
  // the products of the first codes of both, and of the last: the least and the largest
  constexpr long long first = by_a * a::step * a::first + by_b * b::step * b::first;
  constexpr long long last = first + by_a * (a::count - 1) + by_b * (b::count - 1);
  // How far the products of each pair may lie above its code: sums have 32 bits, also where an
  // instruction that rounds starts from half a code less.
  long long lowest = first - INT32_MIN - code / 2, highest = code - 1 - INT32_MAX + last;
  // where a row starts, at the last of its codes S.low if it has any, and code S.low + k there
  int start = b::count - 1, k_of_start = 0;
  for (int i = 0; i < a::count && highest - lowest < code; ++i) {
    const std::int32_t part = t.a[i];
    while (start > 0 && part + t.b[start] >= t.least[1]) --start;
    while (part + t.b[start] >= t.least[k_of_start + 1]) ++k_of_start;
    int k = k_of_start;
    long long above = first + by_a * i + by_b * start - (S.low + k) * code;
    std::int32_t next = t.least[k + 1] - part;
    for (int j = start; j < b::count; ++j, above += by_b) {
      while (t.b[j] >= next) ++k, above -= code, next = t.least[k + 1] - part;
      if (k > 0 && above < lowest) lowest = above;
      if (k == top) break;
      if (above > highest) highest = above;
    }
  }
  if (highest - lowest >= code) return p;
  p.exists = true;
  p.is = {{static_cast<std::int32_t>(by_a * a::step), static_cast<std::int32_t>(by_b * b::step)},
          static_cast<std::int32_t>((code - 1 - highest - lowest) / 2),
          0,
          r::shift,
          S.low,
          S.high};
  return p;
}

template <auto S, code_limits A, code_limits B, int N = 0>
constexpr auto find_short_sum() {
  constexpr int attempts = sizeof stretches / sizeof *stretches;
  if constexpr (N == attempts || sum_of_ranges<S, A, B>::shift < least_shift) {
    return proved_sum<decltype(S.low)>{};
  } else {
    constexpr auto found = try_short_sum<S, A, B, N>();
    if constexpr (found.exists) return found;
    else return find_short_sum<S, A, B, N + 1>();
  }
}

}  // namespace detail

/// Sum S, whose output has 8 bits or fewer, as two products, if that gives the same code for all
/// codes a and b of these ranges of up to 256. Found once for all calls that add alike.
template <auto S, code_limits A, code_limits B>
inline constexpr auto short_sum_of = detail::find_short_sum<S, A, B>();

}  // namespace ETCH_NAMESPACE
