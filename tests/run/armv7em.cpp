// The kernels of Armv7E-M equal the generic ones on every code: windows, channels, formats and
// limits of all kinds, weights of -128 among them. Elsewhere only what is known at compile time.
#include <etch/kernel/armv7em.hpp>

#include "../support/compare.hpp"
#include "../support/formats.hpp"

namespace {

using namespace test;
using etch::activation, etch::extents, etch::pad, etch::rounding;
namespace ops = etch::ops;

using q_in = etch::q<0, 7>;
using s8_in = etch::affine<std::int8_t, 0.05, 5>;

/// How operands are stored: q; affine with one scale, a scale a channel, powers of two.
enum class scheme { q, tensor, channels, halves };

struct layer {
  int n = 1, h = 8, w = 8, c = 8, oc = 6, kh = 3, kw = 3;
  etch::pair stride = 1;
  etch::padding around = etch::same;
  scheme how = scheme::q;
  activation act = activation::none;
  int low = -128, high = 127;
  rounding round = rounding::half_up;
  int zero = -3;    ///< of the output
  int weights = 0;  ///< kind of weights: see weight_of
  int bias = 3000;  ///< biases lie in [-bias, bias]
  bool accepted = true;
};

/// Weights of [-127, 127]; of [-128, 127]; only extremes; only -128.
constexpr int weight_of(random_numbers& r, int kind) {
  const int any = r.between(-127, 127);
  if (kind == 1) return r.between(-128, 127);
  if (kind == 2) return any % 3 == 0 ? -128 : any % 3 == 1 ? 127 : any < 0 ? -127 : 0;
  return kind == 3 ? -128 : any;
}

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
    for (unsigned char& b : a.byte) b = static_cast<unsigned char>(weight_of(r, L.weights));
    return a;
  }();
  using bias = random_constant<std::int32_t, L.oc, -L.bias, L.bias, 5>;
  /// Outputs spread over about all codes; halves: multipliers of 2^30, which make many ties.
  static constexpr double ratio = [] {
    double r = 1.0 / 64;
    for (int k = taps; k > 1; k /= 4) r /= 2;
    return L.how == scheme::halves ? r : 0.83 * r;
  }();
  static constexpr array_of_scales<L.oc> scales = [] {
    array_of_scales<L.oc> s;
    const double step = L.how == scheme::halves ? 0 : 0.1;
    for (int o = 0; o < L.oc; ++o) s.at[o] = ratio * (1 + step * (o % 7));
    return s;
  }();

  static constexpr one_node make() {
    const extents x_shape = Dense ? extents{2, {L.n, taps}} : extents{4, {L.n, L.h, L.w, L.c}};
    const extents w_shape = Dense ? extents{2, {L.oc, taps}} : extents{4, {L.oc, L.kh, L.kw, L.c}};
    etch::format x = q_in::descriptor, w = x, y = x;
    y.frac = 4;
    y.scale = 1.0 / 16;
    if (L.how != scheme::q) {
      x = s8_in::descriptor;
      w = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .scale = ratio};
      y = {
          .kind = &etch::format_id<etch::affine_kind>, .bits = 8, .scale = x.scale, .zero = L.zero};
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
    const wanted out{y, L.round, &etch::layout_id<etch::hwc>, L.act, L.low, L.high};
    if constexpr (Dense) return one_node{ops::dense{}, in, out};
    else return one_node{ops::conv2d{{L.stride, {}, L.around}, 1}, in, out};
  }
  static constexpr one_node node = make();
};

#if ETCH_HAS_DSP
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
void compare(bool accepted) {
  using c = etch::call<G, 0>;
  CHECK(K::template accepts<c> == accepted);
  if constexpr (K::template accepts<c>) {
    static_assert(K::template scratch<c> % 16 == 0);
    static_assert(etch::packed_size<K, c> > 0);
#if ETCH_HAS_DSP
    for (std::uint32_t seed = 1; seed <= 2; ++seed) {
      const auto x = random_codes<G, 0>(seed);
      const auto want = rows_of<Generic, G>(x, 1);
      CHECK(rows_of<K, G>(x, 1 << 20) == want);
      CHECK(rows_of<K, G>(x, 1) == want);
      CHECK(rows_of<K, G>(x, 3) == want);
    }
#endif
  }
}

template <layer L>
void conv2d() {
  INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  using kernel = std::conditional_t<L.how == scheme::q, etch::conv2d_q7_q7_q7_2x4_smlad,
                                    etch::conv2d_s8_s8_s8c_2x4_smlad>;
  compare<kernel, etch::conv2d_generic, tried<L, false>::node>(L.accepted);
}
template <layer L>
void dense() {
  INFO("dense of K " << L.c << ", O " << L.oc);
  using kernel = std::conditional_t<L.how == scheme::q, etch::dense_q7_q7_q7_4x1_smlad,
                                    etch::dense_s8_s8_s8c_4x1_smlad>;
  compare<kernel, etch::dense_generic, tried<L, true>::node>(L.accepted);
}

constexpr auto doubled = rounding::tflite_double;
constexpr auto single = rounding::tflite_single;

