// The weights and biases of float_tiles.hpp: filters in blocks, which tiles sum together.
#pragma once

#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Whether filters come in blocks with a quarter of padding at most: weights are constants.
constexpr bool fills_blocks(int filters, int block) {
  return 4 * round_up(filters, block) <= 5 * filters;
}

/// How the filters of a group of layer G lie in blocks of Block. Of one group the last block is
/// padded; those of several groups are as narrow as their filters, since vectors may read what lies
/// behind: the sums of it are not stored.
template <window_geometry G, int Block>
struct filter_blocks {
  static constexpr int depth = G.c / G.groups, filters = G.oc / G.groups;
  static constexpr int taps = G.kh * G.kw * depth;
  static constexpr int whole = filters / Block, rest = filters % Block;
  /// Weights of a tap in a block of so many filters, and in all blocks of a group.
  static constexpr int width(int valid) { return G.groups == 1 ? Block : valid; }
  static constexpr int all = whole * Block + (rest > 0 ? width(rest) : 0);
  /// What vectors may read behind the last block.
  static constexpr int behind = rest > 0 ? Block - width(rest) : 0;
};

template <class Weight, int Weights, int Biases>
struct float_constants {
  Weight weights[Weights];  // (groups, blocks, KH, KW, C of a group, block)
  float bias[Biases];       // (groups, blocks, block)
};

/// The constants of call C with window geometry G, weights (OC,KH,KW,C/G), in blocks of Block
/// filters.
template <class C, window_geometry G, int Block>
constexpr auto pack_floats() {
  using blocks = filter_blocks<G, Block>;
  constexpr int count = G.groups * blocks::all, taps = blocks::taps;
  const auto plain = pack_weighted<C, G.oc>();
  using weight = typename C::template in<1>::storage;
  float_constants<weight, count * taps + blocks::behind, count + blocks::behind> p{};
  const weight* from = plain.weights;
  for (int o = 0; o < G.oc; ++o) {
    const int group = o / blocks::filters * blocks::all, f = o % blocks::filters;
    const int width = f / Block < blocks::whole ? Block : blocks::width(blocks::rest);
    int to = (group + f / Block * Block) * taps + f % Block;
    for (int k = 0; k < taps; ++k, to += width) p.weights[to] = *from++;
    p.bias[group + f] = plain.bias[o];
  }
  return p;
}

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
