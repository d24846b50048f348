// A picture to run a detector on, the same on every machine.
#pragma once

#include "head.hpp"

#include <cstdint>

namespace detector {

/// Waves and noise.
inline void draw(std::int8_t* codes) {
  unsigned random = 1;
  for (int i = 0; i < side * side * 3; ++i) {
    random = random * 1664525U + 1013904223U;
    const int x = i / 3 % side, y = i / 3 / side;
    const int wave = ((x * x + 3 * y * y) >> 6 & 63) - 32;
    codes[i] = static_cast<std::int8_t>(wave + static_cast<int>(random >> 27) - 16);
  }
}

}  // namespace detector
