// The figures of the documents that are charts, drawn from ours as SVG.
#pragma once

#include <examples/detector/head.hpp>
#include <examples/range_widths/chart.hpp>

#include "page.hpp"

namespace reproduce {

/// A picture beside docs/reproduced.md.
struct drawing {
  std::string file;
  std::string svg;
};

/// A link to a picture.
inline std::string drawn_in(const std::string& file) {
  return "drawn: [" + file + "](" + file + ")";
}

/// S0's figure 10 and the output channels that it goes over; 0 is gathering alone.
constexpr const char* s0_figure_10 = "figures/s0-figure-10.svg";
constexpr int s0_filters[]{0, 4, 8, 16, 32};

/// S1's figures 5 and 6: weights alone, weights and values, of faces and of ships.
struct s1_chart {
  const char* file;
  const char* title;
  const char* program;  ///< its figures are <program>/<figures>/<bits>/...
  const char* figures;
};
constexpr s1_chart s1_charts[]{
    {"figures/s1-weights.svg", "Faces that are found, weights alone in so many bits",
     "detector_widths", "weights"},
    {"figures/s1-weights-and-values.svg",
     "Faces that are found, weights and values in so many bits", "detector_widths", "both"},
    {"figures/s1-ships-weights.svg", "Ships that are found, weights alone in so many bits",
     "detector_ships", "weights"},
    {"figures/s1-ships-weights-and-values.svg",
     "Ships that are found, weights and values in so many bits", "detector_ships", "both"}};
/// AP of each kind of ship.
constexpr s1_chart s1_class_charts[]{
    {"figures/s1-classes-weights.svg", "AP of each kind of ship, weights alone in so many bits",
     "detector_ships", "weights"},
    {"figures/s1-classes-weights-and-values.svg",
     "AP of each kind of ship, weights and values in so many bits", "detector_ships", "both"}};

/// Bits of its weights and values; those of 32 are float.
constexpr int s1_widths[]{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 32};
/// What the chart's program measured, in percent.
inline double s1_figure(const figures& f, const s1_chart& chart, int bits,
                        const std::string& what) {
  const std::string place =
      bits == 32 ? "float" : std::string(chart.figures) + "/" + std::to_string(bits);
  return f("host-gcc", std::string(chart.program) + "/" + place + "/" + what);
}
/// AP of a class.
inline std::string s1_class_figure(const char* name) {
  return "average_precision/" + std::string(name);
}

/// All pictures whose figures are known.
inline std::vector<drawing> drawings(const figures& f) {
  using range_widths::series;
  std::vector<drawing> all;
  const auto add = [&](const char* file, const std::vector<series>& lines, const auto& draw) {
    for (const series& line : lines) {
      for (const double v : line.values) {
        if (std::isnan(v)) return;
      }
    }
    all.push_back({file, draw(lines)});
  };

  range_widths::points channels{
      "Instructions of S0's conv2 on Cortex-M4", "output channels", {}, {}};
  std::vector<series> layouts{{"hwc", {}}, {"chw", {}}};
  for (const int filters : s0_filters) {
    channels.names.push_back(std::to_string(filters));
    channels.at.push_back(filters / 32.0);
    for (series& line : layouts) {
      line.values.push_back(f("cortex-m4", "cifar10_layers/" + line.name + "/" +
                                               std::to_string(filters) + "/instructions"));
    }
  }
  add(s0_figure_10, layouts, [&](const auto& l) { return range_widths::logarithmic(channels, l); });

  std::vector<std::string> widths;
  for (const int bits : s1_widths) widths.push_back(std::to_string(bits));
  const auto add_widths = [&](const s1_chart& chart, std::vector<series> lines,
                              const std::vector<std::string>& what) {
    for (std::size_t k = 0; k < lines.size(); ++k) {
      for (const int bits : s1_widths) {
        lines[k].values.push_back(s1_figure(f, chart, bits, what[k]));
      }
    }
    const auto points = range_widths::evenly(chart.title, "bits; 32 are float", widths);
    add(chart.file, lines, [&](const auto& l) { return range_widths::linear(points, l, 100, 10); });
  };
  for (const s1_chart& chart : s1_charts) {
    const bool of_faces = std::string(chart.program) == "detector_widths";
    add_widths(chart,
               {{of_faces ? "AP, mAP, %" : "mAP, %", {}}, {"precision, %", {}}, {"recall, %", {}}},
               {"average_precision", "precision", "recall"});
  }
  for (const s1_chart& chart : s1_class_charts) {
    std::vector<series> lines{{"mAP, %", {}}};
    std::vector<std::string> what{"average_precision"};
    for (const char* name : detector::ships::classes) {
      lines.push_back({name, {}});
      what.push_back(s1_class_figure(name));
    }
    add_widths(chart, lines, what);
  }
  return all;
}

}  // namespace reproduce
