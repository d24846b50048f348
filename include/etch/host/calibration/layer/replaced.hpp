// Operators that a float network has no layer of, and what stands in their place: keep, gather.
#pragma once

#include <etch/op/gather.hpp>
#include <etch/op/keep.hpp>
#include <etch/op/operator.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// What stands in the place of an operator.
enum class stand_in : int {
  none,   ///< nothing: it has a layer
  value,  ///< its first input; states begin at 0 with every case
  parts,  ///< slice and reshape, where its indices are constants
};

struct keep_replaced {
  using op = ops::keep;
  static constexpr auto by = stand_in::value;
};
struct gather_replaced {
  using op = ops::gather;
  static constexpr auto by = stand_in::parts;
};

/// All of them.
using replaced_operators = list<keep_replaced, gather_replaced>;

namespace layer_detail {
template <class... R>
stand_in find_stand_in(const operator_tag* op, list<R...>) {
  stand_in found = stand_in::none;
  ((&op_id<typename R::op> == op ? void(found = R::by) : void()), ...);
  return found;
}
}  // namespace layer_detail

/// What stands in the place of an operator.
inline stand_in stand_in_of(pointer_to<operator_tag> op) {
  return layer_detail::find_stand_in(&*op, replaced_operators{});
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
