#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/transpose.hpp>

namespace ETCH_NAMESPACE {

/// transpose in any format and layout.
struct transpose_generic : strided_copy_kernel<transpose_generic> {
  using op = ops::transpose;
  static constexpr const char* name = "transpose_generic";

  template <class C>
  static constexpr strided_places pack() {
    const extents &x = C::template in<0>::is.shape, &y = C::template out<>::is.shape;
    strided_places p{x.rank};
    for (int k = 0; k < x.rank; ++k) {
      p.size[k] = y.d[k];
      p.step[k] = stride_of(x, C::attributes.axis[k]);
    }
    return joined(p);
  }
};

}  // namespace ETCH_NAMESPACE
