// What the kernels by BFDOT share: a pixel's sums over windows of pairs of bfloat16, in the order
// of bfdot_arithmetic.
#pragma once

#include <etch/kernel/layer/bf16_pairs.hpp>
#include <etch/kernel/layer/pixels.hpp>

#if ETCH_HAS_BF16
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace bfdot_rows {

/// Filters that are summed together: four vectors of four.
inline constexpr int group = 16;

/// Weights of a group of filters after the other: for each cell and pair of numbers a pair of each
/// filter, padded with zeros. Biases and the epilogue.
template <window_geometry G, class Epilogue>
struct packed_pairs {
  static constexpr int groups = ceil_div(G.oc, group);
  static constexpr int cell = ceil_div(G.c, 2) * 2 * group;  ///< weights of one
  alignas(16) std::uint16_t weight[groups * G.kh * G.kw * cell]{};
  float bias[groups * group]{};
  Epilogue epilogue;
};

/// The weights of call C, (OC,KH,KW,C) in memory.
template <class C, window_geometry G>
constexpr auto pack_pairs() {
  constexpr int cells = G.kh * G.kw;
  packed_pairs<G, decltype(make_generic_epilogue<C, G.oc>())> p{{}, {}, generic_epilogue<C, G.oc>};
  for (int o = 0; o < G.oc; ++o) {
    p.bias[o] = static_cast<float>(sum_bias<C>(o));
    for (int i = 0; i < cells * G.c; ++i) {
      const int c = i % G.c, at = (o / group * cells + i / G.c) * p.cell;
      p.weight[at + (c / 2 * group + o % group) * 2 + c % 2] =
          load<std::uint16_t>(C::bytes(1), o * cells * G.c + i);
    }
  }
  return p;
}

#if ETCH_HAS_BF16
/// The sums of one group of filters.
struct sums {
  float32x4_t of[group / 4];
  /// 0, not copied from flash.
  ETCH_GLUE sums() {
    unroll<group / 4>([&]<int I>() __attribute__((always_inline)) { of[I] = vdupq_n_f32(0); });
  }
};
/// Adds Depth products of each filter: x[c] times the pairs at `weight`.
template <int Depth>
ETCH_GLUE void add_products(sums& s, const std::uint16_t* x, const std::uint16_t* weight) {
  for (int c = 0; c < Depth; c += 2, weight += 2 * group) {
    std::uint32_t pair = x[c];
    if (Depth % 2 == 0) __builtin_memcpy(&pair, x + c, sizeof pair);
    else if (c + 1 < Depth) pair |= static_cast<std::uint32_t>(x[c + 1]) << 16;
    const bfloat16x8_t both = vreinterpretq_bf16_u32(vdupq_n_u32(pair));
    unroll<group / 4>([&]<int I>() __attribute__((always_inline)) {
      const bfloat16x8_t w = vreinterpretq_bf16_u16(vld1q_u16(weight + 8 * I));
      s.of[I] = vbfdotq_f32(s.of[I], w, both);
    });
  }
}
/// Writes the codes of `count` filters from o on.
template <class Y, class P>
ETCH_GLUE void epilogue(Y* y, const sums& s, const P& p, int o, int count) {
  alignas(16) float sum[group];
  unroll<group / 4>([&]<int I>()
                        __attribute__((always_inline)) { vst1q_f32(sum + 4 * I, s.of[I]); });
  for (int i = 0; i < count; ++i) y[i] = p.epilogue(sum[i] + p.bias[o + i], o + i);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class Y, class X, class P>
ETCH_KERNEL void make_rows(Y* y,        // (N,OH,OW,OC)
                           const X* x,  // (N,H,W,C)
                           const P& p, row_block rows) {
  for_each_pixel<G>(
      y, x, rows, [&](Y* to, const X* from, const window_cells& in) __attribute__((always_inline)) {
        for (int o = 0; o < G.oc; o += group) {
          sums s;
          const std::uint16_t* weight = p.weight + o / group * G.kh * G.kw * p.cell;
          for_each_cell<G>(in, [&](int at, int tap) __attribute__((always_inline)) {
            // C numbers of each filter: a window of an odd number has one cell.
            add_products<G.c>(s, &from[at].bits, weight + tap * group);
          });
          epilogue(to + o, s, p, o, minimum(group, G.oc - o));
        }
      });
}
#endif

/// Base of kernel K, which runs Op, conv2d or dense.
template <class K, class Op>
struct bfdot_kernel : bf16_pairs<K, Op, bf16_dot> {
  using base = bf16_pairs<K, Op, bf16_dot>;

  template <class C>
  static constexpr auto pack() {
    return pack_pairs<C, base::template geometry_of<C>>();
  }
  template <window_geometry G, class Y, class X, class P>
  ETCH_GLUE static void make([[maybe_unused]] Y* y, [[maybe_unused]] const X* x,
                             [[maybe_unused]] const P& p, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_BF16
    make_rows<G>(y, x, p, rows);
#else
    static_assert(sizeof(P) == 0,
                  "kernels by BFDOT and BFMMLA: compile with -march=armv8.2-a+bf16");
#endif
  }
};

}  // namespace bfdot_rows
}  // namespace ETCH_NAMESPACE
