#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// Codes brought between two others.
template <class T>
struct clamp_finish {
  limits<T> l;
  constexpr T operator()(T code, int) const { return clamp(code, l.low, l.high); }
};
template <class T>
clamp_finish(limits<T>) -> clamp_finish<T>;

}  // namespace ETCH_NAMESPACE
