// depthwise_conv2d with several filters a channel, which targets run plane by plane by their
// kernels for one: every code is that of the generic kernel, and nothing is written outside the
// arena.
// LONG: host instrumented cortex-m0 aarch64
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include "../support/rows.hpp"
#include "../support/small_weights.hpp"

namespace {

using namespace etch;

struct layer {
  int c = 8, m = 2;
  int h = 11, w = 9, n = 1;
  int kh = 3, kw = 3, stride = 1, dilation = 1;
  bool same = true;  // padding
};

template <class Filters>
struct scale_table;
template <int... O>
struct scale_table<detail::indices<O...>> {
  static constexpr double of[]{0.001 + 0.0001 * (O * 7 % 19)...};
};

/// Formats of a value, weights, a bias and an output.
struct by_one_scale {
  using x = affine<std::int8_t, 0.05, 3>;
  template <int>
  using w = affine<std::int8_t, 0.003>;
  using b = bias32;
  using y = affine<std::int8_t, 0.5, -5>;
};
struct by_scales : by_one_scale {
  template <int Filters>
  using w = affine_channels<std::int8_t, scale_table<detail::first<Filters>>::of>;
};
struct by_int4 : by_one_scale {
  template <int>
  using w = affine<int4, 0.03>;
};
struct in_q7 {
  using x = q<3, 4>;
  template <int>
  using w = q<0, 7>;
  using b = q<0, 7>;
  using y = q<3, 4>;
};
struct unsigned_bytes {
  using x = affine<std::uint8_t, 0.05, 131>;
  template <int>
  using w = affine<std::uint8_t, 0.002, 120>;
  using b = bias32;
  using y = affine<std::uint8_t, 0.5, 123>;
};
struct in_16_bits {
  using x = affine<std::int16_t, 0.0005>;
  template <int>
  using w = affine<std::int8_t, 0.003>;
  using b = bias32;
  using y = affine<std::int16_t, 0.005>;
};
struct in_q15 {
  using x = q<0, 15>;
  template <int>
  using w = q<0, 7>;
  using b = q<0, 7>;
  using y = q<3, 12>;
};
struct in_f32 {
  using x = f32;
  template <int>
  using w = f32;
  using b = f32;
  using y = f32;
};

/// Small biases, and numbers near 1 for those formats whose bytes may stand for none.
struct numbers {
  unsigned char byte[16 * 1024]{};
  constexpr explicit numbers(int kind) {
    for (int i = 0; i < 16 * 1024; ++i) {
      const unsigned char any = w::bytes.byte[i];
      const bool upper = i % 4 >= 2;
      if (kind == 0) byte[i] = static_cast<unsigned char>(i % 4 < 2 ? any : i % 8 < 4 ? 0 : 0xff);
      else byte[i] = !upper ? any : static_cast<unsigned char>(i % 4 == 2 ? any & 0x7f : 0x3f);
    }
  }
};
alignas(16) inline constexpr numbers small_biases(0), small_floats(1);
template <class F>
constexpr const unsigned char* bytes_for = w::bytes.byte;
template <>
constexpr const unsigned char* bytes_for<bias32> = small_biases.byte;
template <>
constexpr const unsigned char* bytes_for<f32> = small_floats.byte;

template <class F, layer L>
inline constexpr parameters weights_of{
    constant<tensor<typename F::template w<L.c * L.m>, shape<1, L.kh, L.kw, L.c * L.m>>>{
        bytes_for<typename F::template w<L.c * L.m>>},
    constant<tensor<typename F::b, shape<L.c * L.m>>>{bytes_for<typename F::b>}};

template <class F, layer L>
constexpr auto alone = graph([](input<tensor<typename F::x, shape<L.n, L.h, L.w, L.c>>> x) {
  using namespace etch::dsl;
  constexpr auto pad = L.same ? etch::same : etch::valid;
  return x |
         depthwise_conv2d(weights_of<F, L>,
                          {.stride = L.stride, .pad = pad, .dilation = L.dilation}) |
         to<typename F::y>;
});

/// Whether a network of layer L in formats F gives what the generic kernels give.
template <class F, layer L>
bool is_generic() {
  constexpr const auto& g = alone<F, L>;
  constexpr options wraps{.sums = overflow::wraps};
  return test::equals_by_rows<network<g, generic, wraps>, network<g, this_target, wraps>>(L.c +
                                                                                          L.m);
}

template <class F, layer L, int... Channels>
void check_channels(detail::indices<Channels...>) {
  const auto with = []<int C>() {
    constexpr layer l = [] {
      layer one = L;
      one.c = C;
      return one;
    }();
    INFO(C);
    CHECK(is_generic<F, l>());
  };
  (with.template operator()<Channels>(), ...);
}
template <class F, layer L, int... Multipliers>
void check_multipliers(detail::indices<Multipliers...>) {
  const auto with = []<int M>() {
    constexpr layer l = [] {
      layer one = L;
      one.m = M;
      return one;
    }();
    INFO(M);
    CHECK(is_generic<F, l>());
  };
  (with.template operator()<Multipliers>(), ...);
}
}  // namespace

