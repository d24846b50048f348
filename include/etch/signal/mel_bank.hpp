// Energies in triangles that are evenly spaced in mels.
#pragma once

#include <etch/base/tables.hpp>
#include <etch/signal/core/native.hpp>
#include <etch/signal/settings.hpp>

namespace ETCH_NAMESPACE::signal {

namespace detail {
/// The bins at or below place 0, and those below the upper end of the last band.
constexpr int first_bin(const settings& s) {
  int k = 0;
  while (s.place_of_bin(k) <= 0) ++k;
  return k;
}
constexpr int end_of_bins(const settings& s) {
  int k = s.points / 2 + 1;
  while (s.place_of_bin(k - 1) >= s.bands + 1) --k;
  return k;
}
}  // namespace detail

/// Stretch m, from the middle of band m - 1 to that of band m, has bins start[m] .. start[m+1] - 1;
/// `weight` is that of band m, 15 fraction bits. That of band m - 1, which falls there, is 1 less
/// it: one weight a bin serves both.
template <settings S>
struct mel_table {
  static constexpr int first = detail::first_bin(S), end = detail::end_of_bins(S);
  std::int16_t start[S.bands + 2];
  std::uint16_t weight[end - first];
  constexpr mel_table() : start{}, weight{} {
    int m = 0;
    start[0] = first;
    for (int k = first; k < end; ++k) {
      const double place = S.place_of_bin(k);
      while (place >= m + 1) start[++m] = static_cast<std::int16_t>(k);
      weight[k - first] = static_cast<std::uint16_t>(round_half_away(32768 * (place - m)));
    }
    while (m <= S.bands) start[++m] = end;
  }
};

/// Mel bands of the bins of a spectrum, as `settings` say.
template <settings S, class Core = native_core>
struct mel_bank {
  using table = mel_table<S>;
  using tables = list<table>;

  /// out(b, energy) for each band: exact, with 15 fraction bits. Powers are below 2^30.
  template <class Out>
  ETCH_GLUE static constexpr void apply(const std::uint32_t* power, const Out& out) {
    const table& t = shared_table<table>;
    std::uint64_t rising_before = 0;
    for (int m = 0; m <= S.bands; ++m) {
      const int from = t.start[m];
      const stretch_sums sums =
          Core::sum_stretch(power + from, t.weight + (from - table::first), t.start[m + 1] - from);
      if (m > 0) out(m - 1, rising_before + (sums.all << 15) - sums.rising);
      rising_before = sums.rising;
    }
  }
};

}  // namespace ETCH_NAMESPACE::signal
