// What the kernels by BFDOT share: a pixel's sums over windows of pairs of bfloat16, in the order
// of bfdot_arithmetic.
#pragma once

#include <etch/kernel/layer/weights.hpp>

#if ETCH_HAS_BF16
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace bfdot_rows {

/// Filters that are summed together: four vectors of four.
inline constexpr int group = 16;

/// Whether call C multiplies bfloat16 by constant bfloat16 with BFDOT's sums, in memory order, into
/// a format that is no integer.
template <class C>
constexpr bool multiplies() {
  using in = typename C::template in<0>;
  using weights = typename C::template in<1>;
  using out = typename C::template out<>;
  constexpr bool formats = __is_same(typename in::kind, bf16_dot::kind) &&
                           __is_same(typename weights::storage, bf16_dot::kind::code) &&
                           is_real(out::is.number);
  return formats && __is_same(typename in::layout, hwc) && __is_same(typename out::layout, hwc) &&
         weights::is.is_constant && !in::is.is_constant && !C::folded;
}

/// Weights of Filters filters with Cells cells of Depth numbers: for each group of filters, cell
/// and pair of numbers a pair of each filter, padded with zeros. Biases and the epilogue.
template <int Filters, int Cells, int Depth, class Finish>
struct packed_pairs {
  static constexpr int groups = ceil_div(Filters, group);
  static constexpr int pairs = ceil_div(Depth, 2);
  alignas(16) std::uint16_t weight[groups * Cells * pairs * group * 2]{};
  float bias[groups * group]{};
  Finish finish;
};

/// The weights of call C, (O,Cells,Depth) in memory.
template <class C, int Filters, int Cells, int Depth>
constexpr auto pack_pairs() {
  packed_pairs<Filters, Cells, Depth, decltype(make_finish<C, Filters>())> p{
      {}, {}, make_finish<C, Filters>()};
  for (int o = 0; o < Filters; ++o) {
    p.bias[o] = static_cast<float>(sum_bias<C>(o));
    for (int i = 0; i < Cells * Depth; ++i) {
      const int cell = i / Depth, c = i % Depth;
      const int block = (o / group * Cells + cell) * p.pairs + c / 2;
      p.weight[(block * group + o % group) * 2 + c % 2] =
          load<std::uint16_t>(C::bytes(1), o * Cells * Depth + i);
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
    for (float32x4_t& x : of) x = vdupq_n_f32(0);
  }
};
/// Adds Depth products of each filter: x[c] times the pairs at `weight`.
template <int Depth>
ETCH_GLUE void add_products(sums& s, const std::uint16_t* x, const std::uint16_t* weight) {
  for (int c = 0; c < Depth; c += 2, weight += 2 * group) {
    std::uint32_t pair = x[c];
    if (Depth % 2 == 0 || c + 1 < Depth) pair |= static_cast<std::uint32_t>(x[c + 1]) << 16;
    const bfloat16x8_t both = vreinterpretq_bf16_u32(vdupq_n_u32(pair));
    for (int i = 0; i < group / 4; ++i) {
      const bfloat16x8_t w = vreinterpretq_bf16_u16(vld1q_u16(weight + 8 * i));
      s.of[i] = vbfdotq_f32(s.of[i], w, both);
    }
  }
}
/// Writes the codes of `count` filters from o on.
template <class Y, class P>
ETCH_GLUE void finish(Y* y, const sums& s, const P& p, int o, int count) {
  alignas(16) float sum[group];
  for (int i = 0; i < group / 4; ++i) vst1q_f32(sum + 4 * i, s.of[i]);
  for (int i = 0; i < count; ++i) y[i] = p.finish(sum[i] + p.bias[o + i], o + i);
}
#endif

}  // namespace bfdot_rows
}  // namespace ETCH_NAMESPACE
