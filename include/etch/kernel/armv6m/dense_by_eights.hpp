// What the dense layers without DSP instructions share; no scratch memory.
#pragma once

#include <etch/kernel/armv6m/row_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {

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
template <class Block, class Ending, class End>
ETCH_GLUE void run_dense(const dense_plan& p, const End* ends, const std::int8_t* weights,
                         const std::int8_t* x,  // (B,K)
                         std::int8_t* y) {      // (B,O)
  for (int b = p.batches; b > 0; --b, x += p.inputs, y += p.outputs) {
    row_by_eights<Block, Ending>(p.to, p.inputs, p.outputs, ends, weights, x, y);
  }
}

#endif

/// Dense layer C by blocks of kind Block.
template <class C, class Block>
struct dense_by_eights {
  using e = armv7em::ending<C>;
  static constexpr int outputs = C::template in<1>::is.shape.d[0];
  static constexpr int inputs = C::template in<1>::is.shape.d[1];

  static constexpr auto facts = examine_channels<C, outputs>(
      inputs, 1, inputs, [](const armv7em::filter_facts&, int) { return true; });
  using end = typename sum_end<e::shifts, facts.share_a_factor>::type;

  static constexpr auto pack() {
    dense_constants<end, outputs, outputs * inputs> k{
        {C::template out<>::is.shape.size() / outputs, inputs, outputs,
         make_layer_end<C>(facts.of[0], Block::template lift<C>)},
        {},
        {}};
    for (int o = 0; o < outputs; ++o) {
      k.ends[o] = make_sum_end<C, end>(facts.of[o], Block::template lift<C>);
      if (Block::bias_of_code != 0 && o < outputs / 8 * 8) {
        k.ends[o] =
            with_bias_of_codes(k.ends[o], Block::bias_of_code, C::bytes(1) + o * inputs, inputs);
      }
    }
    place_by_eights<Block>(k.weights, C::bytes(1), outputs, inputs);
    return k;
  }
};

/// Whether dense layer C has 8-bit operands and a last step that is known to be exact.
template <class C, class Block, bool Shifts>
constexpr bool accepts_dense() {
  if constexpr (!armv7em::has_known_ending<C>()) return false;
  else if constexpr (armv7em::ending<C>::shifts != Shifts) return false;
  else return dense_by_eights<C, Block>::facts.are_exact;
}

/// Base of the dense kernel K by blocks of kind Block, which ends sums by shifts or by factors.
template <class K, class Block, bool Shifts>
struct dense_kernel : kernel_base {
  using op = ops::dense;

  template <class C>
  static constexpr bool accepts = accepts_dense<C, Block, Shifts>();
  template <class C>
  static constexpr auto pack() {
    return dense_by_eights<C, Block>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Block::is_available,
                  "dense by eight filters: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    if (rows.count == 0) return;  // the whole output is one row
    const auto& k = packed<K, C>;
    run_dense<Block, armv7em::ending_of<C>>(k.plan, k.ends, k.weights, a.template in<0>(),
                                            a.template out<0>());
#endif
  }
};

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
