#pragma once

#include <etch/format/format.hpp>
#include <etch/format/parts.hpp>
#include <etch/format/quire.hpp>

namespace ETCH_NAMESPACE {

/// The code of a posit: its pattern as a two's complement number, whose order is that of the
/// numbers. NaR, 1 followed by zeros, is not less than any other code and none is less than it.
template <int Bits, int Es>
struct posit_code {
  using integer = signed_storage_t<Bits>;
  static constexpr auto highest = static_cast<wide_int>((1LL << (Bits - 1)) - 1);
  integer bits;

  static constexpr posit_code nar() { return {static_cast<integer>(-highest - 1)}; }
  constexpr bool is_nar() const { return bits < -highest; }
  constexpr bool operator==(const posit_code&) const = default;
  constexpr bool operator<(const posit_code& b) const { return bits < b.bits && !is_nar(); }
  constexpr bool operator>(const posit_code& b) const { return b < *this; }
  constexpr bool operator<=(const posit_code& b) const { return bits <= b.bits && !is_nar(); }
};

/// The number that a code stands for: sign, a run of equal bits of value k, Es bits of exponent e,
/// the fraction f: (1 + f) 2^(k 2^Es + e).
template <int Bits, int Es>
constexpr parts parts_of(posit_code<Bits, Es> code) {
  if (code.bits == 0) return {};
  if (code.is_nar()) return parts::none();
  const bool negative = code.bits < 0;
  const auto size = static_cast<std::uint64_t>(negative ? -static_cast<long long>(code.bits)
                                                        : static_cast<long long>(code.bits));
  const std::uint64_t body = size << (65 - Bits);  // what stands behind the sign
  const bool ones = body >> 63 != 0;
  const int run = __builtin_clzll(ones ? ~body : body);
  const int k = ones ? run - 1 : -run;
  const std::uint64_t rest = run >= 63 ? 0 : body << (run + 1);
  int e = 0;
  if constexpr (Es > 0) e = static_cast<int>(rest >> (64 - Es));
  const std::uint64_t fraction = rest << Es;
  return {parts::what::number, negative, (k << Es) + e, fraction >> 1 | std::uint64_t{1} << 63};
}

/// The code nearest to x by policy r, applied to the pattern: never 0 or NaR for a number that is
/// neither.
template <int Bits, int Es>
constexpr posit_code<Bits, Es> posit_of(const parts& x, rounding r = rounding::half_even) {
  using code = posit_code<Bits, Es>;
  if (x.is == parts::what::zero) return {};
  if (x.is != parts::what::number) return code::nar();
  constexpr int most = Bits - 2;
  const int k = x.exponent >> Es, e = x.exponent & ((1 << Es) - 1);
  wide_int size = 0;
  if (k >= most) {
    size = code::highest;
  } else if (k < -most) {
    size = 1;
  } else {
    const std::uint64_t fraction = x.significand << 1;
    std::uint64_t tail = detail::shift_to_odd(fraction, Es);
    if constexpr (Es > 0) tail |= static_cast<std::uint64_t>(e) << (64 - Es);
    const int run = k >= 0 ? k + 2 : 1 - k;
    const std::uint64_t regime =
        k >= 0 ? ~(~std::uint64_t{0} >> (k + 1)) : std::uint64_t{1} << (63 + k);
    const std::uint64_t body = regime | detail::shift_to_odd(tail, run);
    const auto kept = static_cast<wide_int>(body >> (65 - Bits));
    size = kept + round_up(x, body << (Bits - 1), (kept & 1) != 0, r);
  }
  return {static_cast<typename code::integer>(x.negative ? -size : size)};
}

/// The size of the code of posit<8, 0> next to n / 2^Frac, ties to even: posit_of in 32 bits. Up to
/// 1 these codes lie evenly, 1/64 apart.
template <int Frac>
ETCH_GLUE constexpr std::int32_t size_of_posit8(std::uint32_t n) {
  static_assert(Frac > 6 && Frac <= 18);
  constexpr int cut = Frac - 6;
  constexpr std::uint32_t unit = std::uint32_t{1} << cut, one = unit << 6;
  if (n <= one) {
    if (n < unit) return n == 0 ? 0 : 1;
    return static_cast<std::int32_t>((n + unit / 2 - 1 + (n >> cut & 1)) >> cut);
  }
  n = minimum(n, (one << 6) - 1);
  const int zeros = leading_zeros(n), k = 31 - zeros - Frac;
  // 1 0 f, whose shift repeats the 1: a regime of k + 1 ones
  constexpr std::uint32_t half = std::uint32_t{1} << 24;
  const auto body = static_cast<std::int32_t>((n << zeros >> 1) + (half << 6)) >> k;
  const auto pattern = static_cast<std::uint32_t>(body);
  return static_cast<std::int32_t>((pattern + half - 1 + (pattern >> 25 & 1)) >> 25);
}
/// The code of posit<8, 0> next to n / 2^Frac, ties to even; of 32 or 64 bits, not NaR.
template <int Frac, class Sum>
ETCH_GLUE constexpr posit_code<8, 0> posit8_of_sum(Sum n) {
  if constexpr (sizeof(Sum) > 4) {
    n = clamp<Sum>(n, -(Sum{1} << (Frac + 6)), Sum{1} << (Frac + 6));
  }
  const auto bits = static_cast<std::uint32_t>(n);
  const std::int32_t size = size_of_posit8<Frac>(n < 0 ? 0 - bits : bits);
  return {static_cast<std::int8_t>(n < 0 ? -size : size)};
}

/// A number that is neither 0 nor NaR: sign, 1.f in 32 bits and exponent.
struct posit_parts {
  bool negative;
  std::uint32_t significand;
  int exponent;
};
/// The number of a code of at most 16 bits.
template <int Bits, int Es>
ETCH_GLUE constexpr posit_parts take_apart(posit_code<Bits, Es> code) {
  const std::int32_t bits = code.bits;
  const auto size = static_cast<std::uint32_t>(bits < 0 ? -bits : bits);
  const std::uint32_t body = size << (33 - Bits);
  const bool ones = static_cast<std::int32_t>(body) < 0;
  const int run = leading_zeros(ones ? ~body : body), k = ones ? run - 1 : -run;
  const std::uint32_t rest = body << run << 1;
  int e = 0;
  if constexpr (Es > 0) e = static_cast<int>(rest >> (32 - Es));
  return {bits < 0, rest << Es >> 1 | std::uint32_t{1} << 31, (k << Es) + e};
}
/// A code as a factor of a product that is summed: in 32 bits where those hold it.
template <int Bits, int Es>
constexpr auto operand_of(posit_code<Bits, Es> code) {
  if constexpr (Bits == 32) {
    const parts x = parts_of(code);
    if (x.is == parts::what::none) return posit_operand<29>{0, 0, true};
    const auto size = static_cast<std::int32_t>(x.significand >> 35);
    return posit_operand<29>{x.negative ? -size : size, x.exponent - 28, false};
  } else {
    if (code.bits == 0 || code.is_nar()) return posit_operand<14>{0, 0, code.bits != 0};
    const posit_parts x = take_apart(code);
    const auto size = static_cast<std::int32_t>(x.significand >> 18);
    return posit_operand<14>{x.negative ? -size : size, x.exponent - 13, false};
  }
}

namespace detail {
/// "posit<16,1>".
template <int Bits, int Es>
struct posit_name {
  char text[12]{'p', 'o', 's', 'i', 't', '<'};
  constexpr posit_name() {
    int at = 6;
    if (Bits >= 10) text[at++] = static_cast<char>('0' + Bits / 10);
    text[at++] = static_cast<char>('0' + Bits % 10);
    text[at++] = ',';
    text[at++] = static_cast<char>('0' + Es);
    text[at] = '>';
  }
};
template <int Bits, int Es>
inline constexpr posit_name<Bits, Es> name_of_posit{};
}  // namespace detail

/// The kind of posit<Bits, Es>.
template <int Bits, int Es>
struct posit_kind {
  static constexpr const char* name = detail::name_of_posit<Bits, Es>.text;
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  static constexpr bool is_posit = true;
  using code = posit_code<Bits, Es>;
  template <int>
  using storage = code;
  using arithmetic = quire_arithmetic<2 * ((Bits - 2) << Es)>;

