#pragma once

#include <etch/graph/pass/draft.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d | to<F> becomes one conv2d with output F: the 32-bit sums never reach memory. Done where
/// `to` is the only reader of the sums. Preserves every bit.
struct fuse_requantise {
  static constexpr const char* name = "fuse_requantise";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      if (!d.node_lives[n] || d.g.nodes[n].op != &op_id<ops::to>) continue;
      const int in = d.g.nodes[n].inputs[0];
      const bool sums = is_accumulator(d.g.values[in].is.number) && d.g.values[in].producer >= 0;
      if (sums && d.readers[in] == 1) d.merge_into_producer(n);
    }
  }
};

}  // namespace etch::inline ETCH_ABI
