// The kernels of AArch64 equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
#include <etch/kernel/aarch64.hpp>

#include "../support/compare.hpp"
#include "../support/formats.hpp"

namespace {

using namespace test;
using etch::activation, etch::extents, etch::pad, etch::rounding;
namespace ops = etch::ops;

/// How operands are stored: q; affine with one scale, with a scale a channel, with powers of two.
enum class scheme { q, tensor, channels, halves };

struct layer {
  int n = 1, h = 7, w = 9, c = 8, oc = 16, kh = 3, kw = 3;
  etch::pair stride = 1;
  etch::padding around = etch::same;
  scheme how = scheme::channels;
  activation act = activation::none;
  rounding round = rounding::tflite_double;
  int x_zero = 5, y_zero = -3;
  double factor = 0.002;  ///< from sum to output, about
  int shift = 9;          ///< the same for q
  int weights = 0;        ///< 0: any, 1: -128 or 127, 2: -128
};

template <int N>
struct array_of_scales {
  double at[N]{};
};

template <layer L, bool Dense>
struct tried {
  static constexpr int taps = L.kh * L.kw * L.c;
  struct array {
    unsigned char byte[L.oc * taps]{};
  };
  alignas(16) static constexpr array weights = [] {
    array a;
    random_numbers r{7};
    for (unsigned char& b : a.byte) {
      const int any = r.between(-128, 127);
      b = static_cast<unsigned char>(L.weights == 0   ? any
                                     : L.weights == 1 ? (any < 0 ? -128 : 127)
                                                      : -128);
    }
    return a;
  }();
  using bias = random_constant<std::int32_t, L.oc, -9000, 9000, 5>;
  static constexpr array_of_scales<L.oc> scales = [] {
    array_of_scales<L.oc> s;
    for (int o = 0; o < L.oc; ++o) {
      const double step = L.factor * (1 + 0.15 * (o % 9));
      s.at[o] = L.how == scheme::halves ? 1.0 / (1 << (5 + o % 4)) : step;
    }
    return s;
  }();

  static constexpr one_node make() {
    const extents x_shape = Dense ? extents{2, {L.n, taps}} : extents{4, {L.n, L.h, L.w, L.c}};
    const extents w_shape = Dense ? extents{2, {L.oc, taps}} : extents{4, {L.oc, L.kh, L.kw, L.c}};
    etch::format x = etch::q<0, 7>::descriptor, w = x, y = x;
    y.frac = 14 - L.shift;
    y.scale = etch::power_of_two(-y.frac);
    if (L.how != scheme::q) {
      x = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .zero = L.x_zero};
      w = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .scale = L.factor};
      y = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .zero = L.y_zero};
      if (L.how != scheme::tensor) {
        w.scale = 1;
        w.channel_scale = scales.at;
        w.channels = L.oc;
      }
    }
    const value in[3]{
        {{x, x_shape, &etch::layout_id<etch::hwc>}},
        {{w, w_shape, &etch::layout_id<etch::ohwi>, true}, weights.byte},
        {{etch::bias32::descriptor, extents{1, {L.oc}}, &etch::layout_id<etch::hwc>, true},
         bias::bytes.byte}};
    const wanted out{y, L.round, &etch::layout_id<etch::hwc>, L.act, -50, 60};
    if constexpr (Dense) return one_node{ops::dense{}, in, out};
    else return one_node{ops::conv2d{{L.stride, {}, L.around}, 1}, in, out};
  }
  static constexpr one_node node = make();
};

#if ETCH_HAS_DOTPROD
alignas(16) unsigned char scratch[16 * 1024];

