// Sums of the codes of each window of an output row: where weights have a zero point, its products
// are that many times the sum, for all filters alike.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/window.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace products {

#if ETCH_HAS_NEON

/// The window rows of one output row.
template <int KH>
struct window_rows {
  const std::int8_t* at[KH];
  cell_range inside;
};

/// A sum of codes in lanes. Few: 16 bits hold what each becomes.
template <bool Few>
struct sum_of_codes {
  using lanes = int32x4_t;
#if ETCH_HAS_DOTPROD
  ETCH_GLUE static lanes add(lanes s, int8x16_t x) { return vdotq_s32(s, x, vdupq_n_s8(1)); }
#else
  ETCH_GLUE static lanes add(lanes s, int8x16_t x) { return vpadalq_s16(s, vpaddlq_s8(x)); }
#endif
  ETCH_GLUE static lanes add(lanes a, lanes b) { return vaddq_s32(a, b); }
  ETCH_GLUE static int32x4_t four(lanes s) { return s; }
};
#if !ETCH_HAS_DOTPROD
template <>
struct sum_of_codes<true> {
  using lanes = int16x8_t;
  ETCH_GLUE static lanes add(lanes s, int8x16_t x) { return vpadalq_s8(s, x); }
  ETCH_GLUE static lanes add(lanes a, lanes b) { return vaddq_s16(a, b); }
  ETCH_GLUE static int32x4_t four(lanes s) { return vpaddlq_s16(s); }
};
#endif

/// Count bytes, fewer than 16, and zeros; Slack: 16 may be read.
template <int Count, bool Slack>
ETCH_GLUE int8x16_t load_some(const std::int8_t* x) {
  if constexpr (Slack) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    constexpr std::uint64_t low = Count >= 8 ? all : (std::uint64_t{1} << 8 * (Count % 8)) - 1;
    constexpr std::uint64_t high = Count <= 8 ? 0 : (std::uint64_t{1} << 8 * (Count % 8)) - 1;
    return vandq_s8(vld1q_s8(x), vcombine_s8(vcreate_s8(low), vcreate_s8(high)));
  } else {
    static_assert(Count % 4 == 0, "rows that are read where they lie have whole words");
    std::uint64_t low = 0, high = 0;
    __builtin_memcpy(&low, x, Count >= 8 ? 8 : 4);
    if constexpr (Count > 8) __builtin_memcpy(&high, x + 8, 4);
    return vcombine_s8(vcreate_s8(low), vcreate_s8(high));
  }
}

/// The sums of the windows of G, whose rows lie as Form says.
template <class Form, window_geometry G>
struct window_sums {
  /// Whether the cells of a window row are one run of codes, of which registers hold more.
  static constexpr bool joins = G.dilation_w == 1 && G.groups == 1 && G.c % 16 != 0;
  static constexpr int runs = joins ? 1 : G.kw, length = joins ? G.kw * G.c : Form::depth;
  static constexpr int pixel = G.stride_w * G.c, run = G.dilation_w * G.c;
  static constexpr int at_once = minimum(4, G.ow);
  /// Columns of cells that some pixels read; few of them are summed once for all pixels.
  static constexpr int covered = (at_once - 1) * G.stride_w + reach(runs, G.dilation_w);
  static constexpr bool shares = runs > 1 && covered <= 12;
  using partial = sum_of_codes<(G.kh * runs * ceil_div(length, 16) <= 120)>;

  /// Writes `factor` times the sum of each window of a row of pixels, and room up to 16 bytes.
  ETCH_GLUE static void write(std::int32_t* to, const window_rows<G.kh>& rows, int factor) {
    for (int j = 0;;) {
      vst1q_s32(to + j, vmulq_n_s32(of_pixels(rows, j * pixel), factor));
      if (j == G.ow - at_once) break;
      j = minimum(j + at_once, G.ow - at_once);
    }
  }

 private:
  /// Whether a pixel reads column j of cells.
  static constexpr bool is_read(int j) {
    for (int p = 0; p < at_once; ++p) {
      const int to = j - p * G.stride_w;
      if (to >= 0 && to % G.dilation_w == 0 && to / G.dilation_w < runs) return true;
    }
    return false;
  }
  /// Calls f<I, Offset>() for each run of codes: those Offset bytes from x on belong to sum I.
  template <class F>
  ETCH_GLUE static void for_each_run(const F& f) {
    if constexpr (shares) {
      unroll<covered>([&]<int J>() __attribute__((always_inline)) {
        if constexpr (is_read(J)) f.template operator()<J, J * G.c>();
      });
    } else {
      unroll<at_once * runs>([&]<int I>() __attribute__((always_inline)) {
        f.template operator()<I % at_once, I % at_once * pixel + I / at_once * run>();
      });
    }
  }
  ETCH_GLUE static int32x4_t of_pixels(const window_rows<G.kh>& rows, int byte) {
    typename partial::lanes sum[shares ? covered : at_once]{};
    const std::int8_t* const* row = rows.at + rows.inside.first;
    const std::int8_t* const* const end = rows.at + rows.inside.last;
    do {
      const std::int8_t* x = *row + byte;
      const auto add_sixteen = [&](const std::int8_t* from) __attribute__((always_inline)) {
        for_each_run([&]<int I, int Offset>() __attribute__((always_inline)) {
          sum[I] = partial::add(sum[I], vld1q_s8(from + Offset));
        });
      };
      constexpr int whole = length / 16;
      if constexpr (whole * runs * at_once <= 16) {
        unroll<whole>([&]<int K>() __attribute__((always_inline)) { add_sixteen(x + 16 * K); });
        x += 16 * whole;
      } else {
        for (int n = whole; n > 0; --n, x += 16) add_sixteen(x);
      }
      if constexpr (length % 16 != 0) {
        for_each_run([&]<int I, int Offset>() __attribute__((always_inline)) {
          sum[I] = partial::add(sum[I], load_some<length % 16, Form::copies>(x + Offset));
        });
      }
    } while (++row != end);
    int32x4_t of[4]{};
    unroll<at_once>([&]<int P>() __attribute__((always_inline)) {
      auto all = sum[shares ? P * G.stride_w : P];
      if constexpr (shares) {
        unroll<runs - 1>([&]<int V>() __attribute__((always_inline)) {
          all = partial::add(all, sum[P * G.stride_w + (V + 1) * G.dilation_w]);
        });
      }
      of[P] = partial::four(all);
    });
    return vpaddq_s32(vpaddq_s32(of[0], of[1]), vpaddq_s32(of[2], of[3]));
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
