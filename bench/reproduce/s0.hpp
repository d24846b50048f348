// S0: CMSIS-NN, arXiv:1801.06601.
#pragma once

#include "drawings.hpp"

namespace reproduce {

namespace detail {

/// The clock of the board of S0.
constexpr double s0_megahertz = 216;

/// Instructions on Cortex-M7 of layers of the network, and what the model leaves.
inline std::string on_m7(const figures& f, const std::vector<std::string>& layers,
                         const std::string& model = "cifar10_paper") {
  double instructions = 0, cycles = 0;
  for (const std::string& layer : layers) {
    instructions += f("cortex-m7", model + "/" + layer + "/instructions");
    cycles += f("cortex-m4", model + "/" + layer + "/modelled_cycles");
  }
  if (std::isnan(instructions + cycles)) return uncounted;
  return measured(instructions, "instructions") + ", " +
         modelled_ms(cycles / 2, cycles, s0_megahertz);
}

/// Plain loops over etch on Cortex-M7: instructions, and modelled cycles of Cortex-M4.
inline std::string plain_over_etch(const figures& f, const std::string& kind) {
  const auto of = [&](const char* preset, const char* who, const char* figure) {
    return f(preset, std::string("cifar10_") + who + "/" + kind + "/" + figure);
  };
  const double plain = of("cortex-m7", "plain", "instructions"),
               etch = of("cortex-m7", "parts", "instructions"),
               plain_cycles = of("cortex-m4", "plain", "modelled_cycles"),
               etch_cycles = of("cortex-m4", "parts", "modelled_cycles");
  if (std::isnan(plain + etch + plain_cycles + etch_cycles)) return uncounted;
  return in_words(plain) + " / " + in_words(etch) + " instructions: " + ratio(plain, etch) +
         "; modelled " + in_words(plain_cycles / s0_megahertz / 1000, 2) + " / " +
         in_words(etch_cycles / s0_megahertz / 1000, 2) +
         " ms at most: " + ratio(plain_cycles, etch_cycles);
}

/// Figures of one preset beside each other: "a / b / c"; uncounted where one is missing.
inline std::string beside(const figures& f, const std::string& preset, const std::string& model,
                          const std::vector<std::string>& layers) {
  std::string all;
  for (const std::string& layer : layers) {
    const double value = f(preset, model + "/" + layer + "/instructions");
    if (std::isnan(value)) return uncounted;
    all += (all.empty() ? "" : " / ") + in_words(value);
  }
  return all;
}
/// The same of two models, each with its name.
inline std::string both(const std::string& what, const std::string& first, const std::string& a,
                        const std::string& second, const std::string& b) {
  if (a == uncounted || b == uncounted) return uncounted;
  return what + ": " + first + " " + a + "; " + second + " " + b + " instructions";
}
/// RAM and instructions of the network on a core.
inline std::string on_core(const figures& f, const std::string& preset, const std::string& name) {
  const double bytes = f(preset, "cifar10_paper_within/ram_bytes"),
               whole = f(preset, "cifar10_paper/ram_bytes"),
               instructions = f(preset, "cifar10_paper_within/instructions");
  if (std::isnan(bytes + whole + instructions)) return name + " " + uncounted;
  return name + " " + in_words(bytes) + " bytes (" + in_words(whole) + " apart), " +
         in_words(instructions) + " instructions";
}

}  // namespace detail

inline source s0(const figures& f) {
  using namespace detail;
  const std::string run = "`./dev reproduce S0`";
  const auto code = [&](const char* preset, const char* layer, double codes) {
    return f(preset, std::string("cifar10_parts/") + layer + "/instructions") / codes;
  };
  const double relu_codes = 32 * 32 * 32 + 16 * 16 * 32 + 8 * 8 * 64;
  const double m7 = f("cortex-m7", "cifar10_paper/instructions");
  source s{"S0",
           "CMSIS-NN, arXiv:1801.06601",
           R"(Theirs: NUCLEO-F746ZG, Cortex-M7 at 216 MHz. Ours: the network of the paper, 32/32/64
channels (`examples/cifar10_paper`), with **seeded** weights: the paper's are not
published. The example that CMSIS ships, 32/16/32 channels with trained weights, is
another network (`examples/cifar10_q7`). ReLU is part of the convolution before it, in the
rows of table 1 too.

The anchor of the model: CMSIS-NN's 1.74 cycles a product are measured there; its q7
functions execute 2.11 instructions a product ([peers.csv](peers.csv): 13 869 877 of
`cifar10_q7` on Cortex-M7, 6 558 720 products): 0.82 cycles an instruction on that
silicon. Our range on Cortex-M7 is 0.72 to 1.47 modelled cycles an instruction of the same
network ([results.md](results.md)).
)",
           {}};
  auto add = [&](const std::string& what, const std::string& theirs, const std::string& ours,
                 const std::string& command = "") {
    s.rows.push_back({what, theirs, ours, command.empty() ? run : command});
  };

