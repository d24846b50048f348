// conv2d and dense in single precision by the FPU of Cortex-M: on f32 and on codes that it holds
// they equal the generic kernels bit for bit, since both add in the same order and round each
// product.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33 cortex-m55
#include <etch/kernel/armv7em.hpp>

#include "../support/float_formats.hpp"
#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad;

constexpr bool runs = ETCH_HAS_M_SINGLE != 0;

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, etch::conv2d_f32_f32_f32_4x4_vmul, runs>();
}
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_f32_f32_f32_8x1_vmul, runs>();
}
constexpr auto floats = scheme::floats, fused = scheme::fused;

using depthwise_kernel = etch::depthwise_conv2d_f32_f32_f32_8x1_vmul;
using dense_kernel = etch::dense_f32_f32_f32_8x1_vmul;
static_assert(takes_values_of<dense_kernel, etch::bf16> &&
              takes_values_of<dense_kernel, etch::f32>);
// whose sums have arithmetics of their own
static_assert(!takes_values_of<dense_kernel, etch::bf16_dot>);
static_assert(!takes_values_of<dense_kernel, etch::f16_fused>);

}  // namespace

TEST_CASE("conv2d of f32 by VMUL equals the generic kernel", "[armv7em]") {
  conv2d<layer{
      .n = 2, .h = 5, .c = 1, .oc = 13, .stride = 2, .how = floats, .act = activation::relu}>();
  conv2d<layer{.h = 6,
               .w = 12,
               .c = 3,
               .oc = 10,
               .kh = 5,
               .stride = {1, 2},
               .around = pad(2, 0, 1, 2),
               .how = floats}>();
  conv2d<layer{.n = 3, .h = 4, .w = 5, .c = 16, .oc = 6, .kh = 1, .kw = 1, .how = floats}>();
  conv2d<layer{.h = 6, .w = 7, .c = 3, .oc = 10, .stride = {1, 2}, .how = fused}>();
  conv2d<layer{.h = 11, .w = 13, .c = 3, .oc = 8, .dilation = {2, 3}, .how = floats}>();
  conv2d<layer{
      .h = 2, .w = 1, .oc = 7, .kh = 4, .kw = 5, .around = pad(3, 4, 3, 2), .how = floats}>();
}
TEST_CASE("groups of f32 by VMUL equal the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::grouped_windows, floats, 12>(check);
  each_of<shapes::groups_of_vectors, floats>(check);
  each_of<shapes::groups_of_vectors, fused>(check);
}
TEST_CASE("dense of f32 by VMUL equals the generic kernel", "[armv7em]") {
  dense<layer{.c = 50, .oc = 11, .kh = 1, .kw = 1, .how = floats, .act = activation::relu}>();
  dense<layer{.n = 9, .c = 31, .oc = 14, .kh = 1, .kw = 1, .how = floats}>();
  dense<layer{.c = 50, .oc = 11, .kh = 1, .kw = 1, .how = fused}>();
}
TEST_CASE("depthwise_conv2d of f32 by VMUL equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() {
    check_layer<kind::depthwise, L, depthwise_kernel, runs>();
  };
  each_of<shapes::channel_windows, floats, 1>(check);
  each_of<shapes::channel_windows, floats, 6>(check);
  each_of<shapes::channel_windows, floats, 21>(check);
  each_of<shapes::channel_windows, fused, 6>(check);
}
TEST_CASE("layers of codes that f32 holds by VMUL equal the generic kernels", "[armv7em]") {
  check_float_formats<etch::conv2d_f32_f32_f32_4x4_vmul, depthwise_kernel, dense_kernel, runs, 6,
                      10>();
  check_float_formats<etch::conv2d_f32_f32_f32_4x4_vmul, depthwise_kernel, dense_kernel, runs, 8,
                      7>();
}
TEST_CASE("one code alone: NaN in every place of a word, sums that a relu leaves as -0") {
  if constexpr (runs) {
    using layers = of_formats<etch::e4m3, etch::e4m3, etch::e4m3, 6, 10>;
    using code = etch::e4m3::kind::storage<8>;
    static constexpr const auto& node = layers::conv2d;
    const std::size_t count = etch::call<node, 0>::in<0>::span;
    for (const int bits : {0x7f, 0xff, 0x01, 0x81, 0x7e}) {
      for (std::size_t at = count / 2; at < count / 2 + 8; ++at) {
        std::vector<code> x(count);
        x[at].bits = static_cast<code::integer>(bits);
        const auto want = rows_of<etch::conv2d_generic, node>(1, x);
        CHECK(rows_of<etch::conv2d_f32_f32_f32_4x4_vmul, node>(1 << 20, x) == want);
      }
    }
  }
}
