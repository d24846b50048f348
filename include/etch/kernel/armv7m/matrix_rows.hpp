// Matrices as this core multiplies by them: rows of bytes as dense has them, of 16 bits four at a
// time.
#pragma once

#include <etch/kernel/armv7m/dense_s8_s8_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/kernel/cortex_m/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Rows of 16 bits, four at a time, whose weights are reached from those of the first.
struct row_tile {
  static constexpr int filters = 4;
#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  template <int Count, int Length, class Sum, class W>
  ETCH_GLUE static void write_rows(Sum* to, const W* w, const std::int16_t* x) {
    constexpr int at_once = 2;
    Sum s[Count]{};
    const auto step = [&]<int Codes>() __attribute__((always_inline)) {
      unroll<Codes>([&]<int I>() __attribute__((always_inline)) {
        const std::int32_t code = x[I];
        std::int32_t weight[Count];
        unroll<Count>([&]<int K>()
                          __attribute__((always_inline)) { weight[K] = w[K * Length + I]; });
        if constexpr (Count == 4)  // loads one behind the other take a cycle each
          asm("" : "+r"(weight[0]), "+r"(weight[1]), "+r"(weight[2]), "+r"(weight[3]));
        unroll<Count>([&]<int K>() __attribute__((always_inline)) {
          s[K] = core::multiply_add(s[K], weight[K], code);
        });
      });
      x += Codes;
      w += Codes;
    };
    const std::int16_t* const end = x + Length / at_once * at_once;
    while (x != end) step.template operator()<at_once>();
    step.template operator()<Length % at_once>();
    unroll<Count>([&]<int K>() __attribute__((always_inline)) { to[K] = s[K]; });
  }
#endif
};

using matrix_products = cortex_m::matrix_products<block_of_halves, row_tile>;

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
