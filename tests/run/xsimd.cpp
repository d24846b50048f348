// The kernels by xsimd equal the generic ones bit for bit, floats too: both add in the same order
// and our flags fuse no multiplication with an addition. Where there is no xsimd, what they accept
// is still checked.
// LONG: aarch64 instrumented
#include <etch/kernel/kernels.hpp>

#include "../support/float_formats.hpp"
#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation;
namespace ops = etch::ops;

template <class K, class Generic, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  static_assert(K::template scratch<c> == 0);
  // of fewer filters, vectors of four leave more
  static_assert(c::template out<>::is.shape.c() < 10 ||
                4 * etch::packed_size<K, c> <= 5 * etch::packed_size<Generic, c>);
  check_kernel<K, Generic, G, ETCH_HAS_XSIMD != 0>();
}

template <layer L>
void conv2d() {
  compare<etch::conv2d_f32_f32_f32_xsimd, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
}
template <layer L>
void depthwise() {
  compare<etch::depthwise_conv2d_f32_f32_f32_xsimd, etch::depthwise_conv2d_generic,
          tried<L, kind::depthwise>::node>();
}
template <layer L>
void dense() {
  compare<etch::dense_f32_f32_f32_xsimd, etch::dense_generic, tried<L, kind::dense>::node>();
}

constexpr auto floats = scheme::floats, fused = scheme::fused;
/// Constants of so many filters, of 16 with no padding; a quarter more from 10 filters on.
template <int Filters>
constexpr int size_of_constants = etch::packed_size<
    etch::conv2d_f32_f32_f32_xsimd,
    etch::call<tried<layer{.oc = Filters, .how = floats}, kind::conv2d>::node, 0>>;
static_assert(64 * size_of_constants<10> <= 50 * size_of_constants<16>);
static_assert(64 * size_of_constants<17> <= 85 * size_of_constants<16>);
static_assert(4 * size_of_constants<1> <= size_of_constants<16>);
/// Vectors of weights lie in one line of the cache each, but in small layers, which that would make
/// larger.
template <int Filters, int Channels>
constexpr int alignment_of_constants = alignof(
    decltype(etch::dense_f32_f32_f32_xsimd::pack<
             etch::call<tried<layer{.c = Channels, .oc = Filters, .kh = 1, .kw = 1, .how = floats},
                              kind::dense>::node,
                        0>>()));
constexpr int vector_bytes = 4 * etch::vectors::lanes<float>;
static_assert(alignment_of_constants<128, 200> == vector_bytes);
static_assert(alignment_of_constants<45, 200> == vector_bytes);
static_assert(alignment_of_constants<3, 5> <= 16);
/// Where the compiler may use an FMA, f32_fused runs by it.
constexpr bool fuses = etch::conv2d_f32_f32_f32_xsimd::fuses;
static_assert(fuses == (ETCH_HAS_FMA != 0));

}  // namespace

TEST_CASE("conv2d of f32 by xsimd equals the generic kernel", "[xsimd]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, floats, 3, 13>(check);
  each_of<shapes::dilated_windows, floats, 3, 16>(check);
  conv2d<as(shapes::windows[0], floats, 1, 30)>();
  conv2d<as(shapes::windows[1], floats, 16, 30)>();
  each_of<shapes::grouped_windows, floats, 12>(check);
  each_of<shapes::groups_of_vectors, floats>(check);
  if constexpr (fuses) {
    each_of<shapes::groups_of_vectors, fused>(check);
    each_of<shapes::windows, fused, 3, 8>(check);
    each_of<shapes::dilated_windows, fused, 2, 5>(check);
  }
}
TEST_CASE("tiles of f32 at the edges of a row equal the generic kernel", "[xsimd]") {
  const auto of_width = []<int W, int OC, int Stride = 1>() {
    conv2d<layer{.h = 4, .w = W, .c = 3, .oc = OC, .stride = Stride, .how = floats}>();
    if constexpr (fuses) {
      conv2d<layer{.h = 3, .w = W, .c = 2, .oc = OC, .kw = 5, .stride = Stride, .how = fused}>();
    }
  };
  of_width.template operator()<1, 64>();
  of_width.template operator()<2, 64>();
  of_width.template operator()<6, 32>();
  of_width.template operator()<13, 64>();
  of_width.template operator()<15, 64, 2>();
  of_width.template operator()<17, 16>();
  of_width.template operator()<25, 20>();
  of_width.template operator()<26, 8, 3>();
  of_width.template operator()<40, 1>();
}
TEST_CASE("depthwise_conv2d of f32 by xsimd equals the generic kernel", "[xsimd]") {
  constexpr auto check = []<layer L>() { depthwise<L>(); };
  each_of<shapes::channel_windows, floats, 1>(check);
  each_of<shapes::channel_windows, floats, 4>(check);
  each_of<shapes::channel_windows, floats, 21>(check);
  depthwise<as(shapes::channel_windows[2], floats, 35)>();
  if constexpr (fuses) {
    each_of<shapes::channel_windows, fused, 9>(check);
    depthwise<as(shapes::channel_windows[2], fused, 2)>();
  }
}
TEST_CASE("dense of f32 by xsimd equals the generic kernel", "[xsimd]") {
  constexpr auto check = []<layer L>() { dense<L>(); };
  each_of<shapes::denses, floats, 0, 14>(check);
  dense<layer{.c = 200, .oc = 45, .kh = 1, .kw = 1, .how = floats, .act = activation::relu}>();
  if constexpr (fuses) {
    each_of<shapes::denses, fused, 0, 10>(check);
    dense<layer{.c = 200, .oc = 128, .kh = 1, .kw = 1, .how = fused}>();
  }
}

