// Worst-case analysis of integer sums of products in one node: weights and biases against the range
// of the codes, reading as much of the weights as asked for.
#pragma once

#include <etch/graph/taps.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The range of a sum of products with numbers x, given the sums of the negative and of the
/// positive weights.
constexpr interval extremes(interval w, interval x) {
  const bool is_short = w.high - w.low < 1LL << 32 && x.high - x.low <= 1LL << 17;
  if (is_short) {  // written out: compilers evaluate this for each channel
    return {w.high * x.low + w.low * x.high, w.high * x.high + w.low * x.low};
  }
  const interval up{saturating_multiply(w.high, x.low), saturating_multiply(w.high, x.high)};
  const interval down{saturating_multiply(w.low, x.high), saturating_multiply(w.low, x.low)};
  return up + down;
}

/// The range of so many terms, for any weights in w.
constexpr interval extremes_of_any(interval w, long long terms, interval x) {
  const auto product = [](long long a, long long b) {
    const long long c = saturating_multiply(a, b);
    return interval{c, c};
  };
  const interval corners = hull(hull(product(w.low, x.low), product(w.low, x.high)),
                                hull(product(w.high, x.low), product(w.high, x.high)));
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

/// Bias c in units of a sum with so many fraction bits, before it is converted to the sum.
constexpr long long exact_bias(const value& bias, int frac, int c) {
  const long long code = integer_code(bias, c);
  if (!is_q(bias.is.number)) return code;
  const int left = frac - bias.is.number.frac;
  return left > 62 ? saturating_multiply(code, INT64_MAX) : saturating_multiply(code, 1LL << left);
}

/// The range of accumulators at the multiplication by `factor`: a factor above 1 shifts them to the
/// left before.
constexpr interval shifted(interval r, const fixed_point_factor& factor) {
  const long long scale = 1LL << maximum(factor.shift, 0);
  return {saturating_multiply(r.low, scale), saturating_multiply(r.high, scale)};
}
/// The range of the intermediate values when accumulators of format `sum` are requantised to y:
/// half a step is added before a shift, and a factor above 1 shifts to the left before it
/// multiplies. The zero point is included, because a factor just below 1 leaves no room for it.
constexpr interval on_the_way(interval r, const format& sum, const value& y, double factor) {
  const format& f = y.is.number;
  if (!f.kind->is_integer || is_accumulator(f) || sum.bits == 64) return r;
  if (!reached_by_shift(sum, f)) {
    const fixed_point_factor q = quantise_factor(factor);
    const interval s = shifted(r, q);
    if (q.shift < 0 || q.multiplier <= INT32_MAX - 65536) return s;
    return {saturating_add(s.low, minimum(f.zero, 0)), saturating_add(s.high, maximum(f.zero, 0))};
  }
  const int right = sum.frac - f.frac;
  const bool half = adds_half(y.round) && right > 0 && right < 32;
  return {r.low, saturating_add(r.high, half ? 1LL << (right - 1) : 0)};
}

}  // namespace detail

/// How many kinds of integer sums of products node n of g computes: those of a layer or a matrix
/// product, of the features of an svdf (its kernel proves the others), of the gates of an lstm.
template <class Graph>
constexpr int sums_of_integers(const Graph& g, int n) {
  const node& at = g.nodes[n];
  const int kinds = at.op->kinds_of_products;
  if (kinds == 0) return 0;
  const value &x = g.values[at.inputs[0]], &w = g.values[at.inputs[1]];
  return x.is.number.kind->is_integer && w.is.number.kind->is_integer ? kinds : 0;
}

/// The codes that integer value v of g can have: those of its format, limited by the clamp of its
/// producer and, if the producer keeps the range of its input, by that.
template <class Graph>
constexpr interval range_of_codes(const Graph& g, int v) {
  const value& is = g.values[v];
  const format& f = is.is.number;
  interval r{f.kind->lowest(f), f.kind->highest(f)};
  if (is.producer < 0) return r;
  const node& from = g.nodes[is.producer];
  const bool alone = from.op->clamps != activation::none;
  const activation act = alone ? from.op->clamps : from.act;
  const code_limits limits =
      alone ? from.op->limits(from.what) : code_limits{from.clamp_low, from.clamp_high};
  const auto narrow = [&r](long long least, long long most) {
    r = {clamp(least, r.low, r.high), clamp(most, r.low, r.high)};
  };
  if (act == activation::relu) narrow(f.kind->encode(f, 0.0), r.high);
  if (act == activation::relu6) narrow(f.kind->encode(f, 0.0), f.kind->encode(f, 6.0));
  if (act == activation::clamp) narrow(limits.low, limits.high);
  if (from.op->keeps_range && g.values[from.inputs[0]].is.number == f) {
    const interval x = range_of_codes(g, from.inputs[0]);
    narrow(x.low, x.high);
  }
  return r;
}

/// How closely an analysis looks at weights: at their format and count, at whole filters, or at
/// each set of taps that are inside the input at the same time.
enum class weights_taken { any, filters, each };

