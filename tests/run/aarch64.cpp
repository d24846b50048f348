// The kernels of AArch64 equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
#include <etch/kernel/aarch64.hpp>

#include "../support/layers.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;

template <class K, class Generic, const auto& G>
void compare() {
  check_kernel<K, Generic, G, ETCH_HAS_DOTPROD != 0>();
}

template <layer L>
void conv2d() {
  INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  constexpr bool q = L.how == scheme::q;
  using narrow =
      std::conditional_t<q, etch::conv2d_q7_q7_q7_8x8_sdot, etch::conv2d_s8_s8_s8c_8x8_sdot>;
  using wide =
      std::conditional_t<q, etch::conv2d_q7_q7_q7_4x16_sdot, etch::conv2d_s8_s8_s8c_4x16_sdot>;
  compare<narrow, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
  if constexpr (L.oc % 16 == 0) compare<wide, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
}
template <layer L>
void dense() {
  INFO("dense of K " << L.c << ", O " << L.oc);
  using kernel = std::conditional_t<L.how == scheme::q, etch::dense_q7_q7_q7_1x64_sdot,
                                    etch::dense_s8_s8_s8c_1x64_sdot>;
  compare<kernel, etch::dense_generic, tried<L, kind::dense>::node>();
}

}  // namespace

TEST_CASE("conv2d by SDOT equals the generic kernel for few channels", "[aarch64]") {
  conv2d<layer{.c = 1, .oc = 8, .act = activation::relu}>();
  conv2d<layer{.h = 25, .w = 10, .c = 1, .kh = 10, .kw = 4, .stride = 2, .x_zero = 83}>();
  conv2d<layer{.c = 3, .oc = 12, .kh = 5, .around = pad(1, 2, 0, 1)}>();
  conv2d<layer{.n = 2, .h = 6, .w = 8, .c = 3, .stride = 2, .act = activation::relu}>();
  conv2d<layer{.c = 4, .oc = 10, .stride = {1, 2}, .around = pad(2, 1, 2, 0)}>();
  conv2d<layer{.c = 8, .act = activation::relu6, .x_zero = 0}>();
  conv2d<layer{.c = 12, .oc = 4, .act = activation::clamp, .x_zero = -128}>();
  conv2d<layer{.c = 6, .kh = 2, .kw = 2, .stride = 3, .around = etch::valid}>();
}
TEST_CASE("conv2d by SDOT equals the generic kernel for many channels", "[aarch64]") {
  conv2d<layer{.c = 16, .act = activation::relu, .x_zero = -128, .y_zero = -128}>();
  conv2d<layer{.c = 20, .stride = 2}>();
  conv2d<layer{.c = 30, .oc = 12, .stride = {1, 2}}>();
  conv2d<layer{.h = 6, .w = 6, .c = 32, .oc = 32, .kh = 5, .kw = 5}>();
  conv2d<layer{.c = 32, .kh = 7, .kw = 7, .stride = 2}>();
  conv2d<layer{.h = 5, .c = 40, .around = etch::valid}>();
  conv2d<layer{.n = 2, .h = 2, .w = 3, .c = 64, .kh = 5, .kw = 5}>();
}
TEST_CASE("conv2d by SDOT of one cell reads nothing behind its input", "[aarch64]") {
  conv2d<layer{.h = 1, .w = 1, .c = 4, .oc = 4, .kh = 1, .kw = 1}>();
  conv2d<layer{.h = 1, .w = 2, .c = 8, .oc = 4, .kh = 1, .kw = 1}>();
  conv2d<layer{.n = 3, .h = 4, .w = 5, .c = 28, .kh = 1, .kw = 1}>();
  conv2d<layer{.h = 5, .w = 5, .c = 100, .kh = 1, .kw = 1, .stride = 2}>();
  conv2d<layer{.h = 1, .w = 9, .c = 20, .oc = 20, .kh = 1}>();
  conv2d<layer{.h = 9, .w = 1, .c = 20, .oc = 12, .kw = 1}>();
}
TEST_CASE("conv2d by SDOT rounds as the generic kernel for all factors", "[aarch64]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::xnnpack}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 0.75}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.factor = 0.5}>();
  conv2d<layer{.factor = 3.7}>();
  conv2d<layer{.round = rounding::tflite_single, .factor = 1.7}>();
  conv2d<layer{.round = rounding::xnnpack, .factor = 1000}>();
  conv2d<layer{.c = 16, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.c = 16, .x_zero = 127, .weights = 2}>();
}
TEST_CASE("conv2d by SDOT shifts as the generic kernel", "[aarch64]") {
  conv2d<layer{.how = scheme::q, .round = rounding::half_up}>();
  conv2d<layer{.n = 2,
               .c = 3,
               .oc = 32,
               .kh = 5,
               .kw = 5,
               .how = scheme::q,
               .act = activation::relu,
               .round = rounding::half_up,
               .weights = 1}>();
  conv2d<layer{.c = 3, .oc = 12, .how = scheme::q, .round = rounding::half_up, .shift = 0}>();
  conv2d<layer{.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = -3}>();
  conv2d<layer{.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = 17}>();
  conv2d<layer{.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = 30}>();
  conv2d<layer{.c = 3, .how = scheme::q, .round = rounding::half_away}>();
  conv2d<layer{
      .c = 3, .how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero}>();
}
TEST_CASE("dense by SDOT equals the generic kernel", "[aarch64]") {
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  dense<layer{.c = 4, .oc = 1, .kh = 1, .kw = 1, .how = scheme::halves}>();
  dense<layer{.n = 6, .c = 30, .oc = 100, .kh = 1, .kw = 1}>();
  dense<layer{.c = 100,
              .oc = 70,
              .kh = 1,
              .kw = 1,
              .how = scheme::q,
              .act = activation::relu,
              .round = rounding::half_up}>();
}

namespace {

template <class P>
void max_pool() {
  compare<etch::max_pool_s8_s8_smax, etch::max_pool_generic, P::node>();
}

}  // namespace

TEST_CASE("max_pool of 16 channels at a time equals the generic kernel", "[aarch64]") {
  max_pool<pooled_codes<8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>>();
  max_pool<pooled_codes<7, 9, 8, 2, 2, 2, 2, 1, 1, activation::relu>>();
  max_pool<pooled_codes<7, 9, 13, 5, 5, 1, 1, 2, 4, activation::none>>();
  max_pool<pooled_codes<9, 8, 40, 6, 6, 1, 2, 5, 0, activation::none>>();
  max_pool<pooled_codes<5, 7, 19, 1, 4, 1, 3, 0, 3, activation::relu6>>();
}
