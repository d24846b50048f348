// What the depthwise_conv2d kernels by PMADDWD share: 16 channels of one pixel at a time, two cells
// of the window interleaved, so that each step adds both to the sum of each channel.
#pragma once

#include <etch/kernel/weights.hpp>
#include <etch/kernel/x86_64/finish.hpp>
#include <etch/kernel/x86_64/rows16.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Channels in blocks of 16.
template <window_geometry G>
struct channel_blocks {
  static constexpr int taps = G.kh * G.kw;
  static constexpr int pairs = ceil_div(taps, 2);
  static constexpr int blocks = ceil_div(G.c, block);
  static constexpr int padded = blocks * block;
};

template <int Weights, int Biases, class Finish>
struct channel_constants {
  alignas(64) std::int16_t weights[Weights];  // (blocks, pairs, 16, 2)
  alignas(64) std::uint32_t bias[Biases];     // (blocks, 16)
  Finish finish;
};

/// The constants of call C with window geometry G, weights (1,KH,KW,C).
template <class C, window_geometry G>
constexpr auto pack_channels() {
  using b = channel_blocks<G>;
  constexpr auto rules = rules_of<decltype(make_finish<C, G.c>())>::make(make_finish<C, G.c>());
  constexpr auto end = pack_finish<rules, G.c>(make_finish<C, G.c>());
  channel_constants<b::blocks * b::pairs * 2 * block, b::padded,
                    decltype(pack_finish<rules, G.c>(make_finish<C, G.c>()))>
      p{{}, {}, end};
  constexpr int zero = C::template in<1>::is.number.zero;
  const unsigned char* from = C::bytes(1);
  for (int t = 0; t < b::taps; ++t) {
    for (int c = 0; c < G.c; ++c) {
      p.weights[((c / block * b::pairs + t / 2) * block + c % block) * 2 + t % 2] =
          static_cast<std::int16_t>(static_cast<signed char>(*from++) - zero);
    }
  }
  for (int c = 0; c < G.c; ++c) p.bias[c] = static_cast<std::uint32_t>(sum_bias<C>(c));
  return p;
}

#if ETCH_HAS_X86

/// Valid channels of one pixel, from `channel` on; at[u] is the window's row u at this pixel.
template <window_geometry G, int Valid, finish_rules Rules, class P>
ETCH_GLUE void sum_channels(std::int8_t* y, const std::int16_t* const* at, const P& p,
                            int channel) {
  using v = lanes4;
  using sums = v::sums;
  using b = channel_blocks<G>;
  constexpr int halves = Valid > 8 ? 2 : 1;
  sums sum[4]{};
  unroll<2 * halves>([&]<int I>() __attribute__((always_inline)) {
    sum[I] = load_vector<sums>(p.bias + channel + 4 * I);
  });
  const std::int16_t* weights = p.weights + channel * b::pairs * 2;
  const auto add_pair = [&](const std::int16_t* first,
                            const std::int16_t* second) __attribute__((always_inline)) {
    unroll<halves>([&]<int I>() __attribute__((always_inline)) {
      const auto a = load_vector<__m128i>(first + 8 * I);
      const auto c = load_vector<__m128i>(second + 8 * I);
      sum[2 * I] += v::multiply_pairs(reinterpret_cast<sums>(_mm_unpacklo_epi16(a, c)),
                                      load_vector<sums>(weights + 16 * I));
      sum[2 * I + 1] += v::multiply_pairs(reinterpret_cast<sums>(_mm_unpackhi_epi16(a, c)),
                                          load_vector<sums>(weights + 16 * I + 8));
    });
    weights += 2 * block;
  };
  const auto cell = [&](int t) __attribute__((always_inline)) {
    return at[t / G.kw] + t % G.kw * G.dilation_w * G.c + channel;
  };
  if constexpr (b::taps <= 25) {
    // The weight of the cell after the last is 0.
    unroll<b::pairs>([&]<int T>() __attribute__((always_inline)) {
      add_pair(cell(2 * T), cell(minimum(2 * T + 1, b::taps - 1)));
    });
  } else {
    for (int t = 0; t < b::taps; t += 2) add_pair(cell(t), cell(minimum(t + 1, b::taps - 1)));
  }
  finish_block<Rules, Valid, v>(y, sum, p.finish, channel);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, finish_rules Rules, class P>
ETCH_KERNEL void channel_rows(std::int8_t* y,        // (N,OH,OW,C)
                              const std::int8_t* x,  // (N,H,W,C)
                              std::int16_t* memory, int zero, const P& p, row_block rows) {
  constexpr int whole = G.c / block * block;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    bring_rows<G>(memory, x, n, i, i == 0, zero);
    const std::int16_t* at[G.kh];
    for (int u = 0; u < G.kh; ++u) at[u] = window_row<G>(memory, i, u);
    std::int8_t* out = y + r * G.ow * G.c;
    for (int j = 0; j < G.ow; ++j, out += G.c) {
      for (int c = 0; c < whole; c += block) sum_channels<G, block, Rules>(out + c, at, p, c);
      if constexpr (whole < G.c) sum_channels<G, G.c - whole, Rules>(out + whole, at, p, whole);
      for (int u = 0; u < G.kh; ++u) at[u] += ring<G>::pixel;
    }
  }
}

#endif

/// Base of the depthwise_conv2d kernel K on codes of a kind.
template <class K, codes Kind>
struct channel_kernel {
  using op = ops::depthwise_conv2d;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (multiplies<C, Kind>()) return geometry_of<C>.oc == geometry_of<C>.c;
    else return false;
  }();
  template <class C>
  static constexpr int scratch = ring<geometry_of<C>>::bytes;
  template <class C>
  static constexpr auto pack() {
    return pack_channels<C, geometry_of<C>>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    constexpr window_geometry g = geometry_of<C>;
    constexpr auto rules = rules_of<decltype(make_finish<C, g.c>())>::make(make_finish<C, g.c>());
    channel_rows<g, rules>(a.template out<0>(), a.template in<0>(),
                           reinterpret_cast<std::int16_t*>(a.scratch()),
                           C::template in<0>::is.number.zero, packed<K, C>, rows);
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
