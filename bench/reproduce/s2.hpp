// S2: MinUn, number formats and memory for microcontrollers.
#pragma once

#include "page.hpp"

namespace reproduce {

inline source s2(const figures&) {
  source s{
      "S2",
      "MinUn, with SeeDot, Shiftry, EdgeML's models and posits",
      R"(The text of its tables 1 to 13 is lost; what stands here is from its running text, from
the papers of EdgeML and from EdgeML's own data.
)",
      {}};
  const std::string none = "-";
  const std::string systems = "`ctest --preset host-gcc -R systems.";
  s.rows = {
      {"Tables 1 to 13", "lost text", "left out: there is nothing to compare with", none},
      {"posit<8,0>, <8,1>, <8,2>: all sums, products, quotients", "digests of all 65 536 pairs",
       "equal", "`ctest --preset host-gcc -R golden.posit`"},
      {"posit<16,1>, <16,2>: 65 536 pairs", "digests", "equal",
       "`ctest --preset host-gcc -R golden.posit`"},
      {"MinUn-Posit against float", "within 0.2 % of float32",
       "on trained digits instead: right answers of posit<16,1> beside float, as printed",
       "`./dev compare digits --format posit<16,1>`"},
      {"bit widths by search (HAUNTER)", "2 + O(log N) configurations",
       "not yet: the search for bit widths is another piece of work", none},
      {"Figure 3, fragmentation", "384 bytes of RAM, 256 of them live", "256 bytes",
       "`g++ -std=c++20 -Iinclude -fsyntax-only tests/static/plan.cpp`"},
      {"Figure 4 and appendix B, placements", "2 and 3 bytes", "2 and 3 bytes",
       "`g++ -std=c++20 -Iinclude -fsyntax-only tests/static/plan.cpp`"},
      {"memory of least bytes", "found at the height of the stack alone",
       "found above it too: eight buffers whose bound is 9 need 10",
       "`g++ -std=c++20 -Iinclude -fsyntax-only tests/static/plan.cpp`"},
      {"FastGRNN, usps10", "EdgeML's states and scores",
       "within 1e-5, as a sequence and a row a call", systems + "fastgrnn_usps`"},
      {"ProtoNN, gestures", "EdgeML's scores and labels", "within 1e-6, 151 of 151 labels",
       systems + "protonn_gesture`"},
      {"RNNPool of visual wake words", "EdgeML's outputs", "within 1e-5", systems + "rnnpool_vww`"},
      {"FastGRNN of a face detector in q15", "Shiftry's outputs", "equal bit for bit",
       systems + "q15_fastgrnn_wider`"},
      {"GRU of CMSIS's example", "16 steps of its C functions", "equal bit for bit",
       systems + "gru_cmsis`"},
      {"FastGRNN's accuracies and sizes", "Google-12 92.10 %, 5.5 KB; HAR-2 95.59 %, 3 KB; ...",
       "left out: neither those weights nor those data are to be had", none},
      {"SeeDot's accuracies", "Bonsai and ProtoNN, 17 data sets, 8 to 32 bits",
       "left out: neither those weights nor those data are to be had", none},
      {"networks within 2 KB of RAM", "Arduino Uno: 2 KB",
       "not yet: no budget of 2 KiB stands on such a network", none},
      {"Bonsai of depth 3", "usps10 94.37 %, 31.7 KB",
       "not yet: no operator `bonsai` in this list of commands", none},
      {"RNNPool in RAM", "about 600 KB to 180 KB", "not yet: no face detector here", none},
      {"RNNPool in fixed point, mean average precision", "+23.3 against Shiftry",
       "left out: WIDER and SCUT-HEAD are not to be had", none},
      {"SqueezeNet 1.0 in RAM", "1.44 MB by first fit, 1.16 MB at best",
       "not yet: no SqueezeNet here", none},
      {"SqueezeNet's accuracy", "+6.5 % against Shiftry", "left out: ImageNet is not to be had",
       none},
      {"Face-A, B, C and Face-M4", "0.58 MAP, 188 KB, 70 M products, 10.45 s at 168 MHz",
       "not yet: no face detector here", none},
      {"drawings of the compiler", "drawings", "left out: drawings without figures", none},
  };
  return s;
}

}  // namespace reproduce
