// conv2d pixel by pixel, without DSP instructions: a window is the row of a dense layer. Scratch
// memory holds one window, so that this is for networks whose memory the patches of four would
// raise, and for weights whose sums those cannot hold.
#pragma once

#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/armv6m/row_by_eights.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// With groups of channels: `filters` and `taps` are of one, all windows are gathered.
struct grouped_plan : patch_plan {
  int depth = 0, groups = 1;
};

/// Constants of a convolution, weights as place_by_eights has them.
template <class Plan, class End, int Filters, int Weights>
struct pixel_constants {
  Plan plan;
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

/// The same with groups.
template <class Block, epilogue_code E, class End>
ETCH_KERNEL void run_pixels(const grouped_plan& p, const End* ends, const std::int8_t* weights,
                            strided_rows<const std::int8_t> x,  // (N H, W C)
                            std::int8_t* y,                     // (N OH, OW OC)
                            unsigned char* scratch, row_block rows) {
  auto* const window = reinterpret_cast<std::int8_t*>(scratch);
  pixel at(p, rows.first);
  y += rows.first * p.ow * p.groups * p.filters;
  for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
    const std::int8_t* w = weights;
    const End* end = ends;
    const std::int8_t* from = x.base;
    for (int group = p.groups; group > 0; --group, from += p.depth, y += p.filters) {
      gather_window(p, window, {from, x.stride}, at);
      row_by_eights<Block, E>(p.to, p.taps, p.filters, end, w, window, y);
      w += p.filters * p.taps;
      end += p.filters;
    }
  }
}

#endif

/// The plan of layer l, without groups or with them.
template <bool Grouped>
constexpr auto make_pixel_plan(const byte_layer& l, layer_end to) {
  // whether a window is more than one run of codes
  const int gathers = l.g.kh == 1 && l.g.dilation_w == 1 ? 0 : 1;
  const patch_plan whole = make_patch_plan(l.g, l.x_zero, gathers, l.taps(), to);
  if constexpr (Grouped) {
    grouped_plan p{};
    static_cast<patch_plan&>(p) = whole;
    p.filters = l.g.oc / l.g.groups;
    p.depth = l.g.c / l.g.groups;
    p.groups = l.g.groups;
    return p;
  } else {
    return whole;
  }
}

/// conv2d by blocks of kind Block.
template <class Block>
struct conv2d_by_pixels {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && !l.by_channel;
  }
  template <class C>
  static constexpr bool proves = cortex_m::accumulators_of<C>.are_exact;
  template <class C>
  static constexpr int scratch = round_up(layer_of<C>.taps(), 16);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), filters = l.filters();
    constexpr auto plan = make_pixel_plan<(l.g.groups > 1)>(l, make_layer_end<C, Block::lifts>());
    pixel_constants<decltype(make_pixel_plan<(l.g.groups > 1)>(l, {})), sum_end_t<C>, filters,
                    filters * taps>
        k{plan, {}, {}};
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

}  // namespace ETCH_NAMESPACE
