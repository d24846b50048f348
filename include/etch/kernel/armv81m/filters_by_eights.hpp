// What dense and conv2d pixel by pixel share: eight filters times one window, and the last one to
// seven.
#pragma once

#include <etch/kernel/armv81m/tile_of_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Vectors of a filter of layer l.
constexpr int steps_of(const byte_layer& l) { return ceil_div(l.taps(), 16); }
/// Vectors of so many filters for each step.
constexpr int vectors_of_filters(int filters, bool nibbles) {
  return nibbles ? ceil_div(filters, 2) : filters;
}

/// Packs the filters of call C, a layer of one group: [eight][step][filter][16] or, in nibbles, of
/// two filters in 16 bytes, then Behind bytes that are the zero point of the input.
template <class C, int Behind = 0, class Plan>
constexpr auto pack_by_eights(const Plan& plan) {
  constexpr byte_layer l = layer_of<C>;
  constexpr int inputs = l.taps(), outputs = l.filters(), steps = steps_of(l);
  constexpr bool nibbles = in_nibbles<C>;
  constexpr int weights = vectors_of_filters(outputs, nibbles) * steps * 16;
  layer_constants<Plan, tile_constants<8, l.end.shifts()>, ceil_div(outputs, 8), weights + Behind>
      k{plan, numbers_of(l.end), {}, {}};
  const unsigned char* bytes = C::bytes(1);
  for (int o = 0; o < outputs; ++o) {
    const int i = o % 8, first = o - i, width = minimum(outputs - first, 8);
    int sum = 0;
    for (int t = 0; t < inputs; ++t) {
      const auto code = static_cast<std::int8_t>(bytes[o * inputs + t]);
      const int even = nibbles ? round_up(width, 2) : width;
      const int place = (first * steps + t / 16 * even + i) * 16 + t % 16;
      set_weight<nibbles>(k.weights, place, code);
      sum += code;
    }
    set_filter<C>(k.tiles[o / 8], i, o, sum - inputs * l.w_zero);
    if (nibbles && i % 2 == 0) k.tiles[o / 8].bias[i] = times_16(k.tiles[o / 8].bias[i]);
  }
  for (int i = 0; i < Behind; ++i) k.weights[weights + i] = static_cast<std::int8_t>(l.x_zero);
  return k;
}

#if ETCH_HAS_MVE

/// The codes at y of all filters over the window that `task` has: eights of them, if any, then
/// Rest; `steps` vectors each.
template <tile T, epilogue_step S, bool Whole, bool Eights, int Rest, bool Nibbles = false,
          bool More = false, class Eight>
ETCH_GLUE void run_filters(tile_task& task, int eights, const std::int32_t& steps,
                           const Eight* filters, const std::int8_t* weights, std::int8_t* y) {
  task.weights = weights;
  task.constants = filters;
  task.y = y;
  task.count = eights;
  if constexpr (Eights) tile_of_sums<T, S, Whole, 8, Nibbles, More>(&task);
  if constexpr (Rest > 0) {
    task.weights = weights + eights * steps * (Nibbles ? 64 : 128);
    task.constants = filters + eights;
    task.y = y + eights * 8;
    task.count = 1;
    tile_of_sums<T, S, Whole, Rest, Nibbles, More>(&task);
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
