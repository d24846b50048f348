// What the convolutions pixel by pixel share: a window is the row of a dense layer. Scratch memory
// holds one window, so that this is for networks whose memory the patches of four would raise, and
// for weights whose sums those cannot hold.
#pragma once

#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/armv6m/row_by_eights.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

/// Constants of a convolution, weights as place_by_eights has them.
template <class End, int Filters, int Weights>
struct pixel_constants {
  patch_plan plan;
  End ends[Filters];
  alignas(4) std::int8_t weights[Weights];
};

#if ETCH_HAS_M_PROFILE

/// Writes rows of output.
template <class Block, class Ending, class End>
ETCH_KERNEL void run_pixels(const patch_plan& p, const End* ends, const std::int8_t* weights,
                            strided_rows<const std::int8_t> x,  // (N H, W C)
                            std::int8_t* y,                     // (N OH, OW OC)
                            unsigned char* scratch, row_block rows) {
  auto* const gathered = reinterpret_cast<std::int8_t*>(scratch);
  pixel at(p, rows.first);
  y += rows.first * p.ow * p.filters;
  for (int i = rows.count * p.ow; i > 0; --i, at.next(p), y += p.filters) {
    const corner first(p, at);
    const std::int8_t* window = gathered;
    if (p.gathers == 0 && first.is_inside(p)) {
      window = x.row(at.n * p.h + first.h) + first.w * p.c;
    } else {
      gather_window(p, gathered, x, at);
    }
    row_by_eights<Block, Ending>(p.to, p.taps, p.filters, ends, weights, window, y);
  }
}

#endif

/// Convolution C by blocks of kind Block.
template <class C, class Block>
struct conv2d_by_pixels {
  using e = armv7em::ending<C>;
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  static constexpr int taps = g.kh * g.kw * g.c;

  static constexpr auto facts = examine_channels<C, g.oc>(
      taps, 1, taps, [](const armv7em::filter_facts&, int) { return true; });
  using end = typename sum_end<e::shifts, facts.share_a_factor>::type;

  /// Whether a window is more than one run of codes.
  static constexpr int gathers = g.kh == 1 && g.dilation_w == 1 ? 0 : 1;
  static constexpr int scratch = round_up(taps, 16);

  static constexpr auto pack() {
    pixel_constants<end, g.oc, g.oc * taps> k{
        make_patch_plan(g, e::x.zero, gathers, taps,
                        make_layer_end<C>(facts.of[0], Block::template lift<C>)),
        {},
        {}};
    for (int o = 0; o < g.oc; ++o) {
      k.ends[o] = make_sum_end<C, end>(facts.of[o], Block::template lift<C>);
      if (Block::bias_of_code != 0 && o < g.oc / 8 * 8) {
        k.ends[o] =
            with_bias_of_codes(k.ends[o], Block::bias_of_code, C::bytes(1) + o * taps, taps);
      }
    }
    place_by_eights<Block>(k.weights, C::bytes(1), g.oc, taps);
    return k;
  }
};

/// Whether convolution C has 8-bit operands and a last step that is known to be exact.
template <class C, class Block, bool Shifts>
constexpr bool accepts_pixels() {
  if constexpr (!armv7em::has_known_ending<C>()) return false;
  else if constexpr (armv7em::ending<C>::shifts != Shifts) return false;
  else if constexpr (C::attributes.groups != 1) return false;
  else return conv2d_by_pixels<C, Block>::facts.are_exact;
}

/// Base of the conv2d kernel K by blocks of kind Block, which ends sums by shifts or by factors.
template <class K, class Block, bool Shifts>
struct pixel_kernel {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts = accepts_pixels<C, Block, Shifts>();
  template <class C>
  static constexpr int scratch = conv2d_by_pixels<C, Block>::scratch;
  template <class C>
  static constexpr auto pack() {
    return conv2d_by_pixels<C, Block>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Block::is_available,
                  "conv2d by eight filters: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    const auto& k = packed<K, C>;
    run_pixels<Block, armv7em::ending_of<C>>(k.plan, k.ends, k.weights, a.template rows<0>(),
                                             a.template out<0>(), a.scratch(), rows);
#endif
  }
};

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
