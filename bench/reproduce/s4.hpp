// S4: a post on asymmetric quantisation for speech.
#pragma once

#include "page.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace reproduce {

/// The speech network in one number format.
struct speech_format {
  const char* words;
  const char* name;  ///< of its figures
};
inline constexpr speech_format speech_formats[] = {
    {"float", "f32"}, {"16 bits", "int16"}, {"12 bits", "q12"}, {"8 bits", "q8"}};

/// Seconds that each format hears right, one test set after the other.
inline std::string speech_answers(const figures& f) {
  std::string text;
  for (const speech_format& s : speech_formats) {
    const auto right = [&](const char* set) {
      return f("host-gcc", std::string("words_dnn/") + s.name + "/right_" + set);
    };
    const double clean = right("clean"), soft = right("10dB"), loud = right("0dB");
    if (std::isnan(clean + soft + loud)) return uncounted;
    text += std::string(text.empty() ? "" : "; ") + s.words + " " + in_words(clean) + ", " +
            in_words(soft) + " and " + in_words(loud);
  }
  return "right of 380 clean seconds, of 200 in noise 10 dB below and of 200 as loud: " + text +
         "; 16 bits are affine values with weights of 8, as sums of q15 leave 32 bits";
}

/// What a decision costs in each format.
inline std::string speech_costs(const figures& f) {
  const auto of = [&](const speech_format& s, const char* figure) {
    return f("cortex-m3", std::string("words_dnn/") + s.name + "/" + figure);
  };
  std::string text;
  for (const speech_format& s : speech_formats) {
    const double instructions = of(s, "instructions"), cycles = of(s, "modelled_cycles"),
                 bytes = of(s, "constant_bytes");
    if (std::isnan(instructions + cycles + bytes)) return uncounted;
    text += std::string(text.empty() ? "" : "; ") + s.words + " " + in_words(instructions) +
            " instructions, " + in_words(cycles) + " modelled cycles, " + in_words(bytes) +
            " bytes of constants";
  }
  const speech_format &real = speech_formats[0], &twelve = speech_formats[2];
  return "a decision on Cortex-M3, float by software: " + text + "; 12 bits take " +
         in_words(of(twelve, "instructions") / of(real, "instructions"), 2) +
         " times the instructions of float and, eight weights in three words, " +
         in_words(of(twelve, "constant_bytes") / of(real, "constant_bytes"), 3) +
         " times the bytes";
}

/// DS-CNN-S of a second, and of the two hops that are new.
inline std::string streamed(const figures& f) {
  std::string text;
  for (const auto& [preset, core] : {std::pair{"cortex-m0", "M0"}, std::pair{"cortex-m4", "M4"}}) {
    const auto of = [&, on = preset](const char* model, const char* figure) {
      return f(on, std::string("words_ds_cnn_") + model + "/" + figure);
    };
    const double padded = of("padded", "instructions"), whole = of("whole", "instructions"),
                 stream = of("stream", "instructions");
    if (std::isnan(padded + whole + stream)) return uncounted;
    text += std::string(text.empty() ? "" : "; ") + "on Cortex-" + core + " " + in_words(padded) +
            " instructions a second as trained, " + in_words(whole) +
            " with windows inside the second, " + in_words(stream) +
            " for the two hops that are new, in " + in_words(of("padded", "ram_bytes")) + ", " +
            in_words(of("whole", "ram_bytes")) + " and " + in_words(of("stream", "ram_bytes")) +
            " bytes of RAM";
  }
  return text +
         "; hop by hop gives the scores of whole seconds, bit for bit, and hears 348 of 380 clean "
         "seconds right by weights that were trained with padding, which hear 374 (`ctest --preset "
         "host-gcc -R examples.words_stream`)";
}

inline source s4(const figures& f) {
  source s{
      "S4",
      "asymmetric quantisation for speech",
      R"(Its networks and its recordings are not published. Ours: words that a synthesiser spoke, in
ML-KWS's DNN-S, trained here (`examples/words`).
)",
      {}};
  const std::string run = "`./dev reproduce S4`";
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
       speech_answers(f), run},
      {"time and size of 12 bits against float", "a chart", speech_costs(f), run},
      {"ML-KWS's DS-CNN-S as sound arrives, in 8 bits", "no such figure", streamed(f), run},
  };
  return s;
}

}  // namespace reproduce
