// What the programs of this folder start from: names as users write them, and bytes for weights.
#pragma once

#include <cstdint>

#include <etch/etch.hpp>

using namespace etch::literals;
using etch::affine, etch::affine_channels, etch::f32, etch::ohwi, etch::q, etch::shape;
using etch::constant, etch::input, etch::parameters, etch::tensor;

/// Weights for all: nothing of them matters but how many bytes they are.
template <int N>
inline constexpr unsigned char zeros[N] = {};
