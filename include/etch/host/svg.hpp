// The memory picture of a network as a drawing.
#pragma once

#include <etch/host/report.hpp>

namespace etch::inline ETCH_ABI {
namespace host {

/// An SVG document: steps from left to right, bytes upward, a box for each buffer with the names of
/// the values that it holds.
template <class Net>
std::string memory_svg(const char* title) {
  using placed = typename Net::placed;
  constexpr int steps = Net::layer_count + 2;
  constexpr int left = 72, top = 48, column = 88, height = 420, foot = 96;
  constexpr int width = left + steps * column + 24;
  const auto& m = placed::memory;
  const double scale = static_cast<double>(height) / maximum(Net::ram_bytes, 1);
  auto y_of = [&](int bytes) { return top + height - bytes * scale; };
  // Soft colours, far apart for neighbours: the hue turns by the golden angle.
  auto fill = [](int b) { return fmt::format("hsl({}, 62%, 76%)", b * 137 % 360); };

  std::string s = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"15\">{3}: {4} bytes of RAM, {5}</text>\n",
      width, top + height + foot, left, title, Net::ram_bytes,
      Net::is_optimal() ? "proved to be the least for this schedule"
                        : fmt::format("live-bytes bound {}", m.placed.lower_bound));
  for (int k = 0; k <= 4; ++k) {
    const int bytes = static_cast<int>(static_cast<long long>(Net::ram_bytes) * k / 4);
    s += fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#555\">{}</text>\n",
        left, width - 24, y_of(bytes), y_of(bytes), left - 8, y_of(bytes) + 4, bytes);
  }
  for (int b = 0; b < m.buffer_count; ++b) {
    const plan::buffer& at = m.buffers[b];
    const double x = left + at.first * column, w = (at.last - at.first + 1) * column;
    const double low = y_of(m.placed.offset[b]), high = y_of(m.placed.offset[b] + at.size);
    s += fmt::format(
        "<g><title>{0}: {1} bytes at {2}, steps {3} to {4}</title>"
        "<rect x=\"{5:.1f}\" y=\"{6:.1f}\" width=\"{7:.1f}\" height=\"{8:.1f}\" "
        "fill=\"{9}\" stroke=\"#444\"/>",
        names_of_buffer<Net>(b), at.size, m.placed.offset[b], at.first, at.last, x, high, w,
        low - high, fill(b));
    if (low - high >= 12) {
      s += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
                       x + w / 2, (low + high) / 2 + 4, names_of_buffer<Net>(b));
    }
    s += "</g>\n";
  }
  for (int step = 0; step < steps; ++step) {
    const double x = left + step * column + column / 2.0;
    const char* name = step == 0           ? "input"
                       : step == steps - 1 ? "output"
                                           : Net::graph.nodes[step - 1].op->name;
    s += fmt::format(
        "<text x=\"{0:.1f}\" y=\"{1}\" text-anchor=\"end\" "
        "transform=\"rotate(-30 {0:.1f} {1})\">{2}</text>\n",
        x + 12, top + height + 18, name);
  }
  return s + "</svg>\n";
}

}  // namespace host
}  // namespace etch::inline ETCH_ABI
