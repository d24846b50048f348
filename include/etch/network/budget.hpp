// Budgets that the compiler checks.
#pragma once

#include <etch/network/network.hpp>

namespace etch::inline ETCH_ABI {

/// The named carrier of a failed budget: prints as ram_budget<at_layer, need, budget>::kept.
template <text AtLayer, int Need, int Budget>
struct ram_budget {
  static constexpr bool kept = Need <= Budget;
};

namespace detail {
template <class Net, int Budget>
struct ram_check {
  static_assert(ram_budget<text_of<Net::layer(Net::peak_layer)>(), Net::ram_bytes, Budget>::kept,
                "the network needs more RAM than its budget: ram_budget<at_layer, need, budget>");
  static constexpr bool value = true;
};
}  // namespace detail

/// Whether Net fits Budget bytes of RAM; where it does not, the error names the layer at the peak.
template <class Net, int Budget>
inline constexpr bool fits_ram = detail::ram_check<Net, Budget>::value;

}  // namespace etch::inline ETCH_ABI
