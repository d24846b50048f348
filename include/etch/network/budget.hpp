// Budgets of RAM and constants that the compiler checks: fits_ram, fits_constants.
#pragma once

#include <etch/network/network.hpp>
#include <etch/network/ram_budget.hpp>

namespace ETCH_NAMESPACE {

/// Prints a failed budget of constants: constant_budget<largest_layer, its_bytes, need,
/// budget>::kept.
template <text LargestLayer, int ItsBytes, int Need, long long Budget>
struct constant_budget {
  static constexpr bool kept = Need <= Budget;
};
/// Prints a budget that no network exceeds: budget_of<have, most>.
template <long long Have, long long Most>
struct budget_of {
  static constexpr bool says_something = Have >= 0 && Have <= Most;
};

namespace detail {
template <long long Budget>
struct budget_check {
  static_assert(budget_of<Budget, 2147483647>::says_something,
                "a budget is 0 to 2^31 - 1 bytes: budget_of<have, most>");
};
template <class Net, long long Budget>
struct ram_check : budget_check<Budget> {
  static_assert(ram_budget<text_of<Net::layer(Net::peak_layer)>(), Net::ram_bytes, Budget>::kept,
                "the network needs more RAM than its budget: ram_budget<at_layer, need, budget>");
  static constexpr bool value = true;
};

/// The layer of Net that has the most constants.
template <class Net>
constexpr int largest_layer() {
  int largest = 0;
  for (int n = 1; n < Net::layer_count; ++n) {
    if (Net::layer_constants(n) > Net::layer_constants(largest)) largest = n;
  }
  return largest;
}
template <class Net, long long Budget>
struct constant_check : budget_check<Budget> {
  static constexpr int largest = largest_layer<Net>();
  static_assert(constant_budget<text_of<Net::layer(largest)>(), Net::layer_constants(largest),
                                Net::constant_bytes, Budget>::kept,
                "the network has more constants than its budget: constant_budget<largest_layer, "
                "its_bytes, need, budget>");
  static constexpr bool value = true;
};
}  // namespace detail

/// Whether Net fits Budget bytes of RAM; if not, the error names the layer at the peak.
template <class Net, long long Budget>
inline constexpr bool fits_ram = detail::ram_check<Net, Budget>::value;

/// Whether the constants of Net (constant_bytes) fit Budget bytes; if not, the error names the
/// layer with the most.
template <class Net, long long Budget>
inline constexpr bool fits_constants = detail::constant_check<Net, Budget>::value;

/// Another name for fits_constants: of the flash that a network needs the compiler knows only the
/// constants. The linker knows the size of its code, which etch_budget checks (docs/budgets.md).
template <class Net, long long Budget>
inline constexpr bool fits_flash = fits_constants<Net, Budget>;

}  // namespace ETCH_NAMESPACE
