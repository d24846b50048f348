// DS-CNN on digits in every number format that it has.
#pragma once

#include "../parameters_in.hpp"
#include "ds_cnn_digits.hpp"

namespace small_models::ds_cnn_digits {

using examples::in_q, examples::in_scales;

template <class F>
using picture = etch::tensor<F, etch::shape<8, 8, 1>, etch::hwc>;

/// Numbers with a point of their own: values of X, weights of W.
template <class X, class W = X>
inline constexpr auto real_graph = etch::graph([](etch::input<picture<X>> image) {
  using namespace etch::dsl;
  using etch::quantised;
  return image | conv2d(quantised<conv, W>) | to<X> | relu |
         depthwise_conv2d(quantised<depthwise1, W>) | to<X> | relu |
         conv2d(quantised<pointwise1, W>) | to<X> | relu | max_pool<2> |
         depthwise_conv2d(quantised<depthwise2, W>) | to<X> | relu |
         conv2d(quantised<pointwise2, W>) | to<X> | relu | global_avg_pool |
         dense(quantised<scores, W>) | to<X>;
});

/// The largest value behind each layer, as train.py prints them of the training pictures.
constexpr double of_conv = 5.45, of_depthwise1 = 6.17, of_pointwise1 = 7.38, of_depthwise2 = 8.48,
                 of_pointwise2 = 13.38, of_scores = 7.05;

/// Affine codes of Bits bits: those of values behind relu begin at 0, those of weights have 8 bits
/// and a scale for each channel.
template <int Bits>
constexpr int lowest = Bits == 8 ? -128 : 0;
template <int Bits, int Largest1000>
using above_0 =
    etch::affine<etch::signed_code<Bits>,
                 Largest1000 / 1000.0 / ((1L << (Bits - 1)) - 1 - lowest<Bits>), lowest<Bits>>;
constexpr int thousandths(double x) { return static_cast<int>(1000 * x); }
template <int Bits>
inline constexpr auto affine_graph = etch::graph([](etch::input<picture<above_0<Bits, 1000>>> x) {
  using namespace etch::dsl;
  using etch::channels_at;
  using x0 = above_0<Bits, 1000>;
  using x1 = above_0<Bits, thousandths(of_conv)>;
  using x2 = above_0<Bits, thousandths(of_depthwise1)>;
  using x3 = above_0<Bits, thousandths(of_pointwise1)>;
  using x4 = above_0<Bits, thousandths(of_depthwise2)>;
  using x5 = above_0<Bits, thousandths(of_pointwise2)>;
  using y = etch::affine<etch::signed_code<Bits>, of_scores / (1L << (Bits - 1))>;
  return x | conv2d(in_scales<conv, 8, x0>) | to<x1> | relu |
         depthwise_conv2d(in_scales<depthwise1, 8, x1, channels_at::last>) | to<x2> | relu |
         conv2d(in_scales<pointwise1, 8, x2>) | to<x3> | relu | max_pool<2> |
         depthwise_conv2d(in_scales<depthwise2, 8, x3, channels_at::last>) | to<x4> | relu |
         conv2d(in_scales<pointwise2, 8, x4>) | to<x5> | relu | global_avg_pool |
         dense(in_scales<scores, 8, x5>) | to<y>;
});

/// Powers of two: values and weights in Bits bits, as many of them fraction bits as what is largest
/// allows.
template <int Bits>
inline constexpr auto q_graph =
    etch::graph([](etch::input<picture<etch::q_of<Bits, Bits - 4>>> image) {
      using namespace etch::dsl;
      using x0 = etch::q_of<Bits, Bits - 4>;
      using x1 = etch::q_of<Bits, Bits - 4>;
      using x2 = etch::q_of<Bits, Bits - 4>;
      using x3 = etch::q_of<Bits, Bits - 4>;
      using x4 = etch::q_of<Bits, Bits - 5>;
      using x5 = etch::q_of<Bits, Bits - 5>;
      return image | conv2d(in_q<conv, Bits, x0>) | to<x1> | relu |
             depthwise_conv2d(in_q<depthwise1, Bits, x1>) | to<x2> | relu |
             conv2d(in_q<pointwise1, Bits, x2>) | to<x3> | relu | max_pool<2> |
             depthwise_conv2d(in_q<depthwise2, Bits, x3>) | to<x4> | relu |
             conv2d(in_q<pointwise2, Bits, x4>) | to<x5> | relu | global_avg_pool |
             dense(in_q<scores, Bits, x5>) | to<etch::q_of<Bits, Bits - 4>>;
    });

struct bf16 : etch::network<real_graph<etch::bf16>> {};
struct p16e1 : etch::network<real_graph<etch::posit<16, 1>>> {};
struct p8e2 : etch::network<real_graph<etch::posit<8, 2>>> {};
struct p8e0 : etch::network<real_graph<etch::posit<8, 0>>> {};
struct int16 : etch::network<affine_graph<16>> {};
struct int8 : etch::network<affine_graph<8>> {};
struct q12 : etch::network<q_graph<12>> {};
struct q8 : etch::network<q_graph<8>> {};
static_assert(etch::fits_ram<int16, 16384>);
static_assert(etch::fits_ram<int8, 8192>);

/// visit.operator()<Network>(name), for every network of the table; the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<f32>("f32");
  visit.template operator()<bf16>("bf16");
  visit.template operator()<q12>("q12");
  visit.template operator()<q8>("q8");
  visit.template operator()<int16>("int16");
  visit.template operator()<int8>("int8");
  visit.template operator()<p16e1>("posit<16,1>");
  visit.template operator()<p8e2>("posit<8,2>");
  visit.template operator()<p8e0>("posit<8,0>");
}

}  // namespace small_models::ds_cnn_digits
