#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/slice.hpp>

namespace ETCH_NAMESPACE {

/// slice in any format and layout.
struct slice_generic : strided_copy_kernel<slice_generic> {
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
    return joined(p);
  }
};

}  // namespace ETCH_NAMESPACE
