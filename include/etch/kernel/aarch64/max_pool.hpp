// max_pool of codes of 8 or 16 bits, 16 bytes of channels at a time, by SMAX or UMAX.
//
// Needs: Advanced SIMD; hwc; at least 8 bytes of channels; dilation 1.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// Bytes bytes of channels of one output pixel; x is cell (0, 0) of its window.
template <window_geometry G, int Bytes, auto L, class T>
ETCH_GLUE void largest_cell(T* y, const T* x, const window_cells& in) {
  constexpr auto least = lowest_of<T>;
  constexpr bool limited = L.low > least || L.high < static_cast<T>(~least);
  auto best = load_lanes<Bytes>(x + (in.top * G.w + in.left) * G.c);
  const auto compare = [&](int at, int) __attribute__((always_inline)) {
    best = larger(best, load_lanes<Bytes>(x + at));
  };
  if (G.kh * G.kw <= 25 && in.bottom - in.top == G.kh && in.right - in.left == G.kw) {
    for_each_cell<G>(compare);
  } else {
    for_each_cell<G>(in, compare);
  }
  if constexpr (limited) best = clamped(best, L.low, L.high);
  store_lanes(y, best);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, auto L, class T>
ETCH_KERNEL void largest_rows(T* y,        // (N,OH,OW,C)
                              const T* x,  // (N,H,W,C)
                              row_block rows) {
  for_each_pixel<G>(
      y, x, rows, [&](T* to, const T* from, const window_cells& in) __attribute__((always_inline)) {
        constexpr int size = sizeof(T), bytes = G.c * size >= 16 ? 16 : 8;
        for_each_block<G.c, bytes / size>([&](int c) __attribute__((always_inline)) {
          largest_cell<G, bytes, L>(to + c, from + c, in);
        });
      });
}

}  // namespace neon
#endif

namespace neon {

/// Base of kernel K, max_pool of codes T.
template <class K, class T>
struct max_pool_of_codes : kernel_base {
  using op = ops::max_pool;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return C::attributes.least == 0 && holds_codes_of<in, T> &&
           __is_same(typename in::layout, hwc) &&
           __is_same(typename C::template out<>::layout, hwc) &&
           g.c * static_cast<int>(sizeof(T)) >= 8 && (g.dilation_h == 1 || g.kh == 1) &&
           (g.dilation_w == 1 || g.kw == 1);
  }();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    largest_rows<C::attributes.at(C::inputs()), output_limits<C>()>(a.template out<0>(),
                                                                    a.template in<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "max_pool by SMAX or UMAX: compile for AArch64");
#endif
  }
};

}  // namespace neon

/// max_pool of signed 8-bit codes.
struct max_pool_s8_s8_smax : neon::max_pool_of_codes<max_pool_s8_s8_smax, std::int8_t> {
  static constexpr const char* name = "max_pool_s8_s8_smax";
};
/// max_pool of unsigned 8-bit codes.
struct max_pool_u8_u8_umax : neon::max_pool_of_codes<max_pool_u8_u8_umax, std::uint8_t> {
  static constexpr const char* name = "max_pool_u8_u8_umax";
};
/// max_pool of 16-bit codes.
struct max_pool_s16_s16_smax : neon::max_pool_of_codes<max_pool_s16_s16_smax, std::int16_t> {
  static constexpr const char* name = "max_pool_s16_s16_smax";
};

}  // namespace ETCH_NAMESPACE
