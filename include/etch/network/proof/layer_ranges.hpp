// How far the sums of a layer can reach, and the codes that they become: conv2d, depthwise_conv2d,
// dense, transpose_conv2d and every operator of channel_codes::sums.
//
// A sum is at its least where each code that a positive weight meets is at its least and each that
// a negative one meets at its largest; each set of window taps that lie inside the input at once is
// a sum of its own. The epilogue of the generic kernel, which is monotone, makes codes of both
// ends. A sum that can leave its accumulator is given all that the clamp allows.
#pragma once

#include <etch/network/proof/channel_ranges.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The sums of some filters of a layer, and the codes that they become.
template <int Count>
struct ranges_of_sums {
  channel_ranges<Count> codes;
  long long least[Count]{}, most[Count]{};
};

/// Node N of G, whose output channels are sums of products with constant weights.
template <const auto& G, int N>
struct layer_ranges {
  using c = call<G, N>;
  using out = typename c::template out<>;
  static constexpr sums_of_products sums = c::attributes.products(c::inputs(), 0);
  static constexpr window_geometry window = sums.window;
  using x = typename c::template in<sums.value>;
  using weights = typename c::template in<sums.weights>;
  static constexpr int x_value = G.nodes[N].inputs[sums.value];
  static constexpr int taps = window.kh * window.kw, depth = window.c / window.groups;
  static constexpr auto epilogue = make_generic_epilogue<c, window.oc>();

  /// Least and largest steps from the zero point of each code that a filter meets.
  struct steps {
    int low[window.c]{};
    int high[window.c]{};
    int place[window.c]{};  ///< of those that are not 0 for every input, `count` in all
    int count = 0;
    bool are_equal = true;  ///< the least of all, and the largest
  };
  static constexpr steps make_steps() {
    const auto of = ranges_of<G, x_value>;
    constexpr int channels = x::is.shape.c(), zero = x::is.number.zero;
    const interval all = hull_of(of);
    steps s;
    for (int k = 0; k < window.c; ++k) {
      const bool is_one = window.c % channels == 0;
      s.low[k] = (is_one ? of.low[k % channels] : static_cast<int>(all.low)) - zero;
      s.high[k] = (is_one ? of.high[k % channels] : static_cast<int>(all.high)) - zero;
      if (s.low[k] != 0 || s.high[k] != 0) s.place[s.count++] = k;
      if (s.low[k] != s.low[0] || s.high[k] != s.high[0]) s.are_equal = false;
    }
    return s;
  }
  /// The first input channel that filter o reads, and the place of its weight for tap t of it.
  static constexpr int first_input(int o) {
    return sums.by_channel ? o / (window.oc / window.c) : o / (window.oc / window.groups) * depth;
  }
  static constexpr int place_of_weight(int o, int t) {
    return sums.by_channel ? t * window.oc + o : (o * taps + t) * depth;
  }
  static constexpr int weight(int i) {
    return static_cast<int>(weights::load(bytes, i)) - weights::is.number.zero;
  }
  static constexpr const unsigned char* bytes = c::bytes(sums.weights);
  /// Whether a weight is its byte, as most are.
  static constexpr bool in_bytes = weights::is.number.bits == 8 && weights::is.number.zero == 0 &&
                                   __is_same(typename weights::storage, std::int8_t);

