// The sums of products that an operator works out, as a proof of their worst case asks for them.
#pragma once

#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// One kind of them: y[..,o] = bias[o] + sum of x w[o].
struct sums_of_products {
  int value = 0, weights = 1, bias = -1;  ///< inputs; no bias: -1
  window_geometry window{};               ///< of a filter; without a window (O,K): c = K, oc = O
  bool by_channel = false;                ///< a filter reads one channel, weights (KH,KW,O)
  bool transposed = false;                ///< outputs meet several windows
  bool has_filters = true;                ///< weights are constants, filter after filter
  int bits = 32;                          ///< of the format of the sums
  int accumulator_bits = 32;              ///< 64: of which a factor of 16 bits leaves 48
  bool has_short_factor = false;          ///< of 16 bits whatever the rounding
  double factor = 0;                      ///< that ends them; 0: the one to the output
};

/// What activation::clamp limits codes to.
struct code_limits {
  int low = 0, high = 0;
};

}  // namespace ETCH_NAMESPACE
