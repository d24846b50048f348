// Floating-point formats of 8 and 16 bits, each described by one struct.
#pragma once

#include <etch/format/arithmetic.hpp>
#include <etch/format/format.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

// A description D of a format:
//   D::name               text
//   D::exponent, mantissa bits of each; with the sign 8 or 16
//   D::bias               what is added to the exponent
//   D::has_infinity       the largest exponent holds infinity and NaN, as in IEEE 754; else its
//                         last code alone is NaN, unless has_nan is there and false

/// What becomes of a number beyond the range.
enum class beyond_range : std::uint8_t {
  saturates,  ///< the largest number, of infinity too
  escapes,    ///< infinity; NaN where the format has none
};

/// The code of a minifloat: sign and magnitude. Codes are compared as numbers: -0 equals 0, NaN is
/// not less than any other and none is less than it.
template <class D>
struct minifloat_code {
  static constexpr int width = 1 + D::exponent + D::mantissa;
  using integer = unsigned_storage_t<width>;
  static constexpr integer sign = static_cast<integer>(1U << (width - 1));
  static constexpr integer last = static_cast<integer>(sign - 1U);
  static constexpr integer infinity =
      static_cast<integer>(((1U << D::exponent) - 1) << D::mantissa);
  static constexpr bool has_nan = !requires { requires !D::has_nan; };
  static constexpr integer nan =
      D::has_infinity ? static_cast<integer>(infinity | 1U << (D::mantissa - 1)) : last;
  static constexpr integer largest =
      static_cast<integer>(D::has_infinity ? infinity - 1U : last - (has_nan ? 1U : 0U));

  integer bits;

  constexpr unsigned magnitude() const { return bits & last; }
  constexpr bool is_negative() const { return (bits & sign) != 0; }
  constexpr bool is_nan() const { return magnitude() > (D::has_infinity ? infinity : largest); }
  /// Places on the line of numbers; of NaN undefined.
  constexpr int place() const {
    const auto m = static_cast<int>(magnitude());
    return is_negative() ? -m : m;
  }
  constexpr bool operator==(const minifloat_code&) const = default;
  constexpr bool operator<(minifloat_code b) const {
    return !is_nan() && !b.is_nan() && place() < b.place();
  }
  constexpr bool operator>(minifloat_code b) const { return b < *this; }
  constexpr bool operator<=(minifloat_code b) const {
    return !is_nan() && !b.is_nan() && place() <= b.place();
  }
  /// The number in single precision, which holds every one; NaN keeps its payload.
  constexpr explicit operator float() const {
    constexpr int up = 23 - D::mantissa;
    if constexpr (D::exponent == 8) return as_float(static_cast<std::uint32_t>(bits) << up);
    constexpr unsigned normal = 1U << D::mantissa, count = (last_finite & ~(normal - 1)) + normal;
    const std::uint32_t m = magnitude();
    const std::uint32_t negative = static_cast<std::uint32_t>(bits & sign) << (32 - width);
    if (m - normal < count - normal && (D::has_infinity || !has_nan || m != nan)) {
      return as_float(negative | ((m << up) + (std::uint32_t{127 - D::bias} << 23)));
    }
    if (is_nan()) return as_float(negative | 0x7fc00000U | m << up);
    if (m >= normal) return as_float(negative | 0x7f800000U);
    const float size = static_cast<float>(static_cast<int>(m)) * smallest;  // subnormal
    return is_negative() ? -size : size;
  }

 private:
  static constexpr unsigned last_finite = largest;
  static constexpr float smallest = static_cast<float>(power_of_two(1 - D::bias - D::mantissa));
  static constexpr float as_float(std::uint32_t word) { return __builtin_bit_cast(float, word); }
};

template <class D>
constexpr parts parts_of(minifloat_code<D> code) {
  if (code.is_nan()) return parts::none();
  const unsigned m = code.magnitude(), field = m >> D::mantissa;
  if (D::has_infinity && m == code.infinity) {
    return {parts::what::infinite, code.is_negative(), 0, 0};
  }
  const std::uint64_t whole = field == 0 ? 0 : std::uint64_t{1} << D::mantissa;
  const std::uint64_t fraction = m & ((1U << D::mantissa) - 1);
  return normalised(code.is_negative(), maximum(static_cast<int>(field), 1) - D::bias,
                    (whole | fraction) << (63 - D::mantissa));
}

