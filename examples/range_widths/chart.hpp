// Charts as SVG: lines on a logarithmic or a linear scale, and curves.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace range_widths {

/// A line: the numbers at bits first, first + 1, ...
struct series {
  std::string name;
  std::vector<double> values;
};

namespace detail {
inline std::string point(double x, double y) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1f,%.1f ", x, y);
  return text;
}
inline std::string label(double x, double y, const char* anchor, const std::string& words) {
  char place[96];
  std::snprintf(place, sizeof place, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
                anchor);
  return place + words + "</text>\n";
}
inline std::string rule(double x1, double y1, double x2, double y2) {
  return "<polyline points=\"" + point(x1, y1) + point(x2, y2) + "\" stroke=\"#ddd\"/>\n";
}

inline constexpr double left = 80, right = 560, top = 56, bottom = 440;
inline constexpr const char* colours[]{"#1b4f72", "#2e86c1", "#17a589", "#7d9b18",
                                       "#d4a017", "#ca6f1e", "#a93226"};

/// The beginning of a picture, whose title stands above; text is black up to the next "</g>".
inline std::string head(const std::string& title) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 500\" width=\"720\" "
         "height=\"500\" font-family=\"sans-serif\" font-size=\"12\" fill=\"none\">\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<g fill=\"black\">\n"
         "<text x=\"80\" y=\"28\" font-size=\"15\">" +
         title + "</text>\n";
}
/// Line k through these points, and its name at height y beside the picture.
inline std::string curve(std::size_t k, const std::string& points, double y,
                         const std::string& name) {
  const std::string colour = colours[k % 7];
  const std::string stroke = "<polyline stroke-width=\"2\" stroke=\"" + colour + "\" points=\"";
  return stroke + points + "\"/>\n" + stroke + point(right + 16, y) + point(right + 40, y) +
         "\"/>\n<g fill=\"black\">" + label(right + 48, y + 4, "start", name) + "</g>\n";
}
/// Writes a picture; false, with a message, where that fails.
inline bool write(const char* path, const std::string& svg) {
  std::FILE* const file = std::fopen(path, "wb");
  const bool written = file != nullptr && std::fputs(svg.c_str(), file) >= 0;
  if ((file != nullptr && std::fclose(file) != 0) || !written) {
    std::fprintf(stderr, "%s: cannot be written\n", path);
    return false;
  }
  return true;
}
}  // namespace detail

/// What the points of every line stand for.
struct points {
  std::string title;               ///< of the picture
  std::string what;                ///< below the names
  std::vector<std::string> names;  ///< of the points
  std::vector<double> at;          ///< where they lie: from 0, left, to 1, right
};
/// Points the same way apart.
inline points evenly(const std::string& title, const std::string& what,
                     const std::vector<std::string>& names) {
  points p{title, what, names, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    p.at.push_back(static_cast<double>(i) / static_cast<double>(names.size() - 1));
  }
  return p;
}

/// A height and its name.
struct rung {
  double at;
  std::string name;
};

namespace detail {
/// `lines` as SVG; place(v) is the height of v, from 0, below, to 1, above.
template <class Place>
std::string picture(const points& p, const std::vector<series>& lines,
                    const std::vector<rung>& rungs, const Place& place) {
  const auto x_of = [&](std::size_t i) { return left + (right - left) * p.at[i]; };
  const auto y_of = [&](double v) { return bottom - (bottom - top) * place(v); };
  std::string svg = head(p.title) + label((left + right) / 2, 484, "middle", p.what);
  for (std::size_t i = 0; i < p.at.size(); ++i) {
    svg += label(x_of(i), bottom + 20, "middle", p.names[i]);
    svg += rule(x_of(i), top, x_of(i), bottom);
  }
  for (const rung& r : rungs) {
    svg +=
        rule(left, y_of(r.at), right, y_of(r.at)) + label(left - 8, y_of(r.at) + 4, "end", r.name);
  }
  svg += "</g>\n";
  for (std::size_t k = 0; k < lines.size(); ++k) {
    std::string at;
    for (std::size_t i = 0; i < p.at.size(); ++i) at += point(x_of(i), y_of(lines[k].values[i]));
    svg += curve(k, at, top + 20 * static_cast<double>(lines.size() - k), lines[k].name);
  }
  return svg + "</svg>\n";
}
/// The least and the largest of all values.
struct extremes {
  double low = 1e300, high = -1e300;
  explicit extremes(const std::vector<series>& lines) {
    for (const series& s : lines) {
      for (const double v : s.values) low = std::fmin(low, v), high = std::fmax(high, v);
    }
  }
};
}  // namespace detail

/// Lines of positive numbers as SVG, on a logarithmic scale.
inline std::string logarithmic(const points& p, const std::vector<series>& lines) {
  const detail::extremes of(lines);
  const double least = std::floor(std::log10(of.low)), most = std::ceil(std::log10(of.high));
  std::vector<rung> rungs;
  for (double e = least; e <= most; ++e) {
    rungs.push_back({std::pow(10, e), "10<tspan dy=\"-5\" font-size=\"9\">" +
                                          std::to_string(static_cast<int>(e)) + "</tspan>"});
  }
  return detail::picture(p, lines, rungs,
                         [=](double v) { return (std::log10(v) - least) / (most - least); });
}

/// Lines of numbers up to `most` as SVG, with a rung at every `step`.
inline std::string linear(const points& p, const std::vector<series>& lines, int most, int step) {
  const int least = step * static_cast<int>(std::floor(detail::extremes(lines).low / step));
  std::vector<rung> rungs;
  for (int v = least; v <= most; v += step) rungs.push_back({1.0 * v, std::to_string(v)});
  return detail::picture(p, lines, rungs, [=](double v) { return (v - least) / (most - least); });
}

/// Writes errors of codes of `first` bits and more to an SVG file; false, with a message, where
/// that fails.
inline bool draw(const char* path, int first, const std::vector<series>& lines) {
  std::vector<std::string> bits;
  for (std::size_t i = 0; i < lines[0].values.size(); ++i) {
    bits.push_back(std::to_string(first + static_cast<int>(i)));
  }
  const points p = evenly("Mean square error of a layer of 256 features and 512 neurons",
                          "bits of a code", bits);
  return detail::write(path, logarithmic(p, lines));
}

/// Draws lines of numbers from -1 to 1, one after the other from left to right.
inline bool draw_curves(const char* path, const std::string& title,
                        const std::vector<series>& lines) {
  using namespace detail;
  const auto y_of = [](double v) { return (top + bottom) / 2 - (bottom - top) / 2 * v; };
  std::string svg = head(title);
  for (const double v : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    char words[8];
    std::snprintf(words, sizeof words, "%.1f", v);
    svg += rule(left, y_of(v), right, y_of(v)) + label(left - 8, y_of(v) + 4, "end", words);
  }
  svg += "</g>\n";
  for (std::size_t k = 0; k < lines.size(); ++k) {
    std::string points;
    const std::size_t count = lines[k].values.size();
    for (std::size_t i = 0; i < count; ++i) {
      points +=
          point(left + (right - left) * static_cast<double>(i) / static_cast<double>(count - 1),
                y_of(lines[k].values[i]));
    }
    svg += curve(3 * k, points, top + 20 * static_cast<double>(k + 1), lines[k].name);
  }
  return write(path, svg + "</svg>\n");
}

}  // namespace range_widths
