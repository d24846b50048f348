// S2: MinUn, number formats and memory for microcontrollers.
#pragma once

#include "page.hpp"

namespace reproduce {

/// What SqueezeNet of a version gives with random weights.
inline std::string squeezenet_answers(const figures& f, const std::string& version) {
  const auto of = [&](const std::string& what) {
    return f("host-gcc", "squeezenet_" + version + "/" + what);
  };
  const double varying = of("varying_outputs"), equal = of("equal_by_rows");
  if (std::isnan(varying + equal)) return uncounted;
  return in_words(varying, 0) + " of 1 000 outputs vary over 8 drawn pictures, " +
         in_words(equal, 0) + " of 8 000 equal by rows";
}

/// What its run takes on both cores of the document's chip, and on the core of its other board, by
/// the model.
inline std::string squeezenet_latency(const figures& f, const std::string& version) {
  const std::string name = "squeezenet_" + version + "/", cycles = name + "modelled_cycles";
  const double instructions = f("cortex-m4", name + "instructions");
  bool equal = true;
  for (const char* preset : {"cortex-m3", "cortex-m4", "cortex-m7"})
    equal = f(preset, name + "digest") == f("host-gcc", name + "digest") && equal;
  return measured(instructions / 1e6, "M instructions", 1) + ", on Cortex-M4 " +
         modelled_ms(f("cortex-m4", cycles), 240) + ", on Cortex-M7 " +
         modelled_ms(f("cortex-m7", cycles + "_least"), f("cortex-m7", cycles + "_most"), 240) +
         ", on Cortex-M3 " + modelled_ms(f("cortex-m3", cycles), 84) + ", outputs " +
         (equal ? "" : "not ") + "those of this machine";
}

/// How many digits a posit reads.
inline std::string digits_in_posits(const figures& f) {
  const auto of = [&](const std::string& what) { return f("host-gcc", "digits/" + what); };
  const double posit = of("posit<16,1>/right"), real = of("f32/right"), all = of("pictures");
  if (std::isnan(posit + real + all)) return uncounted;
  return "on trained digits instead, right answers of " + in_words(all) +
         " pictures of test: " + in_words(posit) + " in posit<16,1>, " + in_words(real) +
         " in float, " + in_words(100 * (posit - real) / all, 2) + " points apart";
}

/// How well Face-M4 finds faces.
inline std::string face_m4_accuracy(const figures& f) {
  const auto of = [&](const char* format) {
    return f("host-gcc", std::string("face_m4/") + format + "/average_precision");
  };
  const double real = of("f32"), codes = of("int8"), faces = f("host-gcc", "face_m4/faces");
  if (std::isnan(real + codes + faces)) return uncounted;
  return "mAP of " + in_words(faces, 0) +
         " faces pasted on textures, which training never saw: " + in_words(real, 1) +
         " % in float, " + in_words(codes, 1) + " % in int8";
}
inline constexpr const char* formats_of_face_m4[]{
    "f32", "bf16", "q16", "q12", "q8", "int16", "int8", "posit<16,1>", "posit<8,2>", "posit<8,0>"};
/// The same in each of its formats, and why those that lose do.
inline std::string face_m4_formats(const figures& f) {
  std::string text;
  for (const char* format : formats_of_face_m4) {
    const double precision = f("host-gcc", std::string("face_m4/") + format + "/average_precision");
    if (std::isnan(precision)) return uncounted;
    text += (text.empty() ? "" : ", ") + std::string(format) + " " + in_words(precision, 2);
  }
  return "mAP in percent on all 96 pictures of test: " + text +
         "; posits of 8 bits lose for lack of digits: without a scale for each layer values of up "
         "to 32 get two behind the leading one in <8,2>, and in <8,0> one; q8 loses for ranges "
         "that "
         "are powers of two and for one scale for all channels";
}
/// What its run takes by the model, on MinUn's Cortex-M4 and on both cores of the other boards.
inline std::string face_m4_latency(const figures& f) {
  const std::string int8 = "face_m4/int8/", modelled = int8 + "modelled_cycles";
  const double cycles = f("cortex-m4", modelled);
  const double instructions = f("cortex-m4", int8 + "instructions");
  bool equal = true;
  for (const char* preset : {"cortex-m3", "cortex-m4", "cortex-m7", "host-gcc"}) {
    equal = f(preset, int8 + "digest") == f("host-gcc", "face_m4/layers/digest") && equal;
  }
  if (std::isnan(cycles + instructions)) return uncounted;
  return "on Cortex-M4: " + in_words(instructions / 1e6, 1) + " M instructions, " +
         in_words(cycles / 1e6, 1) + " M modelled cycles, modelled " + in_words(cycles / 168e6, 2) +
         " s at 168 MHz for " + in_words(f("cortex-m4", int8 + "macs") / 1e6, 1) +
         " M products; on Cortex-M3 " + modelled_ms(f("cortex-m3", modelled), 84) +
         "; on Cortex-M7 " +
         modelled_ms(f("cortex-m7", modelled + "_least"), f("cortex-m7", modelled + "_most"), 240) +
         "; outputs " + (equal ? "" : "not ") + "those of this machine and of a run without rows";
}
/// What it takes in each format.
inline std::string face_m4_costs(const figures& f) {
  std::string text, floats;
  bool equal = true;
  for (const char* format : formats_of_face_m4) {
    const auto of = [&](const char* preset, const char* what) {
      return f(preset, std::string("face_m4/") + format + "/" + what);
    };
    const double instructions = of("cortex-m4", "instructions");
    const double cycles = of("cortex-m4", "modelled_cycles");
    if (std::isnan(instructions + cycles)) return uncounted;
    text += std::string(format) + " " + in_words(instructions / 1e6, 1) + ", " +
            in_words(cycles / 168e6, 2) + ", " + in_words(of("cortex-m4", "constant_bytes")) +
            ", " + in_words(of("cortex-m4", "ram_bytes")) + "; ";
    const double digest = of("cortex-m4", "digest");
    if (std::isnan(digest)) floats += (floats.empty() ? "" : " and ") + std::string(format);
    else equal = digest == of("host-gcc", "digest") && equal;
  }
  return "on Cortex-M4, int8 by rows, others layer by layer, M instructions, modelled s at 168 "
         "MHz, "
         "bytes of constants and of RAM: " +
         text + "outputs of all but " + floats + " " + (equal ? "" : "not ") +
         "those of this machine; other targets in detection.md";
}

/// What Bonsai on digits takes; a test holds its formats to float's answers.
inline std::string bonsai_costs(const figures& f) {
  std::string text;
  for (const char* format : {"f32", "q16", "int8"}) {
    const auto of = [&](const char* what) {
      return f("cortex-m4", std::string("bonsai_digits/") + format + "/" + what);
    };
    const double constants = of("constant_bytes"), instructions = of("instructions");
    if (std::isnan(constants + instructions)) return uncounted;
    text += std::string("; ") + format + " " + in_words(constants) + " bytes of constants, " +
            in_words(instructions) + " instructions on Cortex-M4";
  }
  return "on digits, trained here, 355 of 360 right in float" + text;
}

inline source s2(const figures& f) {
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
      {"MinUn-Posit against float", "within 0.2 % of float32", digits_in_posits(f),
       "`./dev reproduce S2`"},
      {"bit widths by search (HAUNTER)", "2 + O(log N) configurations",
       "HAUNTER and a search of ours beside one another, on trained digits: table in search.md",
       "`./dev search digits`, its options in search.md"},
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
       "RAM and stack of FastGRNN (usps10) 160 + 232, of ProtoNN (gestures) 272 + 348, of Bonsai "
       "(digits) 96 + 388 bytes on Cortex-M0, each within a budget of 1 KiB and 1 KiB; on an "
       "emulated ATmega328P a network of integers runs: using-without-cmake.md",
       "`cmake --build --preset cortex-m0 --target firmware_fastgrnn_usps firmware_protonn_gesture "
       "firmware_bonsai_digits`"},
      {"Bonsai of depth 3", "usps10 94.37 %, 31.7 KB", bonsai_costs(f), "`./dev reproduce S2`"},
      {"RNNPool in RAM", "about 600 KB to 180 KB",
       "Face-M4 in int8, input counted: 101 120 bytes by rows, 81 600 where the picture arrives "
       "row by row; 307 200 with each value whole",
       "`g++ -std=c++20 -Iinclude -fsyntax-only tests/static/face_m4.cpp`"},
      {"RNNPool in fixed point, mean average precision", "+23.3 against Shiftry",
       "left out: WIDER and SCUT-HEAD are not to be had", none},
      {"SqueezeNet 1.0 in RAM", "1.44 MB by first fit, 1.16 MB at best",
       "192 864 bytes by rows, input counted (1.1: 178 688); 1 145 760 with layers over their "
       "inputs (1.1: 792 064); 1 492 992 with each value apart; its plan alone, without weights",
       "`g++ -std=c++20 -Iinclude -fsyntax-only tests/static/squeezenet.cpp`"},
      {"SqueezeNet's run", "on ImageNet",
       "random weights in int8, 1.0: " + squeezenet_answers(f, "1_0") +
           "; 1.1: " + squeezenet_answers(f, "1_1"),
       "`./dev reproduce S2`"},
      {"SqueezeNet's latency", "lost with the tables; STM32H747, 240 MHz",
       "by rows, with memory that never waits, 1.0: " + squeezenet_latency(f, "1_0") +
           "; 1.1: " + squeezenet_latency(f, "1_1") +
           "; the board of Cortex-M3, Due, has 96 KB of RAM, not enough for either",
       "`./dev reproduce S2`"},
      {"SqueezeNet's accuracy", "+6.5 % against Shiftry",
       "left out: ImageNet is not to be had; random weights in ten formats are set beside f32",
       "`./dev compare squeezenet`"},
      {"Face-M4 (MinUn's Face-C)", "0.58 MAP on SCUT-HEAD", face_m4_accuracy(f),
       "`./dev reproduce S2`"},
      {"Face-M4 in other formats", "no such figure", face_m4_formats(f), "`./dev reproduce S2`"},
      {"Face-M4's latency", "70 M products with half of the weights zeros, 10.45 s at 168 MHz",
       face_m4_latency(f), "`./dev reproduce S2`"},
      {"Face-M4's latency in other formats", "no such figure", face_m4_costs(f),
       "`./dev reproduce S2`, of one format alone `./dev bench cortex-m4/face_m4_q8`"},
      {"Face-A and Face-B", "lost with the tables",
       "left out: MinUn's layers are not known, and WIDER and SCUT-HEAD are not to be had", none},
      {"drawings of the compiler", "drawings", "left out: drawings without figures", none},
  };
  return s;
}

}  // namespace reproduce
