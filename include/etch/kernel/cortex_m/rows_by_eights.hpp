// dense and conv2d without DSP instructions by products of a matrix and a row: eight filters a pass
// over the row, the rest of them one by one. conv2d goes pixel by pixel, where a window is the row.
// Its scratch memory holds one window, so that this is for networks whose memory the patches of
// four would raise, for weights whose sums those cannot hold, and for groups of channels.
//
// A block of eight filters is a struct, a Core besides:
//   static constexpr int weight_bits;             8, or 4: weights lie as their code plus
//   2^(bits-1) static constexpr int place_of_filter(int i);  the byte or nibble of filter i in
//   those of a tap static void add_products(x, w, taps, sums);   sets sums[8] or, of 4 bits, adds
//   to them
#pragma once

#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/cortex_m/nibbles.hpp>
#include <etch/kernel/cortex_m/sums.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

#if ETCH_HAS_M_PROFILE

/// The sum of w x over `count` taps.
ETCH_KERNEL inline std::int32_t product_of_rows(const std::int8_t* w, const std::int8_t* x,
                                                int count) {
  std::int32_t sum = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4, w += 4, x += 4) {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { sum += w[I] * x[I]; });
  }
  for (; k < count; ++k) sum += *w++ * *x++;
  return sum;
}
/// The sum of the codes from x, a multiple of 4, to `end`, whole pairs of words, at most 512 codes:
/// of those plus 128, in halves.
ETCH_KERNEL inline std::int32_t sum_of_words(const std::int8_t* x, const std::int8_t* end) {
  const auto codes = static_cast<std::int32_t>(end - x);
  std::uint32_t sums = 0, a, b;
  do {
    __asm volatile(
        ".syntax unified\n\t.rept 2\n\tldmia %[x]!,{%[a]}\n\teors %[a],%[signs]\n\t"
        "lsrs %[b],%[a],#8\n\tands %[a],%[even]\n\tands %[b],%[even]\n\t"
        "adds %[s],%[s],%[a]\n\tadds %[s],%[s],%[b]\n\t.endr"
        : [x] "+l"(x), [s] "+l"(sums), [a] "=&l"(a), [b] "=&l"(b)
        : [signs] "l"(0x80808080u), [even] "l"(0x00ff00ffu)
        : "memory", "cc");
  } while (x != end);
  return static_cast<std::int32_t>((sums & 0xffff) + (sums >> 16)) - 128 * codes;
}
ETCH_KERNEL inline std::int32_t sum_of_row(const std::int8_t* x, int count) {
  std::int32_t sum = 0;
  if (count >= 32) {
    for (; reinterpret_cast<std::uintptr_t>(x) % 4 != 0; --count) sum += *x++;
    while (count >= 8) {
      const int codes = minimum(count & ~7, 512);
      sum += sum_of_words(x, x + codes);
      x += codes;
      count -= codes;
    }
  }
  int k = 0;
  for (; k + 4 <= count; k += 4, x += 4) sum += x[0] + x[1] + x[2] + x[3];
  for (; k < count; ++k) sum += *x++;
  return sum;
}

/// Some codes one behind the other.
struct code_run {
  const std::int8_t* from;
  int count;
};
/// A row of codes in pieces.
struct code_runs {
  const code_run* of;
  int count;
};

