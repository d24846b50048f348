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

/// Least and largest steps from the zero point of each of C codes that a filter meets, and those
/// that most of them have.
template <int C>
struct input_steps {
  wide_int low[C]{};
  wide_int high[C]{};
  wide_int usual_low = 0, usual_high = 0;
  int other[C]{};  ///< places of codes that have others, `others` in all
  int others = 0;
  bool hold_zero = true;  ///< all of them: then one more tap only widens a sum
};

/// Where the weights of a layer lie in an array, and which of its codes they meet.
struct weight_places {
  int begin;        ///< of the first in its array
  int depth;        ///< weights of a tap of a filter
  int taps, kw;     ///< of a filter
  int filters;      ///< of the layer
  int per_input;    ///< filters that meet the same codes
  bool by_channel;  ///< taps outermost, filters innermost
  bool is_whole;    ///< each filter meets all codes

  /// The first code that filter o meets, and the place of its weight for tap t of it.
  constexpr int first_input(int o) const { return o / per_input * depth; }
  constexpr int of_weight(int o, int t) const {
    return begin + (by_channel ? t * filters + o : (o * taps + t) * depth);
  }
};

/// The ends of the sums of some filters, without their biases.
template <int Filters>
struct ends_of_sums {
  long long least[Filters]{}, most[Filters]{};
};

/// The ends of the sums of filters first, first + 1, ..., of Taps taps; each weight is a byte of
/// `from` or, in other formats, a call of it.
// Spelt out, in locals: compilers evaluate the loops for each weight, and g++ keeps each call.
template <int Filters, int Taps, class Codes, int C>
constexpr auto ends_of(const Codes& from, const weight_places& given, int first_filter,
                       const tap_ranges& given_rows, const tap_ranges& given_columns,
                       const input_steps<C>& given_steps) {
  constexpr bool in_bytes = requires { from[0]; };
  const weight_places at = given;
  const tap_ranges rows = given_rows, columns = given_columns;
  const input_steps<C> s = given_steps;
  const bool any_taps = rows.joined || columns.joined;  // any of them may lie inside
  // of a filter over all codes weights are summed, and those of the other codes looked at
  const bool none_usual = s.usual_low == 0 && s.usual_high == 0;
  const bool sums_weights = in_bytes && at.is_whole && !none_usual && 2 * s.others < at.depth;
  const bool skips = at.is_whole && (sums_weights || none_usual);
  const wide_int usual_low = sums_weights ? s.usual_low : 0;
  const wide_int usual_high = sums_weights ? s.usual_high : 0;
  const int depth = at.depth, sets = rows.count * columns.count;
  const int count = skips ? s.others : depth, codes = skips ? s.others : C;
  int weight[C]{};  // of each code looked at: its weight's place in a filter
  wide_int down[C]{}, up[C]{};
  for (int j = 0; j < codes; ++j) {
    const int k = skips ? s.other[j] : j;
    weight[j] = k % depth, down[j] = s.low[k] - usual_low, up[j] = s.high[k] - usual_high;
  }
  long long least[Filters]{}, most[Filters]{}, of_tap[Taps]{}, to_tap[Taps]{};
  for (int i = 0; i < Filters; ++i) {
    const int first = at.first_input(first_filter + i);
    int place = at.of_weight(first_filter + i, 0);
    for (int t = 0; t < Taps; ++t, place += at.by_channel ? at.filters : depth) {
      long long low = 0, high = 0;
      if constexpr (in_bytes) {
        wide_int positive = 0, negative = 0;
        const int end = sums_weights ? place + depth : place;
        for (int k = place; k < end; ++k) {
          const int w = static_cast<signed char>(from[k]);
          if (w > 0) positive += w;
          else negative += w;
        }
        low = 1LL * positive * usual_low + 1LL * negative * usual_high;
        high = 1LL * positive * usual_high + 1LL * negative * usual_low;
      }
      for (int j = first; j < first + count; ++j) {
        long long w = 0;
        if constexpr (in_bytes) w = static_cast<signed char>(from[place + weight[j]]);
        else w = from(place + weight[j]);
        if (w > 0) {
          low += w * down[j];
          high += w * up[j];
        } else {
          low += w * up[j];
          high += w * down[j];
        }
      }
      of_tap[t] = any_taps && low > 0 ? 0 : low;
      to_tap[t] = any_taps && high < 0 ? 0 : high;
    }
    least[i] = of_tap[0];
    most[i] = to_tap[0];
    for (int u = 0; u < rows.count && (Taps > 1 || sets > 1); ++u) {
      for (int v = 0; v < columns.count; ++v) {
        long long low = 0, high = 0;
        for (int a = rows.first[u]; a <= rows.last[u]; a += rows.step[u]) {
          for (int b = columns.first[v]; b <= columns.last[v]; b += columns.step[v]) {
            low += of_tap[a * at.kw + b];
            high += to_tap[a * at.kw + b];
          }
        }
        const bool is_first = u + v == 0;
        if (is_first || low < least[i]) least[i] = low;
        if (is_first || high > most[i]) most[i] = high;
      }
    }
  }
  ends_of_sums<Filters> ends;
  for (int i = 0; i < Filters; ++i) {
    ends.least[i] = least[i];
    ends.most[i] = most[i];
  }
  return ends;
}

