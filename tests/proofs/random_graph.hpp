// Small graphs of chance, made inside the compiler: every operator that has a rule for the ranges
// of its channels, with what proofs are easily wrong about planted in the constants.
#pragma once

#include <etch/etch.hpp>

namespace test {

/// Numbers of chance.
struct dice {
  std::uint32_t state;
  constexpr int roll(int sides) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(sides));
  }
  constexpr bool once_in(int times) { return roll(times) == 0; }
  constexpr int between(int low, int high) { return low + roll(high - low + 1); }
  template <int N>
  constexpr double one_of(const double (&numbers)[N]) {
    return numbers[roll(N)];
  }
};

/// What a step may add to a graph. The graph of seed s is made to hold number s of them.
enum class step : int {
  conv2d,
  grouped_conv2d,
  depthwise_conv2d,
  transpose_conv2d,
  dense,
  beside_padding,
  add,
  sub,
  mul,
  minimum,
  maximum,
  max_pool,
  avg_pool,
  global_avg_pool,
  resize_nearest,
  resize_bilinear,
  concat,
  slice,
  pad,
  flatten,
  reshape,
  transpose,
  relu,
  relu6,
  clamp,
  leaky_relu,
  hard_swish,
  sigmoid,
  tanh,
  function,
  prelu,
  softmax,
  to,
  through_f32,
  count
};
inline constexpr int steps = static_cast<int>(step::count);

/// The constants of a graph: bytes, and scales of channels.
template <int Bytes, int Scales>
struct pool {
  unsigned char bytes[Bytes]{};
  double scales[Scales]{};
};

/// A graph under construction. Addresses are places in the pool until it lies somewhere.
struct random_graph {
  static constexpr int most_values = 120, most_nodes = 40, most_bytes = 24000, most_scales = 256;
  static constexpr int most_elements = 432;
  etch::value values[most_values]{};
  int bytes_at[most_values]{}, scales_at[most_values]{};
  etch::node nodes[most_nodes]{};
  int value_count = 0, node_count = 0, bytes_used = 0, scales_used = 0;
  pool<most_bytes, most_scales> constants{};
  int outputs[2]{}, output_count = 1;

  constexpr explicit random_graph(unsigned seed) : die_{seed * 2654435761u + 12345u} {
    for (int i = 0; i < 7; ++i) die_.roll(2);
    const int how = die_.roll(30);
    kills_ = how == 0 ? kills::all : how == 1 ? kills::all_but_last : kills::some;
    const bool is_batch = die_.once_in(8);
    const int h = die_.between(1, 6), w = die_.between(1, 6), c = die_.between(1, 6);
    int x = add_value(any_format(), is_batch ? etch::extents{4, {2, h, w, c}} : image(h, w, c));
    const int layers = die_.between(2, 5), special = die_.roll(layers);
    for (int i = 0; i < layers && has_room(); ++i) {
      if (i == special) x = grow_by(x, static_cast<step>(seed % static_cast<unsigned>(steps)));
      else if (die_.once_in(2)) x = grow(x, static_cast<step>(die_.roll(steps)));
      else x = grow(x, static_cast<step>(die_.roll(static_cast<int>(step::add))));
    }
    if (die_.once_in(2) && has_room()) x = grow(x, step::dense);
    outputs[0] = x;
    const int other = die_.once_in(4) ? find_value([&](int v) { return v != x && v > 0; }) : -1;
    if (other >= 0) outputs[output_count++] = other;
    drop_unread_nodes();
  }

 private:
  enum class kills { some, all, all_but_last };
  dice die_;
  kills kills_ = kills::some;  ///< the filters that see no input, of a layer that has such

  static constexpr etch::extents image(int h, int w, int c) { return {3, {h, w, c}}; }
  constexpr bool has_room() const {
    return node_count + 8 < most_nodes && value_count + 20 < most_values &&
           bytes_used < most_bytes / 2;
  }
  constexpr const etch::format& number(int v) const { return values[v].is.number; }
  constexpr const etch::extents& shape(int v) const { return values[v].is.shape; }

