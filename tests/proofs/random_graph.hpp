// Small graphs of chance: every operator that has a rule for the ranges of its channels, with what
// proofs are easily wrong about planted in the constants. Over 400 lines, because a step of each of
// some forty operators stands here.
#pragma once

#include "graph_in_progress.hpp"

namespace test {

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
  table,
  unary,
  broadcast_to,
  mirror_pad,
  count
};
inline constexpr int steps = static_cast<int>(step::count);

/// The graph of a seed.
class random_graph : public graph_in_progress {
 public:
  constexpr explicit random_graph(unsigned seed) : graph_in_progress(seed) {
    const int how = die.roll(30);
    kills_ = how == 0 ? kills::all : how == 1 ? kills::all_but_last : kills::some;
    const bool is_batch = die.once_in(8);
    const int h = die.between(1, 6), w = die.between(1, 6), c = die.between(1, 6);
    int x = add_value(any_format(), is_batch ? etch::extents{4, {2, h, w, c}} : image(h, w, c));
    const int layers = die.between(2, 5), special = die.roll(layers);
    for (int i = 0; i < layers && has_room(); ++i) {
      if (i == special) x = grow_by(x, static_cast<step>(seed % static_cast<unsigned>(steps)));
      else if (die.once_in(2)) x = grow(x, static_cast<step>(die.roll(steps)));
      else x = grow(x, static_cast<step>(die.roll(static_cast<int>(step::add))));
    }
    if (die.once_in(2) && has_room()) x = grow(x, step::dense);
    outputs[0] = x;
    const int other = die.once_in(4) ? find_value([&](int v) { return v != x && v > 0; }) : -1;
    if (other >= 0) outputs[output_count++] = other;
    drop_unread_nodes();
  }

 private:
  enum class kills { some, all, all_but_last };
  kills kills_ = kills::some;  ///< the filters that see no input, of a layer that has such

  // ---- constants of layers
  /// The format of weights of a value of format x.
  constexpr etch::format format_of_weights(const etch::format& x) {
    const int how = die.roll(8);
    if (etch::is_q(x)) return q(how < 4 ? 8 : die.between(2, how == 7 ? 16 : 8), die.between(0, 9));
    if (how == 0) return affine(4, 0.01, 0);
    if (how == 1) return affine(8, 0.01, die.between(-40, 40));
    if (how == 2 && x.bits == 8) return unsigned_affine(8, 0.01, die.between(100, 150));
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
    const int largest = die.once_in(2) ? highest : die.between(1, etch::minimum(highest, 20));
    auto dead = static_cast<unsigned>(die.roll(1 << 20) & die.roll(1 << 20));
    if (!die.once_in(3)) dead = 0;
    if (is_dead && kills_ == kills::all) dead = ~0u;
    const bool leaves_last = is_dead && kills_ == kills::all_but_last;
    const bool is_sparse = die.once_in(6);
    const int unread = die.once_in(4) ? die.roll(inputs) : -1;
    const auto kills = [&](int o) {
      return leaves_last ? o + 1 < filters : (dead >> (o % 31) & 1) != 0;
    };
    const int w = add_constant(f, e, [&](int i) {
      const bool is_read = by_channel || i % inputs != unread || inputs == 1;
      const bool is_zero = is_sparse ? !die.once_in(8) : die.once_in(6);
      if (!is_read || is_zero || kills(by_channel ? i % filters : i / (size / filters)))
        return f.zero;
      return f.zero + die.between(-largest, largest);
    });
    values[w].is.layout = &etch::layout_id<etch::ohwi>;
    if (has_scales && etch::is_affine(f) && f.zero == 0 && scales_used + filters <= most_scales) {
      scales_at[w] = scales_used;
      for (int o = 0; o < filters; ++o) constants.scales[scales_used++] = 0.002 * die.between(3, 8);
      values[w].is.number.scale = 1;
      values[w].is.number.channels = filters;
    }
    const double steps = etch::power_of_two(number(x).bits - 1) * largest *
                         etch::square_root(etch::maximum(size / filters, 1));
    const double unit = number(x).unit() * f.unit();
    const int bias = die.once_in(5) ? -1 : add_biases(filters, x, w, steps, kills);
    return {w, bias, {steps * unit / 2, unit}};
  }
  /// Biases of up to so many steps, some of dead filters far larger.
  template <class Kills>
  constexpr int add_biases(int filters, int x, int w, double steps, const Kills& kills) {
    const bool is_wide = etch::is_affine(number(x)) && number(x).bits == 16 &&
                         number(x).zero == 0 && etch::is_affine(number(w)) && number(w).bits == 8;
    etch::format f =
        is_wide && !die.once_in(3) ? etch::bias64::descriptor : etch::bias32::descriptor;
    if (etch::is_q(number(x)) && die.once_in(2)) f = q(8, number(x).frac + number(w).frac - 2);
    const double most = etch::is_q(f) ? 127 : etch::minimum(steps, 1e9);
    return add_constant(f, {1, {filters}}, [&](int o) {
      const auto any = static_cast<long long>(most * die.between(-500, 500) / 1000);
      if (etch::is_q(f) || !kills(o) || die.once_in(2)) return any;
      if (die.once_in(3)) return static_cast<long long>(die.once_in(2) ? 2147483000 : -2147483000);
      return any * 2;
    });
  }

