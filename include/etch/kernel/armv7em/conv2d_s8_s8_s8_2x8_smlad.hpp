// conv2d of 8-bit codes in windows of 3 x 3 or 5 x 5 that move by one cell: two filters times eight
// pixels, by SMLAD, four multiplications for six products or seven for ten (minimal_tile.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// OC of a group even, OC at least 4, OW at least 8 times the dilation, of 3 x 3 cells channels of a
// group of whole eights, a last one missing at most; sums that are proved exact; few weights, as
// they take up to four times the bytes, and no -Os. Padding and the zero point of weights are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x4_smlad.hpp>
#include <etch/kernel/armv7em/listed_rows.hpp>
#include <etch/kernel/armv7em/minimal_tile.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Pixels of a tile.
inline constexpr int minimal_pixels = 8;
/// Bytes that weights of a layer may take more than its own, at most.
inline constexpr int most_more_weights = ETCH_SAVES_FLASH ? 0 : 7168;

/// A convolution as its tile loop sees it. Input words of a strip of eight columns of output lie
/// [part][row][term][tap pair][pair of pixels]; windows of the next row begin a row further on.
/// Where windows have gaps, rows and columns of a strip are as far apart as their cells.
struct minimal_plan : cortex_m::window_shape {
  int filters;
  int depth, groups;        ///< channels of a group
  int pairs, pair_words;    ///< of filters of a group, and of constants of each
  int steps;                ///< tap pairs of a column
  int slots;                ///< rows of a strip at once
  int headroom, give_back;  ///< as in row_task
  int w_zero = 0;           ///< of weights

  /// Columns of a strip.
  constexpr int columns() const { return minimal_pixels + kw - 1; }
  /// Words of a part of a row.
  constexpr int part_words(int part) const { return 4 * steps * minimal_terms(kw, part); }
  constexpr int slot_words() const {
    int sum = 0;
    for (int part = 0; part < minimal_parts; ++part) sum += part_words(part);
    return sum;
  }
  /// Words of a slot, with the sums of its columns where weights have a zero point.
  constexpr int words_and_sums() const { return slot_words() + (w_zero != 0 ? columns() : 0); }
  /// Bytes of a copy of a row of a strip, of whole words.
  constexpr int copy_bytes() const { return columns() * depth + 4; }
  /// Whether parts are whole passes of the loop, and there is memory for two rows of output.
  constexpr bool fills_loop() const { return kh * steps % minimal_steps(kw) == 0; }
  constexpr bool has_rows() const { return slots >= minimum(kh + 1, oh + kh - 1); }
};
/// Whether windows and filters of a layer are such.
constexpr bool has_minimal_windows(const window_geometry& g) {
  return g.kh == g.kw && (g.kw == 3 || g.kw == 5) && g.stride_h == 1 && g.stride_w == 1 &&
         g.oc % (2 * g.groups) == 0 && g.oc >= 4 && g.ow >= minimal_pixels * g.dilation_w;
}
/// The plan for geometry g within so many bytes of scratch memory.
constexpr minimal_plan make_minimal_plan(const byte_layer& l, int scratch) {
  minimal_plan p{cortex_m::make_window_shape(l.g, l.x_zero),
                 l.filters(),
                 l.g.c / l.g.groups,
                 l.g.groups,
                 l.filters() / l.g.groups / 2,
                 0,
                 2 * ceil_div(l.g.c / l.g.groups, 4),
                 0,
                 255 - (l.end.high - l.end.low),
                 l.end.high - 255,
                 l.w_zero};
  p.pair_words = minimal_words_before(l.end.shifts()) + p.slot_words() / 4 * p.kh * 2;
  p.slots = minimum((scratch - p.copy_bytes()) / (4 * p.words_and_sums()), p.oh + p.kh - 1);
  return p;
}

#if ETCH_HAS_DSP

/// Halfwords of two columns of four channels: channels 0 and 2, 1 and 3.
struct two_columns {
  std::uint32_t even[2], odd[2];
  ETCH_GLUE two_columns(const std::int8_t*& x, int c) {
    const std::uint32_t a = load_word(x), b = load_word(x + c);
    x += 2 * c;
    even[0] = widen_even(a), odd[0] = widen_odd(a);
    even[1] = widen_even(b), odd[1] = widen_odd(b);
  }
};

/// A strip of a minimal_plan at work, of windows with gaps or groups where Spread.
template <bool Spread>
struct minimal_strip {
  const minimal_plan& plan;
  std::uint32_t* words;
  std::int8_t* copy;   ///< of a row of a strip that leaves the input
  std::int32_t* sums;  ///< of columns, [slot][column], where weights have a zero point

