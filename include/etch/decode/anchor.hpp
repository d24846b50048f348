// Boxes that a detector begins with.
#pragma once

#include <etch/decode/logits.hpp>

namespace ETCH_NAMESPACE::decode {

/// Sides in pixels, at most 4096; a head says by how much they are multiplied.
struct anchor {
  int width, height;
};

/// `pixels` times an exponential, in the units of a box; at most 16 times the largest picture, so
/// that no sum of edges leaves 32 bits.
constexpr std::int32_t scaled_side(int pixels, std::uint32_t times) {
  constexpr std::uint64_t most = std::uint64_t{1} << (16 + pixel_bits);
  constexpr int drop = exponential_bits - pixel_bits;
  const std::uint64_t side = ((static_cast<std::uint64_t>(pixels) * times >> (drop - 1)) + 1) >> 1;
  return static_cast<std::int32_t>(minimum(side, most));
}

}  // namespace ETCH_NAMESPACE::decode
