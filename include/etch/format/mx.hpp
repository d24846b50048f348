// Blocks of 32 numbers that share a scale: weights in the formats of OCP Microscaling 1.0.
#pragma once

#include <etch/format/e4m3.hpp>
#include <etch/format/e5m2.hpp>
#include <etch/format/packed.hpp>

namespace ETCH_NAMESPACE {

/// The elements of MXFP6 and MXFP4, which have neither infinity nor NaN.
struct e3m2_description {
  static constexpr const char* name = "mx<e3m2>";
  static constexpr int exponent = 3, mantissa = 2, bias = 3;
  static constexpr bool has_infinity = false, has_nan = false;
};
struct e2m3_description {
  static constexpr const char* name = "mx<e2m3>";
  static constexpr int exponent = 2, mantissa = 3, bias = 1;
  static constexpr bool has_infinity = false, has_nan = false;
};
struct e2m1_description {
  static constexpr const char* name = "mx<e2m1>";
  static constexpr int exponent = 2, mantissa = 1, bias = 1;
  static constexpr bool has_infinity = false, has_nan = false;
};

/// The element of MXINT8: bits / 64 in two's complement. Numbers are brought to -127 .. 127, so
/// that each has its negative; -128 is read as -2.
struct mx_int8_code {
  static constexpr int width = 8;
  using integer = std::uint8_t;
  static constexpr integer largest = 127;

  integer bits;

  constexpr bool operator==(const mx_int8_code&) const = default;
  constexpr explicit operator float() const {
    return static_cast<float>(static_cast<std::int8_t>(bits)) / 64;
  }
  /// The element nearest to x, ties to even, saturated.
  static constexpr mx_int8_code nearest(const parts& x) {
    if (x.is == parts::what::zero || x.is == parts::what::none) return {0};
    const bool beyond = x.is == parts::what::infinite || x.exponent > 0;
    const std::uint64_t size = beyond ? largest : rounded(x, x.exponent + 7, rounding::half_even);
    const int code = static_cast<int>(minimum(size, std::uint64_t{largest}));
    return {static_cast<integer>(x.negative ? -code : code)};
  }
};
struct mx_int8_description {
  static constexpr const char* name = "mx<int8>";
  using code = mx_int8_code;
};

namespace detail {
template <class D>
struct mx_element_code {
  using type = minifloat_code<D>;
  static constexpr type nearest(const parts& x) { return minifloat_of<D>(x); }
  static constexpr parts largest() { return parts_of(type{type::largest}); }
};
template <class D>
requires requires { typename D::code; }
struct mx_element_code<D> {
  using type = typename D::code;
  static constexpr type nearest(const parts& x) { return type::nearest(x); }
  static constexpr parts largest() { return parts_of(static_cast<float>(type{type::largest})); }
};
}  // namespace detail
/// The element of a block whose description is D.
template <class D>
using mx_element_t = typename detail::mx_element_code<D>::type;

/// One number of a block: element * 2^(scale - 127). Scale 255 is NaN (E8M0).
template <class D>
struct mx_code {
  mx_element_t<D> element;
  std::uint8_t scale;

  constexpr bool operator==(const mx_code&) const = default;
  constexpr explicit operator float() const {
    const std::uint32_t factor = scale == 0     ? 0x00400000U
                                 : scale == 255 ? 0x7fc00000U
                                                : std::uint32_t{scale} << 23;
    return static_cast<float>(element) * __builtin_bit_cast(float, factor);
  }
  constexpr bool operator<(const mx_code& b) const {
    return static_cast<float>(*this) < static_cast<float>(b);
  }
};

/// How `count` numbers lie in memory: their elements, packed as packed.hpp says, then a scale for
/// each 32 of them in the order of the tensor, the last block perhaps of fewer.
template <class D>
struct mx_memory {
  static constexpr int block = 32;
  static constexpr int width = mx_element_t<D>::width;
  static constexpr int scales(int count) { return ceil_div(count, block); }
  static constexpr int bytes(int count) { return packed_bytes(width, count) + scales(count); }
  /// Number i, whose tensor has `count`.
  static constexpr mx_code<D> load(const unsigned char* from, int i, int count) {
    return read(from, from + packed_bytes(width, count), i);
  }
  static constexpr mx_code<D> read(const unsigned char* elements, const unsigned char* scales,
                                   int i) {
    using integer = typename mx_element_t<D>::integer;
    return {{static_cast<integer>(read_packed(elements, width, false, i))}, scales[i / block]};
  }
  /// Brings numbers x[0] .. x[count - 1] to blocks: the scale is that of the largest exponent of a
  /// block less the largest of an element, elements are rounded to even and saturated. Source: OCP
  /// Microscaling Formats 1.0, section 6.3.
  template <class X>
  static constexpr void store(unsigned char* to, int count, X x) {
    for (int first = 0; first < count; first += block) {
      int top = -1000;
      bool none = false;
      for (int i = first; i < minimum(first + block, count); ++i) {
        const parts p = parts_of(x(i));
        if (p.is == parts::what::number) top = maximum(top, p.exponent);
        none = none || p.is == parts::what::none || p.is == parts::what::infinite;
      }
      const parts largest = detail::mx_element_code<D>::largest();
      const int scale = clamp(top - largest.exponent + 127, 0, 254);
      to[packed_bytes(width, count) + first / block] =
          static_cast<unsigned char>(none ? 255 : scale);
      for (int i = first; i < minimum(first + block, count); ++i) {
        parts p = parts_of(x(i));
        p.exponent -= scale - 127;
        write_packed(to, width, i, none ? 0 : detail::mx_element_code<D>::nearest(p).bits);
      }
    }
  }
};

/// What a pointer is to numbers of whole bytes: p[i], p + i.
template <class D>
class mx_pointer {
 public:
  constexpr mx_pointer() = default;
  constexpr mx_pointer(const unsigned char* elements, const unsigned char* scales, int at)
      : elements_(elements), scales_(scales), at_(at) {}
  constexpr mx_code<D> operator[](int i) const {
    return mx_memory<D>::read(elements_, scales_, at_ + i);
  }
  constexpr mx_pointer operator+(int i) const { return {elements_, scales_, at_ + i}; }