namespace detail {

/// Sums k of node n of g, 0 <= k < sums_of_integers(g, n).
template <class Graph>
constexpr sums_of_products sums_of_kind(const Graph& g, int n, int k) {
  const node& at = g.nodes[n];
  operand x[most_inputs]{};
  return at.op->products(at.what, g.gather(n, x), k);
}

/// The worst case of sums k of node n of g, for all channels or piece by piece.
template <class Graph>
class worst_case {
 public:
  constexpr worst_case(const Graph& g, int n, int k, weights_taken taken)
      : g_(g),
        at_(g.nodes[n]),
        p_(sums_of_kind(g, n, k)),
        taken_(constant() ? taken : weights_taken::any),
        steps_(steps_of(at_.inputs[p_.value])),
        rows_(ranges(p_.window.oh, p_.window.h, p_.window.kh, p_.window.stride_h,
                     p_.window.dilation_h, p_.window.pad_top)),
        columns_(ranges(p_.window.ow, p_.window.w, p_.window.kw, p_.window.stride_w,
                        p_.window.dilation_w, p_.window.pad_left)) {
    const window_geometry& w = p_.window;
    const int depth = w.c / w.groups;
    const format& f = weights();
    order_ = {p_.by_channel ? 1 : w.kh * w.kw * depth, p_.by_channel ? w.oc : depth,
              p_.by_channel ? 1 : depth, f.bits, f.kind->lowest(f) < 0};
    double largest = 0;
    for (int c = 0; c < f.channels; ++c) {
      if (f.channel_scale[c] > largest) largest = f.channel_scale[c];
    }
    one_way_ = f.channel_scale == nullptr || largest * x().unit() < 0.99 * y().is.number.unit();
    if (taken_ == weights_taken::each && steps_of_filter() > most_steps) {
      taken_ = weights_taken::filters;  // a filter of such a size is read once
    }
    if (taken_ == weights_taken::filters || rows_.joined || columns_.joined) {
      steps_ = hull(steps_, {0, 0});  // any taps of a filter may be outside the input
    }
  }

  /// Pieces that are evaluated one by one: some channels, or a part of one.
  constexpr int pieces() const {
    return parts() > 1 ? parts() * p_.window.oc : ceil_div(p_.window.oc, channels_at_once());
  }
  /// Piece p: the range of the sums of its channels, or the sums of its negative and of its
  /// positive weights.
  constexpr interval piece(int p) const {
    if (parts() == 1) {
      const int first = p * channels_at_once();
      return of_channels(first, minimum(first + channels_at_once(), p_.window.oc));
    }
    const int size = ceil_div(order_.channel, parts()), first = p % parts() * size;
    return of_weights(p / parts() * order_.channel + first, minimum(size, order_.channel - first));
  }
  /// The range of all pieces together.
  constexpr interval joined(const interval* piece) const {
    interval all = nothing_yet;
    for (int i = 0; i < pieces(); i += parts()) {
      interval r = piece[i];
      if (parts() > 1) {
        for (int k = 1; k < parts(); ++k) r = r + piece[i + k];
        r = ended(extremes(r, steps_), i / parts());
      }
      all = hull(all, r);
    }
    return one_way_ ? on_the_way_out(all, 0) : all;
  }
  constexpr interval of_all_channels() const {
    const interval all = of_channels(0, p_.window.oc);
    return one_way_ ? on_the_way_out(all, 0) : all;
  }

 private:
  /// Steps of constant evaluation, as clang counts them, that a piece may take; the limit is 2^20.
  static constexpr wide_int most_steps = 600'000;

  constexpr const format& x() const { return g_.values[at_.inputs[p_.value]].is.number; }
  constexpr const format& weights() const { return weights_value().is.number; }
  constexpr const value& y() const { return g_.values[at_.outputs[0]]; }
  constexpr const unsigned char* bytes() const { return weights_value().bytes; }
  constexpr const value& weights_value() const { return g_.values[at_.inputs[p_.weights]]; }
  constexpr bool constant() const { return !is_null(bytes()) && p_.has_filters; }
  constexpr interval steps_of(int v) const {
    const interval codes = range_of_codes(g_, v);
    const int zero = g_.values[v].is.number.zero;
    return {codes.low - zero, codes.high - zero};
  }
  /// If 0 is among the steps, one more tap only widens a sum.
  constexpr tap_ranges ranges(int out, int in, int size, int stride, int dilation,
                              int before) const {
    const bool outermost = steps_.low <= 0 && steps_.high >= 0;
    return {taken_ == weights_taken::each ? out : 0,
            in,
            size,
            stride,
            dilation,
            before,
            outermost,
            p_.transposed};
  }

