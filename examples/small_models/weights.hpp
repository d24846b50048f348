// The trained numbers of the small models on digits, as weights/*.npy holds them.
#pragma once

#include <etch/etch.hpp>

#include <bonsai_branches.hpp>
#include <bonsai_gates.hpp>
#include <bonsai_project_bias.hpp>
#include <bonsai_project_weights.hpp>
#include <bonsai_weights.hpp>
#include <ds_cnn_conv_bias.hpp>
#include <ds_cnn_conv_weights.hpp>
#include <ds_cnn_depthwise1_bias.hpp>
#include <ds_cnn_depthwise1_weights.hpp>
#include <ds_cnn_depthwise2_bias.hpp>
#include <ds_cnn_depthwise2_weights.hpp>
#include <ds_cnn_pointwise1_bias.hpp>
#include <ds_cnn_pointwise1_weights.hpp>
#include <ds_cnn_pointwise2_bias.hpp>
#include <ds_cnn_pointwise2_weights.hpp>
#include <ds_cnn_scores_bias.hpp>
#include <ds_cnn_scores_weights.hpp>
#include <fastgrnn_gate_bias.hpp>
#include <fastgrnn_new_bias.hpp>
#include <fastgrnn_scores_bias.hpp>
#include <fastgrnn_scores_weights.hpp>
#include <fastgrnn_shares.hpp>
#include <fastgrnn_u.hpp>
#include <fastgrnn_w.hpp>
#include <proto_nn_gamma.hpp>
#include <proto_nn_labels.hpp>
#include <proto_nn_projection.hpp>
#include <proto_nn_prototypes.hpp>

namespace small_models {

/// Weights, in the order of their dimensions, and vectors.
template <int... D>
using matrix = etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>>;
template <int D>
using vector = etch::constant<etch::tensor<etch::f32, etch::shape<D>>>;

constexpr int classes = 10;

namespace fastgrnn_digits {
constexpr int rows = 8, columns = 8, units = 32;
inline constexpr matrix<units, columns> w{blob::fastgrnn_w_bytes};
inline constexpr matrix<units, units> u{blob::fastgrnn_u_bytes};
inline constexpr vector<units> gate_bias{blob::fastgrnn_gate_bias_bytes};
inline constexpr vector<units> new_bias{blob::fastgrnn_new_bias_bytes};
constexpr auto zeta = etch::load<float>(blob::fastgrnn_shares_bytes, 0);
constexpr auto nu = etch::load<float>(blob::fastgrnn_shares_bytes, 1);
inline constexpr etch::parameters scores{
    matrix<classes, units>{blob::fastgrnn_scores_weights_bytes},
    vector<classes>{blob::fastgrnn_scores_bias_bytes}};
}  // namespace fastgrnn_digits

namespace ds_cnn_digits {
inline constexpr etch::parameters conv{matrix<16, 3, 3, 1>{blob::ds_cnn_conv_weights_bytes},
                                       vector<16>{blob::ds_cnn_conv_bias_bytes}};
inline constexpr etch::parameters depthwise1{
    matrix<1, 3, 3, 16>{blob::ds_cnn_depthwise1_weights_bytes},
    vector<16>{blob::ds_cnn_depthwise1_bias_bytes}};
inline constexpr etch::parameters pointwise1{
    matrix<24, 1, 1, 16>{blob::ds_cnn_pointwise1_weights_bytes},
    vector<24>{blob::ds_cnn_pointwise1_bias_bytes}};
inline constexpr etch::parameters depthwise2{
    matrix<1, 3, 3, 24>{blob::ds_cnn_depthwise2_weights_bytes},
    vector<24>{blob::ds_cnn_depthwise2_bias_bytes}};
inline constexpr etch::parameters pointwise2{
    matrix<32, 1, 1, 24>{blob::ds_cnn_pointwise2_weights_bytes},
    vector<32>{blob::ds_cnn_pointwise2_bias_bytes}};
inline constexpr etch::parameters scores{matrix<classes, 32>{blob::ds_cnn_scores_weights_bytes},
                                         vector<classes>{blob::ds_cnn_scores_bias_bytes}};
}  // namespace ds_cnn_digits

namespace proto_nn_digits {
constexpr int pixels = 64, dimensions = 12, prototypes = 40;
constexpr auto gamma = etch::load<float>(blob::proto_nn_gamma_bytes, 0);
inline constexpr matrix<dimensions, pixels> projection{blob::proto_nn_projection_bytes};
inline constexpr matrix<prototypes, dimensions> centres{blob::proto_nn_prototypes_bytes};
inline constexpr matrix<prototypes, classes> labels{blob::proto_nn_labels_bytes};
}  // namespace proto_nn_digits

namespace bonsai_digits {
constexpr int pixels = 64, dimensions = 12, depth = 3, nodes = 15;
inline constexpr etch::parameters project{
    matrix<dimensions, pixels>{blob::bonsai_project_weights_bytes},
    vector<dimensions>{blob::bonsai_project_bias_bytes}};
inline constexpr matrix<nodes / 2, dimensions> branches{blob::bonsai_branches_bytes};
inline constexpr matrix<nodes, classes, dimensions> weights{blob::bonsai_weights_bytes};
inline constexpr matrix<nodes, classes, dimensions> gates{blob::bonsai_gates_bytes};
}  // namespace bonsai_digits

}  // namespace small_models