/// Rows of the node of G by kernel K, in blocks of `block` rows.
template <class K, const auto& G>
std::vector<std::int8_t> rows_of(const std::vector<std::int8_t>& x, int block) {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  constexpr int guard = 64, needed = K::template scratch<c>;
  static_assert(needed + guard <= static_cast<int>(sizeof scratch));
  std::vector<std::int8_t> y(static_cast<std::size_t>(out::span + guard), 77);
  std::fill(std::begin(scratch), std::end(scratch), static_cast<unsigned char>(0x5a));
  etch::arguments<c> a;
  static_cast<etch::detail::input_slot<0, std::int8_t>&>(a).address = x.data();
  static_cast<etch::detail::output_slot<0, std::int8_t>&>(a).address = y.data();
  a.scratch_memory = scratch;
  constexpr int rows = out::is.shape.rows();
  for (int r = 0; r < rows; r += block) {
    K::template run<c>(a, etch::row_block{r, std::min(block, rows - r)});
  }
  for (int i = 0; i < guard; ++i) {
    REQUIRE(y[static_cast<std::size_t>(out::span + i)] == 77);
    REQUIRE(scratch[needed + i] == 0x5a);
  }
  y.resize(static_cast<std::size_t>(out::span));
  return y;
}
#endif

template <class K, class Generic, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(K::template scratch<c> % 16 == 0);
#if ETCH_HAS_DOTPROD
  constexpr std::size_t size = c::template in<0>::span;
  for (int kind = 0; kind < 3; ++kind) {
    auto x = random_codes<G, 0>(static_cast<std::uint32_t>(kind + 1));
    if (kind > 0) x.assign(size, static_cast<std::int8_t>(kind == 1 ? -128 : 127));
    const auto want = rows_of<Generic, G>(x, 1);
    CHECK(rows_of<K, G>(x, 1 << 20) == want);
    CHECK(rows_of<K, G>(x, 1) == want);
    CHECK(rows_of<K, G>(x, 3) == want);
  }
#endif
}

template <layer L>
void conv2d() {
  INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  constexpr bool q = L.how == scheme::q;
  using narrow =
      std::conditional_t<q, etch::conv2d_q7_q7_q7_8x8_sdot, etch::conv2d_s8_s8_s8c_8x8_sdot>;
  using wide =
      std::conditional_t<q, etch::conv2d_q7_q7_q7_4x16_sdot, etch::conv2d_s8_s8_s8c_4x16_sdot>;
  compare<narrow, etch::conv2d_generic, tried<L, false>::node>();
  if constexpr (L.oc % 16 == 0) compare<wide, etch::conv2d_generic, tried<L, false>::node>();
}
template <layer L>
void dense() {
  INFO("dense of K " << L.c << ", O " << L.oc);
  using kernel = std::conditional_t<L.how == scheme::q, etch::dense_q7_q7_q7_1x64_sdot,
                                    etch::dense_s8_s8_s8c_1x64_sdot>;
  compare<kernel, etch::dense_generic, tried<L, true>::node>();
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
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 0.75}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.factor = 0.5}>();
  conv2d<layer{.factor = 3.7}>();
  conv2d<layer{.round = rounding::tflite_single, .factor = 1.7}>();
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

template <int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left, activation Act>
struct pooled {
  static constexpr one_node make() {
    const value in[1]{given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>};
    return {
        ops::max_pool{{KH, KW}, {{SH, SW}, {}, pad(Top, Left, KH - 1, KW - 1)}}, in, {.act = Act}};
  }
  static constexpr one_node node = make();
};
template <class P>
void max_pool() {
  compare<etch::max_pool_s8_s8_smax, etch::max_pool_generic, P::node>();
}

}  // namespace

TEST_CASE("max_pool of 16 channels at a time equals the generic kernel", "[aarch64]") {
  max_pool<pooled<8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>>();
  max_pool<pooled<7, 9, 8, 2, 2, 2, 2, 1, 1, activation::relu>>();
  max_pool<pooled<7, 9, 13, 5, 5, 1, 1, 2, 4, activation::none>>();
  max_pool<pooled<9, 8, 40, 6, 6, 1, 2, 5, 0, activation::none>>();
  max_pool<pooled<5, 7, 19, 1, 4, 1, 3, 0, 3, activation::relu6>>();
}