  /// Filters that an evaluation takes, so that it ends within the default limits of compilers.
  static constexpr int at_once = clamp(50'000 / (taps * depth + 40), 1, window.oc);
  static constexpr int pieces = ceil_div(window.oc, at_once);
  static constexpr int count(int piece) { return minimum(at_once, window.oc - piece * at_once); }

  /// Whether no factor shifts sums to the left before it multiplies.
  static constexpr bool shifts_right() {
    double largest = x::is.number.unit() * weights::is.number.unit();
    const format& w = weights::is.number;
    for (int o = 0; o < w.channels; ++o) {
      if (o == 0 || w.channel_scale[o] * x::is.number.unit() > largest)
        largest = w.channel_scale[o] * x::is.number.unit();
    }
    return largest < 0.99 * out::is.number.unit();
  }
  static constexpr bool goes_right = shifts_right();
  /// Sums of filter o as its requantisation sees them.
  static constexpr interval on_the_way_out(interval r, int o) {
    const double factor = factor_of_sum(x::is.number, weights::is.number, out::is.number,
                                        single_precision_product<typename c::op>, o);
    return on_the_way(r, sum_format(x::is.number, weights::is.number, sums.bits),
                      G.values[G.nodes[N].outputs[0]], factor);
  }
  /// Whether the sums of filter o stay in their accumulator until they are codes.
  static constexpr bool fits(long long low, long long high, int o) {
    constexpr long long most = 1LL << (sums.bits == 64 ? 46 : 30);
    if ((goes_right || sums.bits == 64) && low >= -most && high < most) return true;
    return sums.bits != 64 && signed_bits(hull({low, high}, on_the_way_out({low, high}, o))) <= 32;
  }

  /// The ranges of filters of piece Piece.
  // Spelt out, in locals: compilers evaluate the loops for each weight, and g++ keeps each call.
  template <int Piece>
  static constexpr auto find() {
    constexpr int begin = Piece * at_once, filters = count(Piece);
    constexpr auto limits = output_limits<c>();
    constexpr tap_ranges rows(window.oh, window.h, window.kh, window.stride_h, window.dilation_h,
                              window.pad_top, false, sums.transposed);
    constexpr tap_ranges columns(window.ow, window.w, window.kw, window.stride_w, window.dilation_w,
                                 window.pad_left, false, sums.transposed);
    constexpr bool any_taps = rows.joined || columns.joined;  // any of them may lie inside
    const steps s = make_steps();
    // of a window over all channels those alone that can differ from the zero point
    const bool skips = window.groups == 1 && s.count < depth;
    const int count = skips ? s.count : depth;
    const bool is_sum = in_bytes && s.are_equal;  // then weights are summed, not products
    const tap_ranges r = rows, q = columns;
    const unsigned char* const from = bytes;
    channel_ranges<filters> codes;
    long long least[filters]{}, most[filters]{}, of_tap[taps]{}, to_tap[taps]{};
    for (int i = 0; i < filters; ++i) {
      const int o = begin + i;
      const int first = first_input(o);
      for (int t = 0; t < taps; ++t) {
        long long low = 0, high = 0;
        const int at = place_of_weight(o, t);
        int positive = 0, negative = 0;
        for (int k = 0; k < depth && is_sum; ++k) {
          const int w = static_cast<signed char>(from[at + k]);
          if (w > 0) positive += w;
          else negative += w;
        }
        if (is_sum) {
          low = 1LL * positive * s.low[0] + 1LL * negative * s.high[0];
          high = 1LL * positive * s.high[0] + 1LL * negative * s.low[0];
        }
        for (int j = 0; j < count && !is_sum; ++j) {
          const int k = skips ? s.place[j] : j;
          long long w = 0;
          if constexpr (in_bytes) w = static_cast<signed char>(from[at + k]);
          else w = weight(at + k);
          if (w > 0) {
            low += w * s.low[first + k];
            high += w * s.high[first + k];
          } else {
            low += w * s.high[first + k];
            high += w * s.low[first + k];
          }
        }
        of_tap[t] = any_taps && low > 0 ? 0 : low;
        to_tap[t] = any_taps && high < 0 ? 0 : high;
      }
      long long low = of_tap[0], high = to_tap[0];
      for (int u = 0; u < r.count && (taps > 1 || r.count * q.count > 1); ++u) {
        for (int v = 0; v < q.count; ++v) {
          long long down = 0, up = 0;
          for (int a = r.first[u]; a <= r.last[u]; a += r.step[u]) {
            for (int b = q.first[v]; b <= q.last[v]; b += q.step[v]) {
              down += of_tap[a * window.kw + b];
              up += to_tap[a * window.kw + b];
            }
          }
          const bool is_first = u + v == 0;
          if (is_first || down < low) low = down;
          if (is_first || up > high) high = up;
        }
      }
      const auto bias = static_cast<long long>(sum_bias<c>(o));
      low += bias;
      high += bias;
      least[i] = low;
      most[i] = high;
      codes.low[i] = limits.low;
      codes.high[i] = limits.high;
      if (fits(low, high, o)) {
        using sum_type = typename sum_arithmetic<c>::sum;
        codes.low[i] = epilogue(static_cast<sum_type>(low), o);
        codes.high[i] = epilogue(static_cast<sum_type>(high), o);
      }
    }
    ranges_of_sums<filters> found{codes, {}, {}};
    for (int i = 0; i < filters; ++i) {
      found.least[i] = least[i];
      found.most[i] = most[i];
    }
    return found;
  }
};

/// The filters of one evaluation, and those of the whole layer.
template <const auto& G, int N, int Piece>
inline constexpr auto piece_of_layer = layer_ranges<G, N>::template find<Piece>();
template <const auto& G, int N, int... Piece>
constexpr auto join_layer(indices<Piece...>) {
  using layer = layer_ranges<G, N>;
  ranges_of_sums<layer::window.oc> r;
  const auto copy = [&r](int begin, const auto& p, int filters) {
    for (int i = 0; i < filters; ++i) {
      r.codes.set(begin + i, p.codes.low[i], p.codes.high[i]);
      r.least[begin + i] = p.least[i];
      r.most[begin + i] = p.most[i];
    }
  };
  (copy(Piece * layer::at_once, piece_of_layer<G, N, Piece>, layer::count(Piece)), ...);
  return r;
}
template <const auto& G, int N>
inline constexpr auto sums_of_layer = join_layer<G, N>(first<layer_ranges<G, N>::pieces>{});

/// Whether the sums of node N of G are of integers whose ranges are known.
template <const auto& G, int N>
constexpr bool sums_integers() {
  const node& at = G.nodes[N];
  if (at.op->codes != channel_codes::sums || !has_ranges(G.values[at.outputs[0]].is)) return false;
  operand x[most_inputs]{};
  const sums_of_products s = at.op->products(at.what, G.gather(N, x), 0);
  const value &v = G.values[at.inputs[s.value]], &w = G.values[at.inputs[s.weights]];
  const bool weighed =
      s.has_filters && !is_null(w.bytes) && w.is.number.kind->is_integer && w.is.number.bits <= 16;
  return weighed && has_ranges(v.is) && s.factor == 0;
}
template <const auto& G, int N>
inline constexpr bool sums_are_integers = sums_integers<G, N>();

}  // namespace detail

}  // namespace ETCH_NAMESPACE