  // ---- layers
  constexpr etch::window any_window(bool is_small) {
    etch::window m;
    m.stride = is_small ? 1 : etch::pair(die.between(1, 3), die.between(1, 3));
    m.dilation = die.once_in(4) ? etch::pair(2, die.between(1, 2)) : etch::pair(1);
    const int how = die.roll(3);
    if (how == 1) m.pad = etch::valid;
    if (how == 2) m.pad = etch::pad(die.roll(2), die.roll(3), die.roll(2), die.roll(3));
    return m;
  }
  /// A layer with weights of shape e, whose sums become codes of x's kind, or of another.
  template <class Op>
  constexpr int layer(const Op& op, int x, const etch::extents& e, bool by_channel = false,
                      bool is_dead = false) {
    if (bytes_used + e.size() * 2 + 400 > most_bytes) return x;
    const int values_before = value_count, nodes_before = node_count;
    const bool has_scales = die.once_in(2) && !__is_same(Op, etch::ops::dense);
    const layer_inputs in = add_parameters(x, e, by_channel, has_scales, is_dead || die.once_in(4));
    const int sum = apply(op, x, in.weights, in.bias);
    const etch::format f = spread(die.once_in(8) ? any_format() : number(x), in.of.reach);
    const int y = sum == x ? x : apply(etch::ops::to{}, sum, -1, -1, &f, die.once_in(12) ? 1 : -1);
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
    return inputs > 300 ? x : layer(etch::ops::dense{}, x, {2, {die.between(1, 6), inputs}});
  }
  /// A layer with dead filters and what reads them: a window over padding, of one channel or of
  /// all, or a window that meets none.
  constexpr int beside_padding(int x) {
    x = conv2d(x, die.between(2, 5), 1, {}, true);
    const int how = die.roll(4);
    if (how == 0) return conv2d(x, die.between(1, 4), 1, {});
    if (how == 1) return depthwise(x, 1, 3, {});
    if (how == 2) x = apply(etch::ops::relu{}, x);
    return conv2d(x, die.between(1, 4), 3, {});
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
    if (die.once_in(2)) {
      const int other = earlier >= 0 ? earlier : branch(x);
      return has_its_format ? in_format(other, number(x)) : other;
    }
    const int c = shape(x).c();
    const etch::extents all[]{{1, {1}}, {1, {c}}, shape(x), image(1, 1, c)};
    return add_any_constant(has_its_format ? number(x) : spread(number(x), reach(number(x))),
                            all[die.roll(4)]);
  }
  template <class Op>
  constexpr int pair_of(const Op& op, int x, double grows) {
    const int other = partner(x, grows == 0);
    const etch::format f =
        spread(number(x), grows * etch::maximum(reach(number(x)), reach(number(other))));
    const bool swaps = die.once_in(3);
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
    const int axis = die.once_in(2) ? -1 : die.roll(shape(x).rank);
    int other = x;
    if (die.once_in(4)) other = add_any_constant(number(x), shape(x));
    else other = in_format(earlier >= 0 ? earlier : branch(x), number(x));
    const bool swaps = other != x && die.once_in(3);
    const int y = apply(etch::ops::concat{axis}, swaps ? other : x, swaps ? x : other);
    return y == other ? x : y;
  }
  constexpr int sliced(int x) {
    const etch::extents e = shape(x);
    etch::ops::slice s{e.rank};
    for (int k = 0; k < e.rank; ++k) {
      s.step[k] = die.once_in(3) ? die.between(-2, 2) : 1;
      if (s.step[k] == 0) s.step[k] = 1;
      s.begin[k] = die.roll(e.d[k]);
      const int left = s.step[k] > 0 ? e.d[k] - 1 - s.begin[k] : s.begin[k];
      s.size[k] = die.between(1, left / (s.step[k] > 0 ? s.step[k] : -s.step[k]) + 1);
      if (k == 0 && e.rank % 2 == 0) s.begin[k] = 0, s.step[k] = 1, s.size[k] = e.d[k];
    }
    return apply(s, x);
  }
  constexpr int reshaped(int x) {
    const etch::extents e = shape(x);
    const int h = e.h(), w = e.w(), c = e.c();
    const int all[][3]{{1, h * w, c}, {w, h, c}, {1, 1, h * w * c}, {h, 1, w * c}, {h, w * c, 1}};
    const int(&to)[3] = all[die.roll(5)];
    return apply(e.rank == 4 ? etch::ops::reshape{4, {e.d[0], to[0], to[1], to[2]}}
                             : etch::ops::reshape{3, {to[0], to[1], to[2]}},
                 x);
  }
  constexpr int transposed(int x) {
    const int all[][3]{{1, 0, 2}, {0, 2, 1}, {2, 0, 1}};
    const int(&p)[3] = all[die.roll(3)];
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
    const float slope = static_cast<float>(die.one_of({0, 0.1, 0.5}));
    switch (what) {
      case step::conv2d: {
        const int size = die.between(1, 3);
        return conv2d(x, die.between(1, 8), size, any_window(size == 1 && !die.once_in(3)));
      }
      case step::grouped_conv2d: {
        const int groups = c % 2 == 0 ? 2 : c;
        return layer(ops::conv2d{any_window(false), groups}, x,
                     {4, {groups * die.between(1, 2), 2, 2, c / groups}});
      }
      case step::depthwise_conv2d:
        return depthwise(x, die.between(1, 2), die.between(1, 3), any_window(die.once_in(2)));
      case step::transpose_conv2d:
        return layer(
            ops::transpose_conv2d{{2, die.between(1, 2)}, die.roll(2), 0, 2 * e.h(), 2 * e.w()}, x,
            {4, {die.between(1, 4), 2, die.between(1, 3), c}});
      case step::dense: return dense(x);
      case step::beside_padding: return beside_padding(x);
      case step::add: return pair_of(ops::add{}, x, 1.5);
      case step::sub: return pair_of(ops::sub{}, x, 1.5);
      case step::mul: return product(x);
      case step::minimum: return pair_of(ops::minimum{}, x, 0);
      case step::maximum: return pair_of(ops::maximum{}, x, 0);
      case step::max_pool:
        return apply(ops::max_pool{{2, die.between(1, 3)}, any_window(true), die.roll(2)}, x);
      case step::avg_pool: return apply(ops::avg_pool{{2, die.between(1, 3)}, any_window(true)}, x);
      case step::global_avg_pool: {
        if (!is_affine(number(x)) || die.once_in(3)) return apply(ops::global_avg_pool{0}, x);
        const format f = spread(number(x), reach(number(x)));
        return apply(ops::global_avg_pool{die.roll(2)}, x, -1, -1, &f);
      }
      case step::resize_nearest:
        return apply(ops::resize_nearest{{die.between(1, 5), die.between(1, 5)}}, x);
      case step::resize_bilinear:
        return apply(ops::resize_bilinear{{die.between(1, 5), die.between(1, 5), 0, 1}}, x);
      case step::concat: return joined(x);
      case step::slice: return sliced(x);
      case step::pad: {
        const bool pads_channels = die.once_in(2);
        return apply(ops::pad{die.roll(2), die.roll(2), die.roll(2), die.roll(2),
                              pads_channels ? die.roll(2) : 0, pads_channels ? 1 : 0, die.roll(2),
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
            ops::clamp{low, die.between(low, static_cast<int>(number(x).kind->highest(number(x))))},
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
      case step::table: {
        x = in_bytes(x);
        const int codes = add_any_constant(affine(8, 0.02, -7), {1, {1 << number(x).bits}});
        return apply(ops::table{}, x, codes);
      }
      case step::unary: {
        const format f = spread(number(x), reach(number(x)));
        return apply(ops::unary{static_cast<unary_function>(die.roll(16))}, x, -1, -1, &f);
      }
      case step::broadcast_to: {
        ops::broadcast_to to{e.rank};
        for (int k = 0; k < e.rank; ++k) to.d[k] = e.d[k] == 1 ? die.between(1, 2) : e.d[k];
        return apply(to, x);
      }
      case step::mirror_pad: {
        ops::mirror_pad border{.rank = e.rank, .repeats_ends = die.roll(2)};
        const int dimensions = die.once_in(4) ? e.rank : e.rank - 1;  // with channels, or without
        for (int k = 0; k < dimensions; ++k) {
          border.before[k] = die.roll(minimum(e.d[k], 2));
          border.after[k] = die.roll(minimum(e.d[k], 2));
        }
        return apply(border, x);
      }
      case step::count: break;
    }
    return x;
  }
};

}  // namespace test