template <const auto& G, int N>
constexpr auto find_steps_of_layer();
template <const auto& G, int N>
inline constexpr auto steps_of_layer = find_steps_of_layer<G, N>();

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
  static constexpr const auto& epilogue = generic_epilogue<c, window.oc>;

  // few steps for each code: there may be as many as an evaluation can take
  static constexpr auto make_steps() {
    constexpr int channels = x::is.shape.c(), zero = x::is.number.zero;
    constexpr bool is_one = window.c % channels == 0;  // of the channels, for each code
    const auto of = ranges_of<G, x_value>;
    const interval all = is_one ? interval{} : hull_of(of);
    const auto least = static_cast<wide_int>(all.low), most = static_cast<wide_int>(all.high);
    input_steps<window.c> s;
    for (int k = 0; k < window.c; ++k) {
      s.low[k] = (is_one ? of.low[k % channels] : least) - zero;
      s.high[k] = (is_one ? of.high[k % channels] : most) - zero;
      if (s.low[k] > 0 || s.high[k] < 0) s.hold_zero = false;
    }
    int votes = 0;  // of some codes: what more than half of them have
    for (int k = 0; k < window.c; k += ceil_div(window.c, 256)) {
      if (votes == 0) s.usual_low = s.low[k], s.usual_high = s.high[k];
      votes += s.low[k] == s.usual_low && s.high[k] == s.usual_high ? 1 : -1;
    }
    for (int k = 0; k < window.c; ++k) {
      if (s.low[k] != s.usual_low || s.high[k] != s.usual_high) s.other[s.others++] = k;
    }
    return s;
  }
  using place = place_of_constant<G, G.nodes[N].inputs[sums.weights]>;
  static constexpr weight_places places{
      .begin = 0,
      .depth = depth,
      .taps = taps,
      .kw = window.kw,
      .filters = window.oc,
      .per_input = window.oc / (sums.by_channel ? window.c : window.groups),
      .by_channel = sums.by_channel,
      .is_whole = window.groups == 1 && !sums.by_channel};
  static constexpr int first_input(int o) { return places.first_input(o); }
  static constexpr int place_of_weight(int o, int t) { return places.of_weight(o, t); }
  static constexpr wide_int weight(int i) {
    return static_cast<wide_int>(weights::load(place::address, i)) - weights::is.number.zero;
  }
  /// Whether a weight is its byte, as most are.
  static constexpr bool in_bytes = weights::is.number.bits == 8 && weights::is.number.zero == 0 &&
                                   __is_same(typename weights::storage, std::int8_t);

  /// Filters that an evaluation takes, so that it ends within the default limits of compilers.
  static constexpr int at_once =
      clamp<wide_int>(50'000 / (taps * depth + wide_int{40}), 1, window.oc);
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

  /// The ends of the sums of piece Piece without biases.
  template <int Piece>
  static constexpr auto find_ends() {
    constexpr const auto& s = steps_of_layer<G, N>;
    constexpr tap_ranges rows(window.oh, window.h, window.kh, window.stride_h, window.dilation_h,
                              window.pad_top, s.hold_zero, sums.transposed);
    constexpr tap_ranges columns(window.ow, window.w, window.kw, window.stride_w, window.dilation_w,
                                 window.pad_left, s.hold_zero, sums.transposed);
    weight_places in_array = places;
    if constexpr (in_bytes) {
      in_array.begin = place::begin;
      return ends_of<count(Piece), taps>(place::array, in_array, Piece * at_once, rows, columns, s);
    } else {
      return ends_of<count(Piece), taps>(weight, in_array, Piece * at_once, rows, columns, s);
    }
  }
  /// The ranges of filters of piece Piece.
  template <int Piece>
  static constexpr auto find() {
    constexpr int filters = count(Piece);
    constexpr auto limits = output_limits<c>();
    const auto ends = find_ends<Piece>();
    ranges_of_sums<filters> r;
    for (int i = 0; i < filters; ++i) {
      const int o = Piece * at_once + i;
      const auto bias = static_cast<long long>(sum_bias<c>(o));
      const long long low = ends.least[i] + bias, high = ends.most[i] + bias;
      r.least[i] = low;
      r.most[i] = high;
      r.codes.low[i] = limits.low;
      r.codes.high[i] = limits.high;
      if (fits(low, high, o)) {
        using sum_type = typename sum_arithmetic<c>::sum;
        r.codes.low[i] = epilogue(static_cast<sum_type>(low), o);
        r.codes.high[i] = epilogue(static_cast<sum_type>(high), o);
      }
    }
    return r;
  }
};

template <const auto& G, int N>
constexpr auto find_steps_of_layer() {
  return layer_ranges<G, N>::make_steps();
}
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
/// Those that are known of the graph that G was made of (slim.hpp).
template <const auto& G, int N>
requires requires { bare<decltype(G)>::type::extensions_type::template sums_of<G, N>(); }
inline constexpr auto sums_of_layer<G, N> =
    bare<decltype(G)>::type::extensions_type::template sums_of<G, N>();

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
  // weights that are no bytes take more steps: of a filter as many as clang's default limit allows
  const bool in_bytes = w.is.number.bits == 8 && w.is.number.zero == 0;
  const int filter = s.window.kh * s.window.kw * (s.by_channel ? 1 : s.window.c / s.window.groups);
  if (!in_bytes && filter > 25'000) return false;
  return weighed && has_ranges(v.is) && s.factor == 0;
}
template <const auto& G, int N>
inline constexpr bool sums_are_integers = sums_integers<G, N>();

}  // namespace detail

}  // namespace ETCH_NAMESPACE
