// What a network costs as a drawing: its layers from top to bottom, RAM from left to right.
#pragma once

#include <etch/host/report.hpp>

#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

namespace detail {

/// Where the drawing lies on its sheet, in pixels.
struct drawing {
  static constexpr int top = 124, row = 24, foot = 64, right = 36;
  static constexpr int number = 34, name = 44, products = 420, constants = 500, live = 580;
  static constexpr int counted = 86;  // the column of instructions, where there is one
  static constexpr int map = 600, map_width = 560, width = map + map_width + right;
};

/// Text as XML takes it.
inline std::string escaped(const std::string& words) {
  std::string s;
  for (const char c : words) s += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return s;
}

/// `words` at (x, y), the baseline; `look` is more attributes.
inline std::string text_at(double x, double y, const std::string& words,
                           const std::string& look = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, look, escaped(words));
}
inline std::string number_at(double x, double y, const std::string& words,
                             const std::string& look = "") {
  return text_at(x, y, words, "text-anchor=\"end\" " + look);
}

/// `words` in the middle of a place where they fit, else the first of them, else nothing.
inline std::string fitted_text(const std::string& words, double x, double y, double width,
                               double height) {
  constexpr double letter = 6.2;
  if (height < 12) return "";
  std::string shown = words;
  if (static_cast<double>(shown.size()) * letter > width - 6)
    shown = shown.substr(0, shown.find(' '));
  if (static_cast<double>(shown.size()) * letter > width - 4) return "";
  return text_at(x, y + 4, shown, "text-anchor=\"middle\"");
}

/// The least of 1, 2, 5, 10, 20, ... of which at most six make `bytes`.
inline int round_step(int bytes) {
  long long step = 1;
  for (int k = 0; bytes / step > 6; ++k) step = k % 3 == 1 ? step / 2 * 5 : step * 2;
  return static_cast<int>(step);
}

/// Begins a drawing of so many pixels: its title, and what the plan of Net takes.
template <class Net>
std::string svg_head(const char* title, int width, int height) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
             "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             width, height) +
         text_at(16, 28, title, "font-size=\"17\" font-weight=\"bold\"") +
         text_at(16, 50,
                 fmt::format("RAM {} bytes, {}: {}", grouped(Net::ram_bytes),
                             describe_plan_size<Net>(), describe_peak<Net>()),
                 "font-size=\"12\"");
}

}  // namespace detail

