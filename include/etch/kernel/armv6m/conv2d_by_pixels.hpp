// conv2d pixel by pixel, without DSP instructions: a window is the row of a dense layer. Scratch
// memory holds one window, so that this is for networks whose memory the patches of four would
// raise, and for weights whose sums those cannot hold.
#pragma once

#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/armv6m/row_by_eights.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
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
template <class Block, epilogue_code E, class End>
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
    row_by_eights<Block, E>(p.to, p.taps, p.filters, ends, weights, window, y);
  }
}

#endif

/// conv2d by blocks of kind Block.
template <class Block>
struct conv2d_by_pixels {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && !l.by_channel && l.g.groups == 1;
  }
  template <class C>
  static constexpr bool proves = cortex_m::accumulators_of<C>.are_exact;
  template <class C>
  static constexpr int scratch = round_up(layer_of<C>.taps(), 16);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), filters = l.filters();
    // whether a window is more than one run of codes
    constexpr int gathers = l.g.kh == 1 && l.g.dilation_w == 1 ? 0 : 1;
    pixel_constants<sum_end_t<C>, filters, filters * taps> k{
        make_patch_plan(l.g, l.x_zero, gathers, taps, make_layer_end<C, Block::lifts>()), {}, {}};
    place_by_eights<C, Block>(k.ends, k.weights);
    return k;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Block::is_available,
                  "conv2d by eight filters: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    run_pixels<Block, cortex_m::code_of_call<C>>(Packed.plan, Packed.ends, Packed.weights,
                                                 a.template rows<0>(), a.template out<0>(),
                                                 a.scratch(), rows);
#endif
  }
};

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
