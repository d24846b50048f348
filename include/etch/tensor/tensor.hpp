// The types that a user writes: tensors, and constants over arrays with linkage.
#pragma once

#include <etch/format/formats.hpp>
#include <etch/layout/layouts.hpp>

namespace etch::inline ETCH_ABI {

/// A tensor type: number format F, shape S (N H W C order), layout L.
template <class F, class S, class L = hwc>
struct tensor {
  using format_type = F;
  using shape_type = S;
  using layout_type = L;
};

/// A constant of tensor type T over little-endian bytes with linkage, at least as many as T needs.
template <class T>
struct constant {
  using tensor_type = T;
  const unsigned char* bytes;
};

/// Weights W and, unless void, bias B of an operator: both `constant`s.
template <class W, class B = void>
struct parameters {
  W weights;
  B bias;
};
template <class W>
struct parameters<W, void> {
  W weights;
};
template <class W, class B>
parameters(W, B) -> parameters<W, B>;
template <class W>
parameters(W) -> parameters<W, void>;

}  // namespace etch::inline ETCH_ABI