TEST_CASE("two filters a channel") {
  check_channels<by_one_scale, layer{.h = 18, .w = 5}>(detail::indices<1, 2, 3, 4, 5, 6, 7, 8>{});
  check_channels<by_one_scale, layer{.h = 18, .w = 5}>(
      detail::indices<9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 33>{});
}
TEST_CASE("more") {
  check_channels<by_scales, layer{.m = 3, .h = 17, .w = 6}>(detail::indices<2, 7, 8, 11, 16, 33>{});
  check_multipliers<by_scales, layer{.c = 13, .h = 20}>(detail::indices<1, 4, 5, 6, 7, 8>{});
}
TEST_CASE("windows") {
  CHECK(is_generic<by_scales, layer{.c = 9, .h = 19, .kh = 5, .kw = 5}>());
  CHECK(is_generic<by_scales, layer{.c = 16, .h = 19, .kh = 1, .kw = 1}>());
  CHECK(is_generic<by_scales, layer{.c = 16, .h = 19, .kh = 2, .kw = 4}>());
  CHECK(is_generic<by_scales, layer{.c = 16, .m = 3, .h = 19, .kh = 7, .kw = 1}>());
  CHECK(is_generic<by_scales, layer{.c = 16, .h = 25, .stride = 2}>());
  CHECK(is_generic<by_scales, layer{.c = 11, .m = 3, .h = 36, .stride = 2, .same = false}>());
  CHECK(is_generic<by_scales, layer{.c = 20, .h = 19, .dilation = 2}>());
  CHECK(is_generic<by_scales, layer{.c = 10, .m = 3, .h = 20, .w = 17, .same = false}>());
}
TEST_CASE("pictures, whose last rows are one or two") {
  CHECK(is_generic<by_scales, layer{.c = 16, .h = 7, .n = 3}>());
  CHECK(is_generic<by_scales, layer{.c = 9, .m = 3, .h = 6, .w = 20, .n = 4}>());
}
TEST_CASE("formats") {
  CHECK(is_generic<by_int4, layer{.c = 16, .h = 18}>());
  check_channels<in_q7, layer{.m = 3, .h = 18}>(detail::indices<4, 19>{});
  check_channels<unsigned_bytes, layer{.h = 18}>(detail::indices<3, 16>{});
  CHECK(is_generic<in_16_bits, layer{.c = 16, .m = 3, .h = 18}>());
  CHECK(is_generic<in_q15, layer{.c = 5, .h = 18}>());
  check_channels<in_f32, layer{.h = 18}>(detail::indices<3, 16>{});
  CHECK(is_generic<in_f32, layer{.c = 17, .m = 3, .h = 18}>());
}

namespace {

using image = tensor<q<0, 7>, shape<24, 13, 6>>;
template <int M>
inline constexpr parameters planes_of_six{
    constant<tensor<q<0, 7>, shape<1, 3, 3, 6 * M>>>{&w::bytes.byte[0]},
    constant<tensor<q<0, 7>, shape<6 * M>>>{&w::bytes.byte[100]}};
template <int M>
constexpr auto chain = graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<6, 3, 6>, {.pad = etch::same}) | to<q<2, 5>> | relu |
         depthwise_conv2d(planes_of_six<M>, {.pad = etch::same}) | to<q<3, 4>> | max_pool<2>;
});
/// Whether the network of G with options O gives what the generic kernels give.
template <const auto& G, options O>
bool is_generic_with() {
  return test::equals_by_rows<network<G, generic, options{.sums = overflow::wraps}>,
                              network<G, this_target, O>>(5);
}

}  // namespace

TEST_CASE("rows that lie apart") {
  constexpr ram apart = ram::by_rows({8});
  CHECK(is_generic_with<chain<2>, options{.sums = overflow::wraps, .ram = apart}>());
  CHECK(is_generic_with<chain<3>, options{.sums = overflow::wraps, .ram = apart}>());
  CHECK(is_generic_with<chain<2>, options{.sums = overflow::wraps, .ram = ram::smallest}>());
}
TEST_CASE("outputs over inputs") {
  CHECK(is_generic_with<chain<2>, options{.sums = overflow::wraps, .ram = ram::overlapping}>());
  CHECK(is_generic_with<chain<3>, options{.sums = overflow::wraps, .ram = ram::overlapping}>());
}
