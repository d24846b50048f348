// Cases of operators that take one element after the other, of softmax and of pad.
#pragma once

#include "layers.hpp"

namespace cases {

inline std::string add(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const array* first = c.find({"input1"});
  const array* second = c.find({"input2"});
  if (first == nullptr || second == nullptr) throw skipped("no array input1 or no array input2");
  if (first->extents != second->extents) throw skipped("values of different shapes");
  const shape s = first->extents;
  if (s.size() > 5) throw skipped("values of more than five dimensions");

  format a = e.values(), b = e.values(), sum = e.values();
  if (!e.is_float()) {
    // Twice the larger scale is 1: then the scales are the factors themselves.
    const auto factor = [&](const std::string& value) {
      const std::string mult = value + "_mult", shift = value + "_shift";
      return etch::fixed_point_factor{static_cast<std::int32_t>(c.integer({mult.c_str()})),
                                      static_cast<int>(c.integer({shift.c_str()}))};
    };
    const etch::fixed_point_factor fa = factor("input1"), fb = factor("input2");
    const etch::fixed_point_factor fsum = factor("output");
    const double headroom = std::ldexp(1, e.bits == 8 ? 20 : 15);
    a = affine(e.bits, real_factor(fa), -c.integer({"input1_offset"}));
    b = affine(e.bits, real_factor(fb), -c.integer({"input2_offset"}));
    sum = affine(e.bits, 1 / (real_factor(fsum) * headroom), c.integer({"output_offset"}));
    const double twice = 2 * std::max(a.is.scale, b.is.scale);
    must_give(fa, a.is.scale / twice);
    must_give(fb, b.is.scale / twice);
    must_give(fsum, twice / (headroom * sum.is.scale));
    if (std::ldexp(1, static_cast<int>(c.integer({"left_shift"}))) != headroom) {
      throw skipped("left_shift is neither 20 in 8 bits nor 15 in 16");
    }
  } else {
    c.no_integer_parameters({"input1_mult", "input2_mult", "output_mult", "input1_shift",
                             "input2_shift", "output_shift", "input1_offset", "input2_offset",
                             "output_offset", "left_shift"});
  }
  graph g;
  const etch::wire x0 = g.input(a, s, c.get({"input1"}, e.type, s));
  const etch::wire x1 = g.input(b, s, c.get({"input2"}, e.type, s));
  g.then(etch::ops::add{}, {x0, x1}, "add<" + sum.text + ">(x0, x1)", &sum);
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

inline std::string softmax(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const shape s{c.extent({"num_rows"}), c.extent({"row_size"})};
  format f = e.values();
  if (!e.is_float()) {
    const etch::fixed_point_factor factor{static_cast<std::int32_t>(c.integer({"input_mult"})),
                                          static_cast<int>(c.integer({"input_left_shift"}))};
    // int16: differences of codes to [-65535, 0] for [-10, 0]; int8: to Q5.26
    const double step = e.bits == 16 ? 10.0 / 65535.0 : std::ldexp(1, -26);
    f = affine(e.bits, real_factor(factor) * step, 0);
    must_give(factor, f.is.scale / step);
    const long least = -static_cast<long>(std::floor(std::ldexp(31, 26 - factor.shift)));
    if (c.integer({"diff_min"}, least) != least) throw skipped("diff_min is not that of the scale");
  }
  graph g;
  const etch::wire in = g.input(f, s, c.get(input_names, e.type, s));
  g.then(etch::ops::softmax{}, {in}, "| softmax");
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

// Values that may have different shapes: mul, and maximum or minimum.
inline std::string mul(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const array* first = c.find({"input1"});
  const array* second = c.find({"input2"});
  if (first == nullptr || second == nullptr) throw skipped("no array input1 or no array input2");
  const shape s = first->extents;
  if (second->extents != s || s.size() > 5) throw skipped("values of such shapes");

  format a = e.values(), b = e.values(), y = e.values();
  if (!e.is_float()) {
    const etch::fixed_point_factor factor{static_cast<std::int32_t>(c.integer({"output_mult"})),
                                          static_cast<int>(c.integer({"output_shift"}))};
    a = affine(e.bits, real_factor(factor), -c.integer({"input1_offset"}));
    b = affine(e.bits, 1, -c.integer({"input2_offset"}));
    y = affine(e.bits, 1, c.integer({"output_offset"}));
    must_give(factor, a.is.scale);
  } else {
    c.no_integer_parameters(
        {"output_mult", "output_shift", "input1_offset", "input2_offset", "output_offset"});
  }
  graph g;
  const etch::wire x0 = g.input(a, s, c.get({"input1"}, e.type, s));
  const etch::wire x1 = g.input(b, s, c.get({"input2"}, e.type, s));
  g.then(etch::ops::mul{}, {x0, x1}, "mul<" + y.text + ">(x0, x1)", &y);
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

inline std::string maximum_minimum(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const auto extents = [&](const std::string& before, const std::string& after) {
    shape s;
    for (const char* name : {"batch", "height", "width", "channel"}) {
      const std::string key = before + name + after;
      s.push_back(c.extent({key.c_str()}));
    }
    return s;
  };
  const shape s1 = extents("", "_1"), s2 = extents("", "_2"), y = extents("output_", "");
  const long zero = c.integer({"output_offset"}, 0);
  if (c.integer({"input_1_offset"}, -zero) != -zero ||
      c.integer({"input_2_offset"}, -zero) != -zero) {
    throw skipped("values of different formats");
  }
  c.integer({"output_multiplier"}, 0);  // of a product of scales: nothing is scaled here
  c.integer({"output_shift"}, 0);

  graph g;
  const etch::wire x0 = g.input(e.values(zero), s1, c.get({"input_tensor_1"}, e.type, s1));
  const etch::wire x1 = g.input(e.values(zero), s2, c.get({"input_tensor_2"}, e.type, s2));
  // where no parameter says which, the name does
  const bool named = !c.find_text("layer_type");
  const std::string which = named ? c.name.substr(0, 7) : *c.find_text("layer_type");
  if (which == "maximum") g.then(etch::ops::maximum{}, {x0, x1}, "maximum(x0, x1)");
  else if (which == "minimum") g.then(etch::ops::minimum{}, {x0, x1}, "minimum(x0, x1)");
  else
    throw skipped(named ? "neither a layer_type nor a name that begins with maximum or minimum"
                        : "layer_type " + which);
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

inline std::string pad(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const auto cells = [&](const char* name) { return static_cast<int>(c.integer({name}, 0)); };
  if (cells("pre_pad_n") + cells("post_pad_n") > 0) throw skipped("a border of the batch");
  const auto value = static_cast<float>(c.number({"pad_value"}).value_or(0));
  const etch::ops::pad op{
      .top = cells("pre_pad_h"),
      .bottom = cells("post_pad_h"),
      .left = cells("pre_pad_w"),
      .right = cells("post_pad_w"),
      .front = cells("pre_pad_c"),
      .back = cells("post_pad_c"),
      .has_code = e.is_float() ? 2 : 1,
      .code = e.is_float() ? __builtin_bit_cast(int, value) : cells("pad_value")};
  const shape x{c.extent({"input_n"}), c.extent({"input_h"}), c.extent({"input_w"}),
                c.extent({"input_c"})};
  const shape y{x[0], x[1] + op.top + op.bottom, x[2] + op.left + op.right,
                x[3] + op.front + op.back};
  if (c.extent({"output_h"}, y[1]) != y[1] || c.extent({"output_w"}, y[2]) != y[2]) {
    throw skipped("the output is not as large as the borders say");
  }
  graph g;
  const etch::wire in = g.input(e.values(), x, c.get(input_names, e.type, x));
  const std::string border =
      joined({op.top, op.bottom, op.left, op.right, op.front, op.back}, ", ");
  g.then(op, {in},
         e.is_float() ? "| etch::ops::pad{" + border + ", 2, " + std::to_string(op.code) + "}"
                      : "| pad(border{" + border + "}, " + std::to_string(op.code) + ")");
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// y = scale x + bias.
inline std::string batch_norm(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"f32", "f16"});
  const long channels = c.extent({"input_c"});
  const shape s{c.extent({"input_n"}, 1), c.extent({"input_h"}), c.extent({"input_w"}), channels};
  c.integer({"size"}, 0);
  graph g;
  std::vector<etch::wire> inputs{g.input(e.real(), s, c.get(input_names, e.type, s))};
  for (const char* name : {"scale", "bias"}) {
    inputs.push_back(g.constant(name, e.real(), {channels}, c.get({name}, e.type, {channels})));
  }
  g.then(etch::ops::batch_norm{}, inputs, "| batch_norm(layer.weights, layer.bias)");
  g.stays(e.real());
  return g.source(id, c.name, s, c.get(output_names, e.type, s));
}

// Dimensions by lists, in_dim and perm, or one by one.
inline std::string transpose(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  shape x, order;
  if (const auto extents = c.list("in_dim")) {
    x = *extents;
    order = c.list("perm").value_or(shape{});
    if (order.size() < x.size()) x.resize(order.size());  // the others are not looked at
  } else {
    const long rank = c.extent({"num_dims"}, 4);
    for (const char* name : {"input_n", "input_h", "input_w", "input_c"}) {
      x.push_back(c.extent({name}));
    }
    for (const char* name : {"perm_0", "perm_1", "perm_2", "perm_3"}) {
      order.push_back(c.integer({name}));
    }
    for (const char* name : {"output_h", "output_w"}) c.extent({name});
    for (long k = rank; k < 4; ++k) {
      if (order[static_cast<std::size_t>(k)] != k) throw skipped("a dimension beyond num_dims");
    }
    x.resize(static_cast<std::size_t>(std::min(rank, 4L)));
    order.resize(x.size());
  }
  if (x.empty() || x.size() > 5) throw skipped("values of such shapes");
  order.resize(x.size());
  etch::ops::transpose op{static_cast<int>(x.size())};
  shape y;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (order[k] < 0 || order[k] >= static_cast<long>(x.size())) throw skipped("no such dimension");
    op.axis[k] = static_cast<int>(order[k]);
    y.push_back(x[static_cast<std::size_t>(order[k])]);
  }
  if (auto made = c.list("out_dim"); made && (made->resize(y.size()), *made != y)) {
    throw skipped("out_dim is not the input's in another order");
  }
  graph g;
  const etch::wire in = g.input(e.values(), x, c.get(input_names, e.type, x));
  g.then(op, {in}, "| transpose<" + joined(order, ", ") + ">");
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// Two values, one behind the other along the channels.
inline std::string concatenation(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  shape a{c.extent({"input_n"}, 1), c.extent({"input_h"}), c.extent({"input_w"}),
          c.extent({"lhs_c"})};
  shape b = a, y = a;
  b[3] = c.extent({"rhs_c"}), y[3] = a[3] + b[3];
  graph g;
  const etch::wire x0 = g.input(e.values(), a, c.get({"lhs_input"}, e.type, a));
  const etch::wire x1 = g.input(e.values(), b, c.get({"rhs_input"}, e.type, b));
  g.then(etch::ops::concat{}, {x0, x1}, "concat(x0, x1)");
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// One input and the outputs of several curves: a test each.
inline std::string activation(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"f32", "f16"});
  const shape s{c.extent({"size", "dst_size"})};
  const auto slope = static_cast<float>(c.number({"leaky_relu_param"}).value_or(0));
  const std::string title = c.name;
  std::string all;
  const auto try_curve = [&](const char* name, const auto& op, const std::string& words) {
    const std::string output = std::string("output_ref_") + name;
    if (c.find({output.c_str()}) == nullptr) return;
    graph g;
    const etch::wire in = g.input(e.values(), s, c.get(input_names, e.type, s));
    g.then(op, {in}, "| " + words);
    g.stays(e.real());
    all += "\n" +
           g.source(id + "_" + name, title + ": " + name, s, c.get({output.c_str()}, e.type, s));
  };
  try_curve("sigmoid", etch::ops::sigmoid{}, "sigmoid");
  try_curve("tanh", etch::ops::tanh{}, "etch::dsl::tanh()");
  try_curve("hardswish", etch::ops::hard_swish{}, "hard_swish");
  try_curve("leaky_relu", etch::ops::leaky_relu{__builtin_bit_cast(int, slope)},
            "leaky_relu(" + exact(static_cast<double>(slope)) + "F)");
  if (all.empty()) throw skipped("no output of a curve");
  return all;
}

}  // namespace cases
