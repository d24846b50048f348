// S1: a detector of ships on an FPGA, in dynamic fixed point.
#pragma once

#include "drawings.hpp"

namespace reproduce {

/// One figure of a chart over all widths: "67.90, 84.55, ... and 98.72 %".
inline std::string over_widths(const figures& f, const s1_chart& chart, const std::string& what) {
  std::string text;
  for (const int bits : s1_widths) {
    const double value = s1_figure(f, chart, bits, what);
    if (std::isnan(value)) return uncounted;
    text += (text.empty() ? "" : bits == 32 ? " and " : ", ") + in_words(value, 2);
  }
  return text + " %";
}
/// Of one chart: AP or mAP, precision, recall and the drawing.
inline std::string detector_figures(const figures& f, const s1_chart& chart) {
  const std::string precise = over_widths(f, chart, "average_precision");
  if (precise == uncounted) return uncounted;
  const bool of_faces = std::string(chart.program) == "detector_widths";
  return (of_faces ? "AP " : "mAP ") + precise + "; precision " +
         over_widths(f, chart, "precision") + "; recall " + over_widths(f, chart, "recall") +
         (of_faces ? "; one class, so that AP is mAP; " : "; ") + drawn_in(chart.file);
}
/// AP of each kind of ship over all widths, and the drawing.
inline std::string class_figures(const figures& f, const s1_chart& chart) {
  std::string text;
  for (const char* name : detector::ships::classes) {
    const std::string precise = over_widths(f, chart, s1_class_figure(name));
    if (precise == uncounted) return uncounted;
    text += name + (" " + precise) + "; ";
  }
  return text + drawn_in(chart.file);
}
/// mAP in float, 8 and 7 bits.
inline std::string detector_bars(const figures& f, const s1_chart& chart) {
  const auto of = [&](int bits) { return s1_figure(f, chart, bits, "average_precision"); };
  if (std::isnan(of(32) + of(8) + of(7))) return uncounted;
  return in_words(of(32), 2) + " % in float, " + in_words(of(8), 2) + " % in 8 bits, " +
         in_words(of(7), 2) + " % in 7";
}

inline source s1(const figures& f) {
  source s{
      "S1",
      "a detector in dynamic fixed point on an FPGA",
      R"(The cells of its tables 1 to 4 are pictures that nobody could read, its layer list is not
published, its ships are not to be had. Ours: a detector of that shape (`examples/detector`),
trained on faces that are pasted on textures, and once more on ships of six kinds that a script
draws on water. Faces: 128 pictures with 247 faces; ships: 192 pictures with 394 ships. People,
textures and paint of the test were never seen. Drawn ships say nothing about photographs.
)",
      {}};
  const std::string none = "-";
  const std::string run = "`./dev reproduce S1`";
  const std::string over = "above 7 bits accuracy barely changes, below it does";
  s.rows = {
      {"Tables 1 to 4", "lost text: pictures of tables",
       "left out: there is nothing to compare with", none},
      {"Figures 5 and 6, over weights of 4 to 16 and of 32 bits", over,
       detector_figures(f, s1_charts[0]), run},
      {"Figures 5 and 6, over weights and values of 4 to 16 and of 32 bits", over,
       detector_figures(f, s1_charts[1]), run},
      {"the same of six kinds of ships, over weights", over, detector_figures(f, s1_charts[2]),
       run},
      {"the same of six kinds of ships, over weights and values", over,
       detector_figures(f, s1_charts[3]), run},
      {"AP of each kind of ship, over weights", "lost text", class_figures(f, s1_class_charts[0]),
       run},
      {"AP of each kind of ship, over weights and values", "lost text",
       class_figures(f, s1_class_charts[1]), run},
      {"weights file", "1545 KB in float, 344 KB in 7 bits: 22 %",
       "faces: 1 559 232 bytes in float, 346 496 in 7 bits, nine in a word of 64: 22.22 %; ships: "
       "1 556 928 and 345 984 bytes, 22.22 %; the file read again is the network",
       "`ctest --preset host-gcc -R examples.detector_writer`"},
      {"dynamic fixed point of 4 to 16 bits a layer", "equations 7 to 10",
       "runs: fraction bits of input, weights and output a layer, half away from zero",
       "`ctest --preset host-gcc -R run.dynamic_fixed_point`"},
      {"digits in 12, 7 and 5 bits a layer", "no such figure",
       "right answers beside those of float: the table that the command prints",
       "`./dev compare digits --format q12 --format q7 --format q5`"},
      {"fl_in by KL divergence", "the smallest divergence over thresholds",
       "bins 476, 383 and others on three histograms, as an own computation has them",
       "`ctest --preset host-gcc -R tools.calibration`"},
      {"speed-up", "18.69 times", "left out: no FPGA here", none},
      {"LUT, BRAM, DSP", "54.7 %, 65.3 %, 94.5 %", "left out: no FPGA here", none},
      {"mAP of faces in float, 8 and 7 bits", "lost text", detector_bars(f, s1_charts[1]), run},
      {"mAP of ships in float, 8 and 7 bits", "lost text", detector_bars(f, s1_charts[3]), run},
  };
  return s;
}

}  // namespace reproduce