  static constexpr parts unpack(code c) { return parts_of(c); }
  static constexpr code pack(const parts& x, rounding r) { return posit_of<Bits, Es>(x, r); }
  /// The same of an exact sum n / 2^Frac that is not NaR, ties to even.
  template <int Frac, class Sum>
  requires(Bits == 8 && Es == 0 && Frac > 6 && Frac <= 18 &&
           (__is_same(Sum, std::int32_t) || __is_same(Sum, std::int64_t)))
  ETCH_GLUE static constexpr code of_sum(Sum n) {
    return posit8_of_sum<Frac>(n);
  }

  static constexpr code lowest(const format&) {
    return {static_cast<typename code::integer>(-code::highest)};
  }
  static constexpr code highest(const format&) {
    return {static_cast<typename code::integer>(code::highest)};
  }
  static constexpr double decode(const format&, code c, int = 0) { return double_of(unpack(c)); }
  static constexpr code encode(const format&, double real, rounding r = rounding::standard) {
    const parts x = parts_of(real);
    if (x.is == parts::what::infinite)
      return {static_cast<typename code::integer>(x.negative ? -code::highest : code::highest)};
    return pack(x, r);
  }
};

/// A posit of N bits, Es of them for the exponent where there is room: more digits near 1, range
/// 2^-((N - 2) 2^Es) .. 2^((N - 2) 2^Es), one code NaR for what is no real number. Sums of products
/// are exact until `to<F>` rounds them once. Sources: Gustafson and Yonemoto 2017, and the Posit
/// Standard 2022, where Es is 2.
template <int N, int Es>
struct posit {
  static_assert((N == 8 || N == 16 || N == 32) && Es >= 0 && Es <= 2,
                "posit<n, es>: n is 8, 16 or 32 bits and es 0, 1 or 2");
  using kind = posit_kind<N, Es>;
  static constexpr int bits = N;
  /// frac: the smallest number is 2^-frac.
  static constexpr format descriptor{.kind = &format_id<kind>, .bits = bits, .frac = (N - 2) << Es};
};

}  // namespace ETCH_NAMESPACE
