// Cases of transposed convolutions, of products of matrices and of operators with state.
#pragma once

#include "layers.hpp"

namespace cases {

inline std::string transpose_convolution(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const shape x{c.extent({"input_batches"}, 1), c.extent({"input_h"}), c.extent({"input_w"}),
                c.extent({"in_ch"})};
  const shape y{x[0], c.extent({"output_h"}), c.extent({"output_w"}), c.extent({"out_ch"})};
  if (c.integer({"dilation_x", "dilation_w"}, 1) != 1 ||
      c.integer({"dilation_y", "dilation_h"}, 1) != 1) {
    throw skipped("a transposed convolution with dilation");
  }
  for (const char* of_the_buffer :
       {"pad_x_with_offset", "pad_y_with_offset", "padding_offset_w", "padding_offset_h"}) {
    c.integer({of_the_buffer}, 0);
  }
  const auto whole = [&](const names& any) { return static_cast<int>(c.integer(any)); };
  const etch::ops::transpose_conv2d op{
      {whole({"stride_y", "stride_h"}), whole({"stride_x", "stride_w"})},
      whole({"pad_y", "padding_h"}),
      whole({"pad_x", "padding_w"}),
      static_cast<int>(y[1]),
      static_cast<int>(y[2])};
  graph g;
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"input_offset"}, 0)), x, c.get(input_names, e.type, x))};
  const double y_scale = add_weights(
      g, c, e, inputs,
      {y[3], c.extent({"filter_y", "filter_h"}), c.extent({"filter_x", "filter_w"}), x[3]}, y[3],
      false);
  const auto field = [](const char* name, long n) {
    return std::string(", .") + name + " = " + std::to_string(n);
  };
  g.then(op, inputs,
         "| transpose_conv2d(layer, {.stride = {" + joined({op.stride.h, op.stride.w}, ", ") + "}" +
             field("top", op.top) + field("left", op.left) + field("h", op.oh) + field("w", op.ow) +
             "})");
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  else g.stays(e.real());
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

inline std::string batch_matmul(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const auto sizes = [&](const std::string& side) {
    shape s;
    for (const char* of : {"_batch", "_height", "_rows", "_cols"}) {
      const std::string key = side + of;
      s.push_back(c.extent({key.c_str()}));
    }
    return s;
  };
  const shape a = sizes("lhs"), y = sizes("output");
  shape b = sizes("rhs");
  const bool flip_a = c.integer({"adj_x"}, 0) != 0;
  bool flip_b = c.integer({"adj_y"}, 0) != 0;
  const char* lhs = "lhs_input_tensor";
  if (e.is_float()) {
    // CMSIS-NN reads the sums of an adjoint operand row after row: those of the first lie in its
    // other array as if that had the shape of this one, those of the second in a turned shape.
    if (flip_a) lhs = "lhs_transposed_tensor";
    if (flip_b) std::swap(b[2], b[3]);
    flip_b = false;
  }
  c.integer({"asymmetric_quantize_inputs"}, 0);  // of hybrid products
  c.find({"lhs_input_tensor"});
  c.find({"lhs_transposed_tensor"}), c.find({"rhs_transposed_tensor"});
  double scale = 1;
  if (!e.is_float()) {
    const etch::fixed_point_factor factor{
        static_cast<std::int32_t>(c.integer({"output_multiplier"})),
        static_cast<int>(c.integer({"output_shift"}))};
    scale = 1 / real_factor(factor);
    must_give(factor, 1 / scale);
  }
  const format to = e.is_float() ? f32() : affine(e.bits, scale, c.integer({"output_offset"}, 0));
  graph g;
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"lhs_offset"}, 0)), a, c.get({lhs}, e.type, a)),
      g.input(e.values(-c.integer({"rhs_offset"}, 0)), b, c.get({"rhs_input_tensor"}, e.type, b))};
  std::string x0 = "x0", x1 = "x1";
  if (e.is_float()) inputs = {g.single(inputs[0], x0), g.single(inputs[1], x1)};
  const auto word = [](bool x) { return x ? ", true" : ", false"; };
  g.then(etch::ops::batch_matmul{flip_a ? 1 : 0, flip_b ? 1 : 0}, inputs,
         "batch_matmul<" + to.text + ">(" + x0 + ", " + x1 + word(flip_a) + word(flip_b) + ")",
         &to);
  if (e.is_float()) g.stays(e.real());
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// A scale that with `other` gives the factor: the product of both in single precision times
// `times`. Of 16 bits, where the multiplier is rounded to as many, that much has to agree.
inline double single_scale(etch::fixed_point_factor wanted, double other, double times, int bits) {
  const auto rounded = [&](etch::fixed_point_factor f) {
    return bits == 16 ? (f.multiplier + (1 << 15)) >> 16 : f.multiplier;
  };
  auto scale = static_cast<float>(real_factor(wanted) / times / other);
  for (int i = 0; i < 4; ++i) scale = std::nextafterf(scale, 0);
  for (int i = 0; i < 9; ++i, scale = std::nextafterf(scale, 1e9F)) {
    const float product = static_cast<float>(other) * scale;
    const etch::fixed_point_factor made =
        etch::quantise_factor(static_cast<double>(product) * times);
    if (made.shift == wanted.shift && rounded(made) == rounded(wanted)) {
      return static_cast<double>(scale);
    }
  }
  throw skipped("no scales give the multiplier " + std::to_string(wanted.multiplier));
}

