// Configurations that are drawn, to try whether what a search says of them is so.
#pragma once

#include <etch/host/search/mixed_formats.hpp>

#include <random>

namespace search {

/// So many configurations, those of `seed`: of each width one of its formats, and of these one for
/// each variable.
inline std::vector<etch::host::configuration> drawn(const etch::host::mixed_formats& formats,
                                                    std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<int>> widths;
  for (int k = 0; k < static_cast<int>(formats.list().size()); ++k) {
    const bool is_new = widths.empty() || formats.bits_of(widths.back()[0]) != formats.bits_of(k);
    if (is_new) widths.emplace_back();
    widths.back().push_back(k);
  }
  std::vector<etch::host::configuration> made(count);
  for (etch::host::configuration& c : made) {
    std::vector<int> of_widths;
    for (const std::vector<int>& all : widths) of_widths.push_back(all[random() % all.size()]);
    for (std::size_t v = 0; v < formats.variables().size(); ++v) {
      c.push_back(of_widths[random() % of_widths.size()]);
    }
  }
  return made;
}

}  // namespace search
