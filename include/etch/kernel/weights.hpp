// Constants of generic kernels, decoded at compile time into typed arrays.
#pragma once

#include <etch/kernel/requantise.hpp>

namespace etch::inline ETCH_ABI {

/// Weights in their own order, biases in units of the sum, and the last step.
template <class W, int Weights, class Sum, int Channels, class Finish>
struct weighted_parameters {
  W weights[Weights];
  Sum bias[Channels];
  Finish finish;
};

/// The parameters of call C with inputs (value, weights[, bias]), as the generic kernels take them.
template <class C, int Channels>
constexpr auto pack_weighted() {
  using weights = typename C::template in<1>;
  using sum = typename sum_arithmetic<C>::sum;
  constexpr int count = weights::span;
  constexpr auto finish = make_finish<C, Channels>();
  weighted_parameters<typename weights::storage, count, sum, Channels, decltype(make_finish<C, Channels>())> p{
      {}, {}, finish};
  const unsigned char* bytes = C::bytes(1);
  for (int i = 0; i < count; ++i) p.weights[i] = load<typename weights::storage>(bytes, i);
  for (int c = 0; c < Channels; ++c) p.bias[c] = sum_bias<C>(c);
  return p;
}

}  // namespace etch::inline ETCH_ABI
