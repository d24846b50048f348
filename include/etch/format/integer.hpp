// What every kind of integer format shares: codes that are two's complement or unsigned integers.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/format/arithmetic.hpp>
#include <etch/format/format.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

/// x rounded to an integer by policy; the TensorFlow Lite policies round a real number half away.
constexpr long long round_real(double x, rounding r) {
  switch (policy_of(r)) {
    case rounding::half_up: return floor_to_integer(x + 0.5);
    case rounding::toward_zero: return static_cast<long long>(x);
    case rounding::half_even:
    case rounding::xnnpack:
    case rounding::onnxruntime:
    case rounding::onnxruntime_unsigned:
    case rounding::stochastic: {
      const parts p = parts_of(x);
      const auto size = static_cast<long long>(rounded(p, p.exponent + 1, r));
      return p.negative ? -size : size;
    }
    default: return round_half_away(x);
  }
}

/// Base of the integer kinds; Derived gives name, storage, lowest and highest.
template <class Derived>
struct integer_kind {
  static constexpr bool is_integer = true;
  static constexpr bool is_power_of_two = false;
  using arithmetic = integer_arithmetic;

  /// real = unit * (code - zero).
  static constexpr double decode(const format& f, long long code, int c = 0) {
    return f.unit(c) * static_cast<double>(code - f.zero);
  }
  /// The code nearest to `real` by policy `r`, saturated to the range of f.
  static constexpr wide_int encode(const format& f, double real, rounding r = rounding::standard) {
    const double low = static_cast<double>(Derived::lowest(f)) - f.zero - 1;
    const double high = static_cast<double>(Derived::highest(f)) - f.zero + 1;
    const double steps = clamp(real / f.unit(), low, high);
    const long long code = round_real(steps, r) + f.zero;
    return static_cast<wide_int>(clamp(code, static_cast<long long>(Derived::lowest(f)),
                                       static_cast<long long>(Derived::highest(f))));
  }
};

/// Base of the two's complement kinds of 1 to 32 bits.
template <class Derived>
struct signed_kind : integer_kind<Derived> {
  template <int Bits>
  using storage = signed_storage_t<Bits>;
  static constexpr wide_int lowest(const format& f) {
    return static_cast<wide_int>(-(1LL << (f.bits - 1)));
  }
  static constexpr wide_int highest(const format& f) {
    return static_cast<wide_int>((1LL << (f.bits - 1)) - 1);
  }
};

/// Base of the unsigned kinds of 1 to 16 bits.
template <class Derived>
struct unsigned_kind : integer_kind<Derived> {
  template <int Bits>
  using storage = unsigned_storage_t<Bits>;
  static constexpr wide_int lowest(const format&) { return 0; }
  static constexpr wide_int highest(const format& f) { return (wide_int{1} << f.bits) - 1; }
};

}  // namespace ETCH_NAMESPACE
