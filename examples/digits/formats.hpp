// The digits network in every number format: one graph, whose formats are parameters, with the
// weights of training brought to them by the compiler.
#pragma once

#include "../parameters_in.hpp"
#include "precision.hpp"

namespace digits {

/// Values of X, weights of W, biases of B.
template <class X, class W = X, class B = X>
inline constexpr const auto& graph_in = graph_of<trained_in<X, W, B>>;

template <int Bits, int Es>
using p = etch::posit<Bits, Es>;

struct bf16 : etch::network<graph_in<etch::bf16>> {};
struct bf16_dot : etch::network<graph_in<etch::bf16_dot>> {};
struct f16 : etch::network<graph_in<etch::f16>> {};
struct f16_fused : etch::network<graph_in<etch::f16_fused>> {};
struct e4m3 : etch::network<graph_in<etch::e4m3>> {};
struct e5m2 : etch::network<graph_in<etch::e5m2>> {};
struct p8e0 : etch::network<graph_in<p<8, 0>>> {};
struct p8e1 : etch::network<graph_in<p<8, 1>>> {};
struct p8e2 : etch::network<graph_in<p<8, 2>>> {};
struct p16e1 : etch::network<graph_in<p<16, 1>>> {};
struct p16e2 : etch::network<graph_in<p<16, 2>>> {};

// Mixtures: values of more digits than weights.
struct f32_e4m3 : etch::network<graph_in<etch::f32, etch::e4m3, etch::f32>> {};
struct bf16_e4m3 : etch::network<graph_in<etch::bf16, etch::e4m3, etch::bf16>> {};
struct f32_mxfp4 : etch::network<graph_in<etch::f32, etch::mxfp4, etch::f32>> {};
struct f32_mxint8 : etch::network<graph_in<etch::f32, etch::mxint8, etch::f32>> {};
struct bf16_mxfp8 : etch::network<graph_in<etch::bf16, etch::mxfp8_e4m3, etch::bf16>> {};
struct f16_mxfp6 : etch::network<graph_in<etch::f16, etch::mxfp6_e2m3, etch::f16>> {};
struct p16e1_p8e0 : etch::network<graph_in<p<16, 1>, p<8, 0>, p<16, 1>>> {};

using examples::in_codes, examples::in_q;

/// Values of int8 as calibrated, weights of 4 bits with a scale for each channel.
struct narrow_weights : calibrated {
  static constexpr const auto& conv1 = examples::in_scales<f32w::conv1, 4, input_format>;
  static constexpr const auto& conv2 = examples::in_scales<f32w::conv2, 4, conv1_format>;
  static constexpr const auto& conv3 = examples::in_scales<f32w::conv3, 4, conv2_format>;
  static constexpr const auto& dense = examples::in_scales<f32w::dense, 4, conv3_format>;
};
struct s8_s4 : etch::network<graph_of<narrow_weights>> {};

/// Values as trained, brought to 8 bits by their own range in front of each layer.
template <int Bits>
inline constexpr auto ranged_graph = etch::graph([](etch::input<picture<etch::f32>> image) {
  using namespace etch::dsl;
  return image | dynamic_range(conv2d(in_codes<f32w::conv1, Bits>)) | relu |
         dynamic_range(conv2d(in_codes<f32w::conv2, Bits>)) | relu | max_pool<2> |
         dynamic_range(conv2d(in_codes<f32w::conv3, Bits>)) | relu | max_pool<2> |
         dynamic_range(dense(in_codes<f32w::dense, Bits>)) | tap("logits");
});
struct range_s8 : etch::network<ranged_graph<8>> {};
struct range_s4 : etch::network<ranged_graph<4>> {};

/// F, which has 8 bits, in Bits: the same range.
template <class F, int Bits>
using wide = etch::q_of<Bits, Bits - 8 + F::descriptor.frac>;

/// Dynamic fixed point: each layer has its own fraction bits for input, weights and output.
template <int Bits>
inline constexpr auto fixed_graph =
    etch::graph([](etch::input<picture<wide<qw::input_format, Bits>>> image) {
      using namespace etch::dsl;
      using x0 = wide<qw::input_format, Bits>;
      using x1 = wide<qw::conv1_format, Bits>;
      using x2 = wide<qw::conv2_format, Bits>;
      using x3 = wide<qw::conv3_format, Bits>;
      return image | conv2d(in_q<f32w::conv1, Bits, x0>) | to<x1> | relu |
             conv2d(in_q<f32w::conv2, Bits, x1>) | to<x2> | relu | max_pool<2> |
             conv2d(in_q<f32w::conv3, Bits, x2>) | to<x3> | relu | max_pool<2> |
             dense(in_q<f32w::dense, Bits, x3>) | to<wide<qw::dense_format, Bits>> | tap("logits");
    });
struct q12 : etch::network<fixed_graph<12>> {};
struct q7 : etch::network<fixed_graph<7>> {};
struct q5 : etch::network<fixed_graph<5>> {};

/// visit.operator()<Network>(name), for every network of the table; the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<f32>("f32");
  visit.template operator()<q>("q");
  visit.template operator()<q12>("q12");
  visit.template operator()<q7>("q7");
  visit.template operator()<q5>("q5");
  visit.template operator()<s8>("int8");
  visit.template operator()<s8_s4>("int8*int4");
  visit.template operator()<range_s8>("range*int8");
  visit.template operator()<range_s4>("range*int4");
  visit.template operator()<bf16>("bf16");
  visit.template operator()<bf16_dot>("bf16_dot");
  visit.template operator()<f16>("f16");
  visit.template operator()<f16_fused>("f16_fused");
  visit.template operator()<e4m3>("e4m3");
  visit.template operator()<e5m2>("e5m2");
  visit.template operator()<p8e0>("posit<8,0>");
  visit.template operator()<p8e1>("posit<8,1>");
  visit.template operator()<p8e2>("posit<8,2>");
  visit.template operator()<p16e1>("posit<16,1>");
  visit.template operator()<p16e2>("posit<16,2>");
  visit.template operator()<f32_e4m3>("f32*e4m3");
  visit.template operator()<bf16_e4m3>("bf16*e4m3");
  visit.template operator()<bf16_mxfp8>("bf16*mxfp8");
  visit.template operator()<f16_mxfp6>("f16*mxfp6");
  visit.template operator()<f32_mxfp4>("f32*mxfp4");
  visit.template operator()<f32_mxint8>("f32*mxint8");
  visit.template operator()<p16e1_p8e0>("posit<16,1>*<8,0>");
}

}  // namespace digits
