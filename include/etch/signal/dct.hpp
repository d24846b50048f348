// The discrete cosine transform of logarithms.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/base/tables.hpp>
#include <etch/signal/core/native.hpp>

namespace ETCH_NAMESPACE::signal {

/// DCT-II, orthonormal, 14 fraction bits: row k is cos(pi k (2 n + 1) / (2 Inputs)).
template <int Inputs, int Outputs>
struct dct_table {
  std::int16_t at[Outputs][Inputs];
  constexpr dct_table() : at{} {
    for (int k = 0; k < Outputs; ++k) {
      const double scale = 16384 * square_root((k == 0 ? 1.0 : 2.0) / Inputs);
      for (int n = 0; n < Inputs; ++n) {
        const double c = cosine_of_turns(k * (2 * n + 1) / (4.0 * Inputs));
        at[k][n] = static_cast<std::int16_t>(round_half_away(scale * c));
      }
    }
  }
};

/// The first Outputs coefficients, 6 fraction bits, of Inputs numbers of 9 fraction bits from 0 to
/// 50: no energy in 1024 points of 16 bits reaches 2^50.
template <int Inputs, int Outputs, class Core = native_core>
requires(Inputs <= 80)  // or sums leave 32 bits
struct dct {
  using tables = list<dct_table<Inputs, Outputs>>;

  ETCH_KERNEL static constexpr void apply(const std::int16_t* x, std::int16_t* y) {
    for (int k = 0; k < Outputs; ++k) {
      const std::uint32_t sum =
          Core::dot(x, shared_table<dct_table<Inputs, Outputs>>.at[k], Inputs, 65536);
      // the first row has no sign, and its sum may need all 32 bits
      y[k] = static_cast<std::int16_t>(k == 0 ? static_cast<std::int32_t>(sum >> 17)
                                              : static_cast<std::int32_t>(sum) >> 17);
    }
  }
};

}  // namespace ETCH_NAMESPACE::signal
