// Numbers for the weights of tests, made by the compiler.
#pragma once

#include <cstdint>

namespace test {

/// Count numbers of -size to size, the same for each seed.
template <int Count>
struct noise {
  float at[Count]{};
  constexpr explicit noise(std::uint32_t seed, float size = 1) {
    for (float& x : at) {
      seed = seed * 1664525U + 1013904223U;
      x = size * (static_cast<float>(seed >> 8) / 8388608.0F - 1);
    }
  }
};

}  // namespace test
