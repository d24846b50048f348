// ML-KWS's DS-CNN-S (Zhang et al., Hello Edge) on the features of a second: a convolution of 10x4
// with strides of 2, four pairs of depthwise and pointwise ones with 64 channels, the mean.
#pragma once

#include "../parameters_in.hpp"
#include "dnn.hpp"

#include <words_ds_cnn_conv_bias.hpp>
#include <words_ds_cnn_conv_weight.hpp>
#include <words_ds_cnn_depthwise1_bias.hpp>
#include <words_ds_cnn_depthwise1_weight.hpp>
#include <words_ds_cnn_depthwise2_bias.hpp>
#include <words_ds_cnn_depthwise2_weight.hpp>
#include <words_ds_cnn_depthwise3_bias.hpp>
#include <words_ds_cnn_depthwise3_weight.hpp>
#include <words_ds_cnn_depthwise4_bias.hpp>
#include <words_ds_cnn_depthwise4_weight.hpp>
#include <words_ds_cnn_pointwise1_bias.hpp>
#include <words_ds_cnn_pointwise1_weight.hpp>
#include <words_ds_cnn_pointwise2_bias.hpp>
#include <words_ds_cnn_pointwise2_weight.hpp>
#include <words_ds_cnn_pointwise3_bias.hpp>
#include <words_ds_cnn_pointwise3_weight.hpp>
#include <words_ds_cnn_pointwise4_bias.hpp>
#include <words_ds_cnn_pointwise4_weight.hpp>
#include <words_ds_cnn_scores_bias.hpp>
#include <words_ds_cnn_scores_weight.hpp>

namespace words::ds_cnn {

template <int... D>
using weights = etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>>;
using etch::parameters;

inline constexpr parameters conv{weights<64, 10, 4, 1>{blob::words_ds_cnn_conv_weight_bytes},
                                 dnn::vector<64>{blob::words_ds_cnn_conv_bias_bytes}};
inline constexpr parameters depthwise1{
    weights<1, 3, 3, 64>{blob::words_ds_cnn_depthwise1_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_depthwise1_bias_bytes}};
inline constexpr parameters pointwise1{
    weights<64, 1, 1, 64>{blob::words_ds_cnn_pointwise1_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_pointwise1_bias_bytes}};
inline constexpr parameters depthwise2{
    weights<1, 3, 3, 64>{blob::words_ds_cnn_depthwise2_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_depthwise2_bias_bytes}};
inline constexpr parameters pointwise2{
    weights<64, 1, 1, 64>{blob::words_ds_cnn_pointwise2_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_pointwise2_bias_bytes}};
inline constexpr parameters depthwise3{
    weights<1, 3, 3, 64>{blob::words_ds_cnn_depthwise3_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_depthwise3_bias_bytes}};
inline constexpr parameters pointwise3{
    weights<64, 1, 1, 64>{blob::words_ds_cnn_pointwise3_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_pointwise3_bias_bytes}};
inline constexpr parameters depthwise4{
    weights<1, 3, 3, 64>{blob::words_ds_cnn_depthwise4_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_depthwise4_bias_bytes}};
inline constexpr parameters pointwise4{
    weights<64, 1, 1, 64>{blob::words_ds_cnn_pointwise4_weight_bytes},
    dnn::vector<64>{blob::words_ds_cnn_pointwise4_bias_bytes}};
inline constexpr parameters scores{weights<12, 64>{blob::words_ds_cnn_scores_weight_bytes},
                                   dnn::vector<12>{blob::words_ds_cnn_scores_bias_bytes}};

template <class F>
using picture = etch::tensor<F, etch::shape<heard_hops, heard_coefficients, 1>, etch::hwc>;

/// As trained.
inline constexpr auto f32_graph = etch::graph([](etch::input<picture<etch::f32>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv, {.stride = 2}) | relu | depthwise_conv2d(depthwise1) | relu |
         conv2d(pointwise1) | relu | depthwise_conv2d(depthwise2) | relu | conv2d(pointwise2) |
         relu | depthwise_conv2d(depthwise3) | relu | conv2d(pointwise3) | relu |
         depthwise_conv2d(depthwise4) | relu | conv2d(pointwise4) | relu | global_avg_pool |
         dense(scores);
});

