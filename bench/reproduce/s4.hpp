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
  s.rows = {
      {"mean square error, 8 to 16 bits by weights of 1 to 7", "63 figures",
       "63 of 63 within 1e-6; drawn as SVG", "`ctest --preset host-gcc -R examples.range_widths`"},
      {"\"error almost 0 at 12 bits\"", "0.0205 for weights of 1, 1.003 for weights of 7",
       "the same: small beside a variance of 2.9e5",
       "`ctest --preset host-gcc -R examples.range_widths`"},
      {"a sine through 4 and 8 bits", "a chart", "not yet: no such program", none},
      {"random numbers through 4 and 8 bits", "a chart", "not yet: no such program", none},
      {"its int8 script", "12 codes of inputs and weights, results, errors",
       "not yet: no such program", none},
      {"speech in float, 16, 12 and 8 bits", "12 bits are as good as float, 8 bits are not",
       "not yet: the network of words has 8-bit weights alone", none},
      {"time and size of 12 bits against float", "a chart", "not yet: see above", none},
  };
  return s;
}

}  // namespace reproduce
