#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/slice.hpp>

namespace ETCH_NAMESPACE {

/// slice in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y, some of the elements.
struct slice_generic : kernel_base {
  using op = ops::slice;
  static constexpr const char* name = "slice_generic";

  template <class C>
  static constexpr strided_places pack() {
    const extents& x = C::template in<0>::is.shape;
    constexpr ops::slice s = C::attributes;
    strided_places p{x.rank};
    for (int k = 0; k < x.rank; ++k) {
      p.size[k] = s.size[k];
      p.step[k] = s.step[k] * stride_of(x, k);
      p.first += s.begin[k] * stride_of(x, k);
    }
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    copy_strided_rows<C>(a, packed<slice_generic, C>, rows);
  }
};

}  // namespace ETCH_NAMESPACE
