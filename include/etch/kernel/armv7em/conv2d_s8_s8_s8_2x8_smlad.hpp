// conv2d of 8-bit codes in windows of 3 x 3 that move by one cell: two filters times eight pixels,
// by SMLAD, six products by four multiplications (minimal_tile.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// C divisible by 8, OC even and at least 4, OW at least 8; no gaps, no groups; sums that end by
// factors and are proved exact; few weights, as they take eight bytes for three. Padding is free.
// Reads: x (N,H,W,C), weights (O,3,3,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x4_smlad.hpp>
#include <etch/kernel/armv7em/minimal_tile.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Pixels of a tile, and columns of input that its windows read.
inline constexpr int minimal_pixels = 8;
inline constexpr int minimal_columns = minimal_pixels + 2;
/// Bytes that weights of a layer may take more than its own, at most.
inline constexpr int most_more_weights = 4096;

/// A convolution as its tile loop sees it. Input words of a strip of eight columns of output lie
/// [term][row][tap pair][pair of pixels]; windows of the next row begin a row further on.
struct minimal_plan : cortex_m::window_shape {
  int filters, pairs;
  int slots;                ///< rows of a strip at once, two more than it has of output
  int headroom, give_back;  ///< as in row_task
};
constexpr int minimal_slot_words(int c) { return c / 2 * 4; }
constexpr int minimal_pair_words(int c) {
  return minimal_words_before + minimal_terms * 3 * c / 2 * 2;
}

#if ETCH_HAS_DSP

/// A strip of a minimal_plan at work.
struct minimal_strip {
  const minimal_plan& plan;
  std::uint32_t* words;
  std::int8_t* copy;  ///< of a row of a strip that leaves the input

  /// Two columns of four channels, widened.
  struct two_columns {
    std::uint32_t even[2], odd[2];
    ETCH_GLUE two_columns(const std::int8_t* x, int c) {
      const std::uint32_t a = load_word(x), b = load_word(x + c);
      even[0] = widen_even(a), odd[0] = widen_odd(a);
      even[1] = widen_even(b), odd[1] = widen_odd(b);
    }
  };
  ETCH_GLUE static void put_terms(std::uint32_t* to, int from_term, const std::uint32_t (&d)[2],
                                  const std::uint32_t (&e)[2]) {
    to[0] = add_halfwords(d[1], e[0]);
    to[from_term] = subtract_halfwords(e[0], d[1]);
    to[2 * from_term] = subtract_halfwords(d[0], e[0]);
    to[3 * from_term] = subtract_halfwords(e[1], d[1]);
  }
  /// Lays out columns of a row in slot `slot`.
  ETCH_KERNEL void lay_out(const std::int8_t* columns, int slot) const {
    const int c = plan.c, from_term = plan.slots * minimal_slot_words(c);
    std::uint32_t* to = words + slot * minimal_slot_words(c);
    for (const std::int8_t* const end = columns + c; columns != end; columns += 4, to += 8) {
      two_columns d(columns, c);
      const std::int8_t* next = columns + 2 * c;
      unroll<4>([&]<int Q>() __attribute__((always_inline)) {
        const two_columns e(next, c);
        next += 2 * c;
        put_terms(to + Q, from_term, d.even, e.even);
        put_terms(to + Q + 4, from_term, d.odd, e.odd);
        d = e;
      });
    }
  }
  /// The columns of row h from column `first` on, where they lie or as a copy.
  ETCH_KERNEL const std::int8_t* columns_of(const std::int8_t* row, int first) const {
    const int c = plan.c;
    if (row != nullptr && first >= 0 && first + minimal_columns <= plan.w) return row + first * c;
    const int before = row == nullptr ? minimal_columns : clamp(-first, 0, minimal_columns);
    const int inside = clamp(plan.w - maximum(first, 0), 0, minimal_columns - before);
    std::int8_t* to = cortex_m::fill_codes(copy, plan.zero, before * c);
    if (inside > 0) {
      to = cortex_m::copy_codes(to, row + maximum(first, 0) * c, inside * c);
    }
    cortex_m::fill_codes(to, plan.zero, (minimal_columns - before - inside) * c);
    return copy;
  }
};

