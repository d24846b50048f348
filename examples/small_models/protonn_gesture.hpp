// EdgeML's ProtoNN of gestures: 124 features of a window of motion to ten scores.
#pragma once

#include "../parameters_in.hpp"

#include <protonn_gesture_B_prototypes.hpp>
#include <protonn_gesture_W_projection.hpp>
#include <protonn_gesture_Z_labels.hpp>

namespace small_models::protonn_gesture {

constexpr int features = 124, dimensions = 10, prototypes = 24, classes = 10;
constexpr float gamma = 0.001213F;

template <int... D>
using matrix = etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>>;
inline constexpr matrix<dimensions, features> projection{blob::protonn_gesture_W_projection_bytes};
inline constexpr matrix<prototypes, dimensions> centres{blob::protonn_gesture_B_prototypes_bytes};
inline constexpr matrix<prototypes, classes> labels{blob::protonn_gesture_Z_labels_bytes};

/// As trained.
inline constexpr auto f32_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<features>>> x) {
      return etch::dsl::proto_nn<etch::f32>(x, {.gamma = gamma}, projection, centres, labels);
    });
struct f32 : etch::network<f32_graph> {};

/// In codes of 16 bits: features to 512, weights to 16, prototypes to 4096, labels to 256.
inline constexpr auto q16_graph =
    etch::graph([](etch::input<etch::tensor<etch::q<9, 6>, etch::shape<features>>> x) {
      using examples::constant_in;
      return etch::dsl::proto_nn<etch::q<1, 14>>(
          x, {.gamma = gamma, .inner_bits = 3}, constant_in<projection, etch::q<4, 11>>,
          constant_in<centres, etch::q<12, 3>>, constant_in<labels, etch::q<8, 7>>);
    });
struct q16 : etch::network<q16_graph> {};
static_assert(etch::fits_ram<q16, 512>);

}  // namespace small_models::protonn_gesture
