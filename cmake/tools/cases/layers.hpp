// Cases of layers with weights and of pools.
#pragma once

#include "graph.hpp"

namespace cases {

// What the dtypes of cases stand for.
struct element {
  std::string type;
  int bits;  // 0: floating point
  double lowest, highest;
  int weight_bits = 8;

  bool is_float() const { return bits == 0; }
  // The format of floats.
  format real() const { return type == "float16" ? f16() : f32(); }
  // The format of values whose scale does not matter.
  format values(long zero = 0) const { return is_float() ? real() : affine(bits, 1, zero); }
};

inline element element_of(const case_folder& c, const names& taken) {
  for (const std::string name : taken) {
    if (c.dtype != name) continue;
    if (name == "f32") return {"float32", 0, -3.4e38, 3.4e38};
    if (name == "f16") return {"float16", 0, -65504, 65504};
    if (name == "s16") return {"int16", 16, -32768, 32767};
    if (name == "s4") return {"int8", 8, -128, 127, 4};
    return {"int8", 8, -128, 127};
  }
  std::string list;
  for (const char* name : taken) list += (list.empty() ? "" : ", ") + std::string(name);
  throw skipped("dtype " + c.dtype + ": etch has " + c.kind + " in " + list);
}

struct window {
  long kh, kw, oh, ow;
  etch::pair stride{}, dilation{};
  etch::padding pad{};

