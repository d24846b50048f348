// What is known of each filter of a layer of 8-bit codes: its weights, its bias, and how far its
// accumulator can reach for any input. Compile time only.
#pragma once

#include <etch/base/place_of_constant.hpp>
#include <etch/kernel/layer/layer.hpp>

namespace ETCH_NAMESPACE {

/// Where the weights of call C, a byte each, lie: as place_of_constant says it.
template <class C>
struct place_of_weights {
  static constexpr const unsigned char* address = C::bytes(1);
  static constexpr const auto& array = address;
  static constexpr int begin = 0;
  static constexpr const unsigned char* codes() { return address; }
};
template <const auto& G, int N>
struct place_of_weights<call<G, N>> : place_of_constant<G, G.nodes[N].inputs[1]> {};

/// The sums of the weights of a filter above and below 0.
struct weight_sums {
  int positive = 0, negative = 0;
  bool has_lowest = false;  ///< whether a weight is -128
  constexpr int sum() const { return positive - negative; }
  constexpr int magnitude() const { return positive + negative; }
};
/// Of `count` weights, an array or behind an address, `step` bytes apart from weight `first` on.
// Twice, as a look at an address by way of a reference takes g++ three times the memory.
template <class Codes>
constexpr weight_sums sum_weights(const Codes& weights, int first, int count, int step = 1) {
  int positive = 0, negative = 0;
  bool lowest = false;
  for (int k = first, end = first + count * step; k < end; k += step) {
    const int w = static_cast<signed char>(weights[k]);
    if (w > 0) {
      positive += w;
    } else {
      negative -= w;
      if (w == -128) lowest = true;
    }
  }
  return {positive, negative, lowest};
}
constexpr weight_sums sum_weights(const unsigned char* weights, int first, int count,
                                  int step = 1) {
  const unsigned char* w = weights + first;
  int positive = 0, negative = 0;
  bool lowest = false;
  for (int k = 0; k < count; ++k) {
    const int code = static_cast<signed char>(w[k * step]);
    if (code > 0) positive += code;
    else negative -= code;
    if (code == -128) lowest = true;
  }
  return {positive, negative, lowest};
}
/// Of filter o of call C, less their zero point.
template <class C>
constexpr weight_sums sum_weights(int o) {
  constexpr byte_layer l = layer_of<C>;
  if constexpr (l.is_bytes) {
    using from = place_of_weights<C>;
    return sum_weights(from::codes(), from::begin + l.first_weight(o), l.taps(), l.weight_step());
  } else {
    weight_sums sums;
    for (int k = 0; k < l.taps(); ++k) {
      const int place = l.first_weight(o) + k * l.weight_step();
      const int w = C::template in<1>::load(C::bytes(1), place) - l.w_zero;
      (w > 0 ? sums.positive : sums.negative) += w > 0 ? w : -w;
      if (w + l.w_zero == -128) sums.has_lowest = true;
    }
    return sums;
  }
}

/// Facts on one filter.
struct filter_facts {
  weight_sums weights;
  std::int32_t bias = 0;        ///< in units of the accumulator
  long long low = 0, high = 0;  ///< of the accumulator, with bias and zero point
  fixed_point_factor factor;    ///< where the epilogue has factors
  bool is_constant = false;     ///< whether the output is `code` for every input
  std::int16_t code = 0;
};

/// How far the sums of call C reach over all inputs, biases with them, and the codes that they
/// become: least[o] .. most[o] and codes.low[o] .. codes.high[o] of filter o, in `sums`. What a
/// network proves of its layers (network/proof/layer_ranges.hpp).
template <class C>
struct proved_of;
template <class C>
struct proved_of<with_weights_in_bytes<C>> : proved_of<C> {};

/// Facts on filter o of call C; `epilogue` is the generic kernel's epilogue.
// Returned by value from locals: g++ 12 evaluates stores through a reference five times as slowly.
template <class C, class Epilogue>
constexpr filter_facts examine_filter(int o, const Epilogue& epilogue) {
  constexpr const auto& proved = proved_of<C>::sums;
  const long long bias = sum_bias<C>(o);
  const auto code = proved.codes.low[o];
  const bool is_constant = code == proved.codes.high[o];
  fixed_point_factor factor{};
  if constexpr (!layer_of<C>.end.shifts()) {
    const int k = sizeof epilogue.multiplier == sizeof(std::int32_t) ? 0 : o;
    factor = {epilogue.multiplier[k], epilogue.shift[k]};
  }
  return {
      sum_weights<C>(o), static_cast<std::int32_t>(bias), proved.least[o], proved.most[o], factor,
      is_constant,       static_cast<std::int16_t>(code)};
}

}  // namespace ETCH_NAMESPACE