inline std::string lstm(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const long batches = c.extent({"batch_size"}), steps = c.extent({"time_steps"});
  const long inputs = c.extent({"input_size"}), units = c.extent({"hidden_size"});
  const bool major = c.integer({"time_major"}) != 0;
  c.integer({"cell_state_size"}, 0);
  const shape x = major ? shape{steps, batches, inputs} : shape{batches, steps, inputs};
  const shape y{x[0], x[1], units};
  const auto factor = [&](const std::string& name) {
    const std::string mult = name + "_multiplier", shift = name + "_shift";
    return etch::fixed_point_factor{static_cast<std::int32_t>(c.integer({mult.c_str()})),
                                    static_cast<int>(c.integer({shift.c_str()}))};
  };
  // scales of h and c, and the clip
  format value = e.real(), hidden = value, cell = value, bias = value;
  double clip = c.number({"cell_clip"}).value_or(0);
  if (!e.is_float()) {
    const double h = std::ldexp(1, -30) / real_factor(factor("output"));
    const double s = std::ldexp(1, -30) / real_factor(factor("input_to_cell"));
    must_give(factor("output"), std::ldexp(1, -30) / h);
    must_give(factor("input_to_cell"), std::ldexp(1, -30) / s);
    must_give(factor("forget_to_cell"), std::ldexp(1, -15));
    if (std::lround(std::log2(s)) != c.integer({"cell_scale_power"})) {
      throw skipped("cell_scale_power is not that of the scale");
    }
    value = affine(e.bits, 1, -c.integer({"input_zero_point"}));  // an offset by its value
    hidden = affine(e.bits, h, c.integer({"output_zero_point"}));
    cell = affine(16, s, 0);
    bias = e.bits == 16 ? bias64() : bias32();
    clip = (clip + 0.5) * s;
  }
  graph g;
  std::vector<etch::wire> all{g.input(value, x, c.get({"input_tensor", "input"}, e.type, x))};
  const char* gates[] = {"input", "forget", "cell", "output"};
  const auto weights = [&](const char* of, const shape& s, double other) {
    for (const std::string gate : gates) {
      format f = e.real();
      if (!e.is_float()) {
        f = affine(8, single_scale(factor(gate + "_gate_" + of), other, 4096, e.bits), 0);
      }
      const std::string name = gate + "_gate_" + of + "_weights",
                        bare = gate + "_" + of + "_weights";
      all.push_back(g.named(
          name, f, s, c.get({name.c_str(), bare.c_str()}, e.is_float() ? e.type : "int8", s)));
    }
  };
  weights("input", {units, inputs}, 1);
  weights("hidden", {units, units}, hidden.is.scale);
  for (const std::string gate : gates) {
    const std::string name = gate + "_gate_bias", bare = gate + "_bias";
    const std::string type = e.is_float() ? e.type : e.bits == 16 ? "int64" : "int32";
    all.push_back(g.named(name, bias, {units}, c.get({name.c_str(), bare.c_str()}, type, {units})));
  }
  all.push_back(g.state(hidden, {batches, units}));
  all.push_back(g.state(cell, {batches, units}));
  const auto limit = static_cast<float>(clip);
  g.then(etch::ops::lstm{major ? 1 : 0, __builtin_bit_cast(int, limit)}, all,
         "lstm<" + hidden.text + ", " + cell.text + ">(x0, {" + (major ? "true" : "false") + ", " +
             exact(static_cast<double>(limit)) + "F}" + g.words() + ")");
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// The input is a sequence of runs; the output is that of the last.
inline std::string svdf(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "f32", "f16"});
  const long batches = c.extent({"input_batches"}), inputs = c.extent({"input_size"});
  const long filters = c.extent({"feature_batches"}), memory = c.extent({"time_batches"});
  const long rank = c.extent({"rank"}), units = filters / rank;
  c.integer({"unit_count"}, units);
  const array* sequence = c.find({"input_sequence"});
  const array* past = c.find({"state", "initial_state"});
  const array* time = c.find({"weights_time"});
  if (sequence == nullptr || past == nullptr || time == nullptr) throw skipped("no sequence");
  if (past->bytes.find_first_not_of('\0') != std::string::npos)
    throw skipped("a state to begin with");
  const long runs = sequence->count() / (batches * inputs);
  if (c.integer({"sequence_steps"}, runs) != runs) throw skipped("another number of steps");

  const bool wide = time->type == "int16";
  format value = e.real(), feature = value, state = value, weights = value, y = value, bias = value;
  if (!e.is_float()) {
    const auto given = [&](const char* mult, const char* shift) {
      const etch::fixed_point_factor f{static_cast<std::int32_t>(c.integer({mult})),
                                       static_cast<int>(c.integer({shift}))};
      const auto single = static_cast<float>(real_factor(f));
      must_give(f, static_cast<double>(single));
      return static_cast<double>(single);
    };
    value = affine(8, given("multiplier_in", "shift_1"),
                   c.integer({"input_offset"}));  // not minus it, as elsewhere
    feature = affine(8, 1, 0);
    state = affine(wide ? 16 : 8, 1, 0);
    weights = affine(wide ? 16 : 8, given("multiplier_out", "shift_2"), 0);
    y = affine(8, 1, c.integer({"output_offset"}));
    bias = bias32();
  }
  for (const char* name :
       {"in_activation_min", "in_activation_max", "input_activation_min", "input_activation_max"}) {
    const double most = e.is_float() ? e.highest : wide ? 32767 : 127;
    if (std::abs(c.number({name}).value_or(most)) < most) {
      throw skipped("limits of the state, which TensorFlow Lite does not have");
    }
  }
  const std::string type = e.is_float() ? e.type : "int8";
  graph g;
  g.repeat(runs);
  const shape x{batches, inputs}, f{filters, inputs}, t{filters, memory}, out{batches, units};
  std::vector<etch::wire> all{g.input(value, x, *sequence)};
  all.push_back(g.named("feature", feature, f, c.get({"weights_feature"}, type, f)));
  all.push_back(g.named("time_weights", weights, t, *time));
  all.push_back(g.state(state, {batches, filters * memory}));
  all.push_back(g.named("bias", bias, {units},
                        c.get({"biases", "bias"}, e.is_float() ? e.type : "int32", {units})));
  g.then(etch::ops::svdf{static_cast<int>(rank)}, all,
         "svdf<" + y.text + ", " + state.text + ">(x0, " + std::to_string(rank) + g.words() + ")",
         &y);
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, out, c.get(output_names, type, out));
}

}  // namespace cases