  std::string options() const {
    const auto two = [](etch::pair p) {
      return "{" + std::to_string(p.h) + ", " + std::to_string(p.w) + "}";
    };
    const bool dilated = dilation.h != 1 || dilation.w != 1;
    return "{.stride = " + two(stride) + ", .pad = pad(" +
           joined({pad.top, pad.left, pad.bottom, pad.right}, ", ") + ")" +
           (dilated ? ", .dilation = " + two(dilation) : "");
  }
};

// Cells that the window needs after the input so that there are `out` outputs; where there are more
// than it needs, the last ones are not read.
inline int cells_after(long out, long stride, long reach, long in, long before) {
  return static_cast<int>(std::max(0L, (out - 1) * stride + reach - in - before));
}

inline window window_of(case_folder& c, long h, long w) {
  window m{c.extent({"filter_y", "filter_h"}), c.extent({"filter_x", "filter_w"}),
           c.extent({"output_h"}), c.extent({"output_w"})};
  m.stride = {static_cast<int>(c.extent({"stride_y", "stride_h"})),
              static_cast<int>(c.extent({"stride_x", "stride_w"}))};
  m.dilation = {static_cast<int>(c.extent({"dilation_y", "dilation_h"}, 1)),
                static_cast<int>(c.extent({"dilation_x", "dilation_w"}, 1))};
  const int top = static_cast<int>(c.integer({"pad_y", "padding_h"}, 0));
  const int left = static_cast<int>(c.integer({"pad_x", "padding_w"}, 0));
  m.pad = etch::pad(top, left, cells_after(m.oh, m.stride.h, (m.kh - 1) * m.dilation.h + 1, h, top),
                    cells_after(m.ow, m.stride.w, (m.kw - 1) * m.dilation.w + 1, w, left));
  return m;
}

// Multipliers of the outputs' channels: one for each, or one for all.
inline std::vector<etch::fixed_point_factor> factors_of(case_folder& c, long channels) {
  const auto shift_fits = [](long shift) {
    if (shift < -31 || shift > 30) throw skipped("a multiplier's shift " + std::to_string(shift));
    return static_cast<int>(shift);
  };
  if (c.find({"output_mult", "output_multiplier"}) == nullptr) {
    return {{static_cast<std::int32_t>(c.integer({"output_multiplier", "output_mult"})),
             shift_fits(c.integer({"output_shift"}))}};
  }
  const array& mult = c.get({"output_mult", "output_multiplier"}, "int32", {channels});
  const array& shift = c.get({"output_shift"}, "int32", {channels});
  std::vector<etch::fixed_point_factor> factors;
  for (long i = 0; i < channels; ++i)
    factors.push_back({mult.int32(i), shift_fits(shift.int32(i))});
  return factors;
}

// The weights of shape s: those of 4 bits are packed, and stand in another array as they are.
inline const array& weights_of(case_folder& c, const element& e, const shape& s) {
  if (e.is_float() || e.weight_bits == 8)
    return c.get({"weights"}, e.is_float() ? e.type : "int8", s);
  const int count = static_cast<int>(product(s));
  const array& packed = c.get({"weights"}, "int8", {etch::packed_bytes(e.weight_bits, count)});
  const array& whole = c.get({"weights_unpacked"}, "int8", s);
  const auto* bytes = reinterpret_cast<const unsigned char*>(packed.bytes.data());
  for (int i = 0; i < count; ++i) {
    const auto code = static_cast<signed char>(whole.bytes[static_cast<std::size_t>(i)]);
    if (etch::read_packed(bytes, e.weight_bits, true, i) != code) {
      throw skipped("weight " + std::to_string(i) + " is packed as another code");
    }
  }
  return packed;
}

// The weights of a layer in `s` with their bias, if there is one: inputs 1 and 2 of its operator.
// Values have scale 1, so that the weights' scales are the factors. dense with one scale for all
// multiplies scales in single precision: there 1 / factor is the output's scale, which is returned.
inline double add_weights(graph& g, case_folder& c, const element& e,
                          std::vector<etch::wire>& inputs, const shape& s, long channels,
                          bool one_scale_is_the_output_s) {
  // Kernels pack weights inside the compiler, whose loops are bounded.
  if (product(s) > 250000) throw skipped("more than 250000 weights");
  double y_scale = 1;
  format weights = e.real();
  if (!e.is_float()) {
    const long zero = -c.integer({"filter_offset"}, 0);
    const std::vector<etch::fixed_point_factor> factors = factors_of(c, channels);
    if (factors.size() == 1 && one_scale_is_the_output_s) {
      y_scale = 1 / real_factor(factors[0]);
      must_give(factors[0], 1 / y_scale);
      weights = affine(e.weight_bits, 1, zero);
    } else {
      if (zero != 0) throw skipped("weights with a scale for each channel and a zero point");
      std::vector<double> scales(static_cast<std::size_t>(channels));
      for (std::size_t i = 0; i < scales.size(); ++i) {
        const etch::fixed_point_factor f = factors[factors.size() == 1 ? 0 : i];
        scales[i] = real_factor(f);
        must_give(f, scales[i]);
      }
      weights = g.channels(e.weight_bits, scales);
    }
  }
  inputs.push_back(g.constant("weights", weights, s, weights_of(c, e, s)));
  const names bias_names = {"biases", "bias", "input_bias"};
  if (const array* bias = c.find(bias_names); bias != nullptr) {
    const bool wide = e.bits == 16 && bias->type == "int64";  // sums of 64 bits
    const format f = e.is_float() ? e.real() : wide ? bias64() : bias32();
    const std::string type = e.is_float() ? e.type : wide ? "int64" : "int32";
    inputs.push_back(g.constant("bias", f, {channels}, c.get(bias_names, type, {channels})));
  } else if (e.bits == 16 && c.kind == "fully_connected") {
    throw skipped("s16 without a bias, whose sums have 64 bits all the same");
  }
  return y_scale;
}

inline const names input_names = {"input", "input_tensor"};
inline const names output_names = {"output_ref", "output"};

// conv and depthwise.
inline std::string convolution(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s4", "s8", "s16", "f32", "f16"});
  const long n = c.extent({"input_batches", "batch_size", "input_n"}, 1);
  const long h = c.extent({"input_h"}), w = c.extent({"input_w"}), channels = c.extent({"in_ch"});
  const long filters = c.extent({"out_ch"});
  const window m = window_of(c, h, w);
  const etch::window move{m.stride, m.dilation, m.pad};

  graph g;
  const shape x{n, h, w, channels};
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"input_offset"}, 0)), x, c.get(input_names, e.type, x))};
  double y_scale = 1;
  if (c.kind == "depthwise") {
    if (c.extent({"ch_mult"}, filters / channels) * channels != filters) {
      throw skipped("ch_mult in_ch is not out_ch");
    }
    y_scale = add_weights(g, c, e, inputs, {1, m.kh, m.kw, filters}, filters, false);
    g.then(etch::ops::depthwise_conv2d{move}, inputs,
           "| depthwise_conv2d(layer, " + m.options() + "})");
  } else {
    const long depth = c.extent({"filter_ch"}, channels);
    const long groups = depth == 0 ? 1 : channels / depth;
    y_scale = add_weights(g, c, e, inputs, {filters, m.kh, m.kw, depth}, filters, false);
    g.then(etch::ops::conv2d{move, static_cast<int>(groups)}, inputs,
           "| conv2d(layer, " + m.options() + ", .groups = " + std::to_string(groups) + "})");
  }
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  else g.stays(e.real());
  g.limit(c, e.lowest, e.highest);
  const shape y{n, m.oh, m.ow, filters};
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

