// dense of Armv7E-M by fours of filters: the generic kernel's codes, with a factor a filter and
// with one a layer.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"
#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

constexpr layer row(scheme how, int k, int o, layer l = {}) {
  l.c = k, l.oc = o, l.kh = l.kw = 1, l.how = how, l.weights = 3;
  return l;
}
template <bool Shared, layer L>
void dense() {
  using call = etch::call<tried<L, kind::dense>::node, 0>;
  static_assert(etch::armv7em::has_fours_of_filters<call>());
  static_assert(etch::cortex_m::accumulators_of<call>.share_a_factor == Shared);
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_4x1_smlad, ETCH_HAS_DSP != 0>();
}

}  // namespace

TEST_CASE("dense by fours of filters that have factors equals the generic kernel", "[armv7em]") {
  dense<false, row(scheme::channels, 8, 4)>();
  dense<false, row(scheme::channels, 24, 12, {.act = activation::relu})>();
  dense<false, row(scheme::channels, 32, 8, {.n = 3, .x_zero = -128})>();
  dense<false, row(scheme::channels, 72, 4, {.act = activation::clamp})>();
  dense<false, row(scheme::channels, 40, 8, {.round = rounding::tflite_single})>();
}
TEST_CASE("dense by fours of filters that share a factor equals the generic kernel", "[armv7em]") {
  dense<true, row(scheme::tensor, 16, 8)>();
  dense<true, row(scheme::tensor, 64, 20, {.n = 2, .act = activation::relu})>();
  dense<true, row(scheme::tensor, 128, 4, {.act = activation::relu6, .y_zero = 10})>();
  dense<true, row(scheme::tensor, 8, 16, {.round = rounding::tflite_single})>();
}