  /// Steps of constant evaluation for the weights of one channel.
  constexpr long long steps_of_filter() const {
    const int bits = order_.bits;
    const int of_one = bits < 8 ? (8 % bits == 0 ? 14 : 40) : bits <= 16 ? 10 : 35;
    if (taken_ == weights_taken::any) return 0;
    if (taken_ == weights_taken::filters && !p_.by_channel) return 1LL * of_one * order_.channel;
    const long long taps = taken_ == weights_taken::filters ? p_.window.kh * p_.window.kw
                                                            : 1LL * rows_.taps * columns_.taps;
    return taps * (12 + of_one * order_.depth);
  }
  constexpr int parts() const {
    if (taken_ != weights_taken::filters || p_.by_channel) return 1;
    return static_cast<int>(1 + steps_of_filter() / most_steps);
  }
  constexpr int channels_at_once() const {
    const long long each = steps_of_filter() + 60 + (one_way_ ? 0 : 500);
    return static_cast<int>(maximum(most_steps / each, 1LL));
  }

  template <class W>
  constexpr interval read(int first, const weight_order& order, const tap_range& rows,
                          const tap_range& columns) const {
    return sums_of_weights<W>(bytes(), first, order, p_.window.kw, rows, columns, weights().zero);
  }
  /// The sum of the negative weights and that of the positive ones, over the taps of both ranges.
  constexpr interval read(int first, const weight_order& order, const tap_range& rows,
                          const tap_range& columns) const {
    const int bits = order.bits;
    if (bits < 8 && 8 % bits == 0) return read<weight_in_byte>(first, order, rows, columns);
    if (bits < 8) return read<packed_weight>(first, order, rows, columns);
    if (bits == 8 && order.has_sign) return read<signed char>(first, order, rows, columns);
    if (bits == 8) return read<unsigned char>(first, order, rows, columns);
    if (bits > 16) return read<std::int32_t>(first, order, rows, columns);
    if (order.has_sign) return read<std::int16_t>(first, order, rows, columns);
    return read<std::uint16_t>(first, order, rows, columns);
  }
  /// The same for `count` contiguous weights.
  constexpr interval of_weights(int first, int count) const {
    weight_order order = order_;
    order.depth = count;
    return read(first, order, {}, {});
  }

  /// The range of the sums of channels first .. end - 1; if one_way_, before requantisation.
  constexpr interval of_channels(int first, int end) const {
    interval all = nothing_yet;
    const interval any = taken_ == weights_taken::any ? of_any() : interval{};
    const bool whole = taken_ == weights_taken::filters && !p_.by_channel;
    const tap_range all_rows{0, p_.window.kh - 1}, all_columns{0, p_.window.kw - 1};
    for (int o = first; o < end; ++o) {  // few calls: compilers keep memory for each
      if (taken_ == weights_taken::any) {
        all = hull(all, ended(any, o));
      } else if (whole) {
        all = hull(all, ended(extremes(of_weights(o * order_.channel, order_.channel), steps_), o));
      } else if (taken_ == weights_taken::filters) {
        const interval w = read(o * order_.channel, order_, all_rows, all_columns);
        all = hull(all, ended(extremes(w, steps_), o));
      } else {
        for (int r = 0; r < rows_.count; ++r) {
          for (int c = 0; c < columns_.count; ++c) {
            const interval w = read(o * order_.channel, order_, rows_.range(r), columns_.range(c));
            all = hull(all, ended(extremes(w, steps_), o));
          }
        }
      }
    }
    return all;
  }
  constexpr interval of_any() const {
    const window_geometry& w = p_.window;
    const long long terms = p_.by_channel   ? 1LL * w.kh * w.kw
                            : p_.transposed ? 1LL * ceil_div(w.kh, w.stride_h) *
                                                  ceil_div(w.kw, w.stride_w) * order_.depth
                                            : order_.channel;
    return extremes_of_any(steps_of(at_.inputs[p_.weights]), terms, steps_);
  }

  constexpr format sum() const { return sum_format(x(), weights(), p_.bits); }
  /// Adds the bias of channel o and, unless all channels share it, requantisation.
  constexpr interval ended(interval r, int o) const {
    if (p_.bias >= 0) {
      const value& bias = g_.values[at_.inputs[p_.bias]];
      const bool plain = bias.is.number.bits == 32 && !is_q(bias.is.number);
      const long long b = plain ? load<std::int32_t>(bias.bytes, o)
                                : exact_bias(bias, x().frac + weights().frac, o);
      r = {saturating_add(r.low, b), saturating_add(r.high, b)};
    }
    return one_way_ ? r : on_the_way_out(r, o);
  }
  constexpr interval on_the_way_out(interval r, int o) const {
    if (p_.factor > 0) return p_.bits == 64 ? r : shifted(r, quantise_factor(p_.factor));
    const double factor =
        factor_of_sum(x(), weights(), y().is.number, at_.op->single_precision_product, o);
    return on_the_way(r, sum(), y(), factor);
  }

  const Graph& g_;
  const node& at_;
  sums_of_products p_;
  weights_taken taken_;
  interval steps_;
  tap_ranges rows_, columns_;
  weight_order order_{};
  bool one_way_ = true;
};

}  // namespace detail

}  // namespace ETCH_NAMESPACE
