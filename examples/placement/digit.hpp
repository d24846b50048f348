// One picture of the digits example and what the network reads in it.
#pragma once

#include "../digits/network.hpp"

namespace digit {

/// An 8, 8 x 8 pixels of 0 to 16.
inline constexpr unsigned char eight[64] = {
    0, 0, 7, 9, 9,  7,  0,  0, 0,  0, 10, 16, 16, 10, 0,  0,  0, 0, 7, 7, 2,  14,
    3, 0, 0, 3, 16, 16, 10, 3, 0,  0, 0,  4,  16, 16, 4,  0,  0, 0, 0, 4, 16, 7,
    9, 7, 0, 0, 0,  12, 2,  3, 16, 7, 0,  0,  0,  9,  16, 16, 9, 0, 0, 0};

/// Writes a picture as the int8 network takes it: `code = 8 pixel - 128`.
template <class View>
void write(const View& input, const unsigned char* pixels) {
  for (int i = 0; i < 64; ++i) input[i] = static_cast<signed char>(8 * pixels[i] - 128);
}

/// Which of the ten logits is the largest.
template <class View>
int largest(const View& y) {
  int best = 0;
  for (int i = 1; i < y.size(); ++i) best = y[i] > y[best] ? i : best;
  return best;
}

}  // namespace digit