/// The sums of a row of input, whole or in pieces: of its codes, times the weights of one filter,
/// and by Block of eight.
ETCH_GLUE std::int32_t sum_of_row(const code_runs& x, int) {
  std::int32_t sum = 0;
  for (int i = 0; i < x.count; ++i) sum += sum_of_row(x.of[i].from, x.of[i].count);
  return sum;
}
ETCH_GLUE std::int32_t product_of_rows(const std::int8_t* w, const code_runs& x, int) {
  std::int32_t sum = 0;
  for (int i = 0; i < x.count; w += x.of[i++].count) {
    sum += product_of_rows(w, x.of[i].from, x.of[i].count);
  }
  return sum;
}
/// Calls f(from, first, count) for each piece of a row, whose first code is the row's `first`.
template <class F>
ETCH_GLUE void for_each_run(const std::int8_t* x, int taps, const F& f) {
  f(x, 0, taps);
}
template <class F>
ETCH_GLUE void for_each_run(const code_runs& x, int, const F& f) {
  for (int i = 0, first = 0; i < x.count; first += x.of[i++].count) {
    f(x.of[i].from, first, x.of[i].count);
  }
}
template <class Block>
ETCH_GLUE void sum_by_eight(const std::int8_t* x, const std::int8_t* w, int taps,
                            std::int32_t* sums) {
  Block::add_products(x, w, taps, sums);
}
template <class Block>
ETCH_GLUE void sum_by_eight(const code_runs& x, const std::int8_t* w, int, std::int32_t* sums) {
  Block::add_products(x.of->from, w, x.of->count, sums);
  for (int i = 1; i < x.count; ++i) {
    w += 8 * x.of[i - 1].count;
    std::int32_t more[8];
    Block::add_products(x.of[i].from, w, x.of[i].count, more);
    for (int k = 0; k < 8; ++k) sums[k] = sum_from(sums[k], more[k]);
  }
}

/// All outputs of one row of input, a pointer or code_runs. Block, a Core, sums over eight filters.
template <class Block, epilogue_code E, class End, class Row, class Zero>
ETCH_KERNEL void row_by_eights(const layer_end& to, int inputs, int outputs, const End* ends,
                               const std::int8_t* weights,
                               Row x,           // (K)
                               std::int8_t* y,  // (O)
                               [[maybe_unused]] Zero zero) {
  constexpr int bits = Block::weight_bits;
  constexpr bool has_zero = !__is_same(Zero, no_zero);
  // what 2^(bits-1) more of each weight and its zero point add, modulo 2^32 as the sums
  std::uint32_t excess = 0;
  [[maybe_unused]] std::int32_t less = 0;  // the same of the zero point alone
  if (has_zero || outputs >= 8) {
    const auto codes = static_cast<std::uint32_t>(sum_of_row(x, inputs));
    excess = 0U - (1U << (bits - 1)) * codes;
    if constexpr (has_zero) {
      const std::uint32_t zeros = static_cast<std::uint32_t>(zero) * codes;
      excess -= zeros;
      less = static_cast<std::int32_t>(0U - zeros);
    }
  }
  const auto start = static_cast<std::int32_t>(excess);
  for (; outputs >= 8; outputs -= 8, weights += bits * inputs) {
    std::int32_t sums[8];
    if constexpr (bits == 8) {
      sum_by_eight<Block>(x, weights, inputs, sums);
      for (const std::int32_t sum : sums) {
        *y++ = end_sum<Block, E>(to, *ends++, sum_from(sum, start));
      }
    } else {
      for (std::int32_t& sum : sums) sum = start;
      for_each_run(x, inputs,
                   [&](const std::int8_t* from, int first, int count)
                       __attribute__((always_inline)) {
                         Block::add_products(from, weights + bits * first, count, sums);
                       });
      for (const std::int32_t sum : sums) *y++ = end_sum<Block, E>(to, *ends++, sum);
    }
  }
  if constexpr (bits == 8) {
    for (; outputs > 0; --outputs, weights += inputs) {
      std::int32_t sum = product_of_rows(weights, x, inputs);
      if constexpr (has_zero) sum = sum_from(sum, less);
      *y++ = end_sum<Block, E>(to, *ends++, sum);
    }
  } else {
    for (int pairs = outputs / 2; pairs > 0; --pairs, weights += inputs) {
      std::int32_t sums[2]{};
      for_each_run(
          x, inputs,
          [&](const std::int8_t* from, int first, int count)
              __attribute__((always_inline)) { add_two_rows(weights + first, from, count, sums); });
      *y++ = end_sum<Block, E>(to, *ends++, sums[0]);
      *y++ = end_sum<Block, E>(to, *ends++, sums[1]);
    }
    if (outputs % 2 != 0) {
      std::int32_t sum = 0;
      for_each_run(x, inputs,
                   [&](const std::int8_t* from, int first, int count) __attribute__((
                       always_inline)) { sum += product_of_nibbles(weights, first, from, count); });
      *y = end_sum<Block, E>(to, *ends, sum);
    }
  }
}

