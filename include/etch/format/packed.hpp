// Codes of fewer than 8 bits share bytes: how they lie there, and what kernels hold instead of a
// pointer.
//
// Code i begins at bit B i, counted from the lowest bit of byte 0 upwards: two codes of 4 bits
// share a byte, the first in its low half, a code of 3, 5 or 6 bits may lie in two bytes. Codes of
// 7 bits lie nine to a little-endian 64-bit word, code i at bit 7 (i mod 9), whose bit 63 is 0: a
// 3 x 3 kernel is one word.
#pragma once

#include <cstdint>

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// Bytes that `count` packed codes take.
constexpr int packed_bytes(int bits, int count) {
  return bits == 7 ? ceil_div(count, 9) * 8 : static_cast<int>((bits * wide_int{count} + 7) / 8);
}
/// The byte where code i begins, 1 <= bits <= 7, and its first bit there.
struct packed_place {
  int byte, shift;
  constexpr packed_place(int bits, int i) {
    const int each = bits == 7 ? 9 : 8;  // codes that begin with a byte
    const int first = i % each * bits;
    byte = i / each * (bits == 7 ? 8 : bits) + first / 8;
    shift = first % 8;
  }
};
/// The same as the first bit of all.
constexpr wide_int packed_bit(int bits, int i) {
  const packed_place place(bits, i);
  return wide_int{8} * place.byte + place.shift;
}
/// Code i of packed codes, 1 <= bits <= 7.
constexpr int read_packed(const unsigned char* bytes, int bits, bool has_sign, int i) {
  const packed_place place(bits, i);
  unsigned word = bytes[place.byte];
  if (place.shift + bits > 8) word |= static_cast<unsigned>(bytes[place.byte + 1]) << 8;
  const int code = static_cast<int>(word >> place.shift & ((1U << bits) - 1));
  return has_sign && code >> (bits - 1) != 0 ? code - (1 << bits) : code;
}
/// Writes code i; other codes keep their bits.
constexpr void write_packed(unsigned char* bytes, int bits, int i, int code) {
  const packed_place place(bits, i);
  const unsigned mask = ((1U << bits) - 1) << place.shift, word = static_cast<unsigned>(code)
                                                                  << place.shift;
  const auto put = [&](int at, unsigned m, unsigned w) {
    bytes[at] = static_cast<unsigned char>((bytes[at] & ~m) | (w & m));
  };
  put(place.byte, mask & 0xff, word);
  if (place.shift + bits > 8) put(place.byte + 1, mask >> 8, word >> 8);
}

/// Stands for a code of Bits bits in memory; Code is the type that it is read as.
template <class Code, int Bits>
struct packed_code {};

/// A place of one packed code, which can be read and written.
template <class Code, int Bits>
class packed_reference {
 public:
  constexpr packed_reference(unsigned char* bytes, int at) : bytes_(bytes), at_(at) {}
  constexpr packed_reference(const packed_reference&) = default;
  // NOLINTNEXTLINE(google-explicit-constructor): it is read like the code that it stands for
  constexpr operator Code() const {
    return static_cast<Code>(read_packed(bytes_, Bits, static_cast<Code>(-1) < 0, at_));
  }
  constexpr const packed_reference& operator=(Code code) const {
    write_packed(bytes_, Bits, at_, code);
    return *this;
  }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): it writes what it has read
  constexpr const packed_reference& operator=(const packed_reference& r) const {
    return *this = static_cast<Code>(r);
  }

 private:
  unsigned char* bytes_;
  int at_;
};

/// What `const Code*` or `Code*` is to codes of whole bytes: p[i], p + i, *p, ++p.
template <class Code, int Bits, class Byte>
class packed_pointer {
 public:
  constexpr packed_pointer() = default;
  constexpr explicit packed_pointer(Byte* bytes, int at = 0) : bytes_(bytes), at_(at) {}
  // NOLINTNEXTLINE(google-explicit-constructor): as a pointer becomes one to const
  constexpr operator packed_pointer<Code, Bits, const unsigned char>() const {
    return packed_pointer<Code, Bits, const unsigned char>(bytes_, at_);
  }

  constexpr auto operator[](int i) const {
    if constexpr (__is_same(Byte, const unsigned char)) {
      return static_cast<Code>(read_packed(bytes_, Bits, static_cast<Code>(-1) < 0, at_ + i));
    } else {
      return packed_reference<Code, Bits>(bytes_, at_ + i);
    }
  }
  constexpr auto operator*() const { return (*this)[0]; }
  constexpr packed_pointer operator+(int i) const { return packed_pointer(bytes_, at_ + i); }
  constexpr packed_pointer& operator++() {
    ++at_;
    return *this;
  }
  constexpr bool operator==(const packed_pointer&) const = default;
  /// The byte that holds code 0 of the tensor that this points into.
  constexpr Byte* bytes() const { return bytes_; }
  /// Which code of the tensor it points to.
  constexpr int first() const { return at_; }

 private:
  Byte* bytes_ = nullptr;
  int at_ = 0;
};

/// Count packed codes.
template <class Code, int Bits, int Count>
struct packed_array {
  unsigned char byte[packed_bytes(Bits, Count)]{};

  constexpr auto data() { return packed_pointer<Code, Bits, unsigned char>(byte); }
  constexpr auto data() const { return packed_pointer<Code, Bits, const unsigned char>(byte); }
  constexpr auto operator[](int i) { return data()[i]; }
  constexpr auto operator[](int i) const { return data()[i]; }
  constexpr auto operator+(int i) const { return data() + i; }
  constexpr auto begin() const { return data(); }
  constexpr auto end() const { return data() + Count; }
  constexpr bool operator==(const packed_array&) const = default;
};

namespace detail {
/// How codes of type Code that take Bits bits lie in memory.
template <class Code, int Bits, bool Packed = (Bits < 8)>
struct code_memory {
  using element = Code;
  using pointer = Code*;
  using const_pointer = const Code*;
  static constexpr int bytes(int count) { return count * static_cast<int>(sizeof(Code)); }
};
template <class Code, int Bits>
struct code_memory<Code, Bits, true> {
  using element = packed_code<Code, Bits>;
  using pointer = packed_pointer<Code, Bits, unsigned char>;
  using const_pointer = packed_pointer<Code, Bits, const unsigned char>;
  static constexpr int bytes(int count) { return packed_bytes(Bits, count); }
};
/// The same from the element: a type, or packed_code.
template <class Element>
struct element_memory : code_memory<Element, 8> {};
template <class Code, int Bits>
struct element_memory<packed_code<Code, Bits>> : code_memory<Code, Bits> {};
/// An array of Count codes.
template <class Code, int Bits, int Count, bool Packed = (Bits < 8)>
struct code_array {
  using type = Code[Count];
};
template <class Code, int Bits, int Count>
struct code_array<Code, Bits, Count, true> {
  using type = packed_array<Code, Bits, Count>;
};
}  // namespace detail

/// An array of Count codes of type Code: packed where they have fewer than 8 bits.
template <class Code, int Bits, int Count>
using code_array_t = typename detail::code_array<Code, Bits, Count>::type;

}  // namespace ETCH_NAMESPACE
