// The worst case of every sum of integers: the bits that an accumulator needs, proved from the
// constants.
//
// Codes of an input lie between two limits, weights and biases are known: the largest sum of an
// output channel takes the upper limit where a weight is positive and the lower one where it is
// negative. Taps in the padding add nothing, so that each set of taps that lie inside the input at
// the same time is a sum of its own; so is each set of those that meet at an output of a transposed
// window. The figures are exact where inputs are independent.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/tensor/bytes.hpp>

namespace etch::inline ETCH_ABI {

/// Whole numbers low .. high; what leaves 64 bits stands at their end.
struct interval {
  long long low = 0;
  long long high = 0;
  constexpr bool operator==(const interval&) const = default;
};

/// Bits of two's complement that hold every number of r; 0 where r is {0, 0}.
constexpr int signed_bits(interval r) {
  if (r == interval{}) return 0;
  int bits = 1;
  while (bits < 64 && (r.low < -(1LL << (bits - 1)) || r.high > (1LL << (bits - 1)) - 1)) ++bits;
  return bits;
}

namespace detail {

constexpr long long saturating_add(long long a, long long b) {
  long long sum = 0;
  return !__builtin_add_overflow(a, b, &sum) ? sum : b > 0 ? INT64_MAX : INT64_MIN;
}
constexpr long long saturating_multiply(long long a, long long b) {
  long long product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}
constexpr interval operator+(interval a, interval b) {
  return {saturating_add(a.low, b.low), saturating_add(a.high, b.high)};
}
constexpr interval hull(interval a, interval b) {
  return {minimum(a.low, b.low), maximum(a.high, b.high)};
}
inline constexpr interval nothing_yet{INT64_MAX, INT64_MIN};

/// Taps first, first + step, .. last of a window along one dimension.
struct tap_range {
  int first = 0;
  int last = 0;
  int step = 1;
  constexpr bool holds(tap_range r) const {
    if (r.last < r.first) return true;
    return first <= r.first && r.last <= last && step == r.step && (r.first - first) % step == 0;
  }
  constexpr bool operator==(const tap_range&) const = default;
};
/// The taps that lie inside the input at position i of a window.
constexpr tap_range taps_inside(int i, int in, int size, int stride, int dilation, int before) {
  const int start = i * stride - before;
  tap_range r{start < 0 ? ceil_div(-start, dilation) : 0, size - 1};
  while (r.last >= r.first && start + r.last * dilation >= in) --r.last;
  return r.last < r.first ? tap_range{0, -1} : r;
}
/// The taps of a transposed window that output i takes: those u whose i + before - u is stride
/// times a position of the input.
constexpr tap_range taps_of_output(int i, int in, int size, int stride, int before) {
  const int start = i + before, least = start - (in - 1) * stride;
  const int first = least < 0 ? start % stride : least, end = minimum(start, size - 1);
  if (end < first) return {0, -1};
  return {first, end - (end - first) % stride, stride};
}
/// The different ranges of taps over all positions along one dimension, at most 16 of them, else
/// one that holds them all. `outermost`: without those that lie in another.
struct tap_ranges {
  tap_range range[16]{};
  int count = 0;

