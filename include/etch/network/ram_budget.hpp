#pragma once

#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {

/// Prints a failed RAM budget: ram_budget<at_layer, need, budget>::kept.
template <text AtLayer, int Need, long long Budget>
struct ram_budget {
  static constexpr bool kept = Need <= Budget;
};

}  // namespace ETCH_NAMESPACE
