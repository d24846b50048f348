// Matrices of f32 by vectors of xsimd, 16 rows side by side.
#pragma once

#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/xsimd/float_rows.hpp>

namespace ETCH_NAMESPACE {

/// What kernels by xsimd multiply matrices by.
struct xsimd_products {
  static constexpr int block = 16, width = minimum(vectors::lanes<float>, 8);
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by =
      element_t<list<plain_rows<Sums, W, Rows, Length>,
                     float_rows<vectors::float_vectors<width>, block, Sums, Rows, Length>>,
                are_floats<Sums, W> ? 1 : 0>;
};

}  // namespace ETCH_NAMESPACE
