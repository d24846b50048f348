// Exact sums of products of posits: integers in units of the smallest product.
#pragma once

#include <etch/base/tables.hpp>
#include <etch/format/format.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

/// A two's complement number of Limbs words, the lowest first; the lowest number stands for NaR.
template <int Limbs>
struct quire {
  std::uint32_t limb[Limbs]{};

  static constexpr quire nar() {
    quire q;
    q.limb[Limbs - 1] = 0x80000000U;
    return q;
  }
  constexpr bool is_negative() const { return limb[Limbs - 1] >> 31 != 0; }
  constexpr bool is_nar() const {
    if (limb[Limbs - 1] != 0x80000000U) return false;
    std::uint32_t below = 0;
    for (int i = 0; i < Limbs - 1; ++i) below |= limb[i];
    return below == 0;
  }
  constexpr bool operator==(const quire&) const = default;

  /// Adds value * 2^at, value of 32 or 64 bits; where `at` is negative, a multiple of 2^-at.
  template <class Value>
  constexpr void add(Value value, int at) {
    if (at < 0) value >>= -at, at = 0;
    const int first = at / 32, shift = at % 32;
    const std::uint64_t low = static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) << shift;
    const auto sign = static_cast<std::uint32_t>(value >> (8 * sizeof(Value) - 1));
    constexpr int words = sizeof(Value) == 4 ? 2 : 3;
    const std::uint32_t word[3]{
        static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
        shift == 0 || words == 2 ? sign
                                 : static_cast<std::uint32_t>(std::int64_t{value} >> (64 - shift))};
    std::uint64_t carry = 0;
    for (int i = first; i < Limbs; ++i) {
      if (i - first >= words && static_cast<std::uint32_t>(carry + sign) == 0) return;  // no change
      carry += std::uint64_t{limb[i]} + (i - first < words ? word[i - first] : sign);
      limb[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  constexpr quire negated() const {
    quire q;
    std::uint64_t carry = 1;
    for (int i = 0; i < Limbs; ++i) {
      carry += std::uint64_t{~limb[i]};
      q.limb[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return q;
  }
};

/// The sum of two quires.
template <int Limbs>
constexpr quire<Limbs> add(const quire<Limbs>& a, const quire<Limbs>& b) {
  quire<Limbs> q;
  std::uint64_t carry = 0;
  for (int i = 0; i < Limbs; ++i) {
    carry += std::uint64_t{a.limb[i]} + b.limb[i];
    q.limb[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return q;
}

/// The number q / 2^frac.
template <int Limbs>
constexpr parts parts_of(const quire<Limbs>& q, int frac) {
  if (q.is_nar()) return parts::none();
  const bool negative = q.is_negative();
  const quire<Limbs> size = negative ? q.negated() : q;
  int top = Limbs - 1;
  while (top > 0 && size.limb[top] == 0) --top;
  const auto at = [&](int i) { return i < 0 ? 0U : size.limb[i]; };
  std::uint64_t high = std::uint64_t{at(top)} << 32 | at(top - 1);
  const int zeros = high == 0 ? 0 : __builtin_clzll(high);
  std::uint32_t rest = at(top - 2);
  if (zeros > 0) {
    high = high << zeros | rest >> (32 - zeros);
    rest <<= zeros;
  }
  for (int i = top - 3; i >= 0; --i) rest |= size.limb[i];
  return normalised(negative, 32 * top + 31 - zeros - frac, high | (rest != 0 ? 1U : 0U));
}
/// The number sum / 2^frac, where the lowest number is NaR.
constexpr parts parts_of_sum(std::int64_t sum, int frac) {
  return sum == INT64_MIN ? parts::none() : parts_of(static_cast<long long>(sum), -frac);
}
constexpr parts parts_of_sum(std::int32_t sum, int frac) {
  return sum == INT32_MIN ? parts::none() : parts_of(static_cast<long long>(sum), -frac);
}
template <int Limbs>
constexpr parts parts_of_sum(const quire<Limbs>& q, int frac) {
  return parts_of(q, frac);
}

/// Words of a quire with `frac` fraction bits: products up to 2^frac, 2^31 of them and a sign.
constexpr int limbs_for(int frac) { return ceil_div(2 * frac + 32, 32); }

/// significand * 2^exponent, |significand| < 2^Digits.
template <int Digits>
struct posit_operand {
  std::int32_t significand;
  int exponent;
  bool nar;
};

/// Exact sums of any posits in units of 2^-Frac.
template <int Frac>
struct quire_arithmetic {
  using sum = quire<limbs_for(Frac)>;
  static constexpr sum zero() { return {}; }
  template <class Code>
  static constexpr auto read(Code code, int) {
    return operand_of(code);
  }
  static constexpr sum add(const sum& a, const sum& b) {
    return a.is_nar() || b.is_nar() ? sum::nar() : etch::add(a, b);
  }
  template <int A, int B>
  static constexpr sum multiply_add(sum a, const posit_operand<A>& x, const posit_operand<B>& w) {
    accumulate(a, x, w);
    return a;
  }
  /// The same where a is: a quire is too long to be handed over for each product.
  template <int A, int B>
  static constexpr void accumulate(sum& a, const posit_operand<A>& x, const posit_operand<B>& w) {
    if (x.nar || w.nar || a.is_nar()) {
      a = sum::nar();
    } else if (x.significand != 0 && w.significand != 0) {
      using product = signed_storage_t<(A + B < 32 ? 32 : 64)>;
      a.add(static_cast<product>(x.significand) * w.significand, x.exponent + w.exponent + Frac);
    }
  }
  /// A value alone, as the sum that it is.
  template <class Code>
  static constexpr sum value(Code code) {
    return multiply_add({}, read(code, 0), posit_operand<29>{1, 0, false});
  }
};

/// The numbers of a posit of 8 bits as integers: code * 2^frac.
template <class Code>
struct posit_integers {
  static constexpr int frac = -parts_of(Code{1}).exponent;
  using type = signed_storage_t<frac <= 6 ? 16 : 32>;  // 14 bits with es 0
  type number[256]{};
  constexpr posit_integers() {
    number[128] = static_cast<type>(std::uint32_t{1} << (8 * sizeof(type) - 1));  // NaR
    for (int i = 0; i < 256; ++i) {
      const parts x = parts_of(Code{static_cast<std::int8_t>(static_cast<std::uint8_t>(i))});
      if (x.is != parts::what::number) continue;
      const auto size = static_cast<type>(x.significand >> (63 - x.exponent - frac));
      number[i] = static_cast<type>(x.negative ? -size : size);
    }
  }
};

/// The same for posits of 8 bits and es 0 or 1 with sums in Sum, 32 or 64 bits, which must hold
/// them: codes as integers in units of the smallest number, in 14 and 26 bits.
template <class Sum, int Frac>
struct fixed_posit_arithmetic {
  using sum = Sum;
  using operand = std::int32_t;
  static constexpr operand nar = INT32_MIN;
  static constexpr sum nar_sum = static_cast<Sum>(std::uint64_t{1} << (8 * sizeof(Sum) - 1));
  static constexpr sum zero() { return 0; }
  template <class Code>
  static constexpr operand read(Code code, int) {
    const auto number =
        shared_table<posit_integers<Code>>.number[static_cast<std::uint8_t>(code.bits)];
    return sizeof(number) == 2 && number == INT16_MIN ? nar : static_cast<operand>(number);
  }
  /// The same of a number of posit_integers.
  static constexpr operand read(std::int16_t number, int) {
    return number == INT16_MIN ? nar : operand{number};
  }
  static constexpr sum add(sum a, sum b) { return a == nar_sum || b == nar_sum ? nar_sum : a + b; }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    if (x == nar || w == nar || a == nar_sum) return nar_sum;
    return a + static_cast<sum>(x) * w;
  }
  template <class Code>
  static constexpr sum value(Code code) {
    const operand x = read(code, 0);
    return x == nar ? nar_sum : static_cast<sum>(x) * (sum{1} << (Frac - frac_of<Code>));
  }
  template <class Code>
  static constexpr int frac_of = posit_integers<Code>::frac;
  /// What read() of these codes reads.
  template <class... Code>
  using tables_for = list<posit_integers<Code>...>;
};

/// The kind of exact sums of posits as values: what conv2d yields before `to<F>`. Code / 2^frac.
struct quire_kind {
  static constexpr const char* name = "quire";
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  template <int Bits>
  using storage = quire<Bits / 32>;
  using arithmetic = quire_arithmetic<32>;
  template <int Limbs>
  static constexpr double decode(const format& f, const quire<Limbs>& code, int = 0) {
    return double_of(parts_of(code, f.frac));
  }
};

}  // namespace ETCH_NAMESPACE