/// An SVG document: a line for each layer, with its multiplications, its constants and the bytes
/// that live while it runs; beside them the arena, a box for each buffer over the layers that it
/// lives through, grey and dashed where that is scratch. The layer at the peak lies on a tinted
/// ground. A budget of RAM, where it is not 0, is a red line. With the instructions that each layer
/// executed (instructions_of) they have a column. Of networks in layers: rows have row_table.
template <class Net>
requires(!Net::runs_by_rows)
std::string memory_svg(const char* title, int budget = 0,
                       const std::vector<long long>& instructions = {}) {
  using placed = typename Net::placed;
  using at = detail::drawing;
  constexpr int steps = Net::layer_count + 2;
  constexpr int bottom = at::top + steps * at::row;
  const int extra = instructions.empty() ? 0 : at::counted;
  const int constants = at::constants + extra, live = at::live + extra, map = at::map + extra;
  const int width = at::width + extra;
  const auto& m = placed::memory;
  const int widest = maximum(maximum(Net::ram_bytes, budget), 1);
  const double scale = static_cast<double>(at::map_width) / widest;
  const auto x_of = [&](int bytes) { return map + bytes * scale; };
  const auto y_of = [](int step) { return at::top + step * at::row; };
  const int peak = plan::peak_step(m.used());

  std::string s = detail::svg_head<Net>(title, width, bottom + at::foot);
  s += detail::text_at(16, 68,
                       fmt::format("constants {} bytes, {} multiplications",
                                   grouped(Net::constant_bytes), grouped(Net::macs)),
                       "font-size=\"12\"");
  s += fmt::format("<rect x=\"8\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff3d6\"/>\n",
                   y_of(peak), width - 8 - at::right / 2, static_cast<int>(at::row));

  const std::string grey = "fill=\"#555\"";
  const int head = at::top - 10;
  s += detail::text_at(at::name, head, "layer, from first to last", grey);
  s += detail::number_at(at::products, head, "multiplications", grey);
  if (extra > 0) s += detail::number_at(at::products + extra, head, "instructions", grey);
  s += detail::number_at(constants, head, "constants", grey);
  s += detail::number_at(live, head, "live RAM", grey);
  s += detail::text_at(map, head - 16, "the arena, bytes from its first", grey);

  const int round = detail::round_step(widest);
  for (int bytes = 0; bytes <= widest; bytes += round) {
    s +=
        fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#ccc\"/>\n",
                    x_of(bytes), static_cast<int>(at::top), bottom);
    s += detail::text_at(x_of(bytes), head, grouped(bytes), "text-anchor=\"middle\" " + grey);
  }
  for (int step = 0; step < steps; ++step) {
    const int y = y_of(step), base = y + 16;
    s += fmt::format("<line x1=\"8\" x2=\"{0}\" y1=\"{1}\" y2=\"{1}\" stroke=\"#eee\"/>\n",
                     width - at::right / 2, y);
    const bool is_layer = step > 0 && step + 1 < steps;
    if (is_layer) {
      const int n = step - 1;
      s += detail::number_at(at::number, base, std::to_string(step), grey);
      s += detail::text_at(at::name, base, describe_layer<Net>(n, 48));
      if (Net::layer_macs(n) > 0)
        s += detail::number_at(at::products, base, grouped(Net::layer_macs(n)));
      if (extra > 0) {
        s += detail::number_at(at::products + extra, base,
                               grouped(instructions[static_cast<std::size_t>(n)]));
      }
      if (placed::need.constants[n] > 0)
        s += detail::number_at(constants, base, grouped(placed::need.constants[n]));
    } else {
      s += detail::text_at(at::name, base,
                           step == 0 ? "the input is written" : "the output is read", grey);
    }
    s += detail::number_at(live, base, grouped(plan::live_bytes(m.used(), step)),
                           step == peak ? "font-weight=\"bold\"" : "");
  }

  for (int b = 0; b < m.buffer_count; ++b) {
    const plan::buffer& is = m.buffers[b];
    const double x = x_of(m.placed.offset[b]);
    const double w = is.size * scale < 1.5 ? 1.5 : is.size * scale;  // never less than seen
    const int y = y_of(is.first), h = (is.last - is.first + 1) * at::row;
    const bool scratch = is_scratch<Net>(b);
    // Soft colours, far apart for neighbours: the hue turns by the golden angle.
    const std::string look =
        scratch ? "fill=\"#e8e8e8\" stroke=\"#777\" stroke-dasharray=\"4 3\""
                : fmt::format("fill=\"hsl({}, 62%, 78%)\" stroke=\"#444\"", b * 137 % 360);
    s += fmt::format(
        "<g><title>{}: {} bytes at {}</title><rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" "
        "height=\"{}\" rx=\"2\" {}/>\n",
        detail::escaped(names_of_buffer<Net>(b)), is.size, m.placed.offset[b], x + 0.5, y + 1,
        w - 1 < 1 ? 1 : w - 1, h - 2, look);
    const std::string words = scratch ? "scratch" : short_name_of_buffer<Net>(b);
    s += detail::fitted_text(words, x + w / 2, y + h / 2.0, w, h) + "</g>\n";
  }

  const auto upright = [&](int bytes, const char* colour, const std::string& words) {
    s += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"{3}\" "
        "stroke-width=\"2\"/>\n",
        x_of(bytes), static_cast<int>(at::top), bottom + 6, colour);
    s += detail::number_at(x_of(bytes) + 2, bottom + 20, words, fmt::format("fill=\"{}\"", colour));
  };
  if (budget > 0) upright(budget, "#c00", fmt::format("budget {}", grouped(budget)));
  if (budget <= 0 || x_of(budget) - x_of(Net::ram_bytes) > 140)
    upright(Net::ram_bytes, "#333", fmt::format("RAM {}", grouped(Net::ram_bytes)));
  s += detail::text_at(16, bottom + 30,
                       "A box is a buffer: as wide as its bytes, as high as the layers it lives "
                       "through; its number is the layer that writes it.",
                       grey);
  s += detail::text_at(16, bottom + 46,
                       "Grey and dashed: scratch memory of one layer. The tinted layer needs the "
                       "most.",
                       grey);
  return s + "</svg>\n";
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
