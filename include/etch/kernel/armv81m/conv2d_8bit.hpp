// What the 8-bit convolutions share: conditions, constants and loops.
#pragma once

#include <etch/kernel/armv81m/dot_block.hpp>
#include <etch/kernel/armv81m/finish.hpp>
#include <etch/kernel/armv81m/patches.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv81m {

/// Where the sums of two filters start; minus their shifts to the right.
struct biased_pair {
  std::int32_t bias[2];
};
struct factored_pair {
  std::int32_t bias[2], multiplier[2];
  std::int8_t shift[2];
};
template <bool Shifts>
struct pair_of_filters {
  using type = factored_pair;
};
template <>
struct pair_of_filters<true> {
  using type = biased_pair;
};

/// Constants of a convolution. Weights are [pair][step][filter][16]; a group with an odd number of
/// filters ends with one pair more, of its last two filters.
template <class Pair, int Pairs, int Weights>
struct conv2d_constants {
  patch_plan plan;
  end_plan end;
  Pair pairs[Pairs];
  alignas(16) std::int8_t weights[Weights];
};

#if ETCH_HAS_MVE

ETCH_GLUE std::int32_t multiplier_of(const biased_pair&, int) { return 0; }
ETCH_GLUE std::int32_t multiplier_of(const factored_pair& k, int i) { return k.multiplier[i]; }
ETCH_GLUE std::int32_t shift_of(const biased_pair&, const end_plan& p, int) { return p.shift; }
ETCH_GLUE std::int32_t shift_of(const factored_pair& k, const end_plan&, int i) {
  return k.shift[i];
}

/// The codes of four pixels, whose windows are `patch`, in `pairs` pairs of filters.
template <last_step S, bool Whole, class Pair>
ETCH_GLUE void write_tile(std::int8_t* y, uint16x8_t places, const std::int8_t* patch,
                          const std::int8_t* weights, int steps, const Pair* k, int pairs,
                          const end_plan& end) {
  for (; pairs > 0; --pairs, ++k, y += 2) {
    const two_sums sum = dot_2x4(patch, weights, steps);
    const int32x4_t a = rounded<S>(vaddq_n_s32(sum.a, k->bias[0]), multiplier_of(*k, 0),
                                   shift_of(*k, end, 0));
    const int32x4_t b = rounded<S>(vaddq_n_s32(sum.b, k->bias[1]), multiplier_of(*k, 1),
                                   shift_of(*k, end, 1));
    vstrbq_scatter_offset_s16(y, places, as_bytes(codes_of<S, Whole>(a, b, end)));
  }
}

/// Writes rows of output.
template <last_step S, bool Whole, bool Aligned, class Pair>
ETCH_KERNEL void conv2d_rows(const patch_plan& p, const end_plan& end, const Pair* pairs,
                             const std::int8_t* weights,
                             const std::int8_t* x,  // (N,H,W,C)
                             std::int8_t* y,        // (N,OH,OW,O)
                             unsigned char* scratch, row_block rows) {
  auto* const patch = reinterpret_cast<std::int8_t*>(scratch);
  const uint16x8_t lane = vidupq_n_u16(0, 1);
  const uint16x8_t second = vmulq_n_u16(vandq_u16(lane, vdupq_n_u16(1)), p.filters > 1);
  const auto oc = static_cast<std::uint16_t>(p.oc);
  const uint16x8_t all = vaddq_u16(vmulq_n_u16(vshrq_n_u16(lane, 1), oc), second);
  const int end_pixel = (rows.first + rows.count) * p.ow;
  const int count = p.filters / 2, odd = p.filters % 2, pair_bytes = 32 * p.steps;
  for (int pixel = rows.first * p.ow; pixel < end_pixel; pixel += 4) {
    // Places after the last pixel are those of the last pixel, and so are windows.
    const int last = minimum(end_pixel - 1 - pixel, 3);
    const auto most = static_cast<std::uint16_t>(last * oc);
    const uint16x8_t places = vminq_u16(all, vaddq_n_u16(second, most));
    const Pair* k = pairs;
    const std::int8_t* w = weights;
    std::int8_t* to = y + pixel * p.oc;
    for (int group = 0; group < p.groups; ++group, to += p.filters) {
      gather_windows<Aligned>(p, x + group * p.depth, patch, pixel, pixel + last);
      write_tile<S, Whole>(to, places, patch, w, p.steps, k, count, end);
      if (odd != 0) {
        std::int8_t* const before = to + maximum(p.filters - 2, 0);
        write_tile<S, Whole>(before, places, patch, w + count * pair_bytes, p.steps, k + count, 1,
                             end);
      }
      k += count + odd;
      w += (count + odd) * pair_bytes;
    }
  }
}

#endif

/// Convolution C by two filters and four pixels.
template <class C>
struct tiled_conv2d {
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  static constexpr patch_plan plan = make_patch_plan(g, C::template in<0>::is.number.zero);
  static constexpr int taps = g.kh * g.kw * (g.c / g.groups);
  using e = ending<C>;

  static constexpr auto pack() {
    constexpr int filters = g.oc / g.groups, pairs = ceil_div(filters, 2);
    constexpr int count = pairs * g.groups;
    using pair = typename pair_of_filters<e::shifts>::type;
    conv2d_constants<pair, count, count * 32 * plan.steps> k{plan, e::plan, {}, {}};
    const unsigned char* bytes = C::bytes(1);
    for (int i = 0; i < count; ++i) {
      const int first = minimum(i % pairs * 2, maximum(filters - 2, 0));
      for (int f = 0; f < 2; ++f) {
        const int o = i / pairs * filters + minimum(first + f, filters - 1);
        int sum = 0;
        for (int t = 0; t < taps; ++t) {
          const auto code = static_cast<std::int8_t>(bytes[o * taps + t]);
          k.weights[((i * plan.steps + t / 16) * 2 + f) * 16 + t % 16] = code;
          sum += code;
        }
        k.pairs[i].bias[f] = e::bias(o, sum);
        if constexpr (!e::shifts) {
          const fixed_point_factor factor = factor_of<C>(o);
          k.pairs[i].multiplier[f] = factor.multiplier;
          k.pairs[i].shift[f] = static_cast<std::int8_t>(factor.shift);
        }
      }
    }
    return k;
  }

#if ETCH_HAS_MVE
  template <class A, class P>
  ETCH_GLUE static void run(const A& a, const P& k, row_block rows) {
    conv2d_rows<e::step, e::whole, plan.depth % 16 == 0>(k.plan, k.end, k.pairs, k.weights,
                                                         a.template in<0>(), a.template out<0>(),
                                                         a.scratch(), rows);
  }
#endif
};

/// Whether convolution C can be run so.
template <class C, bool Shifts>
constexpr bool accepts_conv2d() {
  if constexpr (!has_known_ending<C, Shifts>()) return false;
  else if constexpr (!fits_patch_plan(tiled_conv2d<C>::g)) return false;
  else if constexpr (Shifts) return true;
  else return has_known_factors<C, tiled_conv2d<C>::g.oc>();
}

/// Base of the convolution K, which ends sums by shifts or by factors.
template <class K, bool Shifts>
struct conv2d_kernel {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts = accepts_conv2d<C, Shifts>();
  template <class C>
  static constexpr int scratch = patch_scratch(tiled_conv2d<C>::plan);
  template <class C>
  static constexpr auto pack() {
    return tiled_conv2d<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    tiled_conv2d<C>::run(a, packed<K, C>, rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