  // ---- formats
  static constexpr etch::format affine(int bits, double scale, int zero) {
    return {
        .kind = &etch::format_id<etch::affine_kind>, .bits = bits, .scale = scale, .zero = zero};
  }
  static constexpr etch::format unsigned_affine(int bits, double scale, int zero) {
    return {.kind = &etch::format_id<etch::unsigned_affine_kind>,
            .bits = bits,
            .scale = scale,
            .zero = zero};
  }
  static constexpr etch::format q(int bits, int frac) {
    return {.kind = &etch::format_id<etch::q_kind>,
            .bits = bits,
            .frac = frac,
            .scale = etch::power_of_two(-frac)};
  }
  constexpr etch::format any_format() {
    const int how = die_.roll(8);
    if (how < 4) return spread(affine(8, 1, 0), 2.5);
    if (how == 4) return spread(unsigned_affine(8, 1, 0), 2.5);
    if (how == 5) return spread(affine(die_.once_in(4) ? 12 : 16, 1, 0), 2.5);
    return spread(q(how == 6 ? 8 : die_.between(2, 16), 0), 2.5);
  }
  /// How far the numbers of f reach.
  static constexpr double reach(const etch::format& f) {
    return f.unit() * etch::power_of_two(f.bits - 1);
  }
  /// f with another scale and zero point, so that some of the numbers up to `most` fill its codes.
  constexpr etch::format spread(etch::format f, double most) {
    const double unit = most * die_.one_of({0.3, 1, 1, 3}) / etch::power_of_two(f.bits - 1);
    if (etch::is_q(f)) return q(f.bits, 1 - etch::split(unit).exponent);
    f.scale = unit;
    const auto low = static_cast<int>(f.kind->lowest(f)),
               high = static_cast<int>(f.kind->highest(f));
    f.zero = die_.once_in(3) ? low : die_.between(low, high);
    if (f.bits > 8 && !die_.once_in(4)) f.zero = 0;
    return f;
  }
  constexpr etch::rounding any_rounding() {
    const etch::rounding all[]{etch::rounding::tflite_double, etch::rounding::tflite_double,
                               etch::rounding::tflite_single, etch::rounding::xnnpack,
                               etch::rounding::half_up,       etch::rounding::half_away,
                               etch::rounding::half_even,     etch::rounding::toward_zero};
    return all[die_.roll(8)];
  }

  // ---- values and nodes
  constexpr int add_value(const etch::format& f, const etch::extents& e, bool constant = false) {
    etch::value& v = values[value_count];
    v.is = {f, e, &etch::layout_id<etch::hwc>, constant};
    bytes_at[value_count] = scales_at[value_count] = -1;
    return value_count++;
  }
  /// The last of the values of nodes that are integers and of which `fits` is true, or -1.
  template <class F>
  constexpr int find_value(const F& fits) const {
    for (int v = value_count - 1; v >= 0; --v) {
      const bool is_integer = number(v).kind->is_integer && !etch::is_accumulator(number(v));
      if (!values[v].is.is_constant && is_integer && fits(v)) return v;
    }
    return -1;
  }
  /// The output of op on values a, b and c, in format `as` where it is not null; `a` where op
  /// refuses them.
  template <class Op>
  constexpr int apply(const Op& op, int a, int b = -1, int c = -1, const etch::format* as = nullptr,
                      int draws = -1) {
    const int in[3]{a, b, c}, count = 1 + (b >= 0) + (c >= 0);
    etch::operand x[3]{};
    for (int i = 0; i < count; ++i) x[i] = values[in[i]].is;
    const etch::inference made = op.infer({x, count});
    if (made.refused || made.output.shape.size() > most_elements) return a;
    etch::operand y = made.output;
    if (as != nullptr) y.number = *as;
    if constexpr (requires { op.check_output({x, 3}, y); }) {
      if (op.check_output({x, count}, y)) return a;
    }
    etch::node n{.op = &etch::op_id<Op>, .what = etch::pack(op)};
    etch::rounding r = draws < 0 ? any_rounding() : etch::stochastic(static_cast<unsigned>(draws));
    if (etch::check_rounding({x, count}, y, r, n.op->requantises)) r = etch::rounding::half_up;
    for (int i = 0; i < count; ++i) n.inputs[i] = in[i];
    n.input_count = count;
    n.output_count = 1;
    n.outputs[0] = add_value(y.number, y.shape);
    values[n.outputs[0]].round = r;
    values[n.outputs[0]].producer = node_count;
    if (Op::fuses_activation && y.number.kind->is_integer && !etch::is_accumulator(y.number))
      activate(n, y.number);
    nodes[node_count++] = n;
    return n.outputs[0];
  }
  /// Conversions for operators that refused their output in the end.
  constexpr void drop_unread_nodes() {
    bool is_read[most_values]{};
    for (int o = 0; o < output_count; ++o) is_read[outputs[o]] = true;
    for (int n = node_count - 1; n >= 0; --n) {
      for (int i = 0; i < nodes[n].input_count && is_read[nodes[n].outputs[0]]; ++i)
        is_read[nodes[n].inputs[i]] = true;
    }
    int left = 0;
    for (int n = 0; n < node_count; ++n) {
      const int y = nodes[n].outputs[0];
      values[y].producer = is_read[y] ? left : -1;
      if (is_read[y]) nodes[left++] = nodes[n];
    }
    node_count = left;
  }
  constexpr void activate(etch::node& n, const etch::format& f) {
    const int how = die_.roll(8);
    if (how == 1) n.act = etch::activation::relu;
    if (how == 2) n.act = etch::activation::relu6;
    if (how != 3) return;
    n.act = etch::activation::clamp;
    n.clamp_low = any_code(f);
    n.clamp_high = die_.between(n.clamp_low, static_cast<int>(f.kind->highest(f)));
  }
  constexpr int any_code(const etch::format& f) {
    return die_.between(static_cast<int>(f.kind->lowest(f)), static_cast<int>(f.kind->highest(f)));
  }

