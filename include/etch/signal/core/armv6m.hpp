// Armv6-M has no product of more than 32 bits.
#pragma once

#include <etch/signal/core/scalar.hpp>

namespace ETCH_NAMESPACE::signal {

struct armv6m : scalar {
  /// Powers in three fields of ten bits, whose products with weights stay below 2^25, so that 127
  /// of them fit 32 bits.
  ETCH_GLUE static constexpr stretch_sums sum_stretch(const std::uint32_t* power,
                                                      const std::uint16_t* weight, int count) {
    if (count > 127) return scalar::sum_stretch(power, weight, count);
    std::uint32_t all[3]{}, rising[3]{};
    for (const std::uint32_t* const end = power + count; power != end; ++power, ++weight) {
      const std::uint32_t p = *power, w = *weight;
      const std::uint32_t high = p >> 20, middle = p << 12 >> 22, low = p << 22 >> 22;
      all[2] += high, all[1] += middle, all[0] += low;
      rising[2] += w * high, rising[1] += w * middle, rising[0] += w * low;
    }
    return {joined(all), joined(rising)};
  }

 private:
  ETCH_GLUE static constexpr std::uint64_t joined(const std::uint32_t (&field)[3]) {
    return (std::uint64_t{field[2]} << 20) + (std::uint64_t{field[1]} << 10) + field[0];
  }
};

}  // namespace ETCH_NAMESPACE::signal