  /// Where part I of slot `slot` lies.
  template <int Columns, int I>
  ETCH_GLUE std::uint32_t* part(int slot) const {
    int terms = 0;  // of the parts before it
    for (int i = 0; i < I; ++i) terms += minimal_terms(Columns, i);
    return words + 4 * plan.steps * (slot * minimal_terms(Columns, I) + plan.slots * terms);
  }
  /// Writes the terms of a pair of pixels that read columns d, e and f; second terms lie `run`
  /// words behind.
  template <int Columns>
  ETCH_GLUE static void put_terms(std::uint32_t* const (&to)[minimal_parts], int at, int run,
                                  const std::uint32_t (&d)[2], const std::uint32_t (&e)[2],
                                  [[maybe_unused]] const std::uint32_t (&f)[2]) {
    to[0][at] = add_halfwords(d[1], e[0]);
    to[1][at] = subtract_halfwords(e[0], d[1]);
    to[2][at] = subtract_halfwords(d[0], e[0]);
    to[3][at] = subtract_halfwords(e[1], d[1]);
    if constexpr (Columns == 5) {
      to[0][at + run] = f[0];
      to[2][at + run] = subtract_halfwords(e[1], f[0]);
      to[3][at + run] = subtract_halfwords(f[1], f[0]);
    }
  }
  /// Codes from column to column of those that columns_of found.
  ETCH_GLUE int pitch_of(const std::int8_t* columns) const {
    return !Spread ? plan.c : columns == copy ? plan.depth : plan.dilation_w * plan.c;
  }
  /// Sums up each column of a row for slot `slot`.
  ETCH_KERNEL void sum_up(const std::int8_t* columns, int slot) const {
    const int pitch = pitch_of(columns), count = plan.columns();
    std::int32_t* const to = sums + slot * count;
    for (int i = 0; i < count; ++i, columns += pitch) {
      const std::int8_t* x = columns;
      std::uint32_t halves = 0;
      int left = plan.depth;
      for (; left >= 4; left -= 4) {
        const std::uint32_t four = load_next(x);
        halves = add_odd(add_even(halves, four), four);
      }
      std::int32_t sum = multiply_add_both(halves, 0x10001, std::int32_t{0});
      for (; left > 0; --left) sum += *x++;
      to[i] = sum;
    }
  }
  /// Sets what the zero point of the weights adds to the sums of the pixels of slot `slot`.
  template <int Columns>
  ETCH_KERNEL void set_more(std::int32_t (&more)[8], int slot) const {
    constexpr int count = minimal_pixels + Columns - 1;
    std::int32_t column[count];
    const std::int32_t* from = sums + slot * count;
    for (int i = 0; i < count; ++i) column[i] = from[i] + from[count + i];
    from += count;
    for (int u = 2; u < Columns; ++u) {
      from += count;
      for (int i = 0; i < count; ++i) column[i] += from[i];
    }
    const auto pixel = [&](int i) __attribute__((always_inline)) {
      std::int32_t sum = 0;
      for (int v = 0; v < Columns; ++v) sum += column[i + v];
      return -plan.w_zero * sum;
    };
    for (int i = 0; i < 4; ++i) {
      const std::int32_t even = pixel(2 * i), odd = pixel(2 * i + 1);
      more[i] = even + odd;
      more[4 + i] = even - odd;
    }
  }
  /// Lays out columns of a row in slot `slot`. Codes behind the last channel meet weights of 0.
  template <int Columns>
  ETCH_KERNEL void lay_out(const std::int8_t* columns, int slot) const {
    const int c = pitch_of(columns), run = 4 * plan.steps;
    std::uint32_t* to[minimal_parts];
    unroll<minimal_parts>([&]<int I>()
                              __attribute__((always_inline)) { to[I] = part<Columns, I>(slot); });
    for (int left = plan.steps; left > 0; left -= 2, columns += 4) {
      const std::int8_t* next = columns;
      two_columns d(next, c), e(next, c), f = e;
      unroll<4>([&]<int Q>() __attribute__((always_inline)) {
        if constexpr (Columns == 5 || Q > 0) f = two_columns(next, c);
        if constexpr (Columns == 3) {
          put_terms<Columns>(to, Q, run, d.even, f.even, f.even);
          put_terms<Columns>(to, Q + 4, run, d.odd, f.odd, f.odd);
          d = f;
        } else {
          put_terms<Columns>(to, Q, run, d.even, e.even, f.even);
          put_terms<Columns>(to, Q + 4, run, d.odd, e.odd, f.odd);
          d = e;
          e = f;
        }
      });
      unroll<minimal_parts>([&]<int I>() __attribute__((always_inline)) { to[I] += 8; });
    }
  }
  /// The columns of a row from column `first` on, where they lie or as a copy; nullptr: a row of
  /// zeros. Of a group its channels from `channel` on.
  ETCH_KERNEL const std::int8_t* columns_of(const std::int8_t* row, int first,
                                            [[maybe_unused]] int channel = 0) const {
    const int c = plan.c, depth = Spread ? plan.depth : c, apart = Spread ? plan.dilation_w : 1;
    const int columns = plan.columns(), from = first * c + (Spread ? channel : 0);
    const int read = from + (columns - 1) * apart * c + 2 * plan.steps;
    if (row != nullptr && first >= 0 && read <= plan.w * c) return row + from;
    const int before = row == nullptr ? columns : clamp(ceil_div(-first, apart), 0, columns);
    const int inside =
        clamp(ceil_div(plan.w - (first + before * apart), apart), 0, columns - before);
    std::int8_t* to = cortex_m::fill_codes(copy, plan.zero, before * depth);
    if (inside > 0) {
      const std::int8_t* codes = row + from + before * apart * c;
      const int run = Spread ? depth : inside * c;
      for (int left = Spread ? inside : 1; left > 0; --left, to += run, codes += apart * c) {
        copy_run(to, codes, run);
      }
    }
    cortex_m::fill_codes(to, plan.zero, (columns - before - inside) * depth);
    return copy;
  }
};

