// The mean of 8-bit codes by one unsigned division is that of the definition, for every sum.
#include <etch/kernel/armv7em/means_8bit.hpp>

namespace {

using etch::rounding;

template <rounding R>
constexpr bool equals_definition(int cells) {
  for (std::int32_t sum = -128 * cells; sum <= 127 * cells; ++sum) {
    if (etch::armv7em::mean_of_codes<R>(sum, cells) != etch::mean_of<R>(sum, cells)) return false;
  }
  return true;
}
template <rounding R>
constexpr bool for_windows() {
  return equals_definition<R>(1) && equals_definition<R>(2) && equals_definition<R>(3) &&
         equals_definition<R>(4) && equals_definition<R>(9) && equals_definition<R>(30);
}
static_assert(for_windows<rounding::half_up>());
static_assert(for_windows<rounding::half_away>());
static_assert(for_windows<rounding::tflite_double>());

}  // namespace
