// ML-KWS's DNN-S (Zhang et al., Hello Edge) on the features of a second, every second hop: 250
// inputs, three layers of 144, 12 outputs. As trained, in 16 bits, in 12 and in 8.
#pragma once

#include <etch/etch.hpp>

#include <dnn_dense1_bias.hpp>
#include <dnn_dense1_weight_f32.hpp>
#include <dnn_dense1_weight_int8.hpp>
#include <dnn_dense1_weight_q12.hpp>
#include <dnn_dense1_weight_q8.hpp>
#include <dnn_dense2_bias.hpp>
#include <dnn_dense2_weight_f32.hpp>
#include <dnn_dense2_weight_int8.hpp>
#include <dnn_dense2_weight_q12.hpp>
#include <dnn_dense2_weight_q8.hpp>
#include <dnn_dense3_bias.hpp>
#include <dnn_dense3_weight_f32.hpp>
#include <dnn_dense3_weight_int8.hpp>
#include <dnn_dense3_weight_q12.hpp>
#include <dnn_dense3_weight_q8.hpp>
#include <dnn_dense4_bias.hpp>
#include <dnn_dense4_weight_f32.hpp>
#include <dnn_dense4_weight_int8.hpp>
#include <dnn_dense4_weight_q12.hpp>
#include <dnn_dense4_weight_q8.hpp>