  constexpr tap_ranges(int out, int in, int size, int stride, int dilation, int before,
                       bool outermost, bool transposed) {
    for (int i = 0; i < out; ++i) {
      const tap_range r = transposed ? taps_of_output(i, in, size, stride, before)
                                     : taps_inside(i, in, size, stride, dilation, before);
      bool known = false;
      for (int k = 0; k < count; ++k) known |= outermost ? range[k].holds(r) : range[k] == r;
      if (known) continue;
      if (count == 16) count = 0;
      range[count] = count == 0 && i > 0 ? tap_range{0, size - 1} : r;
      ++count;
    }
  }
};

/// Where the weights of a layer lie: that of channel o, tap t, input c at o channel + t tap + c.
struct weight_order {
  int channel, tap, depth;
  int bits;
  bool has_sign;
};

/// Stand for weights of fewer than 8 bits, and those of them of which none lies in two bytes.
struct packed_weight {};
struct weight_in_byte {};

/// The sums of positive and of negative weights of one output channel, over the taps of both
/// ranges.
template <class W>
constexpr interval sums_of_weights(const unsigned char* bytes, int first, weight_order at, int kw,
                                   tap_range rows, tap_range columns, int zero) {
  const int mask = (1 << minimum(at.bits, 8)) - 1, sign = at.has_sign ? mask - (mask >> 1) : 0;
  long long positive = 0, negative = 0;
  for (int u = rows.first; u <= rows.last; u += rows.step) {
    for (int v = columns.first; v <= columns.last; v += columns.step) {
      const int begin = first + (u * kw + v) * at.tap, end = begin + at.depth;
      for (int k = begin; k < end; ++k) {
        long long w = 0;  // spelt out: compilers count the steps of each weight
        if constexpr (__is_same(W, packed_weight)) {
          w = read_packed(bytes, at.bits, at.has_sign, k);
        } else if constexpr (__is_same(W, weight_in_byte)) {
          const int code = bytes[k * at.bits >> 3] >> (k * at.bits & 7) & mask;
          w = code - 2 * (code & sign);
        } else if constexpr (sizeof(W) == 1) {
          w = static_cast<W>(bytes[k]);
        } else if constexpr (sizeof(W) == 2) {
          w = static_cast<W>(bytes[2 * k] | bytes[2 * k + 1] << 8);
        } else {
          w = static_cast<long long>(load<W>(bytes, k));
        }
        w -= zero;
        (w > 0 ? positive : negative) += w;
      }
    }
  }
  return {negative, positive};
}

/// The window of a layer; a dense layer has one of a single tap.
constexpr window_geometry window_of_layer(const node& at, const operands& x) {
  if (at.op == &op_id<ops::conv2d>) return unpack<ops::conv2d>(at.what).at(x);
  if (at.op == &op_id<ops::depthwise_conv2d>) return unpack<ops::depthwise_conv2d>(at.what).at(x);
  if (at.op == &op_id<ops::transpose_conv2d>) {
    const auto what = unpack<ops::transpose_conv2d>(at.what);
    const extents &e = x[0].shape, &w = x[1].shape;
    window_geometry g{
        .h = e.h(), .w = e.w(), .c = e.c(), .oh = what.oh, .ow = what.ow, .oc = w.n()};
    g.kh = w.h(), g.kw = w.w(), g.stride_h = what.stride.h, g.stride_w = what.stride.w;
    g.pad_top = what.top, g.pad_left = what.left;
    return g;
  }
  return {.c = x[1].shape.d[1], .oc = x[1].shape.d[0]};
}

/// The largest sums of products of channel o, for numbers x.
template <class W>
constexpr interval worst_products(const unsigned char* bytes, int o, const window_geometry& g,
                                  weight_order at, int zero, const tap_ranges& rows,
                                  const tap_ranges& columns, interval x) {
  interval all = nothing_yet;
  for (int r = 0; r < rows.count; ++r) {
    for (int c = 0; c < columns.count; ++c) {
      const interval w = sums_of_weights<W>(bytes, o * at.channel, at, g.kw, rows.range[r],
                                            columns.range[c], zero);
      const bool is_short = w.high - w.low < 1LL << 32 && x.high - x.low <= 1LL << 17;
      if (is_short) {  // spelt out: compilers evaluate this for each channel
        const long long low = w.high * x.low + w.low * x.high;
        const long long high = w.high * x.high + w.low * x.low;
        if (low < all.low) all.low = low;
        if (high > all.high) all.high = high;
      } else {
        const interval up{saturating_multiply(w.high, x.low), saturating_multiply(w.high, x.high)};
        const interval down{saturating_multiply(w.low, x.high), saturating_multiply(w.low, x.low)};
        all = hull(all, up + down);
      }
    }
  }
  return all;
}

/// The same for so many terms of any weights of format w.
constexpr interval worst_products_of_any(const format& w, long long terms, interval x) {
  const long long low = w.kind->lowest(w) - w.zero, high = w.kind->highest(w) - w.zero;
  const interval corners = hull(hull({low * x.low, low * x.low}, {low * x.high, low * x.high}),
                                hull({high * x.low, high * x.low}, {high * x.high, high * x.high}));
  return {saturating_multiply(minimum(corners.low, 0LL), terms),
          saturating_multiply(maximum(corners.high, 0LL), terms)};
}

/// Code i of an integer constant.
constexpr long long integer_code(const value& v, int i) {
  const format& f = v.is.number;
  const bool has_sign = f.kind->lowest(f) < 0;
  if (f.bits < 8) return read_packed(v.bytes, f.bits, has_sign, i);
  switch (bytes_for(f.bits)) {
    case 1: return has_sign ? static_cast<signed char>(v.bytes[i]) : v.bytes[i];
    case 2: return has_sign ? load<std::int16_t>(v.bytes, i) : load<std::uint16_t>(v.bytes, i);
    case 4: return load<std::int32_t>(v.bytes, i);
    default: return load<std::int64_t>(v.bytes, i);
  }
}

/// Bias c in units of a sum of so many fraction bits, before it is brought to the bits of the sum.
constexpr long long exact_bias(const value& bias, int frac, int c) {
  const long long code = integer_code(bias, c);
  if (!is_q(bias.is.number)) return code;
  const int left = frac - bias.is.number.frac;
  return left > 62 ? saturating_multiply(code, INT64_MAX) : saturating_multiply(code, 1LL << left);
}

/// What becomes of sums of format `sum` on the way to y, before they are rounded: a half is added,
/// or they are shifted to the left before the multiplication by a factor above 1.
constexpr interval on_the_way(interval r, const format& sum, const value& y, double factor) {
  const format& f = y.is.number;
  if (!f.kind->is_integer || is_accumulator(f) || sum.bits == 64) return r;
  if (!reached_by_shift(sum, f)) {
    const long long scale = 1LL << places_left(factor);
    return {saturating_multiply(r.low, scale), saturating_multiply(r.high, scale)};
  }
  const int right = sum.frac - f.frac;
  const bool half = y.round == rounding::half_up && right > 0 && right < 32;
  return {r.low, saturating_add(r.high, half ? 1LL << (right - 1) : 0)};
}
/// The factor from the sums of a layer with inputs x to its output in channel c.
constexpr double factor_of_layer(const node& at, const operands& x, const value& y, int c) {
  return factor_of_sum(x[0].number, x[1].number, y.is.number, at.op->single_precision_product, c);
}

}  // namespace detail

/// Whether node n of g sums products of integers.
template <class Graph>
constexpr bool sums_integers(const Graph& g, int n) {
  const pointer_to<operator_tag> op = g.nodes[n].op;
  if (op != &op_id<ops::conv2d> && op != &op_id<ops::depthwise_conv2d> &&
      op != &op_id<ops::dense> && op != &op_id<ops::transpose_conv2d>)
    return false;
  const value &x = g.values[g.nodes[n].inputs[0]], &w = g.values[g.nodes[n].inputs[1]];
  return x.is.number.kind->is_integer && w.is.number.kind->is_integer && !is_null(w.bytes);
}

/// The codes that value v of g, an integer, can have: those of its format, within what its
/// producer clamps to, and what the producer keeps of the range of its own value.
template <class Graph>
constexpr interval range_of_codes(const Graph& g, int v) {
  const value& is = g.values[v];
  const format& f = is.is.number;
  interval r{f.kind->lowest(f), f.kind->highest(f)};
  if (is.producer < 0) return r;
  const node& from = g.nodes[is.producer];
  activation act = from.act;
  int low = from.clamp_low, high = from.clamp_high;
  if (from.op == &op_id<ops::relu>) act = activation::relu;
  if (from.op == &op_id<ops::relu6>) act = activation::relu6;
  if (from.op == &op_id<ops::clamp>) {
    act = activation::clamp;
    low = unpack<ops::clamp>(from.what).low;
    high = unpack<ops::clamp>(from.what).high;
  }
  const auto narrow = [&r](long long least, long long most) {
    r = {clamp(least, r.low, r.high), clamp(most, r.low, r.high)};
  };
  if (act == activation::relu) narrow(f.kind->encode(f, 0.0), r.high);
  if (act == activation::relu6) narrow(f.kind->encode(f, 0.0), f.kind->encode(f, 6.0));
  if (act == activation::clamp) narrow(low, high);
  if (from.op->keeps_range && g.values[from.inputs[0]].is.number == f) {
    const interval x = range_of_codes(g, from.inputs[0]);
    narrow(x.low, x.high);
  }
  return r;
}

/// What an analysis takes of weights: each code, or no more than their format and their count.
enum class weights_taken { each, any };

/// The sums of layer n of g, which sums_integers, over all channels and positions, as large as they
/// get on the way to the output.
template <class Graph>
constexpr interval worst_sums(const Graph& g, int n, weights_taken taken) {
  using namespace detail;
  const node& at = g.nodes[n];
  operand gathered[3]{};
  for (int i = 0; i < at.input_count; ++i) gathered[i] = g.values[at.inputs[i]].is;
  const operands x{gathered, at.input_count};
  const value &in = g.values[at.inputs[0]], &weights = g.values[at.inputs[1]];
  const value& out = g.values[at.outputs[0]];
  const format &w = weights.is.number, sum = sum_format(in.is.number, w, sum_bits(x));
  const window_geometry window = window_of_layer(at, x);
  const int depth = window.c / window.groups;
  const bool by_channel = at.op == &op_id<ops::depthwise_conv2d>;
  const bool transposed = at.op == &op_id<ops::transpose_conv2d>;
  const bool has_sign = w.kind->lowest(w) < 0;
  const weight_order order =
      by_channel ? weight_order{1, window.oc, 1, w.bits, has_sign}
                 : weight_order{window.kh * window.kw * depth, depth, depth, w.bits, has_sign};
  const interval codes = range_of_codes(g, at.inputs[0]);
  const interval steps{codes.low - in.is.number.zero, codes.high - in.is.number.zero};
  // where 0 is among the steps a further tap only widens a sum
  const bool outermost = steps.low <= 0 && steps.high >= 0;
  const int seen = taken == weights_taken::each ? 1 : 0;
  const tap_ranges rows(seen * window.oh, window.h, window.kh, window.stride_h, window.dilation_h,
                        window.pad_top, outermost, transposed);
  const tap_ranges columns(seen * window.ow, window.w, window.kw, window.stride_w,
                           window.dilation_w, window.pad_left, outermost, transposed);
  const int stored = bytes_for(w.bits);
  const auto products =
      w.bits < 8
          ? 8 % w.bits == 0 ? &worst_products<weight_in_byte> : &worst_products<packed_weight>
      : stored == 1 ? has_sign ? &worst_products<signed char> : &worst_products<unsigned char>
      : stored == 2 ? has_sign ? &worst_products<std::int16_t> : &worst_products<std::uint16_t>
                    : &worst_products<std::int32_t>;
  double largest = 0;
  for (int c = 0; c < w.channels; ++c) {
    if (w.channel_scale[c] > largest) largest = w.channel_scale[c];
  }
  const bool one_way =
      w.channel_scale == nullptr || largest * in.is.number.unit() < 0.99 * out.is.number.unit();
  const value* const bias = x.count > 2 ? &g.values[at.inputs[2]] : nullptr;
  const bool plain = x.count > 2 && bias->is.number.bits == 32 && !is_q(bias->is.number);
  const long long terms = by_channel   ? window.kh * window.kw
                          : transposed ? ceil_div(window.kh, window.stride_h) *
                                             ceil_div(window.kw, window.stride_w) * depth
                                       : order.channel;
  const interval any = worst_products_of_any(w, terms, steps);
  interval all = nothing_yet;
  for (int o = 0; o < window.oc; ++o) {  // few calls: each leaves its mark in a compiler's memory
    interval r = any;
    if (taken == weights_taken::each)
      r = products(weights.bytes, o, window, order, w.zero, rows, columns, steps);
    if (x.count > 2) {
      const long long b =
          plain ? load<std::int32_t>(bias->bytes, o) : exact_bias(*bias, sum.frac, o);
      r = {saturating_add(r.low, b), saturating_add(r.high, b)};
    }
    if (!one_way) r = on_the_way(r, sum, out, factor_of_layer(at, x, out, o));
    if (r.low < all.low) all.low = r.low;
    if (r.high > all.high) all.high = r.high;
  }
  return one_way ? on_the_way(all, sum, out, factor_of_layer(at, x, out, 0)) : all;
}

/// The layer whose sums node n of g brings to a format: n itself, or the layer before a `to` of its
/// own; -1 where there is none.
template <class Graph>
constexpr int layer_of_sums(const Graph& g, int n) {
  if (sums_integers(g, n)) return n;
  const int before = g.values[g.nodes[n].inputs[0]].producer;
  const bool alone = g.nodes[n].op == &op_id<ops::to> && before >= 0 && sums_integers(g, before);
  return alone ? before : -1;
}
/// Whether a compiler works out the sums of node n of g within its default limits (clang: 2^20
/// steps): up to 100,000 weights, 30,000 of 3, 5, 6 or 7 bits and of 32.
template <class Graph>
constexpr bool is_short_proof(const Graph& g, int n) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return true;
  const operand& w = g.values[g.nodes[layer].inputs[1]].is;
  const bool in_steps = w.number.bits < 8 ? 8 % w.number.bits == 0 : w.number.bits <= 16;
  // padding makes several sums of a window that is larger than the value
  const extents& x = g.values[g.nodes[layer].inputs[0]].is.shape;
  const bool is_window = g.nodes[layer].op != &op_id<ops::dense>;
  const int sums = is_window && (x.h() < w.shape.h() || x.w() < w.shape.w()) ? 4 : 1;
  return w.shape.size() <= (in_steps ? 100'000 : 30'000) / sums;
}
/// Bits of the accumulator of node n of g, 64 where it has none.
template <class Graph>
constexpr int sum_capacity(const Graph& g, int n) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return 64;
  const node& at = g.nodes[layer];
  if (at.input_count < 3) return 32;
  const format& bias = g.values[at.inputs[2]].is.number;
  return is_accumulator(bias) ? bias.bits : 32;
}
/// The sums of node n of g at their largest; {0, 0} where it has none.
template <class Graph>
constexpr interval sums_of_node(const Graph& g, int n, weights_taken taken = weights_taken::each) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return {};
  interval r = worst_sums(g, layer, taken);
  if (layer == n) return r;
  const format& sum = g.values[g.nodes[n].inputs[0]].is.number;
  const value& out = g.values[g.nodes[n].outputs[0]];
  interval all = detail::nothing_yet;
  for (int c = 0; c < maximum(sum.channels, 1); ++c) {
    const double factor = sum.unit(c) / out.is.number.unit();
    all = detail::hull(all, detail::on_the_way(r, sum, out, factor));
  }
  return all;
}

}  // namespace etch::inline ETCH_ABI
