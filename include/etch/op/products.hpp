// Description of the sums of products that an operator computes, for the proof of their worst case.
#pragma once

#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// One kind of sums of products: y[..,o] = bias[o] + sum of x w[o].
struct sums_of_products {
  int value = 0, weights = 1, bias = -1;  ///< indices of inputs; -1 without a bias
  window_geometry window{};               ///< of a filter; without a window (O,K): c = K, oc = O
  bool by_channel = false;                ///< a filter reads one channel, weights (KH,KW,O)
  bool transposed = false;                ///< a transposed convolution
  bool has_filters = true;                ///< weights are constants, one filter after the other
  int bits = 32;                          ///< of the format of the sums
  int accumulator_bits = 32;              ///< of 64 bits a 16-bit factor leaves 48
  bool has_short_factor = false;          ///< a 16-bit factor for every rounding
  double factor = 0;                      ///< requantises them; 0: factor_of_sum
};

/// The limits of activation::clamp.
struct code_limits {
  wide_int low = 0, high = 0;
};

}  // namespace ETCH_NAMESPACE
