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
};

/// The constants of a graph: bytes, and scales of channels.
struct pool {
  unsigned char bytes[24000]{};
  double scales[512]{};
};

/// A graph under construction. Addresses are places in the pool until it lies somewhere.
struct random_graph {
  static constexpr int most_values = 64, most_nodes = 16;
  etch::value values[most_values]{};
  int bytes_at[most_values]{}, scales_at[most_values]{};
  etch::node nodes[most_nodes]{};
  int value_count = 0, node_count = 0, bytes_used = 0, scales_used = 0;
  pool constants{};
  dice die;
  etch::format number{};  // of values
  etch::rounding round = etch::rounding::tflite_double;

  constexpr explicit random_graph(unsigned seed) : die{seed * 2654435761u + 12345u} {
    for (int i = 0; i < 7; ++i) die.roll(2);
    const int kind = die.roll(8);
    if (kind < 5) number = affine(8);
    else if (kind == 5)
      number = {.kind = &etch::format_id<etch::unsigned_affine_kind>,
                .bits = 8,
                .scale = 0.02,
                .zero = die.between(0, 255)};
    else if (kind == 6) number = q(8, die.between(3, 6));
    else number = q(die.between(5, 7), 4);
    const etch::rounding affine_rounds[]{etch::rounding::tflite_double,
                                         etch::rounding::tflite_single, etch::rounding::xnnpack};
    round = kind < 5    ? affine_rounds[die.roll(3)]
            : kind == 5 ? affine_rounds[die.roll(2)]
                        : etch::rounding::half_up;
    int x = add_value(number, image(die.between(1, 6), die.between(1, 6), die.between(1, 6)));
    const int layers = die.between(3, 9);
    for (int i = 0; i < layers && node_count + 3 < most_nodes; ++i) x = grow(x);
    if (die.once_in(2)) {
      if (die.once_in(2)) x = apply(etch::ops::flatten{}, x);
      x = dense(x);
    }
    last = x;
  }
  int last = 0;

  constexpr bool is_q() const { return etch::is_q(number); }
  static constexpr etch::format affine(int bits) {
    return {.kind = &etch::format_id<etch::affine_kind>, .bits = bits, .scale = 0.02, .zero = 3};
  }
  static constexpr etch::format q(int bits, int frac) {
    return {.kind = &etch::format_id<etch::q_kind>, .bits = bits, .frac = frac};
  }
  constexpr etch::extents image(int h, int w, int c) { return {3, {h, w, c}}; }
  constexpr etch::format next_number() {
    etch::format f = number;
    if (is_q()) return f;
    const double scales[]{0.004, 0.02, 0.05, 0.3};
    f.scale = scales[die.roll(4)];
    const bool is_signed = etch::is_affine(f);
    f.zero = is_signed ? die.between(-128, 127) : die.between(0, 255);
    if (die.once_in(3)) f.zero = is_signed ? -128 : 0;
    return f;
  }

  constexpr int add_value(const etch::format& f, const etch::extents& e, bool constant = false) {
    etch::value& v = values[value_count];
    v.is = {f, e, &etch::layout_id<etch::hwc>, constant};
    v.round = round;
    bytes_at[value_count] = scales_at[value_count] = -1;
    return value_count++;
  }
  template <class Op>
  constexpr etch::inference infer(const Op& op, const int (&in)[3], int count) const {
    etch::operand x[3]{};
    for (int i = 0; i < count; ++i) x[i] = values[in[i]].is;
    return op.infer({x, count});
  }
  /// The output of op, or value `a` again where op refuses it.
  template <class Op>
  constexpr int apply(const Op& op, int a, int b = -1, int c = -1, const etch::format* as = nullptr,
                      bool activates = false) {
    const int in[3]{a, b, c}, count = 1 + (b >= 0) + (c >= 0);
    const etch::inference made = infer(op, in, count);
    if (made.refused || made.output.shape.size() > 600) return a;
    etch::operand y = made.output;
    if (as != nullptr) y.number = *as;
    etch::operand x[3]{};
    for (int i = 0; i < count; ++i) x[i] = values[in[i]].is;
    if constexpr (requires { op.check_output({x, 3}, y); }) {
      if (op.check_output({x, count}, y)) return a;
    }
    etch::node& n = nodes[node_count];
    n.op = &etch::op_id<Op>;
    n.what = etch::pack(op);
    for (int i = 0; i < count; ++i) n.inputs[i] = in[i];
    n.input_count = count;
    n.output_count = 1;
    const int out = add_value(y.number, y.shape);
    values[out].is.layout = y.layout;
    values[out].producer = node_count++;
    n.outputs[0] = out;
    if (Op::fuses_activation && activates) activate(n, y.number);
    return out;
  }
  constexpr void activate(etch::node& n, const etch::format& f) {
    const int how = die.roll(5);
    if (how == 1) n.act = etch::activation::relu;
    if (how == 2) n.act = etch::activation::relu6;
    if (how == 3) {
      n.act = etch::activation::clamp;
      const auto low = static_cast<int>(f.kind->lowest(f));
      const auto high = static_cast<int>(f.kind->highest(f));
      n.clamp_low = die.between(low, high);
      n.clamp_high = die.between(n.clamp_low, high);
    }
  }

