// The layers of packed codes that each target's kernels for 8-bit codes with any zero points are
// held to: of all widths, where rows begin anywhere in a byte, to and from codes of whole bytes.
#pragma once

#include "byte_layers.hpp"

namespace test {
namespace packed {

/// Codes of value V: packed, or a whole code each.
template <class V>
struct codes_of {
  using memory = typename V::memory;
  static constexpr int guard = 16, size = memory::bytes(V::span);
  std::vector<unsigned char> byte = std::vector<unsigned char>(size + guard, 0x5a);

  auto data() {
    if constexpr (V::is.number.bits < 8) return typename memory::pointer(byte.data());
    else return reinterpret_cast<typename memory::pointer>(byte.data());
  }
  auto data() const {
    if constexpr (V::is.number.bits < 8) return typename memory::const_pointer(byte.data());
    else return reinterpret_cast<typename memory::const_pointer>(byte.data());
  }
  /// Of kind 0 any codes, else the least and the greatest ones.
  void fill(int kind, std::uint32_t seed) {
    const auto low = static_cast<int>(V::kind::lowest(V::is.number));
    const auto high = static_cast<int>(V::kind::highest(V::is.number));
    random_numbers r{seed};
    auto to = data();
    for (int i = 0; i < V::span; ++i) {
      const int one = static_cast<int>(r.between(low, high));
      to[i] = static_cast<typename V::storage>(kind == 0 ? one : kind == 1 ? low : high);
    }
  }
  /// The codes; what lies behind them is as it was.
  std::vector<int> read() const {
    for (std::size_t i = size; i < byte.size(); ++i) REQUIRE(byte[i] == 0x5a);
    std::vector<int> codes;
    for (int i = 0; i < V::span; ++i) codes.push_back(data()[i]);
    return codes;
  }
};

/// Rows of the node of G by kernel K, in blocks of `block` rows.
template <class K, const auto& G, class X>
std::vector<int> rows_of(int block, const X& x) {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  static_assert(K::template scratch<c> == 0);
  codes_of<out> y;
  etch::arguments<c> a;
  etch::set_input<0>(a, x.data());
  etch::set_output<0>(a, y.data());
  constexpr int rows = out::is.shape.rows();
  for (int r = 0; r < rows; r += block)
    K::template run<c>(a, etch::row_block{r, std::min(block, rows - r)});
  return y.read();
}

/// Checks that kernel K gives the codes of `Generic` for the node of G.
template <class K, class Generic, const auto& G, bool Run>
void check_kernel() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(etch::packed_size<K, c> >= 0);
  if constexpr (Run) {
    for (int kind = 0; kind < 3; ++kind) {
      codes_of<typename c::template in<0>> x;
      x.fill(kind, static_cast<std::uint32_t>(kind + 1));
      const auto want = packed::rows_of<Generic, G>(1, x);
      CHECK(packed::rows_of<K, G>(1 << 20, x) == want);
      CHECK(packed::rows_of<K, G>(1, x) == want);
      CHECK(packed::rows_of<K, G>(3, x) == want);
    }
  }
}

constexpr layer in_bits(layer l, scheme how, int x, int w, int y) {
  l = as(l, how);
  l.x_bits = x, l.w_bits = w, l.y_bits = y;
  return l;
}

}  // namespace packed

/// Compares the kernels of family F (byte_layers) with the generic ones over packed codes.
template <class F>
struct packed_layers {
  template <kind K, layer L>
  static void check() {
    using kernel = std::conditional_t<
        K == kind::conv2d, typename F::conv2d,
        std::conditional_t<K == kind::dense, typename F::dense, typename F::depthwise>>;
    INFO("x of " << L.x_bits << " bits, w of " << L.w_bits << ", y of " << L.y_bits);
    packed::check_kernel<kernel, generic_of<K>, tried<L, K>::node, F::runs>();
  }
  template <scheme How, int X, int W, int Y>
  static void check_all() {
    using packed::in_bits;
    constexpr layer odd{.h = 4, .w = 5, .c = 3, .oc = 7, .shift = 6};
    constexpr layer row{.n = 2, .c = 37, .oc = 11, .kh = 1, .kw = 1, .shift = 6};
    check<kind::conv2d, in_bits(odd, How, X, W, Y)>();
    check<kind::depthwise, in_bits(odd, How, X, W, Y)>();
    check<kind::dense, in_bits(row, How, X, W, Y)>();
  }
  static void widths() {
    check_all<scheme::q, 2, 2, 3>(), check_all<scheme::q, 3, 5, 4>();
    check_all<scheme::q, 4, 4, 4>(), check_all<scheme::q, 5, 5, 5>();
    check_all<scheme::q, 6, 6, 6>(), check_all<scheme::q, 7, 7, 7>();
    check_all<scheme::q, 8, 8, 5>(), check_all<scheme::q, 7, 8, 8>();
    check_all<scheme::u8, 1, 6, 7>(), check_all<scheme::u8, 6, 8, 2>();
    check_all<scheme::u8, 7, 7, 6>();
  }
  static void geometries() {
    using etch::activation;
    using packed::in_bits;
    constexpr layer strided{.n = 2, .h = 7, .w = 9, .c = 5, .oc = 9, .stride = 2, .shift = 7};
    constexpr layer pieces{.h = 3, .w = 41, .c = 17, .oc = 4, .stride = {1, 2}, .shift = 7};
    constexpr layer dilated{.c = 8, .oc = 24, .dilation = 2, .act = activation::relu, .shift = 7};
    constexpr layer grouped{.c = 12, .oc = 6, .shift = 7, .groups = 3};
    constexpr layer single{.h = 5, .w = 7, .c = 33, .oc = 16, .kh = 1, .kw = 1, .shift = 7};
    constexpr layer channels{.h = 6, .w = 33, .c = 24, .shift = 7};
    check<kind::conv2d, in_bits(strided, scheme::q, 7, 7, 7)>();
    check<kind::conv2d, in_bits(pieces, scheme::q, 5, 5, 5)>();
    check<kind::conv2d, in_bits(dilated, scheme::q, 7, 7, 7)>();
    check<kind::conv2d, in_bits(grouped, scheme::q, 6, 7, 6)>();
    check<kind::conv2d, in_bits(single, scheme::q, 7, 7, 7)>();
    check<kind::depthwise, in_bits(strided, scheme::q, 7, 7, 7)>();
    check<kind::depthwise, in_bits(channels, scheme::q, 5, 7, 3)>();
    check<kind::depthwise, in_bits(dilated, scheme::q, 7, 5, 7)>();
  }
};

}  // namespace test
