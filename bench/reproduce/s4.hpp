// S4: a post on asymmetric quantisation for speech.
#pragma once

#include "page.hpp"

namespace reproduce {

inline source s4(const figures&) {
  source s{
      "S4",
      "asymmetric quantisation for speech",
      R"(Its networks and its recordings are not published. Ours: words that a synthesiser spoke
(`examples/words`).
)",
      {}};
  const std::string none = "-";
  const std::string curves = "`ctest --preset host-gcc -R examples.range_curves`";
  s.rows = {
      {"mean square error, 8 to 16 bits by weights of 1 to 7", "63 figures",
       "63 of 63 within 1e-6; drawn as SVG", "`ctest --preset host-gcc -R examples.range_widths`"},
      {"\"error almost 0 at 12 bits\"", "0.0205 for weights of 1, 1.003 for weights of 7",
       "the same: small beside a variance of 2.9e5",
       "`ctest --preset host-gcc -R examples.range_widths`"},
      {"a sine through 4 and 8 bits", "a chart", "drawn as SVG; within half a step", curves},
      {"random numbers through 4 and 8 bits", "a chart", "drawn as SVG; within half a step",
       curves},
      {"its int8 script", "2 x 3 results of 4 inputs, seed 41",
       "6 of 6 within 5e-8, from its codes; its inputs in float are not published", curves},
      {"speech in float, 16, 12 and 8 bits", "12 bits are as good as float, 8 bits are not",
       "not yet: examples/words keeps 8-bit weights alone, of float none to make 12 bits of", none},
      {"time and size of 12 bits against float", "a chart",
       "not yet: no such network in float, see above", none},
  };
  return s;
}

}  // namespace reproduce
