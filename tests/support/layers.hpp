// Layers for tests that kernels of a target equal the generic ones: windows, channels, formats and
// limits of all kinds, run in blocks of rows between guards.
#pragma once

#include "compare.hpp"
#include "rows_apart.hpp"
#include "tried.hpp"

namespace test {

alignas(16) inline unsigned char kernel_scratch[32 * 1024];

/// Rows of the node of G by kernel K, in blocks of `block` rows.
template <class K, const auto& G, class... X>
auto rows_of(int block, const std::vector<X>&... x) {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  using code = typename out::storage;
  constexpr int guard = 64, needed = K::template scratch<c>;
  static_assert(needed % 16 == 0);
  static_assert(needed + guard <= static_cast<int>(sizeof kernel_scratch));
  std::vector<code> y(static_cast<std::size_t>(out::span + guard), code{77});
  std::fill(std::begin(kernel_scratch), std::end(kernel_scratch), static_cast<unsigned char>(0x5a));
  etch::arguments<c> a;
  [&]<int... I>(etch::detail::indices<I...>) {
    (etch::set_input<I>(a, x.data()), ...);
  }(etch::detail::first<static_cast<int>(sizeof...(X))>{});
  etch::set_output<0>(a, y.data());
  a.scratch_memory = kernel_scratch;
  constexpr int rows = out::is.shape.rows();
  for (int r = 0; r < rows; r += block) {
    K::template run<c>(a, etch::row_block{r, std::min(block, rows - r)});
  }
  for (int i = 0; i < guard; ++i) {
    REQUIRE(y[static_cast<std::size_t>(out::span + i)] == code{77});
    REQUIRE(kernel_scratch[needed + i] == 0x5a);
  }
  y.resize(static_cast<std::size_t>(out::span));
  return y;
}

/// Checks that kernel K gives the codes of `Generic` for the node of G, whose input 0 alone is no
/// constant: random ones and extremes, all rows at once, in blocks, and where K reads rows, one by
/// one and apart. Where K does not `Run`, only what is known at compile time.
template <class K, class Generic, const auto& G, bool Run = true>
void check_kernel() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(K::template scratch<c> % 16 == 0);
  static_assert(etch::packed_size<K, c> >= 0);
  if constexpr (Run) {
    using code = typename c::template in<0>::storage;
    for (int kind = 0; kind < 3; ++kind) {
      auto x = random_codes<G, 0>(static_cast<std::uint32_t>(kind + 1));
      if constexpr (std::is_integral_v<code>) {
        using ends = std::numeric_limits<code>;
        if (kind > 0) x.assign(x.size(), kind == 1 ? ends::lowest() : ends::max());
      } else if constexpr (requires { code::largest; }) {
        const unsigned sign = kind == 1 ? code::sign : 0;
        if (kind > 0)
          x.assign(x.size(), code{static_cast<decltype(code::bits)>(code::largest | sign)});
      } else if (kind > 0) {
        x.assign(x.size(), static_cast<code>(kind == 1 ? -128 : 127));
      }
      const auto want = rows_of<Generic, G>(1, x);
      CHECK(rows_of<K, G>(1 << 20, x) == want);
      CHECK(rows_of<K, G>(1, x) == want);
      CHECK(rows_of<K, G>(3, x) == want);
      if constexpr (requires { requires K::template reads_rows<c>; }) {
        CHECK(rows_apart_of<K, G>(kernel_scratch, x) == want);
      }
    }
  }
}

template <kind K>
using generic_of = std::conditional_t<
    K == kind::conv2d, etch::conv2d_generic,
    std::conditional_t<K == kind::depthwise, etch::depthwise_conv2d_generic, etch::dense_generic>>;

/// Checks kernel Kernel of a target for layer L of kind K.
template <kind K, layer L, class Kernel, bool Run>
void check_layer() {
  INFO((K == kind::conv2d      ? "conv2d"
        : K == kind::depthwise ? "depthwise_conv2d"
                               : "dense")
       << " of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  check_kernel<Kernel, generic_of<K>, tried<L, K>::node, Run>();
}

}  // namespace test
