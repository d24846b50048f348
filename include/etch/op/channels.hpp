// How the codes of an output channel follow from those of the input channels that it is made of:
// what proofs of ranges and the removal of channels ask. A channel is an index of the last
// dimension.
#pragma once

#include <etch/op/operand.hpp>

namespace ETCH_NAMESPACE {

/// What the codes of an output channel can be; `sources` are the input channels that
/// channel_of() gives for it.
enum class channel_codes : int {
  any,       ///< every code of the format
  kept,      ///< from the least to the largest code of its sources, where formats are equal (pools)
  monotone,  ///< least and largest where each source is at its least or largest code (add)
  each,      ///< a function of one code of input 0 (hard_swish): every code is tried
  sums,      ///< rounded sums of products(x, 0), whose weights are constants (conv2d)
};

/// What channel_of() answers where an output channel is not made of one input channel.
inline constexpr int no_channel = -1;    ///< of none
inline constexpr int all_channels = -2;  ///< of all of them

/// The channel of an input of c channels that channel `out` of y channels has its codes from, where
/// the elements of both lie in the same logical order (reshape, flatten).
constexpr int channel_in_order(int c, int y, int out) {
  return y % c == 0 ? out % c : all_channels;
}

/// What is left of the channels of a node whose channels can go.
struct channels_left {
  int count;   ///< of the output
  int before;  ///< of input 0, before the source of output channel 0
};

}  // namespace ETCH_NAMESPACE