#endif

/// Bytes of the weights of some filters.
template <class Block>
constexpr int bytes_of_filters(int inputs, int outputs) {
  return Block::weight_bits == 8 ? inputs * outputs
                                 : outputs / 2 * inputs + (outputs % 2 * inputs + 1) / 2;
}
/// The same of one of several groups: words of weights begin at words.
template <class Block>
constexpr int bytes_of_group(int inputs, int outputs) {
  const int bytes = bytes_of_filters<Block>(inputs, outputs);
  return Block::weight_bits == 8 ? bytes : round_up(bytes, 4);
}
/// Base of microkernel M by blocks of kind Block: of weights as wide as those of Block.
template <class M, class Block>
struct of_width : microkernel<M, Block> {
  static constexpr bool widens_weights = Block::weight_bits < 8;
  static constexpr bool takes_zeros = Block::weight_bits == 8;
  static constexpr bool takes(const byte_layer& l) {
    return takes_bytes<Block>(l, takes_zeros) && !l.by_channel;
  }
  template <class C>
  static constexpr bool proves = [] {
    if constexpr (bits_of_weights<C>() > Block::weight_bits) return false;
    else return accumulators_of<C>.are_exact;
  }();
};

/// Places the weights (O,K) of call C for row_by_eights, and how their sums end: in each group
/// those of eight filters plus 128 (K,8) in the order of Block, those of the rest (O % 8,K) as they
/// are. Those of 4 bits lie plus 8, of the rest by pairs of filters (K,2), the last alone (K).
template <class C, class Block, int Ends, int Size>
constexpr void place_by_eights(sum_end_t<C> (&ends)[Ends], std::int8_t (&weights)[Size]) {
  constexpr int inputs = layer_of<C>.taps(), outputs = layer_of<C>.filters() / layer_of<C>.g.groups;
  using place = place_of_weights<C>;
  int to = 0;
  for (int f = 0, from = place::begin; f < layer_of<C>.filters(); ++f, from += inputs) {
    const int o = f % outputs;
    if (f > 0 && o == 0) to += bytes_of_group<Block>(inputs, outputs);
    const bool rest = o >= outputs / 8 * 8;
    ends[f] = make_sum_end<C, Block>(f, rest ? 0 : Block::bias_of_code);
    if constexpr (Block::weight_bits == 4) {
      const bool alone = rest && o % 2 == 0 && o == outputs - 1;
      const int step = rest ? 2 - alone : 8, first = rest ? o % 2 : Block::place_of_filter(o % 8);
      std::int8_t* const at = weights + to + (rest ? o : o / 8 * 8) / 2 * inputs;
      for (int i = 0; i < inputs; ++i) {
        put_nibble(at, step * i + first, place::array[from + i] + 8U);
      }
    } else {
      const int step = rest ? 1 : 8, more = rest ? 0 : 128;
      int at = to + (rest ? o * inputs : o / 8 * 8 * inputs + Block::place_of_filter(o % 8));
      for (int w = from; w < from + inputs; ++w, at += step) {
        weights[at] = static_cast<std::int8_t>(place::array[w] + more);
      }
    }
  }
}

/// A dense layer as its loop sees it.
struct dense_plan {
  int batches, inputs, outputs;
  layer_end to;
};

