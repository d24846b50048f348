// depthwise_conv2d with several filters a channel, which a network runs as a conv2d: every code is
// that of the depthwise_conv2d.
// LONG: instrumented
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

namespace {

using namespace etch;

struct window_at {
  int kh = 3, kw = 3;
  int channels = 1, filters = 8;  // in all
  int stride = 1, dilation = 1;
};

using s8 = affine<std::int8_t, 0.05, 3>;
using s8_weights = affine<std::int8_t, 0.003>;
using s8_out = affine<std::int8_t, 0.5, -5>;
using u8 = affine<std::uint8_t, 0.05, 131>;
using u8_weights = affine<std::uint8_t, 0.002, 120>;
using u8_out = affine<std::uint8_t, 0.5, 123>;
using int4_weights = affine<int4, 0.03>;

template <class X, class W, class Y, window_at L>
constexpr auto layer = graph([](input<tensor<X, shape<9, 7, L.channels>>> x) {
  using namespace etch::dsl;
  using filters = tensor<W, shape<1, L.kh, L.kw, L.filters>>;
  constexpr parameters p{constant<filters>{&w::bytes.byte[0]}};
  return x | depthwise_conv2d(p, {.stride = L.stride, .dilation = L.dilation}) | to<Y>;
});

template <const auto& G>
struct net : network<G> {};

/// Whether the layer is one of conv2d, and every code is that of G itself.
template <class X, class W, class Y, window_at L>
void check(bool is_conv2d = true) {
  constexpr const auto& g = layer<X, W, Y, L>;
  using network_type = net<g>;
  static network_type n;
  bool has_conv2d = false;
  for (const node& at : network_type::graph.nodes)
    has_conv2d = has_conv2d || at.op == &op_id<ops::conv2d>;
  CHECK(has_conv2d == is_conv2d);
  using code = typename network_type::template input_value<>::storage;
  static code x[9 * 7 * L.channels];
  unsigned state = 7;
  for (code& c : x) {
    state = state * 1664525U + 1013904223U;
    c = static_cast<code>(state >> 24);
  }
  for (int i = 0; i < n.input().size(); ++i) n.input().data()[i] = x[i];
  n.run();
  const auto expected = evaluate<g>(x);
  int wrong = 0;
  for (int i = 0; i < n.output().size(); ++i) wrong += n.output().data()[i] != expected.code[i];
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("one channel") {
  check<s8, s8_weights, s8_out, window_at{}>();
  check<s8, s8_weights, s8_out, window_at{.filters = 2}>();
  check<s8, s8_weights, s8_out, window_at{.kh = 5, .kw = 4, .filters = 7, .stride = 2}>();
  check<s8, s8_weights, s8_out, window_at{.kh = 2, .filters = 5, .dilation = 2}>();
}
TEST_CASE("channels as groups") {
  check<s8, s8_weights, s8_out, window_at{.channels = 3, .filters = 24}>();
  check<s8, s8_weights, s8_out, window_at{.channels = 2, .filters = 18, .stride = 2}>();
}
TEST_CASE("few filters a channel, or one") {
  check<s8, s8_weights, s8_out, window_at{.channels = 3, .filters = 6}>(false);
  check<s8, s8_weights, s8_out, window_at{.channels = 2, .filters = 14}>(false);
  check<s8, s8_weights, s8_out, window_at{.channels = 4, .filters = 32}>(false);
  check<s8, s8_weights, s8_out, window_at{.channels = 1, .filters = 1}>(false);
}
TEST_CASE("formats whose weights have a zero point, or several to a byte") {
  check<u8, u8_weights, u8_out, window_at{.channels = 2, .filters = 16}>();
  check<s8, int4_weights, s8_out, window_at{.filters = 3}>();
  check<q<3, 4>, q<0, 7>, q<3, 4>, window_at{.filters = 6}>();
}