  /// Weights (O,...), of which filters are 0, or small, and inputs are never weighed.
  constexpr int add_weights(const etch::extents& e, bool by_channel, bool by_filter) {
    etch::format f = is_q() ? q(8, 7) : affine(8);
    f.zero = 0;
    f.scale = is_q() ? 1 : 0.01;
    if (!is_q() && !by_filter && die.once_in(8)) f.zero = die.between(-20, 20);
    const int w = add_value(f, e, true), size = e.size();
    const int filters = by_channel ? e.d[e.rank - 1] : e.d[0];
    const int inputs = by_channel ? 1 : e.d[e.rank - 1];
    bytes_at[w] = bytes_used;
    const bool sparse = die.once_in(3);
    const int unread = die.roll(inputs + 2), largest = die.once_in(2) ? 127 : die.between(0, 20);
    for (int i = 0; i < size; ++i) {
      int code = die.between(-largest, largest);
      if (sparse ? !die.once_in(8) : die.once_in(6)) code = f.zero;
      if (!by_channel && i % inputs == unread && inputs > 1) code = f.zero;
      const int o = by_channel ? i % filters : i / (size / filters);
      if (dead >> (o % 31) & 1) code = die.once_in(2) ? f.zero : code / 16;
      constants.bytes[bytes_used++] = static_cast<unsigned char>(code);
    }
    bytes_used = (bytes_used + 3) / 4 * 4;
    if (by_filter && !is_q()) {
      scales_at[w] = scales_used;
      for (int o = 0; o < filters; ++o) constants.scales[scales_used++] = 0.002 * die.between(1, 9);
      values[w].is.number.scale = 1;
      values[w].is.number.channels = filters;
    }
    return w;
  }
  unsigned dead = 0;
  /// Biases, some so large that their channel is the same for every input.
  constexpr int add_biases(int filters, int x, int w) {
    etch::format f = etch::bias32::descriptor;
    if (is_q() && die.once_in(2)) f = q(8, values[x].is.number.frac);
    const int b = add_value(f, {1, {filters}}, true);
    bytes_at[b] = bytes_used;
    for (int o = 0; o < filters; ++o) {
      int code = die.between(-2000, 2000);
      if (dead >> (o % 31) & 1)
        code = die.once_in(2) ? die.between(-1, 1) * (die.once_in(4) ? 2147483000 : 3000000) : code;
      if (f.bits == 8) code = die.between(-128, 127);
      for (int k = 0; k < (f.bits == 8 ? 1 : 4); ++k)
        constants.bytes[bytes_used++] = static_cast<unsigned char>(code >> 8 * k);
    }
    bytes_used = (bytes_used + 3) / 4 * 4;
    static_cast<void>(w);
    return b;
  }
  constexpr etch::window move(bool wide) {
    etch::window m;
    m.stride = wide ? 1 : die.between(1, 3);
    m.dilation = die.once_in(4) ? 2 : 1;
    const int how = die.roll(3);
    if (how == 1) m.pad = etch::valid;
    if (how == 2) m.pad = etch::pad(die.roll(2), die.roll(3), die.roll(2), die.roll(3));
    return m;
  }
  template <class Op>
  constexpr int layer(const Op& op, int x, const etch::extents& weights, bool by_channel) {
    if (bytes_used + weights.size() + 400 > 24000 || value_count + 6 > most_values) return x;
    dead = static_cast<unsigned>(die.roll(1 << 20)) & static_cast<unsigned>(die.roll(1 << 20));
    const int before = value_count;
    const bool by_filter = die.once_in(2) && !__is_same(Op, etch::ops::dense);
    const int filters = by_channel ? weights.d[weights.rank - 1] : weights.d[0];
    const int w = add_weights(weights, by_channel, by_filter);
    values[w].is.layout = &etch::layout_id<etch::ohwi>;
    const int b = die.once_in(5) ? -1 : add_biases(filters, x, w);
    const etch::format f = next_number();
    const int y = apply(op, x, w, b, &f, true);
    if (y == x) value_count = before;
    return y;
  }
  constexpr int dense(int x) {
    const int inputs = values[x].is.shape.size();
    return inputs > 300 ? x : layer(etch::ops::dense{}, x, {2, {die.between(1, 6), inputs}}, false);
  }
  /// An earlier value of the shape of x, or x.
  constexpr int partner(int x) {
    for (int v = x - 1; v >= 0; --v) {
      if (!values[v].is.is_constant && values[v].is.shape == values[x].is.shape &&
          values[v].is.number.kind == values[x].is.number.kind)
        return v;
    }
    return x;
  }
  constexpr int grow(int x) {
    const etch::extents e = values[x].is.shape;
    const int c = e.c();
    if (e.rank != 3) return x;
    const etch::format f = next_number();
    switch (die.roll(16)) {
      case 0:
      case 1:
      case 2: {
        const int k = die.between(1, 3);
        return layer(etch::ops::conv2d{move(k == 1), 1}, x, {4, {die.between(1, 9), k, k, c}},
                     false);
      }
      case 3: {
        const int groups = c % 2 == 0 ? 2 : 1;
        return layer(etch::ops::conv2d{move(false), groups}, x, {4, {4, 2, 2, c / groups}}, false);
      }
      case 4:
      case 5: {
        const int k = die.between(1, 3);
        return layer(etch::ops::depthwise_conv2d{move(k == 1)}, x,
                     {4, {1, k, k, c * die.between(1, 2)}}, true);
      }
      case 6:
        return layer(etch::ops::transpose_conv2d{{2, 2}, 0, 0, 2 * e.h(), 2 * e.w()}, x,
                     {4, {die.between(1, 4), 2, 2, c}}, false);
      case 7: return apply(etch::ops::add{}, x, partner(x), -1, &f, true);
      case 8: return apply(etch::ops::sub{}, x, partner(x), -1, &f, true);
      case 9: return apply(etch::ops::mul{}, x, partner(x), -1, &f, true);
      case 10: return apply(etch::ops::max_pool{{2, 2}, move(true)}, x, -1, -1, nullptr, true);
      case 11: return apply(etch::ops::avg_pool{{2, 2}, move(true)}, x, -1, -1, nullptr, true);
      case 12: return apply(etch::ops::concat{-1}, x, x);
      case 13: {
        const int first = die.roll(c), count = die.between(1, c - first);
        return apply(etch::ops::slice{3, {0, 0, first}, {e.h(), e.w(), count}}, x);
      }
      case 14:
        return apply(etch::ops::pad{die.roll(2), die.roll(2), die.roll(2), 0, 0, die.roll(2)}, x);
      default: return add_constant(x);
    }
  }
  constexpr int add_constant(int x) {
    const int c = values[x].is.shape.c();
    const int k = add_value(values[x].is.number, {1, {c}}, true);
    bytes_at[k] = bytes_used;
    const bool is_unsigned = etch::is_unsigned_affine(number);
    const int low = number.bits < 8 ? -(1 << (number.bits - 1)) : is_unsigned ? 0 : -128;
    if (number.bits < 8) {
      for (int i = 0; i < c; ++i)
        etch::write_packed(constants.bytes + bytes_used, number.bits, i,
                           die.between(low, -low - 1));
    } else {
      for (int i = 0; i < c; ++i)
        constants.bytes[bytes_used + i] = static_cast<unsigned char>(die.between(low, low + 255));
    }
    bytes_used = (bytes_used + c + 15) / 4 * 4;
    const etch::format f = next_number();
    const int y = apply(etch::ops::add{}, x, k, -1, &f, true);
    if (y == x) --value_count;
    return y;
  }
};

/// The constants of the graph of a seed, and the graph.
template <unsigned Seed>
inline constexpr random_graph written{Seed};
template <unsigned Seed>
inline constexpr pool constants = written<Seed>.constants;
template <unsigned Seed>
constexpr auto make_graph() {
  constexpr const random_graph& from = written<Seed>;
  etch::graph_value<from.value_count, from.node_count, 1, 1> g{};
  for (int v = 0; v < from.value_count; ++v) {
    g.values[v] = from.values[v];
    if (from.bytes_at[v] >= 0) g.values[v].bytes = constants<Seed>.bytes + from.bytes_at[v];
    if (from.scales_at[v] >= 0)
      g.values[v].is.number.channel_scale = constants<Seed>.scales + from.scales_at[v];
  }
  for (int n = 0; n < from.node_count; ++n) g.nodes[n] = from.nodes[n];
  g.inputs[0] = 0;
  g.outputs[0] = from.last;
  return g;
}
template <unsigned Seed>
inline constexpr auto chance = make_graph<Seed>();

}  // namespace test
