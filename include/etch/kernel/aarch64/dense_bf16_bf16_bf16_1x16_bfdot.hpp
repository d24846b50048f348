// dense on bfloat16, 16 filters at a time, bit for bit as bfdot_arithmetic says.
//
// Needs: BFDOT; FPCR as it is after reset (no FEAT_EBF16 behaviour, no flushing). Filters behind O
// in the last group are computed for nothing.
// Reads: x (B,K), weights (O,K).
// Writes: y (B,O) in any floating-point format.
#pragma once

#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on bfloat16 by BFDOT.
struct dense_bf16_bf16_bf16_1x16_bfdot {
  using op = ops::dense;
  static constexpr const char* name = "dense_bf16_bf16_bf16_1x16_bfdot";

  template <class C>
  static constexpr bool accepts = bfdot_rows::multiplies<C>();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    constexpr extents w = C::template in<1>::is.shape;
    return bfdot_rows::pack_pairs<C, w.d[0], 1, w.d[1]>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_BF16
    constexpr extents w = C::template in<1>::is.shape;
    if (rows.count == 0) return;  // the whole output is one row
    products<w.d[0], w.d[1]>(a.template out<0>(), a.template in<0>(),
                             C::template out<>::is.shape.size() / w.d[0],
                             packed<dense_bf16_bf16_bf16_1x16_bfdot, C>);
#else
    static_assert(sizeof(A) == 0,
                  "dense_bf16_bf16_bf16_1x16_bfdot: compile with -march=armv8.2-a+bf16");
#endif
  }

 private:
#if ETCH_HAS_BF16
  template <int Filters, int Depth, class Y, class X, class P>
  ETCH_KERNEL static void products(Y* y,        // (B,O)
                                   const X* x,  // (B,K)
                                   int batches, const P& p) {
    constexpr int group = bfdot_rows::group;
    for (int b = 0; b < batches; ++b, x += Depth, y += Filters) {
      for (int o = 0; o < Filters; o += group) {
        bfdot_rows::sums s;
        bfdot_rows::add_products<Depth>(s, &x->bits, p.weight + o * p.pairs * 2);
        bfdot_rows::finish(y + o, s, p, o, minimum(group, Filters - o));
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