/// All arrangements of windows in C channels.
template <int C>
void windows() {
  conv2d<layer{.h = 7, .w = 9, .c = C}>();
  conv2d<layer{.n = 2, .h = 9, .w = 11, .c = C, .oc = 5, .stride = 2, .act = activation::relu}>();
  conv2d<layer{.h = 6,
               .w = 10,
               .c = C,
               .oc = 7,
               .kh = 5,
               .stride = {1, 2},
               .around = pad(2, 0, 1, 2),
               .how = scheme::channels,
               .round = doubled}>();
  conv2d<layer{.n = 3,
               .h = 10,
               .w = 5,
               .c = C,
               .oc = 4,
               .kh = 1,
               .kw = 1,
               .how = scheme::tensor,
               .act = activation::relu,
               .round = doubled,
               .zero = -128}>();
  conv2d<layer{.h = 11,
               .w = 13,
               .c = C,
               .oc = 4,
               .kh = 1,
               .kw = 1,
               .stride = 2,
               .how = scheme::channels,
               .act = activation::relu6,
               .round = doubled,
               .zero = 10}>();
  conv2d<layer{.h = 3,
               .w = 4,
               .c = C,
               .oc = 4,
               .kh = 3,
               .kw = 4,
               .around = etch::valid,
               .how = scheme::halves,
               .round = doubled}>();
  conv2d<layer{.h = 5,
               .w = 6,
               .c = C,
               .oc = 3,
               .kh = 2,
               .kw = 2,
               .stride = 3,
               .around = etch::valid,
               .how = scheme::channels,
               .round = single}>();
  conv2d<layer{.h = 1,
               .w = 23,
               .c = C,
               .oc = 2,
               .kh = 1,
               .kw = 7,
               .stride = {1, 3},
               .around = pad(0, 6, 0, 3),
               .act = activation::clamp,
               .low = -17,
               .high = 55}>();
  conv2d<layer{.h = 12,
               .w = 1,
               .c = C,
               .oc = 1,
               .kh = 4,
               .kw = 1,
               .stride = {2, 1},
               .around = pad(1, 0, 2, 0),
               .how = scheme::halves,
               .round = single}>();
}

}  // namespace

TEST_CASE("conv2d by pairs of filters equals the generic kernel for few channels", "[armv7em]") {
  windows<1>();
  windows<2>();
  windows<3>();
  windows<4>();
}
TEST_CASE("conv2d by pairs of filters equals the generic kernel for many channels", "[armv7em]") {
  windows<6>();
  windows<8>();
  windows<16>();
}
TEST_CASE("weights of -128 are paired so that halfwords hold them", "[armv7em]") {
  conv2d<layer{.weights = 1}>();
  conv2d<layer{.weights = 2}>();
  conv2d<layer{.weights = 3}>();
  conv2d<layer{.how = scheme::halves, .act = activation::relu, .round = doubled, .weights = 1}>();
  conv2d<layer{.how = scheme::channels, .round = doubled, .zero = 127, .weights = 2}>();
  dense<layer{.h = 1, .w = 1, .c = 23, .oc = 5, .kh = 1, .kw = 1, .weights = 2}>();
}
TEST_CASE("a filter whose sums have more than 24 bits is no second of a pair", "[armv7em]") {
  conv2d<layer{.oc = 12, .bias = 16'000'000}>();
  dense<layer{.h = 1, .w = 1, .c = 9, .oc = 12, .kh = 1, .kw = 1, .bias = 16'000'000}>();
}
TEST_CASE("a kernel refuses what it would not do exactly", "[armv7em]") {
  conv2d<layer{.round = rounding::half_away, .accepted = false}>();
  conv2d<layer{.round = rounding::toward_zero, .accepted = false}>();
}
TEST_CASE("dense by pairs of filters equals the generic kernel", "[armv7em]") {
  dense<layer{.n = 3, .h = 1, .w = 1, .c = 1, .oc = 1, .kh = 1, .kw = 1}>();
  dense<layer{
      .n = 2, .h = 1, .w = 1, .c = 6, .oc = 3, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.h = 1,
              .w = 1,
              .c = 37,
              .oc = 7,
              .kh = 1,
              .kw = 1,
              .how = scheme::channels,
              .round = doubled}>();
  dense<layer{.h = 1,
              .w = 1,
              .c = 64,
              .oc = 8,
              .kh = 1,
              .kw = 1,
              .how = scheme::halves,
              .act = activation::relu,
              .round = doubled}>();
  dense<layer{.n = 16,
              .h = 1,
              .w = 1,
              .c = 4,
              .oc = 64,
              .kh = 1,
              .kw = 1,
              .how = scheme::halves,
              .round = doubled}>();
  dense<layer{.h = 1,
              .w = 1,
              .c = 50,
              .oc = 9,
              .kh = 1,
              .kw = 1,
              .how = scheme::tensor,
              .act = activation::relu6,
              .round = single}>();
}

namespace {

template <int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left, activation Act>
struct pooled {
  static constexpr one_node make() {
    const value in[1]{given<s8_in, etch::shape<2, H, W, C>>};
    return {
        ops::max_pool{{KH, KW}, {{SH, SW}, {}, pad(Top, Left, KH - 1, KW - 1)}}, in, {.act = Act}};
  }
  static constexpr one_node node = make();
};
template <class P>
void max_pool() {
  compare<etch::max_pool_s8_s8_ssub8, etch::max_pool_generic, P::node>(true);
}

}  // namespace

TEST_CASE("max_pool of four channels a word equals the generic kernel", "[armv7em]") {
  max_pool<pooled<8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>>();
  max_pool<pooled<7, 9, 4, 2, 2, 2, 2, 1, 1, activation::relu>>();
  max_pool<pooled<7, 9, 12, 5, 5, 1, 1, 2, 4, activation::none>>();
  max_pool<pooled<5, 7, 8, 1, 4, 1, 3, 0, 3, activation::relu6>>();
}
