// SqueezeNet with random weights, and pictures to run it on.
#pragma once

#include "network.hpp"

#include <cstdint>

namespace squeezenet {

/// Random codes in pairs that sum up to -1, so that what neighbouring inputs have in common
/// cancels.
struct random_codes {
  static constexpr int rows = classes, columns = 512;
  unsigned char byte[rows * columns]{};
  constexpr random_codes() {
    std::uint32_t state = 1;
    unsigned char* to = byte;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; c += 2) {
        state = state * 1664525U + 1013904223U;
        *to++ = static_cast<unsigned char>(state >> 24);
        *to++ = static_cast<unsigned char>(~state >> 24);
      }
    }
  }
};
alignas(16) inline constexpr random_codes codes;

/// Biases of the last layer: so large that its ReLU leaves something of each output.
struct level {
  unsigned char byte[random_codes::rows]{};
  constexpr level() {
    for (unsigned char& b : byte) b = 40;
  }
};
inline constexpr level of_outputs;

/// Fraction bits with which sums of so many products have about the spread of what is summed: half
/// of the inputs are zeros after a ReLU, and codes spread by 74.
constexpr int fraction(int terms) {
  int bits = 0;
  while ((1LL << (2 * bits + 2)) <= 74LL * 74 * terms / 2) ++bits;
  return bits;
}
/// Those of biases of O filters.
constexpr int bias_fraction(int o) { return o == classes ? 7 : 11; }

/// Weights of 8 bits.
template <class X, int O, int Size, int I>
inline constexpr etch::constant<etch::tensor<X, etch::shape<O, Size, Size, I>, etch::ohwi>>
    weights_of_codes{&codes.byte[0]};

/// All numbers in 8 bits, which saturate.
struct seeded {
  template <int>
  using value = etch::q<0, 7>;
  template <int O, int Size, int I, class>
  static constexpr etch::parameters layer{
      weights_of_codes<etch::q_of<8, fraction(Size* Size* I)>, O, Size, I>,
      etch::constant<etch::tensor<etch::q_of<8, bias_fraction(O)>, etch::shape<O>>>{
          O == classes ? &of_outputs.byte[0] : &codes.byte[0]}};
};

/// A picture of waves and noise.
template <class Codes>
void draw(Codes to, unsigned seed) {
  unsigned random = seed;
  for (int i = 0; i < side * side * 3; ++i) {
    random = random * 1664525U + 1013904223U;
    const int x = i / 3 % side, y = i / 3 / side, s = static_cast<int>(seed);
    const int wave = ((s * x * x + 3 * y * y + 40 * s * (i % 3)) >> 6 & 127) - 64;
    to[i] = static_cast<std::int8_t>(wave + static_cast<int>(random >> 26) - 32);
  }
}

}  // namespace squeezenet
