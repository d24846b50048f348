#pragma once

#include <etch/kernel/generic/resize.hpp>
#include <etch/op/resize_nearest.hpp>

namespace ETCH_NAMESPACE {

/// resize_nearest in any format and layout.
struct resize_nearest_generic : resize_kernel<resize_nearest_generic> {
  using op = ops::resize_nearest;
  static constexpr const char* name = "resize_nearest_generic";

  struct nearest_place {
    std::uint16_t cell = 0;
    static constexpr nearest_place of(int i, int in, int out, const resizing& r) {
      const float middle = r.half_pixels != 0 ? 0.5F : 0.0F;
      const float at = (static_cast<float>(i) + middle) * resizing_ratio(in, out, r);
      const int k = r.align != 0 ? static_cast<int>(round_half_away(static_cast<double>(at)))
                                 : static_cast<int>(at);
      return {static_cast<std::uint16_t>(minimum(k, in - 1))};
    }
    template <class X>
    ETCH_GLUE constexpr auto at(const X& x, const nearest_place& column) const {
      return x(cell, column.cell);
    }
  };
  template <class C>
  using place = nearest_place;
};

}  // namespace ETCH_NAMESPACE