/// Affine codes of 8 bits: those of values behind relu begin at 0, weights have a scale for each
/// channel. What each layer goes to are train.py's figures of the validation voices.
template <int Thousandths>
using above_0 = etch::affine<std::int8_t, Thousandths / 1000.0 / 255, -128>;
using heard = etch::affine<std::int8_t, 0.5>;
inline constexpr auto int8_graph = etch::graph([](etch::input<picture<heard>> x) {
  using namespace etch::dsl;
  using etch::channels_at, examples::in_scales;
  using x1 = above_0<12240>;
  using x2 = above_0<14750>;
  using x3 = above_0<11020>;
  using x4 = above_0<10270>;
  using x5 = above_0<8750>;
  using x6 = above_0<13520>;
  using x7 = above_0<8590>;
  using x8 = above_0<18330>;
  using x9 = above_0<15120>;
  using y = etch::affine<std::int8_t, 1.0 / 16>;
  return x | conv2d(in_scales<conv, 8, heard>, {.stride = 2}) | to<x1> | relu |
         depthwise_conv2d(in_scales<depthwise1, 8, x1, channels_at::last>) | to<x2> | relu |
         conv2d(in_scales<pointwise1, 8, x2>) | to<x3> | relu |
         depthwise_conv2d(in_scales<depthwise2, 8, x3, channels_at::last>) | to<x4> | relu |
         conv2d(in_scales<pointwise2, 8, x4>) | to<x5> | relu |
         depthwise_conv2d(in_scales<depthwise3, 8, x5, channels_at::last>) | to<x6> | relu |
         conv2d(in_scales<pointwise3, 8, x6>) | to<x7> | relu |
         depthwise_conv2d(in_scales<depthwise4, 8, x7, channels_at::last>) | to<x8> | relu |
         conv2d(in_scales<pointwise4, 8, x8>) | to<x9> | relu | global_avg_pool |
         dense(in_scales<scores, 8, x9>) | to<y>;
});

/// Powers of two: values and weights in Bits bits, as many of them fraction bits as what is largest
/// allows.
template <int Bits>
inline constexpr auto q_graph = etch::graph([](etch::input<picture<dnn::heard<Bits>>> x) {
  using namespace etch::dsl;
  using examples::in_q;
  using x0 = dnn::heard<Bits>;
  using to_16 = etch::q_of<Bits, Bits - 5>;
  using to_32 = etch::q_of<Bits, Bits - 6>;
  return x | conv2d(in_q<conv, Bits, x0>, {.stride = 2}) | to<to_16> | relu |
         depthwise_conv2d(in_q<depthwise1, Bits, to_16>) | to<to_16> | relu |
         conv2d(in_q<pointwise1, Bits, to_16>) | to<to_16> | relu |
         depthwise_conv2d(in_q<depthwise2, Bits, to_16>) | to<to_16> | relu |
         conv2d(in_q<pointwise2, Bits, to_16>) | to<to_16> | relu |
         depthwise_conv2d(in_q<depthwise3, Bits, to_16>) | to<to_16> | relu |
         conv2d(in_q<pointwise3, Bits, to_16>) | to<to_16> | relu |
         depthwise_conv2d(in_q<depthwise4, Bits, to_16>) | to<to_32> | relu |
         conv2d(in_q<pointwise4, Bits, to_32>) | to<to_16> | relu | global_avg_pool |
         dense(in_q<scores, Bits, to_16>) | to<etch::q_of<Bits, Bits - 4>>;
});

struct f32 : etch::network<f32_graph> {};
struct q12 : etch::network<q_graph<12>> {};
struct q8 : etch::network<q_graph<8>> {};
struct int8 : etch::network<int8_graph> {};
static_assert(etch::fits_ram<int8, 24576>);

/// visit.operator()<Network>(name), for every network of the table; the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<f32>("f32");
  visit.template operator()<q12>("q12");
  visit.template operator()<q8>("q8");
  visit.template operator()<int8>("int8");
}

}  // namespace words::ds_cnn