  // ---- constants
  /// Adds a constant whose code k is code(k).
  template <class F>
  constexpr int add_constant(const etch::format& f, const etch::extents& e, const F& code) {
    const int v = add_value(f, e, true);
    bytes_at[v] = bytes_used;
    for (int k = 0; k < e.size(); ++k)
      etch::detail::put_code(constants.bytes + bytes_used, k, code(k), f);
    bytes_used += (etch::detail::bytes_of_codes(f, e.size()) + 15) / 8 * 8;
    return v;
  }
  constexpr int add_any_constant(const etch::format& f, const etch::extents& e) {
    return add_constant(f, e, [&](int) { return any_code(f); });
  }
  /// The format of weights of a value of format x.
  constexpr etch::format format_of_weights(const etch::format& x) {
    const int how = die_.roll(8);
    if (etch::is_q(x))
      return q(how < 4 ? 8 : die_.between(2, how == 7 ? 16 : 8), die_.between(0, 9));
    if (how == 0) return affine(4, 0.01, 0);
    if (how == 1) return affine(8, 0.01, die_.between(-40, 40));
    if (how == 2 && x.bits == 8) return unsigned_affine(8, 0.01, die_.between(100, 150));
    return affine(8, 0.01, 0);
  }
  /// How far the sums of a layer reach, by the way, as a number.
  struct sums {
    double reach = 0, unit = 1;
  };
  /// The inputs of a layer with weights; `dead` are the filters that see no input.
  struct layer_inputs {
    int weights, bias;
    sums of;
  };
  constexpr layer_inputs add_parameters(int x, const etch::extents& e, bool by_channel,
                                        bool has_scales, bool is_dead) {
    const int filters = by_channel ? e.d[e.rank - 1] : e.d[0], size = e.size();
    const int inputs = by_channel ? 1 : e.d[e.rank - 1];
    etch::format f = format_of_weights(number(x));
    const int highest = static_cast<int>(f.kind->highest(f)) - f.zero;
    const int largest = die_.once_in(2) ? highest : die_.between(1, etch::minimum(highest, 20));
    auto dead = static_cast<unsigned>(die_.roll(1 << 20) & die_.roll(1 << 20));
    if (!die_.once_in(3)) dead = 0;
    if (is_dead && kills_ == kills::all) dead = ~0u;
    const bool leaves_last = is_dead && kills_ == kills::all_but_last;
    const bool is_sparse = die_.once_in(6);
    const int unread = die_.once_in(4) ? die_.roll(inputs) : -1;
    const auto kills = [&](int o) {
      return leaves_last ? o + 1 < filters : (dead >> (o % 31) & 1) != 0;
    };
    const int w = add_constant(f, e, [&](int i) {
      const bool is_read = by_channel || i % inputs != unread || inputs == 1;
      const bool is_zero = is_sparse ? !die_.once_in(8) : die_.once_in(6);
      if (!is_read || is_zero || kills(by_channel ? i % filters : i / (size / filters)))
        return f.zero;
      return f.zero + die_.between(-largest, largest);
    });
    values[w].is.layout = &etch::layout_id<etch::ohwi>;
    if (has_scales && etch::is_affine(f) && f.zero == 0) {
      scales_at[w] = scales_used;
      for (int o = 0; o < filters; ++o)
        constants.scales[scales_used++] = 0.002 * die_.between(3, 8);
      values[w].is.number.scale = 1;
      values[w].is.number.channels = filters;
    }
    const double steps = etch::power_of_two(number(x).bits - 1) * largest *
                         etch::square_root(etch::maximum(size / filters, 1));
    const double unit = number(x).unit() * f.unit();
    const int bias = die_.once_in(5) ? -1 : add_biases(filters, x, w, steps, kills);
    return {w, bias, {steps * unit / 2, unit}};
  }
  /// Biases of up to so many steps, some of dead filters far larger.
  template <class Kills>
  constexpr int add_biases(int filters, int x, int w, double steps, const Kills& kills) {
    const bool is_wide = etch::is_affine(number(x)) && number(x).bits == 16 &&
                         number(x).zero == 0 && etch::is_affine(number(w)) && number(w).bits == 8;
    etch::format f =
        is_wide && !die_.once_in(3) ? etch::bias64::descriptor : etch::bias32::descriptor;
    if (etch::is_q(number(x)) && die_.once_in(2)) f = q(8, number(x).frac + number(w).frac - 2);
    const double most = etch::is_q(f) ? 127 : etch::minimum(steps, 1e9);
    return add_constant(f, {1, {filters}}, [&](int o) {
      const auto any = static_cast<long long>(most * die_.between(-500, 500) / 1000);
      if (etch::is_q(f) || !kills(o) || die_.once_in(2)) return any;
      if (die_.once_in(3))
        return static_cast<long long>(die_.once_in(2) ? 2147483000 : -2147483000);
      return any * 2;
    });
  }