namespace {

using codes_in = etch::affine<std::int8_t, 0.05, 5>;
using unsigned_codes = etch::affine<std::uint8_t, 0.05, 120>;

template <
    class F, int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left, activation Act,
    class kernel = std::conditional_t<std::is_same_v<F, etch::f32>, etch::max_pool_f32_f32_xsimd,
                                      etch::max_pool_s8_s8_xsimd>>
void max_pool() {
  compare<kernel, etch::max_pool_generic,
          pooled<F, H, W, C, KH, KW, SH, SW, Top, Left, Act>::node>();
}
template <class F>
void pools() {
  max_pool<F, 8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>();
  max_pool<F, 7, 9, 64, 2, 2, 2, 2, 1, 1, activation::relu>();
  max_pool<F, 7, 9, 21, 5, 5, 1, 1, 2, 4, activation::none>();
  max_pool<F, 5, 7, 19, 1, 4, 1, 3, 0, 3, activation::relu6>();
}

template <activation Act>
struct summed {
  static constexpr one_node make() {
    const value in[2]{given<etch::f32, etch::shape<2, 3, 5, 7>>,
                      given<etch::f32, etch::shape<2, 3, 5, 7>>};
    return {ops::add{}, in, {.act = Act}};
  }
  static constexpr one_node node = make();
};
template <activation Act>
void add() {
  using kernel = etch::add_f32_f32_f32_xsimd;
  static constexpr const auto& node = summed<Act>::node;
  static_assert(kernel::accepts<etch::call<node, 0>>);
  if constexpr (ETCH_HAS_XSIMD) {
    const auto a = random_codes<node, 0>(1), b = random_codes<node, 1>(2);
    const auto want = rows_of<etch::add_generic, node>(1, a, b);
    CHECK(rows_of<kernel, node>(1 << 20, a, b) == want);
    CHECK(rows_of<kernel, node>(1, a, b) == want);
  }
}

}  // namespace

TEST_CASE("layers of codes that f32 holds by xsimd equal the generic kernels", "[xsimd]") {
  check_float_formats<etch::conv2d_f32_f32_f32_xsimd, etch::depthwise_conv2d_f32_f32_f32_xsimd,
                      etch::dense_f32_f32_f32_xsimd, ETCH_HAS_XSIMD != 0, 16, 14>();
}
TEST_CASE("max_pool by xsimd equals the generic kernel", "[xsimd]") {
  pools<codes_in>();
  pools<etch::f32>();
  max_pool<etch::q<2, 5>, 9, 8, 40, 6, 6, 1, 2, 5, 0, activation::none>();
  max_pool<unsigned_codes, 7, 9, 19, 2, 2, 2, 2, 1, 1, activation::relu,
           etch::max_pool_u8_u8_xsimd>();
  max_pool<etch::q<0, 15>, 7, 9, 11, 3, 2, 1, 2, 1, 1, activation::relu6,
           etch::max_pool_s16_s16_xsimd>();
}
TEST_CASE("element after element by xsimd as the generic kernels", "[xsimd]") {
  add<activation::none>();
  add<activation::relu6>();
  compare<etch::relu_f32_f32_xsimd, etch::relu_generic, rectified<etch::f32, 2, 3, 5, 7>::node>();
  compare<etch::relu_s8_s8_xsimd, etch::relu_generic, rectified<codes_in, 2, 3, 5, 7>::node>();
  compare<etch::relu_u8_u8_xsimd, etch::relu_generic,
          rectified<unsigned_codes, 2, 3, 5, 7>::node>();
  compare<etch::relu_s16_s16_xsimd, etch::relu_generic,
          rectified<etch::q<0, 15>, 2, 3, 5, 7>::node>();
}
