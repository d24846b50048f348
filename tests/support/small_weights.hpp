// Weights for tests of any size: bytes that look random, shared by all.
#pragma once

#include <etch/tensor/tensor.hpp>

namespace w {

struct noise {
  unsigned char byte[16 * 1024]{};
  constexpr noise() {
    std::uint32_t state = 12345;
    for (unsigned char& b : byte) {
      state = state * 1664525u + 1013904223u;
      b = static_cast<unsigned char>(state >> 24);
    }
  }
};
alignas(16) inline constexpr noise bytes{};

template <int O, int K, int I>
inline constexpr etch::parameters conv{
    etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<O, K, K, I>, etch::ohwi>>{
        &bytes.byte[0]},
    etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<O>>>{&bytes.byte[100]}};
template <int O, int I>
inline constexpr etch::parameters fc{
    etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<O, I>>>{&bytes.byte[7]},
    etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<O>>>{&bytes.byte[300]}};

}  // namespace w