  // ---- layers
  constexpr etch::window any_window(bool is_small) {
    etch::window m;
    m.stride = is_small ? 1 : etch::pair(die_.between(1, 3), die_.between(1, 3));
    m.dilation = die_.once_in(4) ? etch::pair(2, die_.between(1, 2)) : etch::pair(1);
    const int how = die_.roll(3);
    if (how == 1) m.pad = etch::valid;
    if (how == 2) m.pad = etch::pad(die_.roll(2), die_.roll(3), die_.roll(2), die_.roll(3));
    return m;
  }
  /// A layer with weights of shape e, whose sums become codes of x's kind, or of another.
  template <class Op>
  constexpr int layer(const Op& op, int x, const etch::extents& e, bool by_channel = false,
                      bool is_dead = false) {
    if (bytes_used + e.size() * 2 + 400 > most_bytes) return x;
    const int values_before = value_count, nodes_before = node_count;
    const bool has_scales = die_.once_in(2) && !__is_same(Op, etch::ops::dense);
    const layer_inputs in =
        add_parameters(x, e, by_channel, has_scales, is_dead || die_.once_in(4));
    const int sum = apply(op, x, in.weights, in.bias);
    const etch::format f = spread(die_.once_in(8) ? any_format() : number(x), in.of.reach);
    const int y = sum == x ? x : apply(etch::ops::to{}, sum, -1, -1, &f, die_.once_in(12) ? 1 : -1);
    if (y != x && y != sum) return y;
    value_count = values_before;
    node_count = nodes_before;
    return x;
  }
  constexpr int conv2d(int x, int filters, int size, const etch::window& m, bool is_dead = false) {
    return layer(etch::ops::conv2d{m, 1}, x, {4, {filters, size, size, shape(x).c()}}, false,
                 is_dead);
  }
  constexpr int depthwise(int x, int multiplier, int size, const etch::window& m) {
    return layer(etch::ops::depthwise_conv2d{m}, x, {4, {1, size, size, shape(x).c() * multiplier}},
                 true);
  }
  constexpr int dense(int x) {
    const int batch = shape(x).rank % 2 == 0 ? shape(x).d[0] : 1;
    const int inputs = shape(x).size() / batch;
    return inputs > 300 ? x : layer(etch::ops::dense{}, x, {2, {die_.between(1, 6), inputs}});
  }
  /// A layer with dead filters and what reads them: a window over padding, of one channel or of
  /// all, or a window that meets none.
  constexpr int beside_padding(int x) {
    x = conv2d(x, die_.between(2, 5), 1, {}, true);
    const int how = die_.roll(4);
    if (how == 0) return conv2d(x, die_.between(1, 4), 1, {});
    if (how == 1) return depthwise(x, 1, 3, {});
    if (how == 2) x = apply(etch::ops::relu{}, x);
    return conv2d(x, die_.between(1, 4), 3, {});
  }

