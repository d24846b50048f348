// dynamic_range as a layer of bytes: its value as codes of 8 bits, 128 less, its outputs sums.
#pragma once

#include <etch/format/range.hpp>
#include <etch/kernel/layer/layer.hpp>
#include <etch/op/dynamic_range.hpp>

namespace ETCH_NAMESPACE {

/// Call C, a dynamic_range, as the layer of bytes inside: of codes 128 less and sums as outputs.
template <class C>
struct layer_of_range : C {};

template <class C>
inline constexpr byte_layer layer_of<layer_of_range<C>> = [] {
  using x = typename C::template in<0>;
  using weights = typename C::template in<1>;
  using of = ops::dynamic_range::layer;
  byte_layer l;
  if constexpr (C::attributes.of == of::dense) l.g = ops::dense{}.at(C::inputs());
  else l.g = C::attributes.at(C::inputs());
  l.by_channel = C::attributes.of == of::depthwise_conv2d;
  if constexpr (has_signed_bytes<weights>) {
    l.is_bytes = !x::is.is_constant && weights::is.is_constant && weights::is.number.zero == 0 &&
                 __is_same(typename x::layout, hwc) &&
                 __is_same(typename C::template out<>::layout, hwc);
    if constexpr (C::input_count > 2) l.is_bytes = l.is_bytes && C::template in<2>::is.is_constant;
  }
  l.end.how = epilogue::by::shift;  // no factor of a filter's own
  return l;
}();

/// What a run keeps of the range of its value.
struct range_state {
  float step;
  std::int32_t zero;  ///< the code of 0, 128 less
};

}  // namespace ETCH_NAMESPACE
