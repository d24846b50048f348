// Bonsai reads a digit by a tree of depth 3 on a projection of it.
#pragma once

#include "weights.hpp"

#include <etch/tree/bonsai.hpp>

namespace small_models::bonsai_digits {

/// As trained.
inline constexpr auto f32_graph = etch::graph<etch::tree::operators>(
    [](etch::input<etch::tensor<etch::f32, etch::shape<pixels>>> x) {
      using namespace etch::dsl;
      return bonsai<etch::f32>(x | dense(project), {.depth = depth}, branches, weights, gates);
    });
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 512>);

}  // namespace small_models::bonsai_digits
