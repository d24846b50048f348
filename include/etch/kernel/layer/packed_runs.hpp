// Runs of packed codes (format/packed.hpp) to and from codes of whole bytes, some at a time: eight
// that begin at a byte, of 7 bits the nine of a word of 64.
#pragma once

#include <etch/base/math.hpp>
#include <etch/format/packed.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace packed_runs {

/// Codes that begin at a byte together, and their bytes.
template <int Bits>
inline constexpr int codes_of_block = Bits == 7 ? 9 : 8;
template <int Bits>
inline constexpr int bytes_of_block = Bits == 7 ? 8 : Bits;

template <int Count>
ETCH_GLUE std::uint32_t load_bytes(const unsigned char* from) {
  std::uint32_t word = 0;
  if constexpr (Count >= 4) {
    __builtin_memcpy(&word, from, 4);
  } else {
    unroll<Count>([&]<int I>()
                      __attribute__((always_inline)) { word |= std::uint32_t{from[I]} << 8 * I; });
  }
  return word;
}
/// Bits First .. First + Bits - 1 of a word as a code.
template <class Code, int Bits, int First>
ETCH_GLUE int field(std::uint32_t word) {
  const std::uint32_t top = word << (32 - First - Bits);
  if constexpr (static_cast<Code>(-1) < 0) return static_cast<std::int32_t>(top) >> (32 - Bits);
  else return static_cast<int>(top >> (32 - Bits));
}
/// put.operator()<I>(code) for the codes of a block: the first lie in its first four bytes, others
/// in its last four, but for code 4 of 7 bits, which lies in two of each.
template <class Code, int Bits, class F>
ETCH_GLUE void read_block(const unsigned char* from, const F& put) {
  constexpr int bytes = bytes_of_block<Bits>, last = maximum(bytes - 4, 0);
  const std::uint32_t low = load_bytes<bytes>(from);
  std::uint32_t high = low;
  if constexpr (last > 0) high = load_bytes<bytes>(from + last);
  unroll<codes_of_block<Bits>>([&]<int I>() __attribute__((always_inline)) {
    constexpr int first = I * Bits;
    if constexpr (first + Bits <= 32) put.template operator()<I>(field<Code, Bits, first>(low));
    else if constexpr (first < 8 * last)
      put.template operator()<I>(field<Code, Bits, 0>(low >> first | high << (32 - first)));
    else put.template operator()<I>(field<Code, Bits, first - 8 * last>(high));
  });
}
/// Writes a block; get.operator()<I>() is code I.
template <int Bits, class F>
ETCH_GLUE void write_block(unsigned char* to, const F& get) {
  constexpr int bytes = bytes_of_block<Bits>;
  std::uint32_t low = 0, high = 0;
  unroll<codes_of_block<Bits>>([&]<int I>() __attribute__((always_inline)) {
    constexpr int first = I * Bits;
    const auto code = static_cast<std::uint32_t>(get.template operator()<I>()) & ((1U << Bits) - 1);
    if constexpr (first < 32) low |= code << first;
    if constexpr (first < 32 && first + Bits > 32) high |= code >> (32 - first);
    if constexpr (first >= 32) high |= code << (first - 32);
  });
  unroll<bytes>([&]<int I>() __attribute__((always_inline)) {
    if constexpr (I < 4 && bytes < 4) to[I] = static_cast<unsigned char>(low >> 8 * I);
    if constexpr (I >= 4 && bytes < 8) to[I] = static_cast<unsigned char>(high >> 8 * (I - 4));
  });
  if constexpr (bytes >= 4) __builtin_memcpy(to, &low, 4);
  if constexpr (bytes == 8) __builtin_memcpy(to + 4, &high, 4);
}

/// Calls one(i) for the codes before the first block and behind the last one, blocks(byte, first)
/// for each block: its byte and its first code.
template <int Bits, class Pointer, class One, class Block>
ETCH_GLUE void for_each_block(Pointer p, int count, const One& one, const Block& block) {
  constexpr int step = codes_of_block<Bits>;
  const auto at = static_cast<unsigned>(p.at());  // divided with no regard to a sign
  const int before = minimum(static_cast<int>((step - at % step) % step), count);
  int i = 0;
  for (; i < before; ++i) one(i);
  auto* byte = p.bytes() + (static_cast<int>(at) + i) / step * bytes_of_block<Bits>;
  for (; i + step <= count; i += step, byte += bytes_of_block<Bits>) block(byte, i);
  for (; i < count; ++i) one(i);
}

/// The codes of a run, less Zero.
template <int Zero, class To, class Code, int Bits>
ETCH_KERNEL void unpack(To* to, packed_pointer<Code, Bits, const unsigned char> from, int count) {
  for_each_block<Bits>(
      from, count,
      [&](int i) __attribute__((always_inline)) { to[i] = static_cast<To>(from[i] - Zero); },
      [&](const unsigned char* byte, int first) __attribute__((always_inline)) {
        To* const next = to + first;
        read_block<Code, Bits>(byte, [&]<int I>(int code) __attribute__((always_inline)) {
          next[I] = static_cast<To>(code - Zero);
        });
      });
}
/// Writes a run of codes.
template <class Code, int Bits>
ETCH_KERNEL void pack(packed_pointer<Code, Bits, unsigned char> to, const Code* from, int count) {
  for_each_block<Bits>(
      to, count, [&](int i) __attribute__((always_inline)) { to[i] = from[i]; },
      [&](unsigned char* byte, int first) __attribute__((always_inline)) {
        const Code* const next = from + first;
        write_block<Bits>(byte, [&]<int I>() __attribute__((always_inline)) { return next[I]; });
      });
}

}  // namespace packed_runs

}  // namespace ETCH_NAMESPACE