  // ---- values that fit one another
  /// x as an image: rows and columns of 1 before its channels where it has none.
  constexpr int as_image(int x) {
    const etch::extents e = shape(x);
    if (e.rank >= 3) return x;
    return apply(e.rank == 1 ? etch::ops::reshape{3, {1, 1, e.c()}}
                             : etch::ops::reshape{4, {e.d[0], 1, 1, e.c()}},
                 x);
  }
  constexpr int in_format(int x, const etch::format& f) {
    return number(x) == f ? x : apply(etch::ops::to{}, x, -1, -1, &f);
  }
  /// x in affine codes of 8 bits with some scale, unless it is.
  constexpr int in_bytes(int x) {
    if (etch::is_affine(number(x)) && number(x).bits == 8) return x;
    return in_format(x, spread(affine(8, 1, 0), reach(number(x))));
  }
  /// x behind a node that merges with no clamp.
  constexpr int as_copy(int x) { return apply(etch::ops::pad{0, 1, 1, 0}, as_image(x)); }
  /// A value of x's shape, a layer behind it, if it is an image.
  constexpr int branch(int x) {
    const int y = shape(x).rank < 3 ? x : conv2d(x, shape(x).c(), 1, {}, true);
    const bool fits = number(y).kind == number(x).kind && number(y).bits == number(x).bits;
    return fits ? y : in_format(y, spread(number(x), reach(number(y))));
  }
  /// An earlier value of x's shape, or a branch, in x's kind and width, or a constant that
  /// broadcasts.
  constexpr int partner(int x, bool has_its_format) {
    const int earlier = find_value([&](int v) {
      return v < x && shape(v) == shape(x) && number(v).kind == number(x).kind &&
             number(v).bits == number(x).bits;
    });
    if (die_.once_in(2)) {
      const int other = earlier >= 0 ? earlier : branch(x);
      return has_its_format ? in_format(other, number(x)) : other;
    }
    const int c = shape(x).c();
    const etch::extents all[]{{1, {1}}, {1, {c}}, shape(x), image(1, 1, c)};
    return add_any_constant(has_its_format ? number(x) : spread(number(x), reach(number(x))),
                            all[die_.roll(4)]);
  }
  template <class Op>
  constexpr int pair_of(const Op& op, int x, double grows) {
    const int other = partner(x, grows == 0);
    const etch::format f =
        spread(number(x), grows * etch::maximum(reach(number(x)), reach(number(other))));
    const bool swaps = die_.once_in(3);
    const int y = apply(op, swaps ? other : x, swaps ? x : other, -1, grows == 0 ? nullptr : &f);
    return y == other ? x : y;
  }
  constexpr int product(int x) {
    const int other = partner(x, false);
    const etch::format f = spread(number(x), reach(number(x)) * reach(number(other)));
    return apply(etch::ops::mul{}, x, other, -1, &f);
  }
  constexpr int joined(int x) {
    const int earlier = find_value([&](int v) {
      bool fits = v < x && shape(v).rank == shape(x).rank;
      for (int k = 0; k + 1 < shape(x).rank; ++k) fits = fits && shape(v).d[k] == shape(x).d[k];
      return fits;
    });
    const int axis = die_.once_in(2) ? -1 : die_.roll(shape(x).rank);
    int other = x;
    if (die_.once_in(4)) other = add_any_constant(number(x), shape(x));
    else other = in_format(earlier >= 0 ? earlier : branch(x), number(x));
    const bool swaps = other != x && die_.once_in(3);
    const int y = apply(etch::ops::concat{axis}, swaps ? other : x, swaps ? x : other);
    return y == other ? x : y;
  }
  constexpr int sliced(int x) {
    const etch::extents e = shape(x);
    etch::ops::slice s{e.rank};
    for (int k = 0; k < e.rank; ++k) {
      s.step[k] = die_.once_in(3) ? die_.between(-2, 2) : 1;
      if (s.step[k] == 0) s.step[k] = 1;
      s.begin[k] = die_.roll(e.d[k]);
      const int left = s.step[k] > 0 ? e.d[k] - 1 - s.begin[k] : s.begin[k];
      s.size[k] = die_.between(1, left / (s.step[k] > 0 ? s.step[k] : -s.step[k]) + 1);
      if (k == 0 && e.rank % 2 == 0) s.begin[k] = 0, s.step[k] = 1, s.size[k] = e.d[k];
    }
    return apply(s, x);
  }
  constexpr int reshaped(int x) {
    const etch::extents e = shape(x);
    const int h = e.h(), w = e.w(), c = e.c();
    const int all[][3]{{1, h * w, c}, {w, h, c}, {1, 1, h * w * c}, {h, 1, w * c}, {h, w * c, 1}};
    const int(&to)[3] = all[die_.roll(5)];
    return apply(e.rank == 4 ? etch::ops::reshape{4, {e.d[0], to[0], to[1], to[2]}}
                             : etch::ops::reshape{3, {to[0], to[1], to[2]}},
                 x);
  }
  constexpr int transposed(int x) {
    const int all[][3]{{1, 0, 2}, {0, 2, 1}, {2, 0, 1}};
    const int(&p)[3] = all[die_.roll(3)];
    return apply(shape(x).rank == 4 ? etch::ops::transpose{4, {0, 1 + p[0], 1 + p[1], 1 + p[2]}}
                                    : etch::ops::transpose{3, {p[0], p[1], p[2]}},
                 x);
  }