namespace words {

constexpr const char* labels[12] = {"silence", "unknown", "yes", "no",  "up",   "down",
                                    "left",    "right",   "on",  "off", "stop", "go"};
/// Hops of a second and coefficients of each, less their mean.
constexpr int heard_hops = 50, heard_coefficients = 10;
template <class F>
using second = etch::tensor<F, etch::shape<heard_hops, heard_coefficients>>;

namespace dnn {

template <class F, int O, int K>
using matrix = etch::constant<etch::tensor<F, etch::shape<O, K>>>;
template <int O>
using vector = etch::constant<etch::tensor<etch::f32, etch::shape<O>>>;

/// Weights of layer Layer in Bits bits, 8 or 12; those of the first read inputs of up to 64.
template <int Layer, int Bits>
using weight = etch::q_of<Bits, Layer == 1 ? Bits + 3 : Bits - 1>;
template <const auto& Scales>
using in_channels = etch::affine_channels<std::int8_t, Scales>;
/// The trained numbers of a layer; weights in 32 bits are f32. Those of values in 16 bits have 8
/// and a scale for each channel: in 16 bits both, sums would leave 32.
template <int Layer>
struct layer;
template <>
struct layer<1> {
  static constexpr auto bias = vector<144>{blob::dnn_dense1_bias_bytes};
  template <int Bits>
  static constexpr auto weights() {
    if constexpr (Bits == 32) {
      return matrix<etch::f32, 144, 250>{blob::dnn_dense1_weight_f32_bytes};
    } else if constexpr (Bits == 16) {
      return matrix<in_channels<blob::dnn_dense1_weight_int8_scales>, 144, 250>{
          blob::dnn_dense1_weight_int8_bytes};
    } else if constexpr (Bits == 12) {
      return matrix<weight<1, 12>, 144, 250>{blob::dnn_dense1_weight_q12_bytes};
    } else {
      return matrix<weight<1, 8>, 144, 250>{blob::dnn_dense1_weight_q8_bytes};
    }
  }
};
template <>
struct layer<2> {
  static constexpr auto bias = vector<144>{blob::dnn_dense2_bias_bytes};
  template <int Bits>
  static constexpr auto weights() {
    if constexpr (Bits == 32) {
      return matrix<etch::f32, 144, 144>{blob::dnn_dense2_weight_f32_bytes};
    } else if constexpr (Bits == 16) {
      return matrix<in_channels<blob::dnn_dense2_weight_int8_scales>, 144, 144>{
          blob::dnn_dense2_weight_int8_bytes};
    } else if constexpr (Bits == 12) {
      return matrix<weight<2, 12>, 144, 144>{blob::dnn_dense2_weight_q12_bytes};
    } else {
      return matrix<weight<2, 8>, 144, 144>{blob::dnn_dense2_weight_q8_bytes};
    }
  }
};
template <>
struct layer<3> {
  static constexpr auto bias = vector<144>{blob::dnn_dense3_bias_bytes};
  template <int Bits>
  static constexpr auto weights() {
    if constexpr (Bits == 32) {
      return matrix<etch::f32, 144, 144>{blob::dnn_dense3_weight_f32_bytes};
    } else if constexpr (Bits == 16) {
      return matrix<in_channels<blob::dnn_dense3_weight_int8_scales>, 144, 144>{
          blob::dnn_dense3_weight_int8_bytes};
    } else if constexpr (Bits == 12) {
      return matrix<weight<3, 12>, 144, 144>{blob::dnn_dense3_weight_q12_bytes};
    } else {
      return matrix<weight<3, 8>, 144, 144>{blob::dnn_dense3_weight_q8_bytes};
    }
  }
};
template <>
struct layer<4> {
  static constexpr auto bias = vector<12>{blob::dnn_dense4_bias_bytes};
  template <int Bits>
  static constexpr auto weights() {
    if constexpr (Bits == 32) {
      return matrix<etch::f32, 12, 144>{blob::dnn_dense4_weight_f32_bytes};
    } else if constexpr (Bits == 16) {
      return matrix<in_channels<blob::dnn_dense4_weight_int8_scales>, 12, 144>{
          blob::dnn_dense4_weight_int8_bytes};
    } else if constexpr (Bits == 12) {
      return matrix<weight<4, 12>, 12, 144>{blob::dnn_dense4_weight_q12_bytes};
    } else {
      return matrix<weight<4, 8>, 12, 144>{blob::dnn_dense4_weight_q8_bytes};
    }
  }
};

template <int Bits>
using heard = etch::q_of<Bits, Bits - 7>;
/// Values below 2^Whole: q, in 16 bits affine codes.
template <int Bits, int Whole>
using value =
    etch::element_t<etch::list<etch::q_of<Bits, Bits - 1 - Whole>,
                               etch::affine<std::int16_t, etch::power_of_two(Whole - 15)>>,
                    Bits == 16 ? 1 : 0>;
/// What layer Layer reads: train.py prints what its values go to.
template <int Layer, int Bits>
using read = value<Bits, Layer == 1 ? 6 : 3>;

template <int Layer, int Bits>
using weight_format =
    typename decltype(layer<Layer>::template weights<Bits>())::tensor_type::format_type;
/// Bias of a layer in units of its sums.
template <int Layer, int Bits>
inline constexpr auto bias =
    etch::quantise_bias<read<Layer, Bits>, weight_format<Layer, Bits>>(layer<Layer>::bias);
template <int Layer, int Bits>
inline constexpr etch::parameters layer_in{layer<Layer>::template weights<Bits>(),
                                           bias<Layer, Bits>.as_constant()};
template <int Layer>
inline constexpr etch::parameters layer_in<Layer, 32>{layer<Layer>::template weights<32>(),
                                                      layer<Layer>::bias};

/// Every second hop, the last one among them.
constexpr etch::wire every_second(etch::wire second) {
  using namespace etch::dsl;
  return second | slice(range{1, 25, 2}, range{0, heard_coefficients}) | reshape<1, 250>;
}
template <int Bits>
constexpr etch::wire decide(etch::wire second) {
  using namespace etch::dsl;
  auto x = every_second(second) | dense(layer_in<1, Bits>) | to<read<2, Bits>> | relu;
  x = x | dense(layer_in<2, Bits>) | to<read<3, Bits>> | relu;
  x = x | dense(layer_in<3, Bits>) | to<read<4, Bits>> | relu;
  return x | dense(layer_in<4, Bits>) | to<value<Bits, 4>>;
}

template <int Bits>
inline constexpr auto graph_in =
    etch::graph([](etch::input<second<read<1, Bits>>> x) { return decide<Bits>(x); });
inline constexpr auto f32_graph = etch::graph([](etch::input<second<etch::f32>> x) {
  using namespace etch::dsl;
  auto y = every_second(x) | dense(layer_in<1, 32>) | relu | dense(layer_in<2, 32>) | relu;
  return y | dense(layer_in<3, 32>) | relu | dense(layer_in<4, 32>);
});
struct f32 : etch::network<f32_graph> {};
struct int16 : etch::network<graph_in<16>> {};
struct q12 : etch::network<graph_in<12>> {};
struct q8 : etch::network<graph_in<8>> {};

/// visit.operator()<Network>(name), for every network of the table; the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<f32>("f32");
  visit.template operator()<int16>("int16");
  visit.template operator()<q12>("q12");
  visit.template operator()<q8>("q8");
}

}  // namespace dnn

}  // namespace words