  add("Table 1, conv1 5x5, 32x32x32", "4.9 M operations, 31.4 ms", on_m7(f, {"relu1"}));
  add("Table 1, pool1 3x3", "73.7 K operations, 1.6 ms", on_m7(f, {"pool1"}));
  add("Table 1, conv2 5x5, 16x16x32", "13.1 M operations, 42.8 ms", on_m7(f, {"relu2"}));
  add("Table 1, pool2 3x3", "18.4 K operations, 0.4 ms", on_m7(f, {"pool2"}));
  add("Table 1, conv3 5x5, 8x8x64", "6.6 M operations, 22.6 ms", on_m7(f, {"relu3"}));
  add("Table 1, pool3 3x3", "9.2 K operations, 0.2 ms", on_m7(f, {"pool3"}));
  add("Table 1, fully connected", "20 K operations, 0.1 ms", on_m7(f, {"ip1"}));
  add("Table 1, total", "24.7 M operations, 99.1 ms (96.8 ms are the rows of conv: 0.4 ms of ReLU)",
      std::isnan(m7)
          ? uncounted
          : measured(m7, "instructions") + ", " +
                modelled_ms(f("cortex-m7", "cifar10_paper/modelled_cycles_least"),
                            f("cortex-m7", "cifar10_paper/modelled_cycles_most"), s0_megahertz));
  add("Table 1, weights", "87 KB",
      measured(f("cortex-m7", "cifar10_paper/constant_bytes"), "bytes, biases and factors too"));
  add("Table 1, activations", "55 KB, the sum of all outputs; input and output of a layer 40 960",
      measured(f("cortex-m7", "cifar10_paper/ram_bytes"), "bytes of RAM, input and scratch too"));
  add("products, parameters", "12 298 240, 89 578",
      measured(f("cortex-m7", "cifar10_paper/macs"),
               "products; 89 578 parameters, counted by a static_assert"));
  add("Table 2, convolution", "443.4 / 96.4 ms: 4.6 times; energy 4.9 times",
      plain_over_etch(f, "conv"));
  add("Table 2, pooling", "11.83 / 2.2 ms: 5.4 times; energy 5.2 times",
      plain_over_etch(f, "pool"));
  add("Table 2, ReLU", "1.06 / 0.4 ms: 2.6 times; energy 2.6 times", plain_over_etch(f, "relu"));
  add("Table 2, total", "456.4 / 99.1 ms: 4.6 times; energy 4.9 times", plain_over_etch(f, "all"));
  add("images a second", "10.1",
      std::isnan(m7)
          ? uncounted
          : "modelled " +
                in_words(s0_megahertz * 1e6 / f("cortex-m7", "cifar10_paper/modelled_cycles_most"),
                         1) +
                " to " +
                in_words(s0_megahertz * 1e6 / f("cortex-m7", "cifar10_paper/modelled_cycles_least"),
                         1) +
                " at 216 MHz");
  add("cycles a product", "1.74 (249 M operations a second)",
      std::isnan(m7)
          ? uncounted
          : "modelled " +
                in_words(f("cortex-m7", "cifar10_paper/modelled_cycles_least") / 12298240, 2) +
                " to " +
                in_words(f("cortex-m7", "cifar10_paper/modelled_cycles_most") / 12298240, 2) +
                "; " + in_words(m7 / 12298240, 2) + " instructions");
  add("accuracy on CIFAR-10", "80.3 % float, 79.9 % q7",
      "left out: neither the weights nor CIFAR-10 are to be had", "-");
  add("agreement with float in ten formats", "79.9 % of 80.3 %",
      "all answers of ten pictures, by seeded weights: the table that the command prints",
      "`./dev compare cifar10_paper`");
  add("CMSIS's example, 32/16/32", "outputs of its C functions",
      "equal bit for bit: all layers of ten pictures", "`ctest --preset host-gcc -R cifar10_q7`");
  add("instructions of CMSIS's example on Cortex-M7", "13 869 877 (peers.csv)",
      measured(f("cortex-m7", "cifar10_q7/instructions"), "instructions"));
  add("im2col of two columns at a time", "RAM 133 KB with, 332 KB without",
      measured(f("cortex-m4", "cifar10_paper/ram_bytes"),
               "bytes of RAM on Cortex-M4, the columns of the kernel with them"));
  add("Figures 1 to 5, 7 to 9", "drawings of the kernels' loops and of layouts",
      "left out: drawings without figures", "-");
  add("Figure 6, order of interleaved weights", "a drawing, two cells of which are missing",
      "left out: our kernels order weights in their own way, and their results are CMSIS's", "-");
  std::vector<std::string> filters;
  for (const int count : s0_filters) filters.push_back(std::to_string(count));
  add("Figure 10, HWC against CHW, over output channels",
      "a chart; HWC gathers faster and wins throughout",
      both("conv2 with 0 (gathering alone), 4, 8, 16, 32 output channels on Cortex-M4", "hwc",
           beside(f, "cortex-m4", "cifar10_layers/hwc", filters),
           "chw, gathered by plain loops and run by the generic kernel,",
           beside(f, "cortex-m4", "cifar10_layers/chw", filters)) +
          "; " + drawn_in(s0_figure_10));
  add("Figure 11, pooling in place", "no second buffer",
      "layers over their inputs (M0, M3) or by rows (M4, M7): " + on_core(f, "cortex-m0", "M0") +
          "; " + on_core(f, "cortex-m3", "M3") + "; " + on_core(f, "cortex-m4", "M4") + "; " +
          on_core(f, "cortex-m7", "M7"));
  add("Figure 12, ReLU of four codes a word", "a drawing; x AND mask (its NOT is missing)",
      std::isnan(code("cortex-m4", "relu", 1) + code("cortex-m0", "relu", 1))
          ? uncounted
          : in_words(code("cortex-m4", "relu", relu_codes), 2) +
                " instructions a code on Cortex-M4, " +
                in_words(code("cortex-m0", "relu", relu_codes), 2) + " on Cortex-M0");
  add("pool1 of CMSIS's example on Cortex-M0", "2 049 073 instructions (peers.csv)",
      measured(f("cortex-m0", "cifar10_q7/pool1/instructions"), "instructions"));
  const std::vector<std::string> pools{"2_2", "3_2", "3_1"};
  add("pooling by x, then by y (section D.2)",
      "about K/2 times faster where s = K; by its operations K / (K + 1), and K / 2 for s = 1",
      both("windows of 2, 3, 3 cells, 2, 2, 1 apart, over 16x16x32 on Cortex-M4", "by windows",
           beside(f, "cortex-m4", "cifar10_layers/windows", pools), "by columns first",
           beside(f, "cortex-m4", "cifar10_layers/columns", pools)) +
          "; " +
          both("on Cortex-M0", "by windows",
               beside(f, "cortex-m0", "cifar10_layers/windows", pools), "by columns first",
               beside(f, "cortex-m0", "cifar10_layers/columns", pools)) +
          ": columns first, on Cortex-M0 and M3 where a row of memory costs nothing");
  add("q15", "kernels, no network",
      measured(f("cortex-m4", "cifar10_paper_q15/instructions"),
               "instructions on Cortex-M4; outputs within 0.001 of their spread of real numbers"));
  const std::string keywords =
      "`./dev reproduce S0`, `ctest --preset host-gcc -R examples.words_seeded`";
  const auto seeded = [&f](const char* name, const char* scores) {
    const auto on = [&](const char* target) {
      return in_words(f(target, std::string(name) + "/instructions"));
    };
    return on("cortex-m4") + " instructions on Cortex-M4, " + on("cortex-m0") +
           " on Cortex-M0; seeded weights; spread of a score over seconds and root mean square "
           "from "
           "float " +
           scores;
  };
  const std::string plan =
      " bytes of weights and largest input with its output, by the generic kernels; ";
  add("keyword spotting (Hello Edge), DNN-M", "199.4 KB; 86.4 % of Speech Commands",
      "198 924 + 512 = 199 436" + plan + "201 328 bytes of constants, 198 144 products; " +
          seeded("words_dnn_m", "0.37 and 0.02"),
      keywords);
  add("keyword spotting (Hello Edge), DNN-L", "496.6 KB; 86.7 %",
      "495 744 + 872 = 496 616" + plan + "499 760 bytes of constants, 494 424 products; " +
          seeded("words_dnn_l", "0.43 and 0.03"),
      keywords);
  add("keyword spotting (Hello Edge), DS-CNN-M", "189.2 KB; 94.9 %",
      "135 032 + 54 180 = 189 212" + plan + "139 888 bytes of constants, 9 816 384 products; " +
          seeded("words_ds_cnn_m", "0.42 and 0.11"),
      keywords);
  add("keyword spotting (Hello Edge), DS-CNN-L", "497.6 KB; 95.4 %",
      "410 700 + 86 940 = 497 640" + plan + "420 016 bytes of constants, 28 327 812 products; " +
          seeded("words_ds_cnn_l", "0.32 and 0.24"),
      keywords);
  add("tables of sigmoid and tanh", "256 entries",
      "equal to CMSIS's tables and to its functions on all codes, by digests",
      "`ctest --preset host-gcc -R generic.op_activation`");
  return s;
}

}  // namespace reproduce