  /// x with a step behind it, which is tried until it fits.
  constexpr int grow_by(int x, step what) {
    const int from = as_image(x);
    int y = from;
    for (int tries = 0; tries < 6 && y == from; ++tries) y = grow(from, what);
    return y;
  }
  /// x with a step behind it; x again where it does not fit.
  constexpr int grow(int x, step what) {
    using namespace etch;
    const bool takes_any_rank = what == step::dense || what == step::flatten ||
                                (what >= step::add && what <= step::maximum) ||
                                what >= step::leaky_relu;
    if (!takes_any_rank) x = as_image(x);
    const extents e = shape(x);
    const int c = e.c();
    const float slope = static_cast<float>(die_.one_of({0, 0.1, 0.5}));
    switch (what) {
      case step::conv2d: {
        const int size = die_.between(1, 3);
        return conv2d(x, die_.between(1, 8), size, any_window(size == 1 && !die_.once_in(3)));
      }
      case step::grouped_conv2d: {
        const int groups = c % 2 == 0 ? 2 : c;
        return layer(ops::conv2d{any_window(false), groups}, x,
                     {4, {groups * die_.between(1, 2), 2, 2, c / groups}});
      }
      case step::depthwise_conv2d:
        return depthwise(x, die_.between(1, 2), die_.between(1, 3), any_window(die_.once_in(2)));
      case step::transpose_conv2d:
        return layer(
            ops::transpose_conv2d{{2, die_.between(1, 2)}, die_.roll(2), 0, 2 * e.h(), 2 * e.w()},
            x, {4, {die_.between(1, 4), 2, die_.between(1, 3), c}});
      case step::dense: return dense(x);
      case step::beside_padding: return beside_padding(x);
      case step::add: return pair_of(ops::add{}, x, 1.5);
      case step::sub: return pair_of(ops::sub{}, x, 1.5);
      case step::mul: return product(x);
      case step::minimum: return pair_of(ops::minimum{}, x, 0);
      case step::maximum: return pair_of(ops::maximum{}, x, 0);
      case step::max_pool:
        return apply(ops::max_pool{{2, die_.between(1, 3)}, any_window(true), die_.roll(2)}, x);
      case step::avg_pool:
        return apply(ops::avg_pool{{2, die_.between(1, 3)}, any_window(true)}, x);
      case step::global_avg_pool: {
        if (!is_affine(number(x)) || die_.once_in(3)) return apply(ops::global_avg_pool{0}, x);
        const format f = spread(number(x), reach(number(x)));
        return apply(ops::global_avg_pool{die_.roll(2)}, x, -1, -1, &f);
      }
      case step::resize_nearest:
        return apply(ops::resize_nearest{{die_.between(1, 5), die_.between(1, 5)}}, x);
      case step::resize_bilinear:
        return apply(ops::resize_bilinear{{die_.between(1, 5), die_.between(1, 5), 0, 1}}, x);
      case step::concat: return joined(x);
      case step::slice: return sliced(x);
      case step::pad: {
        const bool pads_channels = die_.once_in(2);
        return apply(ops::pad{die_.roll(2), die_.roll(2), die_.roll(2), die_.roll(2),
                              pads_channels ? die_.roll(2) : 0, pads_channels ? 1 : 0, die_.roll(2),
                              any_code(number(x))},
                     x);
      }
      case step::flatten: return apply(ops::flatten{}, x);
      case step::reshape: return reshaped(x);
      case step::transpose: return transposed(x);
      case step::relu: return apply(ops::relu{}, as_copy(x));
      case step::relu6: return apply(ops::relu6{}, as_copy(x));
      case step::clamp: {
        const int low = any_code(number(x));
        return apply(
            ops::clamp{low,
                       die_.between(low, static_cast<int>(number(x).kind->highest(number(x))))},
            as_copy(x));
      }
      case step::leaky_relu: return apply(ops::leaky_relu{__builtin_bit_cast(int, slope)}, x);
      case step::hard_swish: return apply(ops::hard_swish{}, in_bytes(x));
      case step::sigmoid: return apply(ops::sigmoid{}, in_bytes(x));
      case step::tanh: return apply(ops::tanh{}, in_bytes(x));
      case step::function: {
        const format f = spread(number(x), 1);
        return apply(ops::function{activation_function::tanh, by::direct}, x, -1, -1, &f);
      }
      case step::prelu: {
        x = in_bytes(x);
        const format f = spread(number(x), reach(number(x)));
        return apply(ops::prelu{}, x, add_any_constant(affine(8, 0.004, 3), {1, {c}}), -1, &f);
      }
      case step::softmax: return apply(ops::softmax{}, in_bytes(x));
      case step::to: return in_format(x, spread(any_format(), reach(number(x))));
      case step::through_f32: {
        const int real = in_format(x, f32::descriptor);
        const format f = spread(any_format(), reach(number(x)));
        return real == x ? x : in_format(apply(ops::relu{}, real), f);
      }
      case step::count: break;
    }
    return x;
  }
};

