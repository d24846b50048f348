// Input rows that are copied for SMMLA in planes of 8 channels: what it takes of two neighbouring
// windows is then 16 bytes in one piece, wherever they begin. Columns that windows' first ones are
// come first, then those one further on, and so on up to the stride.
#pragma once

#include <etch/kernel/aarch64/product_plan.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace products {

/// Whether copied rows of g lie in planes for tiles t. Those of 8 channels are one already.
constexpr bool suits_planes(const window_geometry& g, tile_shape t) {
  const int depth = g.c / g.groups;
  return t.by == multiply::smmla && depth % 8 == 0 && row_of(g, t).taps == g.kw &&
         (g.c > 8 || g.stride_w > 1);
}

#if ETCH_HAS_NEON

/// Two pixels, Step bytes apart, to Planes planes, Plane bytes apart.
template <int Planes, int Step, int Plane>
ETCH_GLUE void split_pair(std::int8_t* to, const std::int8_t* from) {
  const auto* x = reinterpret_cast<const std::int64_t*>(from);
  const auto put = [&]<int I>(int64x2_t two) __attribute__((always_inline)) {
    vst1q_s64(reinterpret_cast<std::int64_t*>(to + I * Plane), two);
  };
  if constexpr (Planes == 2 && Step == 16) {
    const int64x2x2_t all = vld2q_s64(x);
    unroll<2>([&]<int I>()
                  __attribute__((always_inline)) { put.template operator()<I>(all.val[I]); });
  } else if constexpr (Planes == 4 && Step == 32) {
    const int64x2x4_t all = vld4q_s64(x);
    unroll<4>([&]<int I>()
                  __attribute__((always_inline)) { put.template operator()<I>(all.val[I]); });
  } else {
    unroll<Planes / 2>([&]<int I>() __attribute__((always_inline)) {
      const int64x2_t a = vld1q_s64(x + 2 * I), b = vld1q_s64(x + Step / 8 + 2 * I);
      put.template operator()<2 * I>(vzip1q_s64(a, b));
      put.template operator()<2 * I + 1>(vzip2q_s64(a, b));
    });
    if constexpr (Planes % 2 != 0) {
      put.template operator()<Planes - 1>(
          vcombine_s64(vld1_s64(x + Planes - 1), vld1_s64(x + Step / 8 + Planes - 1)));
    }
  }
}

/// The same of Pixels pixels.
template <int Pixels, int Planes, int Step, int Plane>
ETCH_GLUE void split_pixels(std::int8_t* to, const std::int8_t* from) {
  constexpr int pairs = Pixels / 2, at_once = Planes <= 2 ? 4 : 2;
  const auto some = [&]<int Count>() __attribute__((always_inline)) {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      split_pair<Planes, Step, Plane>(to + 16 * I, from + 2 * I * Step);
    });
    to += 16 * Count, from += 2 * Count * Step;
  };
  if constexpr (pairs >= at_once) {
    int n = pairs / at_once;
    do {
      some.template operator()<at_once>();
    } while (--n != 0);
  }
  some.template operator()<pairs % at_once>();
  if constexpr (Pixels % 2 != 0) {
    unroll<Planes>([&]<int I>() __attribute__((always_inline)) {
      vst1_s8(to + I * Plane, vld1_s8(from + 8 * I));
    });
  }
}

/// One input row with its padding, in planes as windows of rows Row meet it.
template <window_geometry G, window_row Row>
ETCH_GLUE void copy_to_planes(std::int8_t* to, const std::int8_t* from, std::int8_t zero) {
  constexpr int stride = G.stride_w, planes = G.c / 8;
  const int8x8_t cell = vdup_n_s8(zero);
  unroll<stride>([&]<int Phase>() __attribute__((always_inline)) {
    constexpr int count = ceil_div(Row.columns - Phase, stride);
    constexpr cell_range in = cells_inside(Phase - G.pad_left, count, stride, G.w);
    constexpr int first = maximum(minimum(in.first, count), 0);
    constexpr int last = maximum(in.last, first);
    constexpr int at_once = planes % 4 == 0 ? 4 : planes % 2 == 0 || planes > 3 ? 2 : planes;
    std::int8_t* plane = to + Row.phase_at(Phase);
    const std::int8_t* x = from + (Phase + first * stride - G.pad_left) * G.c;
    const auto some = [&]<int Planes>() __attribute__((always_inline)) {
      unroll<Planes>([&]<int I>() __attribute__((always_inline)) {
        unroll<first>([&]<int P>() __attribute__((always_inline)) {
          vst1_s8(plane + I * Row.plane + 8 * P, cell);
        });
        unroll<count - last>([&]<int P>() __attribute__((always_inline)) {
          vst1_s8(plane + I * Row.plane + 8 * (last + P), cell);
        });
      });
      split_pixels<last - first, Planes, stride * G.c, Row.plane>(plane + 8 * first, x);
      plane += Planes * Row.plane, x += 8 * Planes;
    };
    if constexpr (planes <= at_once) {
      some.template operator()<planes>();
    } else {
      int n = planes / at_once;
      do {
        some.template operator()<at_once>();
      } while (--n != 0);
      if constexpr (planes % at_once != 0) some.template operator()<planes % at_once>();
    }
  });
}

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
