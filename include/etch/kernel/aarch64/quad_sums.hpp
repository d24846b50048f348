// Sums of a tile in vectors of one pixel and 4 filters each.
#pragma once

#include <etch/kernel/aarch64/product_plan.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace products {

#if ETCH_HAS_NEON

/// The sums of Pixels pixels x 4 Quads filters, without the instruction that adds to them.
template <int Pixels, int Quads>
struct quad_sums {
  static constexpr int blocks = Quads;  ///< of 16 bytes: the weights of a word
  static constexpr int blocks_at_once = 4;
  static constexpr int columns = Pixels;
  static constexpr operand_form form(const window_row& row) { return {4, row.pixel}; }

  int32x4_t sum[Pixels * Quads];

  ETCH_GLUE void start(const std::int32_t* bias) {
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      const int32x4_t b = vld1q_s32(bias + 4 * Q);
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) { sum[P * Quads + Q] = b; });
    });
  }

  /// The sums of pixel P and filters 4 Q .. 4 Q + 3.
  template <int P, int Q>
  ETCH_GLUE int32x4_t quad() const {
    return sum[P * Quads + Q];
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
