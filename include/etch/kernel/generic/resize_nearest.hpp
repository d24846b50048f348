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
      return {static_cast<std::uint16_t>(op{r}.nearest(i, in, out))};
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
