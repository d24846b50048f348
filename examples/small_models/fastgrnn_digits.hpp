// FastGRNN reads a digit row by row, eight rows of eight pixels.
#pragma once

#include "weights.hpp"

namespace small_models::fastgrnn_digits {

/// As trained, a picture at once.
inline constexpr auto f32_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<1, rows, columns>>> x) {
      using namespace etch::dsl;
      const auto states =
          fastgrnn<etch::f32>(x, {.zeta = zeta, .nu = nu}, w, u, gate_bias, new_bias);
      return states | slice(range{0, 1}, range{rows - 1, 1}, range{0, units}) | dense(scores);
    });
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 2048>);

}  // namespace small_models::fastgrnn_digits