/// The code nearest to x by policy r.
template <class D>
constexpr minifloat_code<D> minifloat_of(const parts& x, rounding r = rounding::half_even,
                                         beyond_range o = beyond_range::saturates) {
  using code = minifloat_code<D>;
  using integer = typename code::integer;
  const unsigned sign = x.negative ? code::sign : 0U;
  const unsigned beyond = o == beyond_range::saturates ? code::largest
                          : D::has_infinity            ? code::infinity
                                                       : code::nan;
  if (x.is == parts::what::none) return {code::has_nan ? code::nan : integer{}};
  if (x.is == parts::what::zero) return {static_cast<integer>(sign)};
  constexpr int highest = static_cast<int>((1U << D::exponent) - 1) - D::bias;
  if (x.is == parts::what::infinite || x.exponent > highest) {
    return {static_cast<integer>(sign | beyond)};
  }
  const int first = maximum(x.exponent + D::bias - 1, 0);
  const int below = minimum(x.exponent + D::bias - 1, 0);  // places below the normal numbers
  const auto steps = static_cast<unsigned>(rounded(x, D::mantissa + 1 + below, r));
  const unsigned m = (static_cast<unsigned>(first) << D::mantissa) + steps;
  return {static_cast<integer>(sign | (m > code::largest ? beyond : m))};
}

/// The code nearest to x, ties to even, by integer operations on its bits.
template <class D>
constexpr minifloat_code<D> nearest_minifloat(float x, beyond_range o = beyond_range::saturates) {
  using code = minifloat_code<D>;
  using integer = typename code::integer;
  constexpr int down = 23 - D::mantissa;
  constexpr std::uint32_t shift_of_bias = std::uint32_t{127 - D::bias} << 23;
  const auto word = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t size = word & 0x7fffffffU;
  const auto sign = static_cast<std::uint32_t>(word >> 31 != 0 ? code::sign : 0U);
  if (size > 0x7f800000U) {  // NaN keeps what of its payload there is room for
    const std::uint32_t payload = size >> down & ((1U << D::mantissa) - 1);
    return {static_cast<integer>(sign | code::nan | payload)};
  }
  if (D::bias != 127 && size < shift_of_bias + (std::uint32_t{1} << 23)) {
    return minifloat_of<D>(parts_of(x));  // zero and subnormal results
  }
  const std::uint32_t m =
      (size - shift_of_bias + ((std::uint32_t{1} << (down - 1)) - 1) + (size >> down & 1)) >> down;
  if (m <= code::largest) return {static_cast<integer>(sign | m)};
  if (o == beyond_range::saturates) return {static_cast<integer>(sign | code::largest)};
  return {static_cast<integer>(sign | (D::has_infinity ? code::infinity : code::nan))};
}

/// Sums that are kept in the format of D: each product is added to them in one rounding to even,
/// and saturates. Biases are added likewise.
template <class D>
struct fused_arithmetic {
  static constexpr bool sums_are_single = true;
  static constexpr const char* format_name = D::fused_name;
  using sum = float;
  using operand = float;
  static constexpr sum zero() { return 0; }
  template <class Code>
  static constexpr operand read(Code code, int) {
    return static_cast<float>(code);
  }
  static constexpr sum add(sum a, sum b) { return rounded_sum(parts_of(a), parts_of(b)); }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    return rounded_sum(parts_of(a), multiply(parts_of(x), parts_of(w)));
  }

 private:
  static constexpr sum rounded_sum(const parts& a, const parts& b) {
    return static_cast<float>(minifloat_of<D>(etch::add(a, b)));
  }
};

/// The kind of minifloat<D, Arithmetic>.
template <class D, class Arithmetic = float_arithmetic>
struct minifloat_kind {
  static constexpr const char* name = [] {
    if constexpr (requires { Arithmetic::format_name; }) return Arithmetic::format_name;
    else return D::name;
  }();
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  using code = minifloat_code<D>;
  template <int>
  using storage = code;
  using arithmetic = Arithmetic;

  static constexpr parts unpack(code c) { return parts_of(c); }
  static constexpr code pack(const parts& x, rounding r) { return minifloat_of<D>(x, r); }
  static constexpr float to_float(code c) { return static_cast<float>(c); }
  static constexpr code from_float(float x) { return nearest_minifloat<D>(x); }

  static constexpr code lowest(const format&) {
    return {static_cast<typename code::integer>(code::sign | code::largest)};
  }
  static constexpr code highest(const format&) { return {code::largest}; }
  static constexpr double decode(const format&, code c, int = 0) {
    return static_cast<double>(static_cast<float>(c));
  }
  static constexpr code encode(const format&, double real, rounding r = rounding::standard) {
    return pack(parts_of(real), r);
  }
};

/// A format that description D describes, with sums of products by Arithmetic.
template <class D, class Arithmetic = float_arithmetic>
struct minifloat {
  static_assert(1 + D::exponent + D::mantissa == 8 || 1 + D::exponent + D::mantissa == 16,
                "minifloat: sign, exponent and mantissa have 8 or 16 bits");
  using kind = minifloat_kind<D, Arithmetic>;
  static constexpr int bits = minifloat_code<D>::width;
  static constexpr format descriptor{.kind = &format_id<kind>, .bits = bits};
};

}  // namespace ETCH_NAMESPACE
