// A graph under construction inside the compiler: values, nodes and constants, which are added
// where their operators take them.
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

/// The constants of a graph: bytes, and scales of channels.
template <int Bytes, int Scales>
struct pool {
  unsigned char bytes[Bytes]{};
  double scales[Scales]{};
};

/// A graph under construction. Addresses are places in the pool until it lies somewhere.
class graph_in_progress {
 public:
  static constexpr int most_values = 120, most_nodes = 40, most_bytes = 24000, most_scales = 256;
  static constexpr int most_elements = 432;
  etch::value values[most_values]{};
  int bytes_at[most_values]{}, scales_at[most_values]{};
  etch::node nodes[most_nodes]{};
  int value_count = 0, node_count = 0, bytes_used = 0, scales_used = 0;
  pool<most_bytes, most_scales> constants{};
  int outputs[2]{}, output_count = 1;

 protected:
  dice die;

  constexpr explicit graph_in_progress(unsigned seed) : die{seed * 2654435761u + 12345u} {
    for (int i = 0; i < 7; ++i) die.roll(2);
  }
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
    const int how = die.roll(8);
    if (how < 4) return spread(affine(8, 1, 0), 2.5);
    if (how == 4) return spread(unsigned_affine(8, 1, 0), 2.5);
    if (how == 5) return spread(affine(die.once_in(4) ? 12 : 16, 1, 0), 2.5);
    return spread(q(how == 6 ? 8 : die.between(2, 16), 0), 2.5);
  }
  /// How far the numbers of f reach.
  static constexpr double reach(const etch::format& f) {
    return f.unit() * etch::power_of_two(f.bits - 1);
  }
  /// f with another scale and zero point, so that some of the numbers up to `most` fill its codes.
  constexpr etch::format spread(etch::format f, double most) {
    const double unit = most * die.one_of({0.3, 1, 1, 3}) / etch::power_of_two(f.bits - 1);
    if (etch::is_q(f)) return q(f.bits, 1 - etch::split(unit).exponent);
    f.scale = unit;
    const auto low = static_cast<int>(f.kind->lowest(f)),
               high = static_cast<int>(f.kind->highest(f));
    f.zero = die.once_in(3) ? low : die.between(low, high);
    if (f.bits > 8 && !die.once_in(4)) f.zero = 0;
    return f;
  }
  constexpr etch::rounding any_rounding() {
    const etch::rounding all[]{etch::rounding::tflite_double, etch::rounding::tflite_double,
                               etch::rounding::tflite_single, etch::rounding::xnnpack,
                               etch::rounding::half_up,       etch::rounding::half_away,
                               etch::rounding::half_even,     etch::rounding::toward_zero};
    return all[die.roll(8)];
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
    const int how = die.roll(8);
    if (how == 1) n.act = etch::activation::relu;
    if (how == 2) n.act = etch::activation::relu6;
    if (how != 3) return;
    n.act = etch::activation::clamp;
    n.clamp_low = any_code(f);
    n.clamp_high = die.between(n.clamp_low, static_cast<int>(f.kind->highest(f)));
  }
  constexpr int any_code(const etch::format& f) {
    return die.between(static_cast<int>(f.kind->lowest(f)), static_cast<int>(f.kind->highest(f)));
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
};

}  // namespace test
