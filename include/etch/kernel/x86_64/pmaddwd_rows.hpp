// What conv2d and dense by PMADDWD share: tiles of pixels x 16 filters. Each step multiplies two
// neighbouring numbers of a window row, the same for all filters, with two weights of each filter.
#pragma once

#include <etch/kernel/weights.hpp>
#include <etch/kernel/x86_64/finish.hpp>
#include <etch/kernel/x86_64/rows16.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// A window row as runs of numbers that follow one another: one without dilation, else one a tap.
template <window_geometry G>
struct runs {
  static constexpr bool merged = G.kw == 1 || G.dilation_w == 1;
  static constexpr int count = merged ? 1 : G.kw;
  static constexpr int length = merged ? G.kw * G.c : G.c;
  static constexpr int step = G.dilation_w * G.c;  ///< from one run to the next
  static constexpr int pairs = ceil_div(length, 2);
  static constexpr int blocks = ceil_div(G.oc, block);
  static constexpr int row = count * pairs * 2 * block;  ///< weights of a window row and block
  static constexpr int weights = blocks * G.kh * row;
};

template <int Weights, int Biases, class Finish>
struct pair_constants {
  alignas(64) std::int16_t weights[Weights];  // (blocks, KH, runs, pairs, 16, 2)
  alignas(64) std::uint32_t bias[Biases];     // (blocks, 16)
  Finish finish;
};

/// The rules of call C whose output has Channels channels.
template <class C, int Channels>
constexpr finish_rules rules_for() {
  constexpr auto finish = make_finish<C, Channels>();
  return rules_of<decltype(make_finish<C, Channels>())>::make(finish);
}

/// The constants of call C with window geometry G, weights (OC,KH,KW,C).
template <class C, window_geometry G>
constexpr auto pack_pairs() {
  using r = runs<G>;
  constexpr auto end = pack_finish<rules_for<C, G.oc>(), G.oc>(make_finish<C, G.oc>());
  pair_constants<r::weights, r::blocks * block,
                 decltype(pack_finish<rules_for<C, G.oc>(), G.oc>(make_finish<C, G.oc>()))>
      p{{}, {}, end};
  constexpr int zero = C::template in<1>::is.number.zero;
  const unsigned char* from = C::bytes(1);
  for (int o = 0; o < G.oc; ++o) {
    int to = o / block * G.kh * r::row + o % block * 2;
    for (int run = 0; run < G.kh * r::count; ++run, to += r::pairs * 2 * block) {
      for (int k = 0; k < r::length; ++k) {
        p.weights[to + k / 2 * 2 * block + k % 2] =
            static_cast<std::int16_t>(static_cast<signed char>(*from++) - zero);
      }
    }
    p.bias[o] = static_cast<std::uint32_t>(sum_bias<C>(o));
  }
  return p;
}

#if ETCH_HAS_X86

/// Pixels pixels x 16 filters; at[u] is where the window row of the first pixel begins.
template <window_geometry G, int Pixels, int Valid, finish_rules Rules, class P>
ETCH_GLUE void make_tile(std::int8_t* y, const std::int16_t* const* at, int offset,
                         const std::int16_t* weights, const P& p, int channel) {
  using v = widest_lanes;
  using sums = v::sums;
  using r = runs<G>;
  constexpr int vectors = block / v::count;
  sums sum[Pixels][vectors];
  unroll<Pixels * vectors>([&]<int I>() __attribute__((always_inline)) {
    sum[I / vectors][I % vectors] = load_vector<sums>(p.bias + channel + I % vectors * v::count);
  });
  for (int u = 0; u < G.kh; ++u) {
    const std::int16_t* x = at[u] + offset;
    for (int run = 0; run < r::count; ++run, x += r::step) {
      const std::int16_t* pair = x;
      int k = r::pairs;
      do {
        sums w[vectors];
        unroll<vectors>([&]<int I>() __attribute__((always_inline)) {
          w[I] = load_vector<sums>(weights + 2 * v::count * I);
        });
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          std::uint32_t two;
          __builtin_memcpy(&two, pair + Q * ring<G>::pixel, sizeof two);
          const sums both = sums{} + two;
          unroll<vectors>([&]<int I>() __attribute__((always_inline)) {
            sum[Q][I] += v::multiply_pairs(both, w[I]);
          });
        });
        weights += 2 * block;
        pair += 2;
      } while (--k != 0);
    }
  }
  unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
    finish_block<Rules, Valid, v>(y + Q * G.oc, sum[Q], p.finish, channel);
  });
}

/// Codes of Valid filters from `channel` on for an output row.
template <window_geometry G, int Valid, finish_rules Rules, class P>
ETCH_GLUE void make_filters(std::int8_t* y, const std::int16_t* const* at, const P& p,
                            int channel) {
  constexpr int pixels = widest_lanes::count / 2;
  const std::int16_t* weights = p.weights + channel * (G.kh * runs<G>::row / block);
  int j = 0;
  for (; j + pixels <= G.ow; j += pixels) {
    make_tile<G, pixels, Valid, Rules>(y + j * G.oc, at, j * ring<G>::pixel, weights, p, channel);
  }
  if constexpr (G.ow % pixels != 0) {
    for (; j < G.ow; ++j) {
      make_tile<G, 1, Valid, Rules>(y + j * G.oc, at, j * ring<G>::pixel, weights, p, channel);
    }
  }
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, finish_rules Rules, class P>
ETCH_KERNEL void make_rows(std::int8_t* y,        // (N,OH,OW,OC)
                           const std::int8_t* x,  // (N,H,W,C)
                           std::int16_t* memory, int zero, const P& p, row_block rows) {
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    bring_rows<G>(memory, x, n, i, i == 0, zero);
    const std::int16_t* at[G.kh];
    for (int u = 0; u < G.kh; ++u) at[u] = window_row<G>(memory, i, u);
    std::int8_t* out = y + r * G.ow * G.oc;
    constexpr int whole = G.oc / block * block;
    for (int o = 0; o < whole; o += block) make_filters<G, block, Rules>(out + o, at, p, o);
    if constexpr (whole < G.oc) make_filters<G, G.oc - whole, Rules>(out + whole, at, p, whole);
  }
}

#endif

/// Runs kernel K for call C with window geometry G.
template <class K, class C, window_geometry G, class A>
void run_pairs([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
  make_rows<G, rules_for<C, G.oc>()>(a.template out<0>(), a.template in<0>(),
                                     reinterpret_cast<std::int16_t*>(a.scratch()),
                                     C::template in<0>::is.number.zero, packed<K, C>, rows);
#else
  static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
}

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
