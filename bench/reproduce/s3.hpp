// S3: MNN on Armv8.6, SMMLA and BFMMLA.
#pragma once

#include "page.hpp"

namespace reproduce {

inline source s3(const figures&) {
  source s{
      "S3",
      "MNN with SMMLA and BFMMLA",
      R"(Theirs: Cortex-A710 of a Snapdragon 8 Gen 1. No timings of that core are published for a
model of ours, and no such machine is here. Its charts are pictures.
)",
      {}};
  const std::string none = "-";
  const std::string gemm = "not yet: no GEMM of 1024^3 in the bench";
  s.rows = {
      {"1024^3 by SDOT", "16.40 ms, 130.9 GOPS", gemm, none},
      {"1024^3 by SMMLA", "8.70 ms, 246.7 GOPS: +88 %", gemm, none},
      {"1024^3 by FMLA of f16", "32.05 ms, 67.0 GOPS", gemm, none},
      {"1024^3 by BFMMLA", "16.69 ms, 128.7 GOPS: +92 %", gemm, none},
      {"a layer by SMMLA against SDOT", "+88 %",
       "instructions a product of both kernels, in the rows of s8 in coverage.md",
       "`./dev bench coverage`"},
      {"models in int8", "about +20 %",
       "instructions of MLPerf Tiny's models with and without I8MM, in results.md",
       "`./dev bench aarch64 aarch64-i8mm-bf16`"},
      {"models in f16 against bf16", "about +30 %",
       "not yet: BFMMLA's kernels belong to another piece of work", none},
      {"SMMLA's kernels", "exact", "equal to the generic kernel",
       "`ctest --preset aarch64-i8mm-bf16 -R run.aarch64_smmla`"},
      {"BFDOT, BFMMLA: bits", "no promise", "equal to the emulated instruction, rounding to odd",
       "`ctest --preset aarch64-i8mm-bf16 -R run.bfdot`"},
      {"bf16", "round to nearest even", "equal to the reference data on all probes",
       "`ctest --preset host-gcc -R golden.bf16`"},
      {"loop of BFMMLA in pseudo-code", "for k = 0 to 3 (0 to 1 is meant)",
       "left out: our kernel is none of their code", none},
      {"registers of a tile, [4, 20] or [8, 10]", "4 x 20 for NC4HW4",
       "not yet: no such kernel in the bench", none},
      {"choice while it runs", "AT_HWCAP, which is wrong: I8MM is in AT_HWCAP2",
       "not yet: an image is for one machine; what-we-left-out-and-why.md", none},
      {"precision chosen by the user", "low, normal, high",
       "not yet: one graph template in any format, no such names", "`./dev compare digits`"},
      {"charts of models", "pictures", "left out: lost text", none},
  };
  return s;
}

}  // namespace reproduce