/// Writes rows of output, some at a time of eight columns; Spread as of minimal_strip, Zeros where
/// weights have a zero point. A Plan whose constants lie packed says how one of the pairs becomes
/// what the tile loop reads, in front of the input words: then it is pair after pair of such rows.
template <epilogue_code E, int Shift, int Columns, bool Spread, bool Zeros, class Plan>
ETCH_KERNEL void run_minimal(const Plan& p, const std::uint32_t* pairs,
                             strided_rows<const std::int8_t> x, std::int8_t* y,
                             unsigned char* scratch, row_block rows) {
  constexpr bool packed = requires { p.packed_words; };
  auto* const unpacked = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const words = unpacked + (packed ? p.pair_words : 0);
  auto* const sums = reinterpret_cast<std::int32_t*>(words + p.slots * p.slot_words());
  const minimal_strip<Spread> strip{
      p, words, reinterpret_cast<std::int8_t*>(sums + (Zeros ? p.slots * p.columns() : 0)), sums};
  const int down = Spread ? p.dilation_h : 1, across = Spread ? p.dilation_w : 1;
  using task_type = element_t<list<minimal_task, minimal_task_and_more, minimal_task_of_rows>,
                              packed ? 2 : Zeros>;
  task_type task;
  const std::uint32_t* of_group = pairs;
  task.words = packed ? unpacked : pairs;
  task.words_end = task.words + p.pairs * p.pair_words;
  task.y_pixel = static_cast<std::uint32_t>(across * p.filters);
  task.headroom = static_cast<std::uint32_t>(p.headroom) * 0x0101u;
  task.give_back = (static_cast<std::uint32_t>(p.give_back) & 0xff) * 0x0101u;
  unroll<minimal_parts>([&]<int I>() __attribute__((always_inline)) {
    task.part[I].bytes =
        static_cast<std::uint32_t>(16 * p.kh * p.steps * minimal_terms(Columns, I));
    if constexpr (packed) {
      task.row_bytes[I] = static_cast<std::uint32_t>(16 * p.steps * minimal_terms(Columns, I));
    }
  });
  if constexpr (packed) task.y_row = static_cast<std::uint32_t>(down * p.ow * p.filters - 2);
  const int end = rows.first + rows.count;
  // `count` rows from row r on, `down` apart, of a group from channel `channel` on
  const auto run_rows = [&](int r, int count, int channel) __attribute__((always_inline)) {
    const int n = r / p.oh, i = r % p.oh;
    for (int first = 0; first < across; ++first) {
      const int columns = ceil_div(p.ow - first, across);
      for (int next = 0; next < columns; next += minimal_pixels) {
        // the last strip overlaps the one before: what both write is the same
        const int j = first + across * minimum(next, columns - minimal_pixels);
        for (int u = 0; u < count + p.kh - 1; ++u) {
          const int h = i + u * down - p.pad_top;
          const std::int8_t* const row = h < 0 || h >= p.h ? nullptr : x.row(n * p.h + h);
          const std::int8_t* const codes = strip.columns_of(row, j - p.pad_left, channel);
          strip.template lay_out<Columns>(codes, u);
          if constexpr (Zeros) strip.sum_up(codes, u);
        }
        // tiles of row u, or of all from it on
        const auto run_tiles = [&](int u, std::int8_t* value) __attribute__((always_inline)) {
          unroll<minimal_parts>([&]<int I>() __attribute__((always_inline)) {
            task.part[I].words = strip.template part<Columns, I>(u);
          });
          task.y = value + ((r + u * down) * p.ow + j) * p.filters;
          if constexpr (packed) task.rows = static_cast<std::uint32_t>(count);
          if constexpr (Zeros) strip.template set_more<Columns>(task.more, u);
          tile_of_minimal_pairs<E, Shift, minimal_steps(Columns), task_type>(&task);
        };
        if constexpr (packed) {
          const std::uint32_t* from = of_group;
          for (int i = 0; i < p.pairs; ++i, from += p.packed_words) {
            p.template unpack<Columns>(unpacked, from);
            run_tiles(0, y + 2 * i);
          }
        } else {
          for (int u = 0; u < count; ++u) run_tiles(u, y);
        }
      }
    }
  };
  for (int r = rows.first, count = 0; r < end; r += count) {
    count = minimum(minimum((p.slots - p.kh + 1) * down, p.oh - r % p.oh), end - r);
    if constexpr (Spread) {
      std::int8_t* const value = y;
      for (int group = 0; group < p.groups; ++group, y += 2 * p.pairs) {
        if constexpr (packed) {
          of_group = pairs + group * p.pairs * p.packed_words;
        } else {
          task.words = pairs + group * p.pairs * p.pair_words;
          task.words_end = task.words + p.pairs * p.pair_words;
        }
        for (int i = 0; i < minimum(down, count); ++i) {
          run_rows(r + i, ceil_div(count - i, down), group * p.depth);
        }
      }
      y = value;
    } else {
      run_rows(r, count, 0);
    }
  }
}