 private:
  const unsigned char *elements_ = nullptr, *scales_ = nullptr;
  int at_ = 0;
};

/// Count numbers.
template <class D, int Count>
struct mx_array {
  unsigned char element[packed_bytes(mx_memory<D>::width, Count)]{};
  unsigned char scale[mx_memory<D>::scales(Count)]{};

  constexpr mx_pointer<D> operator+(int i) const { return {element, scale, i}; }
  constexpr mx_code<D> operator[](int i) const { return (*this + 0)[i]; }
};

/// Fills the array from bytes as mx_memory has them.
template <class D, int Count>
constexpr void load_all(mx_array<D, Count>& to, const unsigned char* bytes) {
  constexpr int elements = sizeof(to.element), scales = sizeof(to.scale);
  for (int i = 0; i < elements; ++i) to.element[i] = bytes[i];
  for (int i = 0; i < scales; ++i) to.scale[i] = bytes[elements + i];
}

namespace detail {
template <class D, int Bits>
struct code_memory<mx_code<D>, Bits, false> {
  using element = mx_code<D>;
  using pointer = mx_pointer<D>;
  using const_pointer = mx_pointer<D>;
  static constexpr int bytes(int count) { return mx_memory<D>::bytes(count); }
};
template <class D, int Bits, int Count>
struct code_array<mx_code<D>, Bits, Count, false> {
  using type = mx_array<D, Count>;
};
}  // namespace detail

/// The kind of mx with elements of D.
template <class D>
struct mx_kind {
  static constexpr const char* name = D::name;
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  template <int>
  using storage = mx_code<D>;
  using arithmetic = float_arithmetic;
  using blocks = mx_memory<D>;

  static constexpr mx_code<D> load(const unsigned char* from, int i, int count) {
    return blocks::load(from, i, count);
  }
  static constexpr float to_float(mx_code<D> code) { return static_cast<float>(code); }
  static constexpr double decode(const format&, mx_code<D> code, int = 0) {
    return static_cast<double>(static_cast<float>(code));
  }
};

namespace detail {
// the elements of 8 bits have names of their own
template <class D>
struct mx_element : D {};
template <>
struct mx_element<e4m3_description> : e4m3_description {
  static constexpr const char* name = "mx<e4m3>";
};
template <>
struct mx_element<e5m2_description> : e5m2_description {
  static constexpr const char* name = "mx<e5m2>";
};
}  // namespace detail

/// Weights whose numbers share a power of two, 32 by 32 in the order of the tensor, with elements
/// of description D: e4m3 or e5m2 (MXFP8), e3m2 or e2m3 (MXFP6), e2m1 (MXFP4) or
/// mx_int8 (MXINT8). Source: OCP Microscaling Formats 1.0.
template <class D>
struct mx {
  using kind = mx_kind<detail::mx_element<D>>;
  static constexpr int bits = 8;  // of an element in a kernel's hands
  static constexpr format descriptor{.kind = &format_id<kind>, .bits = bits};
};
/// The six formats by the names of the specification.
using mxfp8_e4m3 = mx<e4m3_description>;
using mxfp8_e5m2 = mx<e5m2_description>;
using mxfp6_e3m2 = mx<e3m2_description>;
using mxfp6_e2m3 = mx<e2m3_description>;
using mxfp4 = mx<e2m1_description>;
using mxint8 = mx<mx_int8_description>;

}  // namespace ETCH_NAMESPACE
