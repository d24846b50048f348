// Codes of several rows, one of each in turn.
#pragma once

#include <etch/kernel/aarch64/interleave.hpp>
#include <etch/kernel/armv81m/interleave.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/kernel/x86_64/interleave.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Width codes of each row, one by one.
template <int Width>
struct codes_in_turn {
  static constexpr int width = Width;
  template <int Rows, class T>
  ETCH_GLUE static void move(T* y, const T* const (&row)[Rows]) {
    T code[Width * Rows];
    unroll<Width * Rows>([&]<int I>()
                             __attribute__((always_inline)) { code[I] = row[I % Rows][I / Rows]; });
    unroll<Width * Rows>([&]<int I>() __attribute__((always_inline)) { y[I] = code[I]; });
  }
};

}  // namespace detail

/// y[i Rows + r] = code i of row r. `count` codes of each but the last lie one row behind the other
/// in `rows`, those of the last where y ends: no code is written before it has been read.
template <int Rows, class T>
ETCH_KERNEL void interleave(T* y, const T* rows, int count) {
#if ETCH_HAS_NEON
  using vectors = neon::rows_in_turn<Rows, sizeof(T)>;
#elif ETCH_HAS_MVE
  using vectors = armv81m::rows_in_turn<Rows, sizeof(T)>;
#elif ETCH_HAS_X86
  using vectors = x86::rows_in_turn<Rows, sizeof(T)>;
#else
  using vectors = detail::codes_in_turn<0>;
#endif
  using steps = element_t<list<detail::codes_in_turn<4>, vectors>, (vectors::width > 0) ? 1 : 0>;
  const T* row[Rows];
  unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
    row[R] = R + 1 < Rows ? rows + R * count : y + R * count;
  });
  const auto move_all = [&]<class Step>(int codes, Step) __attribute__((always_inline)) {
    for (; codes >= Step::width; codes -= Step::width, y += Rows * Step::width) {
      Step::move(y, row);
      unroll<Rows>([&]<int R>() __attribute__((always_inline)) { row[R] += Step::width; });
    }
  };
  move_all(count, steps{});
  move_all(count % steps::width, detail::codes_in_turn<1>{});
}

}  // namespace ETCH_NAMESPACE
