// S1: a detector of ships on an FPGA, in dynamic fixed point.
#pragma once

#include "page.hpp"

namespace reproduce {

inline source s1(const figures&) {
  source s{
      "S1",
      "a detector in dynamic fixed point on an FPGA",
      R"(The cells of its tables 1 to 4 are pictures that nobody could read, its layer list is not
published, its ships are not to be had. Ours: a detector of that shape, trained on faces that are
pasted on textures (`examples/detector`), on 128 pictures with 247 faces that it never saw.
)",
      {}};
  const std::string none = "-";
  const std::string widths = "`ctest --preset host-gcc -R examples.detector_widths`";
  s.rows = {
      {"Tables 1 to 4", "lost text: pictures of tables",
       "left out: there is nothing to compare with", none},
      {"Figures 5 and 6, AP over widths of 4 to 16 and 32 bits",
       "above 7 bits accuracy barely changes, below it does",
       "weights and values in 4, 5, 6, 7, 8 and 16 bits: AP 67.90, 84.55, 96.85, 99.16, 98.99 and "
       "98.72 %, in float 98.72 %; all widths, weights alone, precision and recall in "
       "detection.md; "
       "one class, no chart",
       "`detector_widths`, as in detection.md"},
      {"weights file", "1545 KB in float, 344 KB in 7 bits: 22 %",
       "1 559 232 bytes in float, 346 496 in 7 bits, nine in a word of 64: 22.22 %; the file read "
       "again is the network",
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
      {"mAP in float, 8 and 7 bits", "lost text",
       "98.72 % in float, 98.99 % in 8 bits, 99.16 % in 7: AP of the one class", widths},
  };
  return s;
}

}  // namespace reproduce