/// dense by blocks of kind Block.
template <class Block>
struct dense_by_eights : of_width<dense_by_eights<Block>, Block> {
  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int inputs = l.taps(), outputs = l.filters();
    constexpr int bytes = bytes_of_filters<Block>(inputs, outputs);
    constexpr dense_plan plan{l.g.ow, inputs, outputs, make_layer_end<C, Block>()};
    layer_constants<decltype(add_zero<C>(plan)), sum_end_t<C>, outputs, std::int8_t, bytes> k{
        add_zero<C>(plan), {}, {}};
    place_by_eights<C, Block>(k.ends, k.weights);
    return k;
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End>
  ETCH_GLUE static void write_rows(const Plan& p, const End* ends, const std::int8_t* weights,
                                   strided_rows<const std::int8_t> x,  // (B,K)
                                   std::int8_t* y,                     // (B,O)
                                   unsigned char*, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    const std::int8_t* row = x.base;
    for (int b = p.batches; b > 0; --b, row += p.inputs, y += p.outputs) {
      row_by_eights<Block, E>(p.to, p.inputs, p.outputs, ends, weights, row, y, zero_of(p));
    }
  }
#endif
};

/// The plan of call C, without groups or with them.
template <class C, class Block>
constexpr auto make_pixel_plan() {
  constexpr window_geometry g = layer_of<C>.g;
  constexpr sum_plan whole =
      make_sum_plan<C, Block>(g.kh == 1 && g.dilation_w == 1, layer_of<C>.taps());
  if constexpr (g.groups == 1) {
    return add_zero<C>(whole);
  } else {
    return add_zero<C>(make_grouped_plan(whole, g));
  }
}

/// conv2d by blocks of kind Block.
template <class Block>
struct conv2d_by_pixels : microkernel<conv2d_by_pixels<Block>, Block> {
  static constexpr bool takes_zeros = Block::takes_zeros;
  static constexpr bool takes(const byte_layer& l) {
    return takes_bytes<Block>(l, takes_zeros) && !l.by_channel;
  }
  /// One window, where some have to be gathered.
  template <class C>
  static constexpr int scratch =
      reads_single_cells(layer_of<C>.g) ? 0 : round_up(layer_of<C>.taps(), 16);
  template <class C>
  static constexpr bool reads_rows = layer_of<C>.g.groups == 1;

  template <class C>
  static constexpr auto pack() {
    constexpr int taps = layer_of<C>.taps(), filters = layer_of<C>.filters();
    using plan = decltype(make_pixel_plan<C, Block>());
    layer_constants<plan, sum_end_t<C>, filters, std::int8_t, filters * taps> k{
        make_pixel_plan<C, Block>(), {}, {}};
    place_by_eights<C, Block>(k.ends, k.weights);
    return k;
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End, class Rows>
  ETCH_KERNEL static void write_rows(const Plan& p, const End* ends, const std::int8_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // (N OH, OW OC)
                                     unsigned char* scratch, row_block rows) {
    constexpr bool has_groups = requires { p.groups; };
    auto* const gathered = reinterpret_cast<std::int8_t*>(scratch);
    pixel at(p, rows.first);
    if constexpr (has_groups) y += rows.first * p.ow * p.groups * p.filters;
    for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
      if constexpr (has_groups) {
        const std::int8_t* w = weights;
        const End* end = ends;
        const std::int8_t* from = x.base;
        for (int group = p.groups; group > 0; --group, from += p.depth, y += p.filters) {
          gather_window(p, gathered, {from, x.stride}, at);
          row_by_eights<Block, E>(p.to, p.taps, p.filters, end, w, gathered, y, zero_of(p));
          w += p.filters * p.taps;
          end += p.filters;
        }
      } else {
        const corner first(p, at);
        const std::int8_t* window = gathered;
        if (p.gathers == 0 && first.is_inside(p)) {
          window = x.row(at.n * p.h + first.h) + first.w * p.c;
        } else {
          gather_window(p, gathered, x, at);
        }
        row_by_eights<Block, E>(p.to, p.taps, p.filters, ends, weights, window, y, zero_of(p));
        y += p.filters;
      }
    }
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
