// Filters side by side of x86-64 by blocks of pixels, where the network has no memory for a ring of
// rows, equal the generic kernel on every code. Elsewhere only what is known at compile time.
// PROCESSORS: host
// LONG: instrumented
#include <cstdio>
#include <etch/etch.hpp>

#include "../support/layers.hpp"

namespace {

using namespace test;
using namespace etch::dsl;
using etch::affine, etch::shape, etch::tensor;

struct signed_bytes {
  using x = affine<std::int8_t, 0.05, 3>;
  using w = affine<std::int8_t, 0.003>;
};
struct any_bytes {
  using x = affine<std::int8_t, 0.05, 3>;
  using w = affine<std::int8_t, 0.003, -8>;
};
struct shorts {
  using x = etch::q<3, 12>;
  using w = etch::q<0, 7>;
};

/// Windows that slide over 7 rows of W pixels.
struct windows {
  int w, c, oc, kw, stride = 1;
};
template <class F, windows L, int KW, int C>
constexpr etch::parameters weights_of{
    etch::constant<tensor<typename F::w, shape<L.oc, KW, KW, C>, etch::ohwi>>{
        random_constant<std::int8_t, L.oc * KW * KW * C, -40, 40, 7>::bytes.byte}};
template <class F, windows L>
using image = etch::input<tensor<typename F::x, shape<7, L.w, L.c>>>;
/// A layer, alone and before another one.
template <class F, windows L>
constexpr auto alone = etch::graph([](image<F, L> x) {
  constexpr auto& p = weights_of<F, L, L.kw, L.c>;
  return x | conv2d(p, {.stride = L.stride}) | to<typename F::x, etch::rounding::tflite_double>;
});
template <class F, windows L>
constexpr auto followed = etch::graph([](image<F, L> x) {
  constexpr auto& p = weights_of<F, L, L.kw, L.c>;
  constexpr auto& q = weights_of<F, L, 1, L.oc>;
  return x | conv2d(p, {.stride = L.stride}) | to<typename F::x, etch::rounding::tflite_double> |
         conv2d(q) | to<typename F::x>;
});

/// Checks kernel K on windows L.
template <class K, class F, windows L>
void check() {
  constexpr const auto& one = etch::network<alone<F, L>>::graph;
  constexpr const auto& two = etch::network<followed<F, L>>::graph;
  constexpr int ring = K::template scratch<etch::call<one, 0>>;
  static_assert(K::template scratch<etch::call<two, 0>> < ring);
  check_kernel<K, etch::conv2d_generic, two, ETCH_HAS_X86 != 0>();
}
/// Pairs of pixels by minimal filtering, of which the last block makes two again; rows of an odd
/// number of pixels, which have none; other windows, whose codes are no whole words; gaps between
/// windows.
template <class K, class F>
void check_all() {
  check<K, F, windows{.w = 10, .c = 8, .oc = 16, .kw = 3}>();
  check<K, F, windows{.w = 13, .c = 8, .oc = 16, .kw = 3}>();
  check<K, F, windows{.w = 23, .c = 5, .oc = 19, .kw = 5}>();
  check<K, F, windows{.w = 27, .c = 12, .oc = 9, .kw = 3, .stride = 2}>();
}

}  // namespace

TEST_CASE("blocks of pixels by PMADDWD equal the generic kernel", "[x86_64]") {
  check_all<etch::conv2d_s8_s8_s8_16x3_pmaddwd, signed_bytes>();
}
TEST_CASE("blocks of pixels of any 8-bit codes equal the generic kernel", "[x86_64]") {
  check_all<etch::conv2d_u8_u8_u8_16x3_pmaddwd, any_bytes>();
}
TEST_CASE("blocks of pixels of 16-bit codes equal the generic kernel", "[x86_64]") {
  check_all<etch::conv2d_s16_s16_s16_16x3_pmaddwd, shorts>();
}
#if ETCH_HAS_AVX2
TEST_CASE("blocks of pixels by VPMADDUBSW equal the generic kernel", "[x86_64]") {
  check_all<etch::conv2d_s8_s8_s8_vpmaddubsw, signed_bytes>();
}
#endif
#if ETCH_HAS_AVX512_VNNI
TEST_CASE("blocks of pixels by VPDPBUSD equal the generic kernel", "[x86_64]") {
  check_all<etch::conv2d_s8_s8_s8_vpdpbusd, signed_bytes>();
}
#endif
