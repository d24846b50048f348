// dense without DSP instructions; no scratch memory.
#pragma once

#include <etch/kernel/armv6m/row_by_eights.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// A dense layer as its loop sees it.
struct dense_plan {
  int batches, inputs, outputs;
  layer_end to;
};

/// Constants of a dense layer, weights as place_by_eights has them.
template <class End, int Filters, int Weights>
struct dense_constants {
  dense_plan plan;
  End ends[Filters];
  alignas(4) std::int8_t weights[Weights];
};

#if ETCH_HAS_M_PROFILE

/// All outputs of a dense layer.
template <class Block, epilogue_code E, class End>
ETCH_GLUE void run_dense(const dense_plan& p, const End* ends, const std::int8_t* weights,
                         const std::int8_t* x,  // (B,K)
                         std::int8_t* y) {      // (B,O)
  for (int b = p.batches; b > 0; --b, x += p.inputs, y += p.outputs) {
    row_by_eights<Block, E>(p.to, p.inputs, p.outputs, ends, weights, x, y);
  }
}

#endif

/// dense by blocks of kind Block.
template <class Block>
struct dense_by_eights {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && !l.by_channel;
  }
  template <class C>
  static constexpr bool proves = cortex_m::accumulators_of<C>.are_exact;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int inputs = l.taps(), outputs = l.filters();
    dense_constants<sum_end_t<C>, outputs, outputs * inputs> k{
        {l.g.ow, inputs, outputs, make_layer_end<C, Block::lifts>()}, {}, {}};
    place_by_eights<C, Block>(k.ends, k.weights);
    return k;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Block::is_available,
                  "dense by eight filters: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    if (rows.count == 0) return;  // the whole output is one row
    run_dense<Block, cortex_m::code_of_call<C>>(Packed.plan, Packed.ends, Packed.weights,
                                                a.template in<0>(), a.template out<0>());
#endif
  }
};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
