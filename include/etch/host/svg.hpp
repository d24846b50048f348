// The memory picture of a network as a drawing.
#pragma once

#include <etch/host/report.hpp>

namespace etch::inline ETCH_ABI {
namespace host {

namespace detail {

/// Where the drawing lies on its sheet, in pixels.
struct drawing {
  static constexpr int left = 72, top = 56, column = 104, height = 440, foot = 52, right = 24;
};

/// Text as XML takes it.
inline std::string escaped(const std::string& words) {
  std::string s;
  for (const char c : words) s += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return s;
}

/// `words` in the middle of a place: as large as fits, cut when that is too small, left out when
/// the place is.
inline std::string fitted_text(const std::string& words, double x, double y, double width,
                               double height, const char* colour = "black") {
  constexpr double largest = 11, smallest = 8, letter = 0.58;  // width of a letter to its size
  const auto room = [&](double size) { return static_cast<int>((width - 6) / (letter * size)); };
  const int length = static_cast<int>(words.size());
  double size = height - 2 < largest ? height - 2 : largest;
  while (size > smallest && room(size) < length) size -= 0.5;
  if (size < smallest || room(size) < 3) return "";
  const std::string shown = length <= room(size)
                                ? words
                                : words.substr(0, static_cast<std::size_t>(room(size) - 1)) + "…";
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"{:.1f}\" fill=\"{}\">{}"
      "</text>\n",
      x, y + size * 0.36, size, colour, escaped(shown));
}

/// The least of 1, 2, 5, 10, 20, ... of which at most six make `bytes`.
inline int round_step(int bytes) {
  long long step = 1;
  for (int k = 0; bytes / step > 6; ++k) step = k % 3 == 1 ? step / 2 * 5 : step * 2;
  return static_cast<int>(step);
}

}  // namespace detail

/// An SVG document: steps from left to right, bytes upward, a box for each buffer with the names of
/// the values that it holds, grey and dashed where that is scratch; under each step the bytes that
/// are live in it, on a tinted ground where they are most.
template <class Net>
std::string memory_svg(const char* title) {
  using placed = typename Net::placed;
  using at = detail::drawing;
  constexpr int steps = Net::layer_count + 2;
  constexpr int width = at::left + steps * at::column + at::right, bottom = at::top + at::height;
  const auto& m = placed::memory;
  const double scale = static_cast<double>(at::height) / maximum(Net::ram_bytes, 1);
  const auto y_of = [&](int bytes) { return bottom - bytes * scale; };
  const int peak = plan::peak_step(m.used());

  std::string s = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"28\" font-size=\"15\">{3}: {4} bytes of RAM, {5}</text>\n"
      "<rect x=\"{6}\" y=\"{7}\" width=\"{8}\" height=\"{9}\" fill=\"#fff3d6\"/>\n",
      width, bottom + at::foot, at::left, detail::escaped(title), Net::ram_bytes,
      Net::is_optimal() ? "proved to be the least for this schedule"
                        : fmt::format("live-bytes bound {}", m.placed.lower_bound),
      at::left + peak * at::column, at::top, at::column, at::height + 40);

  const auto line = [&](int bytes, const char* colour) {
    s += fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\"/>\n"
        "<text x=\"{4}\" y=\"{5:.1f}\" text-anchor=\"end\" fill=\"#555\">{6}</text>\n",
        at::left, width - at::right, y_of(bytes), colour, at::left - 8, y_of(bytes) + 4, bytes);
  };
  const int round = detail::round_step(Net::ram_bytes);
  for (int bytes = 0; y_of(bytes) > at::top + 14; bytes += round) line(bytes, "#ddd");
  line(Net::ram_bytes, "#999");

  for (int step = 0; step < steps; ++step) {
    const double x = at::left + step * at::column;
    s += fmt::format("<line x1=\"{0}\" x2=\"{0}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#eee\"/>\n", x,
                     at::top, bottom);
    const char* name = step == 0           ? "input"
                       : step == steps - 1 ? "output"
                                           : Net::graph.nodes[step - 1].op->name;
    const double middle = x + at::column / 2.0;
    s += detail::fitted_text(name, middle, bottom + 16, at::column, 14);
    s += detail::fitted_text(fmt::format("{} live", plan::live_bytes(m.used(), step)), middle,
                             bottom + 32, at::column, 14, "#555");
  }

  for (int b = 0; b < m.buffer_count; ++b) {
    const plan::buffer& is = m.buffers[b];
    const double x = at::left + is.first * at::column, w = (is.last - is.first + 1) * at::column;
    const double high = y_of(m.placed.offset[b] + is.size);
    const double h = is.size * scale < 1.5 ? 1.5 : is.size * scale;  // never less than seen
    const std::string names = names_of_buffer<Net>(b);
    const bool scratch = names.rfind("scratch of ", 0) == 0;
    // Soft colours, far apart for neighbours: the hue turns by the golden angle.
    const std::string look =
        scratch ? "fill=\"#e8e8e8\" stroke=\"#777\" stroke-dasharray=\"4 3\""
                : fmt::format("fill=\"hsl({}, 62%, 78%)\" stroke=\"#444\"", b * 137 % 360);
    s += fmt::format(
        "<g><title>{}: {} bytes at {}, steps {} to {}</title>"
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" {}/>\n",
        detail::escaped(names), is.size, m.placed.offset[b], is.first, is.last, x + 1, high, w - 2,
        h, look);
    s += detail::fitted_text(scratch ? "scratch" : names, x + w / 2, high + h / 2, w, h) + "</g>\n";
  }
  return s + "</svg>\n";
}

}  // namespace host
}  // namespace etch::inline ETCH_ABI
