// Runs of packed codes (format/packed.hpp), to and from a byte each.
#pragma once

#include <etch/base/features.hpp>
#include <etch/format/packed.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// `count` codes from `from` on, a byte each.
template <class Code, int Bits, class Byte>
ETCH_KERNEL void unpack_codes(std::int8_t* to, packed_pointer<Code, Bits, Byte> from, int count) {
  constexpr unsigned mask = (1U << Bits) - 1, sign = Code(-1) < Code(0) ? 1U << (Bits - 1) : 0;
  const packed_place place(Bits, from.first());
  const unsigned char* byte = from.bytes() + place.byte;
  unsigned bits = 0;  // those that are read, from the lowest on
  int have = -place.shift;
  int left_of_word = Bits == 7 ? 9 - from.first() % 9 : 0;
  for (std::int8_t* const end = to + count; to != end; ++to) {
    while (have < Bits) {
      bits |=
          have < 0 ? static_cast<unsigned>(*byte) >> -have : static_cast<unsigned>(*byte) << have;
      ++byte;
      have += 8;
    }
    *to = static_cast<std::int8_t>(((bits & mask) ^ sign) - sign);
    bits >>= Bits;
    have -= Bits;
    if (Bits == 7 && --left_of_word == 0) {
      left_of_word = 9;  // bit 63 is no code's
      bits >>= 1;
      --have;
    }
  }
}

/// The same back; codes beside them keep their bits.
template <class Code, int Bits>
ETCH_KERNEL void pack_codes(packed_pointer<Code, Bits, unsigned char> to, const std::int8_t* from,
                            int count) {
  for (; count > 0; --count, ++to) *to = static_cast<Code>(*from++);
}
ETCH_GLUE void pack_codes(std::int8_t* to, const std::int8_t* from, int count) {
  copy_bytes(to, from, count);
}

}  // namespace ETCH_NAMESPACE