#endif

/// Two filters times eight pixels by SMLAD, over strips of input.
struct smlad_2x8 : cortex_m::microkernel<smlad_2x8, core> {
  static constexpr bool takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    if (!microkernel::takes(l) || !has_minimal_windows(l.g)) return false;
    const minimal_plan p = make_minimal_plan(l, scratch_of(l));
    return p.fills_loop() &&
           4 * p.groups * p.pairs * p.pair_words - l.taps() * p.filters <= most_more_weights &&
           p.has_rows();
  }
  template <class C>
  static constexpr bool proves = bits_of_weights<C>() > 4 && cortex_m::accumulators_of<C>.are_exact;

  /// As much as conv2d_s8_s8_s8_2x4_smlad takes without gaps and groups.
  static constexpr int scratch_of(const byte_layer& l) {
    return l.end.shifts() ? window_scratch(make_window_plan(l.g, 0, 1))
                          : window_scratch(make_whole_plan(l.g, 0));
  }
  template <class C>
  static constexpr int scratch = scratch_of(layer_of<C>);
  template <class C>
  static constexpr bool keeps_nothing = true;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr minimal_plan p = make_minimal_plan(l, scratch<C>);
    whole_constants<p.groups * p.pairs * p.pair_words, minimal_plan> k{p, {}};
    std::uint32_t* to = k.words;
    const auto put = [&](std::int32_t word) { *to++ = static_cast<std::uint32_t>(word); };
    // channel i of row u of filter o
    const auto weight = [&](int part, int term, int o, int u, int i) {
      int g[5]{};
      for (int v = 0; v < p.kw && i < p.depth; ++v) {
        g[v] = static_cast<signed char>(C::bytes(1)[o * l.taps() + (u * p.kw + v) * p.depth + i]);
      }
      return static_cast<std::uint32_t>(minimal_weight(part, term, g)) & 0xffff;
    };
    for (int first = 0; first < p.filters; first += 2) {
      for (int o = first; o < first + 2; ++o) put(start_of_doubled<C>(o));
      for (int o = first; o < first + 2 && !l.end.shifts(); ++o) {
        const output_factor f = factor_in_place<C>(cortex_m::accumulators_of<C>.of[o].factor);
        put(f.multiplier);
        put(f.offset);
        put(f.shift);
      }
      for (int part = 0; part < minimal_parts; ++part) {
        const int terms = minimal_terms(p.kw, part);
        for (int step = 0; step < p.kh * terms * p.steps; ++step) {
          const int u = step / (terms * p.steps), term = step / p.steps % terms;
          const int i = step % p.steps / 2 * 4 + step % 2;
          for (int o = first; o < first + 2; ++o) {
            *to++ = weight(part, term, o, u, i) | weight(part, term, o, u, i + 2) << 16;
          }
        }
      }
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr byte_layer l = layer_of<C>;
    const auto& constants = kernel_constants<K, C>(a);
    run_minimal<code_of_tiles<C>, cortex_m::shift_of(l.end), l.g.kw, gathers(l), l.w_zero != 0>(
        constants.plan, constants.words, a.template rows<0>(), a.template out<0>(), a.scratch(),
        rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace armv7em

/// conv2d of 8-bit codes by fewer products than sums have.
struct conv2d_s8_s8_s8_2x8_smlad
    : layer_kernel<conv2d_s8_s8_s8_2x8_smlad, ops::conv2d, armv7em::smlad_2x8> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x8_smlad";
};

}  // namespace ETCH_NAMESPACE
