// dense of 8-bit codes: eight filters times one input row by VMLADAVA, and the last one to seven.
//
// Needs: MVE; hwc; factors below 1/2, shifts of 0 .. 30 to the right; of weights of at most 4 bits,
// which take as many in flash, accumulators that are proved to have 28 bits. B, K, O and the zero
// point of weights of 8 bits are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/filters_by_eights.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// A dense layer as its loops see it.
struct dense_plan {
  int batches, inputs, outputs;
};

#if ETCH_HAS_MVE

/// All outputs of a dense layer, Rest behind the last eight, if there are Eights; `scratch` holds a
/// copy of the input row if its length is not a multiple of 16. Zero: of the weights.
template <epilogue_step S, bool Whole, bool Eights, int Rest, bool Nibbles, int Zero, class Eight>
ETCH_KERNEL void run_dense(const dense_plan& p, const epilogue_numbers& end, const Eight* filters,
                           const std::int8_t* weights,
                           const std::int8_t* x,  // (B,K)
                           std::int8_t* y,        // (B,O)
                           unsigned char* scratch) {
  const int eights = p.outputs / 8;
  tile_task task;  // without places
  task.steps = ceil_div(p.inputs, 16);
  task.to_end = {end.zero_or_shift, end.low, end.high};
  for (int b = p.batches; b > 0; --b, x += p.inputs, y += p.outputs) {
    task.x = x;
    if (p.inputs % 16 != 0) {
      auto* const line = reinterpret_cast<std::int8_t*>(scratch);
      for (int k = 0; k < p.inputs; k += 16) {
        const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(p.inputs - k));
        vstrbq_s8(line + k, vldrbq_z_s8(x + k, inside));
      }
      task.x = line;
    }
    if constexpr (Zero != 0) {  // the sum of the codes is the same for all filters
      std::int32_t sum = 0;
      const std::int8_t* at = task.x;
      for (int k = task.steps; k > 0; --k, at += 16) sum = vaddvaq_s8(sum, vldrbq_s8(at));
      task.more[0] = -Zero * sum;
    }
    run_filters<tile::filters, S, Whole, Eights, Rest, Nibbles, (Zero != 0)>(
        task, eights, task.steps, filters, weights, y);
  }
}

#endif

/// Eight filters times one row by VMLADAVA.
struct vmladava_8x1 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && !l.by_channel && (l.w_zero == 0 || wide_int{l.taps()} <= 65'536);
  }
  template <class C>
  static constexpr bool proves = fits_tile<C> && (layer_of<C>.w_zero == 0 || !in_nibbles<C>);
  /// A row is copied where it ends within a vector.
  template <class C>
  static constexpr int scratch = layer_of<C>.taps() % 16 == 0 ? 0 : 16 * steps_of(layer_of<C>);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    return pack_by_eights<C>(dense_plan{l.g.ow, l.taps(), l.filters()});
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    if (rows.count == 0) return;  // the whole output is one row
    constexpr epilogue e = layer_of<C>.end;
    constexpr int outputs = layer_of<C>.filters();
    const auto& constants = kernel_constants<K, C>(a);
    run_dense<step_of(e), e.saturates_to_int8(), (outputs >= 8), outputs % 8, in_nibbles<C>,
              layer_of<C>.w_zero>(constants.plan, constants.end, constants.tiles, constants.weights,
                                  a.template in<0>(), a.template out<0>(), a.scratch());
#else
    static_assert(sizeof(A) == 0, "dense by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_vmladava
    : layer_kernel<dense_s8_s8_s8_8x1_vmladava, ops::dense, armv81m::vmladava_8x1> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
