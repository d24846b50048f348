// What the microkernels of 8-bit layers share on Cortex-M0, M3 and M4: the form of their constants,
// and what they ask of a layer.
#pragma once

#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Constants of a layer: what its loop sees, how the sums of each filter, pair or channel start and
/// end, and weights as the loop reads them.
template <class Plan, class End, int Ends, class Weight, int Weights>
struct layer_constants {
  Plan plan;
  End ends[Ends];
  alignas(4) Weight weights[Weights];
};

/// Base of microkernel M for the processor of Core. M::write_rows<E>(plan, ends, weights, x, y,
/// scratch, rows) is its loop; E holds no number of a layer, so that like layers share it. For M
/// that reads rows y is the first row that it writes, for others the value. One that writes_spaced
/// takes it as any pointer.
template <class M, class Core>
struct microkernel {
  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue<Core>(l) && !l.by_channel;
  }
  template <class C>
  static constexpr bool proves = accumulators_of<C>.are_exact;

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Core::is_available,
                  "compile with -mcpu=cortex-m4 or whatever the kernel's name asks for");
    if constexpr (Core::is_available) {
      constexpr bool reads_rows = requires { requires M::template reads_rows<C>; };
      const auto& constants = kernel_constants<K, C>(a);
      M::template write_rows<code_of_call<C>>(
          constants.plan, constants.ends, constants.weights, a.template rows<0>(),
          out_row<C>(a, reads_rows ? rows.first : 0), a.scratch(), rows);
    }
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
