// ProtoNN reads a digit by the distances of a projection of it to 40 prototypes.
#pragma once

#include "weights.hpp"

namespace small_models::proto_nn_digits {

/// As trained.
inline constexpr auto f32_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<pixels>>> x) {
      return etch::dsl::proto_nn<etch::f32>(x, {.gamma = gamma}, projection, centres, labels);
    });
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 512>);

}  // namespace small_models::proto_nn_digits
