// S3: MNN on Armv8.6, SMMLA and BFMMLA.
#pragma once

#include "page.hpp"

#include <utility>

namespace reproduce {

namespace detail {

/// Instructions of the product of 1024^3 numbers by kernels of the bench: "a by x, b by y".
inline std::string gemm_1024(const figures& f,
                             const std::vector<std::pair<std::string, std::string>>& kernels) {
  std::string all;
  for (const auto& [kernel, words] : kernels) {
    const double value = f("aarch64-i8mm-bf16", "gemm_1024/" + kernel + "/instructions");
    if (std::isnan(value)) return uncounted;
    all += (all.empty() ? "" : "; ") + in_words(value) + " instructions " + words;
  }
  return all;
}
/// One model in f16 and in bf16.
inline std::string model_in_halves(const figures& f) {
  const auto of = [&](const char* format) {
    return f("aarch64-i8mm-bf16", std::string("cifar10_paper/") + format + "/instructions");
  };
  const double f16 = of("f16"), bf16 = of("bf16_dot"), f32 = of("f32"), plain = of("bf16"),
               fused = of("f16_fused");
  if (std::isnan(f16 + bf16 + f32 + plain + fused)) return uncounted;
  return "the network of S0's paper, seeded weights: " + in_words(f16) + " instructions in f16, " +
         in_words(bf16) + " in bf16 by BFMMLA: " + ratio(bf16, f16) + " those; " + in_words(f32) +
         " in f32, " + in_words(plain) +
         " in bf16 without BFMMLA. No kernel here adds in f16, so that theirs of FMLA has no "
         "counterpart: f16 is widened to f32 as it is loaded, which the ratio holds too; summed in "
         "f16 (f16_fused) it runs in software, " +
         in_words(fused / 1e6) + " M instructions";
}
/// How many times the instructions of one kernel are those of another.
inline std::string gemm_ratio(const figures& f, const std::string& kernel,
                              const std::string& other) {
  const auto of = [&](const std::string& name) {
    return f("aarch64-i8mm-bf16", "gemm_1024/" + name + "/instructions");
  };
  return ratio(of(kernel), of(other));
}

}  // namespace detail

inline source s3(const figures& f) {
  using namespace detail;
  source s{
      "S3",
      "MNN with SMMLA and BFMMLA",
      R"(Theirs: Cortex-A710 of a Snapdragon 8 Gen 1. No timings of that core are published for a
model of ours, and no such machine is here. Its charts are pictures.
)",
      {}};
  const std::string none = "-";
  const std::string run = "`./dev reproduce S3`";
  s.rows = {
      {"1024^3 by SDOT", "16.40 ms, 130.9 GOPS",
       gemm_1024(f, {{"dense_s8_s8_s8_1x64_sdot", "as dense layer"},
                     {"conv2d_s8_s8_s8_4x16_sdot", "as convolution by 2x2"},
                     {"s8_nc4hw4_8x8_sdot", "in NC4HW4"}}),
       run},
      {"1024^3 by SMMLA", "8.70 ms, 246.7 GOPS: +88 %",
       gemm_1024(f, {{"dense_s8_s8_s8_4x16_smmla_pairs", "as dense layer"},
                     {"conv2d_s8_s8_s8_4x16_smmla_pairs", "as convolution by 2x2"},
                     {"s8_nc4hw4_8x8_smmla", "in NC4HW4"}}) +
           "; " + gemm_ratio(f, "dense_s8_s8_s8_4x16_smmla_pairs", "dense_s8_s8_s8_1x64_sdot") +
           " those of SDOT",
       run},
      {"1024^3 by FMLA of f16", "32.05 ms, 67.0 GOPS",
       gemm_1024(f, {{"f32_4x16_fmla", "by FMLA of f32, a kernel of the bench"},
                     {"dense_f32_f32_f32_1x16_fmul", "as dense layer in f32"}}) +
           "; no kernel here multiplies f16",
       run},
      {"1024^3 by BFMMLA", "16.69 ms, 128.7 GOPS: +92 %",
       gemm_1024(f, {{"dense_bf16_bf16_bf16_4x16_bfmmla", "as dense layer"},
                     {"conv2d_bf16_bf16_bf16_4x16_bfmmla", "as convolution by 2x2"},
                     {"dense_bf16_bf16_bf16_1x16_bfdot", "by BFDOT"}}) +
           "; " + gemm_ratio(f, "dense_bf16_bf16_bf16_4x16_bfmmla", "f32_4x16_fmla") +
           " those of FMLA of f32",
       run},
      {"a layer by SMMLA against SDOT", "+88 %",
       "instructions a product of both kernels, in the rows of s8 in coverage.md",
       "`./dev bench coverage`"},
      {"models in int8", "about +20 %",
       "instructions of MLPerf Tiny's models with and without I8MM, in results.md",
       "`./dev bench aarch64 aarch64-i8mm-bf16`"},
      {"models in f16 against bf16", "about +30 %", model_in_halves(f), run},
      {"SMMLA's kernels", "exact", "equal to the generic kernel",
       "`ctest --preset aarch64-i8mm-bf16 -R run.aarch64_smmla`"},
      {"BFDOT, BFMMLA: bits", "no promise", "equal to the emulated instruction, rounding to odd",
       "`ctest --preset aarch64-i8mm-bf16 -R run.bfdot`"},
      {"bf16", "round to nearest even", "equal to the reference data on all probes",
       "`ctest --preset host-gcc -R golden.bf16`"},
      {"loop of BFMMLA in pseudo-code", "for k = 0 to 3 (0 to 1 is meant)",
       "left out: our kernel is none of their code", none},
      {"registers of a tile, [4, 20] or [8, 10]", "4 x 20 for NC4HW4",
       "8 x 8 for NC4HW4, 4 x 16 of our packing: instructions of both in the rows of 1024^3", run},
      {"choice while it runs", "AT_HWCAP, which is wrong: I8MM is in AT_HWCAP2",
       "of three builds of one wrapper the best that both words allow: three processors, three "
       "picks, one answer",
       "`ctest --preset aarch64 -R examples.android.picks`"},
      {"precision chosen by the user", "low, normal, high",
       "normal, low (f16), low_bf16 and int8: one graph template, the digits that each reads",
       "`ctest --preset host-gcc -R examples.digits.precision`"},
      {"charts of models", "pictures", "left out: lost text", none},
  };
  return s;
}

}  // namespace reproduce
