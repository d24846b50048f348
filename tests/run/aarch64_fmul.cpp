// The conv2d and dense kernels of AArch64 on f32 equal the generic ones bit for bit: both add in
// the same order and round each product. Elsewhere only what is known at compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/float_formats.hpp"
#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad;

template <class K, class Generic, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  static_assert(K::template scratch<c> == 0);
  static_assert(4 * etch::packed_size<K, c> <= 5 * etch::packed_size<Generic, c>);
  check_kernel<K, Generic, G, ETCH_HAS_NEON != 0>();
}

template <layer L>
void conv2d() {
  compare<etch::conv2d_f32_f32_f32_4x16_fmul, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
}
template <layer L>
void dense() {
  compare<etch::dense_f32_f32_f32_1x16_fmul, etch::dense_generic, tried<L, kind::dense>::node>();
}

constexpr auto floats = scheme::floats, fused = scheme::fused;
template <int Filters>
constexpr bool takes = etch::conv2d_f32_f32_f32_4x16_fmul::accepts<
    etch::call<tried<layer{.oc = Filters, .how = floats}, kind::conv2d>::node, 0>>;
static_assert(takes<4> && takes<7> && takes<10> && takes<16> && takes<17> && takes<100>);
static_assert(!takes<1> && !takes<3> && !takes<5> && !takes<9>);

}  // namespace

TEST_CASE("conv2d of f32 by FMUL equals the generic kernel", "[aarch64]") {
  conv2d<layer{
      .n = 2, .h = 5, .c = 1, .oc = 13, .stride = 2, .how = floats, .act = activation::relu}>();
  conv2d<layer{.h = 6,
               .w = 12,
               .c = 3,
               .oc = 30,
               .kh = 5,
               .stride = {1, 2},
               .around = pad(2, 0, 1, 2),
               .how = floats}>();
  conv2d<layer{.n = 3,
               .h = 4,
               .w = 5,
               .c = 16,
               .kh = 1,
               .kw = 1,
               .how = floats,
               .act = activation::relu6}>();
  conv2d<layer{.h = 11, .w = 13, .c = 3, .oc = 8, .dilation = {2, 3}, .how = floats}>();
  conv2d<layer{.h = 5, .w = 13, .c = 3, .oc = 20, .stride = 2, .how = fused}>();
  conv2d<layer{.h = 5, .w = 3, .c = 3, .oc = 16, .kw = 5, .how = floats}>();
  conv2d<layer{.h = 4, .w = 27, .c = 5, .oc = 4, .how = floats}>();
  conv2d<layer{
      .h = 2, .w = 1, .oc = 7, .kh = 4, .kw = 5, .around = pad(3, 4, 3, 2), .how = floats}>();
}
TEST_CASE("groups of f32 by FMUL equal the generic kernel", "[aarch64]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::grouped_windows, floats, 12>(check);
  each_of<shapes::groups_of_vectors, floats>(check);
  each_of<shapes::groups_of_vectors, fused>(check);
}
TEST_CASE("depthwise_conv2d of f32 by FMUL equals the generic kernel", "[aarch64]") {
  constexpr auto check = []<layer L>() {
    check_layer<kind::depthwise, L, etch::depthwise_conv2d_f32_f32_f32_16x1_fmul,
                ETCH_HAS_NEON != 0>();
  };
  each_of<shapes::channel_windows, floats, 1>(check);
  each_of<shapes::channel_windows, floats, 6>(check);
  each_of<shapes::channel_windows, floats, 21>(check);
  each_of<shapes::channel_windows, fused, 6>(check);
}
TEST_CASE("layers of codes that f32 holds by FMUL equal the generic kernels", "[aarch64]") {
  check_float_formats<etch::conv2d_f32_f32_f32_4x16_fmul,
                      etch::depthwise_conv2d_f32_f32_f32_16x1_fmul,
                      etch::dense_f32_f32_f32_1x16_fmul, ETCH_HAS_NEON != 0, 16, 10>();
}
TEST_CASE("dense of f32 by FMUL equals the generic kernel", "[aarch64]") {
  dense<layer{.c = 200, .oc = 45, .kh = 1, .kw = 1, .how = floats, .act = activation::relu}>();
  dense<layer{.n = 9, .c = 31, .oc = 14, .kh = 1, .kw = 1, .how = floats}>();
  dense<layer{.c = 77, .oc = 10, .kh = 1, .kw = 1, .how = floats}>();
  dense<layer{.n = 2, .c = 77, .oc = 10, .kh = 1, .kw = 1, .how = fused}>();
}
