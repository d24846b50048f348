// Where a network that runs by rows keeps them, as a drawing: steps from left to right, RAM
// upwards.
#pragma once

#include <etch/host/row_report.hpp>
#include <etch/host/svg.hpp>

namespace ETCH_NAMESPACE {
namespace host {

namespace detail {

/// Where the drawing of rows lies on its sheet, in pixels.
struct row_drawing {
  static constexpr int left = 76, top = 92, width = 1080, height = 420, foot = 46, line = 18;
  static constexpr int bottom = top + height, right = 30;
};

/// A soft colour, far from those of its neighbours: the hue turns by the golden angle.
inline std::string colour_of(int lane) {
  return fmt::format("hsl({}, 62%, 72%)", lane * 137 % 360);
}

}  // namespace detail

/// An SVG document of a network that runs by rows: a box for each row, over the steps that it lives
/// through and the bytes where it lies; one colour for each value, which the list below names; grey
/// is scratch memory, the dashed line is the peak. A budget of RAM, where it is not 0, is a red
/// line.
template <class Net>
requires(Net::runs_by_rows)
std::string memory_svg(const char* title, int budget = 0, const std::vector<long long>& = {}) {
  using at = detail::row_drawing;
  const auto& m = Net::placed::memory;
  const std::vector<row_lane> lanes = row_lanes<Net>();
  const int lane_count = static_cast<int>(lanes.size());
  const int widest = maximum(maximum(Net::ram_bytes, budget), 1);
  const auto x_of = [&](int step) { return at::left + 1.0 * at::width * step / (m.end + 1); };
  const auto y_of = [&](int byte) { return at::bottom - 1.0 * at::height * byte / widest; };
  const int peak = plan::peak_step(m.used());
  const std::string grey = "fill=\"#555\"";
  const int list = at::bottom + at::foot;

  std::string s = detail::svg_head<Net>(title, at::left + at::width + at::right,
                                        list + (lane_count + 1) * at::line);
  s += detail::text_at(16, 68,
                       fmt::format("constants {} bytes, {} multiplications, {} steps",
                                   grouped(Net::constant_bytes), grouped(Net::macs), m.end - 1),
                       "font-size=\"12\"");
  const int round = detail::round_step(widest);
  for (int bytes = 0; bytes <= widest; bytes += round) {
    s +=
        fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ccc\"/>\n",
                    static_cast<int>(at::left), at::left + at::width, y_of(bytes));
    s += detail::number_at(at::left - 6, y_of(bytes) + 4, grouped(bytes), grey);
  }

  for (int k = 0; k < lane_count; ++k) {
    const row_lane& lane = lanes[static_cast<std::size_t>(k)];
    const std::string fill = lane.is_scratch ? "#ccc" : detail::colour_of(k);
    const std::string name = detail::escaped(names_of_buffer<Net>(lane.first));
    for (int b = lane.first; b < lane.first + lane.count; ++b) {
      const plan::buffer& is = m.buffers[b];
      if (is.size == 0) continue;
      s += fmt::format(
          "<g><title>{}{}: {} bytes at {}, steps {} to {}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" "
          "width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"#444\" "
          "stroke-width=\"0.3\"/></g>\n",
          name, lane.count > 1 ? fmt::format(", row {}", b - lane.first) : "", is.size,
          m.placed.offset[b], is.first, is.last, x_of(is.first), y_of(m.placed.offset[b] + is.size),
          x_of(is.last + 1) - x_of(is.first), y_of(0) - y_of(is.size), fill);
    }
    const int y = list + k * at::line;
    s += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"12\" fill=\"{}\"/>\n",
                     static_cast<int>(at::left), y, fill);
    s += detail::text_at(
        at::left + 22, y + 10,
        fmt::format("{}: {}{} bytes, at most {} at once", names_of_buffer<Net>(lane.first),
                    lane.count > 1 ? fmt::format("{} of ", lane.count) : "",
                    grouped(bytes_of_buffer<Net>(lane)), most_live_buffers<Net>(lane, 0, m.end)));
  }

  s += fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#333\" "
      "stroke-dasharray=\"4 3\"/>\n",
      (x_of(peak) + x_of(peak + 1)) / 2, static_cast<int>(at::top), at::bottom + 6);
  s += detail::text_at(x_of(peak), at::bottom + 20,
                       fmt::format("peak: step {}, {}", peak, short_name<Net>(Net::peak_layer, 31)),
                       x_of(peak) > at::left + at::width / 2.0 ? "text-anchor=\"end\"" : "");
  if (budget > 0) {
    s += fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#c00\" "
        "stroke-width=\"2\"/>\n",
        static_cast<int>(at::left), at::left + at::width, y_of(budget));
    s += detail::text_at(at::left + 4, y_of(budget) - 4, fmt::format("budget {}", grouped(budget)),
                         "fill=\"#c00\"");
  }
  return s + "</svg>\n";
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