/// The graph of a seed as it was made, its constants, and the graph.
template <unsigned Seed>
inline constexpr random_graph written{Seed};
template <unsigned Seed>
inline constexpr auto constants = [] {
  constexpr const random_graph& from = written<Seed>;
  pool<from.bytes_used + 1, from.scales_used + 1> p;
  for (int i = 0; i < from.bytes_used; ++i) p.bytes[i] = from.constants.bytes[i];
  for (int i = 0; i < from.scales_used; ++i) p.scales[i] = from.constants.scales[i];
  return p;
}();
template <unsigned Seed>
constexpr auto make_graph() {
  constexpr const random_graph& from = written<Seed>;
  etch::graph_value<from.value_count, from.node_count, 1, from.output_count> g{};
  for (int v = 0; v < from.value_count; ++v) {
    g.values[v] = from.values[v];
    if (from.bytes_at[v] >= 0) g.values[v].bytes = constants<Seed>.bytes + from.bytes_at[v];
    if (from.scales_at[v] >= 0)
      g.values[v].is.number.channel_scale = constants<Seed>.scales + from.scales_at[v];
  }
  for (int n = 0; n < from.node_count; ++n) g.nodes[n] = from.nodes[n];
  g.inputs[0] = 0;
  for (int o = 0; o < from.output_count; ++o) g.outputs[o] = from.outputs[o];
  return g;
}
template <unsigned Seed>
inline constexpr auto chance = make_graph<Seed>();

}  // namespace test
