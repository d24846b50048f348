// CIFAR-10 by CMSIS-NN's q7 example network: 32x32 RGB to ten classes, 33,210 parameters.
#pragma once

#include <etch/etch.hpp>

#include "conv1_bias.hpp"
#include "conv1_wt.hpp"
#include "conv2_bias.hpp"
#include "conv2_wt.hpp"
#include "conv3_bias.hpp"
#include "conv3_wt.hpp"
#include "ip1_bias.hpp"
#include "ip1_wt.hpp"

namespace cifar10_q7 {

// The original code gives shifts: bias_lshift = x.frac + w.frac - bias.frac and
// out_rshift = x.frac + w.frac - y.frac. These formats have just those differences.
namespace w {
using etch::constant, etch::tensor, etch::shape, etch::q, etch::ohwi;

inline constexpr etch::parameters conv1{
    constant<tensor<q<0, 7>, shape<32, 5, 5, 3>, ohwi>>{blob::conv1_wt_bytes},
    constant<tensor<q<-1, 8>, shape<32>>>{blob::conv1_bias_bytes}};
inline constexpr etch::parameters conv2{
    constant<tensor<q<-1, 8>, shape<16, 5, 5, 32>, ohwi>>{blob::conv2_wt_bytes},
    constant<tensor<q<-2, 9>, shape<16>>>{blob::conv2_bias_bytes}};
inline constexpr etch::parameters conv3{
    constant<tensor<q<-1, 8>, shape<32, 5, 5, 16>, ohwi>>{blob::conv3_wt_bytes},
    constant<tensor<q<-4, 11>, shape<32>>>{blob::conv3_bias_bytes}};
inline constexpr etch::parameters ip1{constant<tensor<q<0, 7>, shape<10, 512>>>{blob::ip1_wt_bytes},
                                      constant<tensor<q<-4, 11>, shape<10>>>{blob::ip1_bias_bytes}};
}  // namespace w

using picture = etch::tensor<etch::q<0, 7>, etch::shape<32, 32, 3>, etch::hwc>;

inline constexpr auto graph = etch::graph(
    [](etch::input<picture> image) {
      using namespace etch::dsl;
      using etch::q;
      return image | conv2d(w::conv1) | to<q<2, 5>> | tap("conv1") | relu | tap("relu1") |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool1") | conv2d(w::conv2) |
             to<q<3, 4>> | tap("conv2") | relu | tap("relu2") |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool2") | conv2d(w::conv3) |
             to<q<2, 5>> | tap("conv3") | relu | tap("relu3") |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool3") | dense(w::ip1) | to<q<3, 4>> |
             tap("ip1") | softmax | tap("softmax");
    },
    etch::numerics::cmsis_legacy);

struct network : etch::network<graph> {};

static_assert(network::macs == 6'558'720);
static_assert(etch::fits_ram<network, 41'984>);

}  // namespace cifar10_q7
