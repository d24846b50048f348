// What the dense layers without DSP instructions share: eight filters a pass over the input, the
// rest of them one by one; no scratch memory.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

/// A dense layer as its loop sees it.
struct dense_plan {
  int batches, inputs, outputs;
  layer_end to;
};

/// Constants of a dense layer: the weights of eight filters (K,8) as Block places them, then those
/// of the rest (O % 8,K) as they are.
template <class End, int Filters, int Weights>
struct dense_constants {
  dense_plan plan;
  End ends[Filters];
  alignas(4) std::int8_t weights[Weights];
};

#if ETCH_HAS_M_PROFILE

/// The sum of w x over `count` taps.
ETCH_KERNEL inline std::int32_t product_of_rows(const std::int8_t* w, const std::int8_t* x,
                                                int count) {
  std::int32_t sum = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4, w += 4, x += 4) {
    sum += w[0] * x[0];
    sum += w[1] * x[1];
    sum += w[2] * x[2];
    sum += w[3] * x[3];
  }
  for (; k < count; ++k) sum += *w++ * *x++;
  return sum;
}
ETCH_KERNEL inline std::int32_t sum_of_row(const std::int8_t* x, int count) {
  std::int32_t sum = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4, x += 4) sum += x[0] + x[1] + x[2] + x[3];
  for (; k < count; ++k) sum += *x++;
  return sum;
}

/// All outputs of a dense layer.
template <class Block, class Ending, class End>
ETCH_KERNEL void run_dense(const dense_plan& p, const End* ends, const std::int8_t* weights,
                           const std::int8_t* x,  // (B,K)
                           std::int8_t* y) {      // (B,O)
  const layer_end& to = p.to;
  for (int b = 0; b < p.batches; ++b, x += p.inputs) {
    const std::int8_t* w = weights;
    const End* k = ends;
    const std::int32_t excess = p.outputs < 8 ? 0 : 128 * sum_of_row(x, p.inputs);
    int left = p.outputs;
    for (; left >= 8; left -= 8, w += 8 * p.inputs) {
      std::int32_t sums[8];
      Block::add_products(x, w, p.inputs, sums);
      for (int i = 0; i < 8; ++i) {
        const std::int32_t sum = Block::is_biased(i) ? sums[i] - excess : sums[i];
        *y++ = Block::template end<Ending>(to, *k++, sum);
      }
    }
    for (; left > 0; --left, w += p.inputs) {
      *y++ = Block::template end<Ending>(to, *k++, product_of_rows(w, x, p.inputs));
    }
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
      const unsigned char* const from = C::bytes(1) + o * inputs;
      const bool rest = o >= outputs / 8 * 8;
      std::int8_t* const to =
          k.weights + (rest ? o * inputs : o / 8 * 8 * inputs + Block::place_of_filter(o % 8));
      for (int i = 0; i < inputs; ++i) {
        const int bias = !rest && Block::is_biased(o % 8) ? 128 : 0;
        to[rest ? i : 8 * i] = static_cast<std::int8_t>(static_cast<unsigned char>(from[i] + bias));
      }
    }
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
struct dense_kernel {
  using op = ops::dense;

  template <class C>
  static constexpr bool accepts = accepts_dense<C, Block, Shifts>();
  template <class C>
  static constexpr int scratch = 0;
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
