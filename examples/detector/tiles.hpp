// A 3x3 convolution of a picture of any size in tiles of 16 x 16, as an FPGA does it (S1): large
// memory is read a tile with its halo of one pixel at a time, and a network of that tile alone
// works in small memory. By rows (docs/memory.md) less is read twice, and needs whole rows in small
// memory.
#pragma once

#include <etch/etch.hpp>

namespace detector {

/// Runs a network of one tile all over a picture. Tile is a network from (18,18,C) to (16,16,O),
/// without padding, channels last.
template <class Tile>
struct tiled {
  static constexpr int side = 16, halo = 1, outer = side + 2 * halo;
  static constexpr int channels = Tile::template input_value<0>::is.shape.c();
  static constexpr int filters = Tile::template output_value<0>::is.shape.c();

  /// What is read and written, once for each pixel of a tile with its halo.
  struct traffic {
    long read = 0, written = 0;  ///< codes
  };

  /// x is (height,width,C), y is (height,width,O), outside x there are codes `zero`. The arena
  /// holds Tile::ram_bytes. What is left of a picture beside whole tiles is worked out in whole
  /// tiles too.
  template <class Code>
  static traffic run(unsigned char* arena, const Code* x, int height, int width, Code zero,
                     Code* y) {
    traffic t;
    for (int top = 0; top < height; top += side) {
      for (int left = 0; left < width; left += side) {
        const int rows = etch::minimum(side, height - top);
        const int columns = etch::minimum(side, width - left);
        auto tile = Tile::template input<0>(arena);
        for (int r = 0; r < outer; ++r) {
          for (int c = 0; c < outer; ++c) {
            const int from_row = top + r - halo, from_column = left + c - halo;
            const bool inside =
                from_row >= 0 && from_row < height && from_column >= 0 && from_column < width;
            const Code* const from = x + (from_row * width + from_column) * channels;
            for (int k = 0; k < channels; ++k) {
              tile[(r * outer + c) * channels + k] = inside ? from[k] : zero;
            }
            t.read += inside ? channels : 0;
          }
        }
        Tile::run(arena);
        const auto sums = Tile::template output<0>(arena);
        for (int r = 0; r < rows; ++r) {
          for (int k = 0; k < columns * filters; ++k) {
            y[((top + r) * width + left) * filters + k] = sums[r * side * filters + k];
          }
        }
        t.written += rows * columns * filters;
      }
    }
    return t;
  }
};

}  // namespace detector
