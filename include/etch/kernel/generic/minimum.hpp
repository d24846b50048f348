#pragma once

#include <etch/kernel/generic/maximum.hpp>
#include <etch/op/minimum.hpp>

namespace ETCH_NAMESPACE {

/// minimum in any format and layout.
struct minimum_generic : choice_kernel<true> {
  using op = ops::minimum;
  static constexpr const char* name = "minimum_generic";
};

}  // namespace ETCH_NAMESPACE
