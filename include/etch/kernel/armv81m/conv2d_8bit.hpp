// What the 8-bit convolutions share: conditions, constants and loops.
#pragma once

#include <etch/kernel/armv81m/pairs_of_filters.hpp>
#include <etch/kernel/armv81m/patches.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv81m {

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

/// Writes rows of output.
template <void (*Pairs)(const pairs_task*), bool Aligned, class Pair>
ETCH_KERNEL void conv2d_rows(const patch_plan& p, const end_plan& end, const Pair* pairs,
                             const std::int8_t* weights,
                             const std::int8_t* x,  // (N,H,W,C)
                             std::int8_t* y,        // (N,OH,OW,O)
                             unsigned char* scratch, row_block rows) {
  auto* const patch = reinterpret_cast<std::int8_t*>(scratch);
  constexpr bool shifts = __is_same(Pair, biased_pair);
  const int end_pixel = (rows.first + rows.count) * p.ow;
  const int count = p.filters / 2, odd = p.filters % 2, pair_bytes = 32 * p.steps;
  pairs_task task{patch,
                  p.steps - 1,
                  weights,
                  pairs,
                  y,
                  count,
                  {shifts ? end.shift : end.zero, end.low, end.high},
                  {}};
  for (int pixel = rows.first * p.ow; pixel < end_pixel; pixel += 4) {
    // Places after the last pixel are those of the last pixel, and so are windows.
    const int last = minimum(end_pixel - 1 - pixel, 3);
    for (int q = 0; q < 4; ++q) {
      const int place = minimum(q, last) * p.oc;
      task.places[2 * q] = static_cast<std::uint16_t>(place);
      task.places[2 * q + 1] = static_cast<std::uint16_t>(place + (p.filters > 1 ? 1 : 0));
    }
    task.pairs = pairs;
    task.weights = weights;
    task.y = y + pixel * p.oc;
    for (int group = 0; group < p.groups; ++group) {
      gather_windows<Aligned>(p, x + group * p.depth, patch, pixel, pixel + last);
      task.count = count;
      if (count > 0) Pairs(&task);
      task.pairs = static_cast<const Pair*>(task.pairs) + count;
      task.weights += count * pair_bytes;
      if (odd != 0) {
        std::int8_t* const begin = task.y;
        task.count = 1;
        task.y = begin + maximum(p.filters - 2, 0);
        Pairs(&task);
        task.y = begin;
        task.pairs = static_cast<const Pair*>(task.pairs) + 1;
        task.weights += pair_bytes;
      }
      task.y += p.filters;
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
    conv2d_rows<pairs_of_filters<e::step, e::whole>, plan.depth % 16 == 0>(
        k.plan, k.end, k.pairs, k.weights, a.template in<0>(), a.template out<0>(), a.scratch(),
        rows);
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