/// Writes rows of output, some at a time of eight columns.
template <epilogue_code E>
ETCH_KERNEL void run_minimal(const minimal_plan& p, const std::uint32_t* pairs,
                             strided_rows<const std::int8_t> x, std::int8_t* y,
                             unsigned char* scratch, row_block rows) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  const int slot_words = minimal_slot_words(p.c);
  const int term_words = p.slots * slot_words;
  const minimal_strip strip{p, words,
                            reinterpret_cast<std::int8_t*>(words + minimal_terms * term_words)};
  minimal_task task;
  task.from_term = 4u * static_cast<std::uint32_t>(term_words);
  task.term = 12u * static_cast<std::uint32_t>(slot_words);
  task.words = pairs;
  task.words_end = pairs + p.pairs * minimal_pair_words(p.c);
  task.y_pixel = static_cast<std::uint32_t>(p.filters);
  task.headroom = static_cast<std::uint32_t>(p.headroom) * 0x0101u;
  task.give_back = (static_cast<std::uint32_t>(p.give_back) & 0xff) * 0x0101u;
  const int end = rows.first + rows.count;
  for (int r = rows.first, count = 0; r < end; r += count) {
    const int n = r / p.oh, i = r % p.oh;
    count = minimum(minimum(p.slots - 2, p.oh - i), end - r);
    for (int next = 0; next < p.ow; next += minimal_pixels) {
      // the last strip overlaps the one before: what both write is the same
      const int j = minimum(next, p.ow - minimal_pixels);
      for (int u = 0; u < count + 2; ++u) {
        const int h = i + u - p.pad_top;
        const std::int8_t* const row = h < 0 || h >= p.h ? nullptr : x.row(n * p.h + h);
        strip.lay_out(strip.columns_of(row, j - p.pad_left), u);
      }
      for (int u = 0; u < count; ++u) {
        task.x = words + u * slot_words;
        task.y = y + ((r + u) * p.ow + j) * p.filters;
        tile_of_minimal_pairs<E>(&task);
      }
    }
  }
}

#endif

/// Two filters times eight pixels by SMLAD, over strips of input.
struct smlad_2x8 : cortex_m::microkernel<smlad_2x8, core> {
  static constexpr bool takes(const byte_layer& l) {
    const window_geometry& g = l.g;
    return microkernel::takes(l) && !gathers(l) && !l.end.shifts() && g.kh == 3 && g.kw == 3 &&
           g.stride_h == 1 && g.stride_w == 1 && g.c % 8 == 0 && g.oc % 2 == 0 && g.oc >= 4 &&
           g.ow >= minimal_pixels && 5 * 3 * g.c * g.oc <= most_more_weights &&
           slots_of(g) >= minimum(4, g.oh + 2);
  }
  template <class C>
  static constexpr bool proves = bits_of_weights<C>() > 4 && cortex_m::accumulators_of<C>.are_exact;

  /// As much as the ring of rows of conv2d_s8_s8_s8_2x4_smlad.
  static constexpr int scratch_of(const window_geometry& g) {
    return window_scratch(make_whole_plan(g, 0));
  }
  static constexpr int slots_of(const window_geometry& g) {
    const int slot = 4 * minimal_terms * minimal_slot_words(g.c);
    return minimum((scratch_of(g) - minimal_columns * g.c) / slot, g.oh + 2);
  }
  template <class C>
  static constexpr int scratch = scratch_of(layer_of<C>.g);
  template <class C>
  static constexpr bool keeps_nothing = true;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int c = l.g.c, taps = l.taps(), count = l.filters();
    struct constants {
      minimal_plan plan;
      std::uint32_t words[count / 2 * minimal_pair_words(c)];
    } k{{cortex_m::make_window_shape(l.g, l.x_zero), count, count / 2, slots_of(l.g),
         255 - (l.end.high - l.end.low), l.end.high - 255},
        {}};
    std::uint32_t* to = k.words;
    const auto put = [&](std::int32_t word) { *to++ = static_cast<std::uint32_t>(word); };
    const auto term = [](int t, int at) {
      const auto weight = [](int i) { return static_cast<signed char>(C::bytes(1)[i]); };
      const int w = minimal_weight(t, weight(at), weight(at + c), weight(at + 2 * c));
      return static_cast<std::uint32_t>(w) & 0xffff;
    };
    for (int first = 0; first < count; first += 2) {
      for (int o = first; o < first + 2; ++o) put(start_of_doubled<C>(o));
      for (int o = first; o < first + 2; ++o) {
        const output_factor f = factor_in_place<C>(cortex_m::accumulators_of<C>.of[o].factor);
        put(f.multiplier);
        put(f.offset);
        put(f.shift);
      }
      for (int t = 0; t < minimal_terms; ++t) {
        for (int step = 0; step < 3 * c / 2; ++step) {
          const int u = step / (c / 2), i = step % (c / 2);
          for (int o = first; o < first + 2; ++o) {
            const int at = o * taps + u * 3 * c + i / 2 * 4 + i % 2;
            *to++ = term(t, at) | term(t, at + 2) << 16;
          }
        }
      }
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    const auto& constants = kernel_constants<K, C>(a);
    run_minimal<cortex_m::code_of_call<C>>(constants.plan, constants.words, a.template rows<0>(),
                                           a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace armv7em

/// conv2d of 8-bit codes, two sums of three columns by four products.
struct conv2d_s8_s8_s8_2x8_smlad
    : layer_kernel<conv2d_s8_s8_s8_2x8_smlad, ops::conv2d, armv7em::smlad_2x8> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x8_smlad";
};

}  // namespace ETCH_NAMESPACE