inline std::string fully_connected(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s4", "s8", "s16", "f32", "f16"});
  const long n = c.extent({"input_batches", "batch_size"}, 1), outputs = c.extent({"out_ch"});
  const long depth = c.extent({"in_ch"}) * c.extent({"input_h"}, 1) * c.extent({"input_w"}, 1);

  graph g;
  const shape x{n, depth}, y{n, outputs};
  std::vector<etch::wire> inputs{
      g.input(e.values(-c.integer({"input_offset"}, 0)), x, c.get(input_names, e.type, x))};
  const double y_scale = add_weights(g, c, e, inputs, {outputs, depth}, outputs, true);
  g.then(etch::ops::dense{}, inputs, "| dense(layer)");
  if (!e.is_float()) g.to(affine(e.bits, y_scale, c.integer({"output_offset"})));
  else g.stays(e.real());
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

// Cases give the batch once or twice, and then not alike: as many as the input has.
inline long batches_of(case_folder& c, long elements) {
  const long n = c.extent({"input_n", "input_batches", "batch_size"}, 1);
  const long other = c.extent({"batch_size"}, n);
  const array* x = c.find(input_names);
  return x != nullptr && x->count() == other * elements ? other : n;
}

// maxpool and avgpool.
inline std::string pool(case_folder& c, const std::string& id) {
  const element e = element_of(c, {"s8", "s16", "f32", "f16"});
  const long h = c.extent({"input_h"}), w = c.extent({"input_w"});
  const long channels = c.extent({"input_c", "in_ch"});
  const long n = batches_of(c, h * w * channels);
  const window m = window_of(c, h, w);
  const etch::pair size{static_cast<int>(m.kh), static_cast<int>(m.kw)};
  const etch::window move{m.stride, m.dilation, m.pad};
  if (m.dilation.h != 1 || m.dilation.w != 1) throw skipped("a pool with dilation");

  graph g;
  const shape x{n, h, w, channels}, y{n, m.oh, m.ow, channels};
  const etch::wire in = g.input(e.values(), x, c.get(input_names, e.type, x));
  const std::string text = "_pool<" + joined({m.kh, m.kw}, ", ") + ">(" + m.options() + "})";
  if (c.kind == "maxpool") {
    g.then(etch::ops::max_pool{size, move}, {in}, "| max" + text);
  } else {
    g.then(etch::ops::avg_pool{size, move}, {in}, "| avg" + text);
  }
  if (e.is_float()) g.stays(e.real());
  g.limit(c, e.lowest, e.highest);
  return g.source(id, c.name, y, c.get(output_names, e.type, y));
}

}  // namespace cases
