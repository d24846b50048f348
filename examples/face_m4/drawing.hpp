// A picture to run Face-M4 on, and what it makes of it: the same on every machine.
#pragma once

#include "weights.hpp"

namespace face_m4 {

/// Face-M4 in 8 bits and the least memory.
using int8 =
    etch::network<int8_graph, etch::this_target, etch::options{.ram = etch::ram::smallest}>;

/// Waves and noise, in multiples of 1/128.
template <class Picture>
void draw(Picture to) {
  unsigned random = 1;
  for (int i = 0; i < height * width; ++i) {
    random = random * 1664525U + 1013904223U;
    const int x = i % width, y = i / width;
    const int wave = ((x * x + 3 * y * y) >> 7 & 127) - 64;
    to.set(i, (wave + static_cast<int>(random >> 27) - 16) / 128.0);
  }
}

/// Of all outputs of that picture, FNV-1a.
constexpr std::uint32_t digest_of_drawing = 3192094380U;

/// The hash of all codes that a network has made; Hash adds bytes.
template <class Hash, class Net>
auto digest_of(Net& net) {
  Hash all;
  etch::for_each_index<2 * heads>([&]<int I>() {
    const auto codes = net.template output<I>();
    all.add(codes.data(), codes.size());
  });
  return all.hash;
}

}  // namespace face_m4
