// What a set of graphs holds, counted: operators, formats, roundings, and the cases that proofs are
// easily wrong about.
#pragma once

#include <cstdio>
#include <cstring>

#include "program.hpp"

namespace test {

/// How often each name was seen.
class counts {
 public:
  void add(const char* name, int count = 1) {
    if (count == 0) return;
    int k = 0;
    while (k < size_ && std::strcmp(name_[k], name) != 0) ++k;
    if (k == most) return;
    name_[k] = name;
    count_[k] += count;
    if (k == size_) ++size_;
  }
  int of(const char* name) const {
    for (int k = 0; k < size_; ++k) {
      if (std::strcmp(name_[k], name) == 0) return count_[k];
    }
    return 0;
  }
  void print(const char* title) const {
    std::printf("%s:", title);
    for (int k = 0; k < size_; ++k) std::printf("%s %s %d", k > 0 ? "," : "", name_[k], count_[k]);
    std::printf("\n");
  }

 private:
  static constexpr int most = 96;
  const char* name_[most]{};
  int count_[most]{}, size_ = 0;
};

/// Whether ranges or readers of channels follow from a fact of operator Op.
template <class Op>
inline constexpr bool has_rule = etch::codes_of_channels<Op> != etch::channel_codes::any ||
                                 etch::keeps_channels<Op> || requires { &Op::channel_of; };

/// What a set of graphs holds.
struct survey {
  counts operators, formats, roundings, cases;

  /// Counts what graph g holds, of whose nodes `known` is proved.
  void look(const program& g, const node_facts* known) {
    for (int v = 0; v < g.value_count; ++v) look_at(g.values[v]);
    for (int n = 0; n < g.node_count; ++n) look_at(g, g.nodes[n], known[n]);
    if (g.output_count > 1) cases.add("two outputs");
  }

 private:
  void look_at(const program& g, const etch::node& n, const node_facts& known) {
    etch::operand x[etch::most_inputs]{};
    for (int i = 0; i < n.input_count; ++i) x[i] = g.values[n.inputs[i]].is;
    operators.add(n.op->name);
    if (n.act != etch::activation::none) cases.add("merged clamp");
    if (n.op->kinds_of_products > 0) look_at_layer(n, {x, n.input_count}, known);
    else if (n.input_count == 2) look_at_pair(n, x[0], x[1]);
  }
  void look_at_pair(const etch::node& n, const etch::operand& a, const etch::operand& b) {
    if (!a.is_constant && !b.is_constant) {
      cases.add(n.inputs[0] == n.inputs[1] ? "a value with itself" : "two values");
      return;
    }
    const etch::extents &k = (a.is_constant ? a : b).shape, &x = (a.is_constant ? b : a).shape;
    cases.add(k.size() == 1       ? "constant of one number"
              : k.size() == x.c() ? "constant by channel"
                                  : "constant by element");
  }
  void look_at(const etch::value& v) {
    using namespace etch;
    static constexpr const char* widths[]{"q0",  "q1",  "q2",  "q3",  "q4",  "q5",
                                          "q6",  "q7",  "q8",  "q9",  "q10", "q11",
                                          "q12", "q13", "q14", "q15", "q16"};
    static constexpr const char* policies[]{"standard",      "half_up",     "half_away",
                                            "half_even",     "toward_zero", "tflite_double",
                                            "tflite_single", "stochastic",  "xnnpack"};
    const format& f = v.is.number;
    if (v.is.is_constant) {
      if (f.bits < 8) cases.add("packed constant");
      if (is_scaled(f) && f.zero != 0 && v.is.layout == &layout_id<ohwi>)
        cases.add("weights with a zero point");
      if (f.channel_scale != nullptr) cases.add("scales of channels");
      if (is_accumulator(f) && f.bits == 64) cases.add("bias of 64 bits");
      return;
    }
    if (is_q(f)) formats.add(widths[f.bits]);
    else if (is_unsigned_affine(f)) formats.add("u8");
    else if (is_affine(f)) formats.add(f.bits == 8 ? "s8" : f.bits == 12 ? "s12" : "s16");
    else formats.add(f.kind->name);
    if (v.is.shape.rank % 2 == 0) cases.add("batch of 2");
    if (v.producer >= 0) roundings.add(policies[static_cast<int>(policy_of(v.round))]);
  }
  void look_at_layer(const etch::node& n, const etch::operands& x, const node_facts& known) {
    using namespace etch;
    const window_geometry w = n.op->products(n.what, x, 0).window;
    if (x.count < 3) cases.add("layer without a bias");
    if (w.groups > 1 && w.groups < w.c) cases.add("groups");
    if (w.groups > 1 && w.groups == w.c && w.oc > w.c) cases.add("multiplier 2");
    if (w.dilation_h > 1 || w.dilation_w > 1) cases.add("dilation");
    if (w.stride_h > w.kh || w.stride_w > w.kw) cases.add("stride past the window");
    const bool is_dense = n.op == &op_id<ops::dense>;
    if (w.h * w.w == 1 && !is_dense) cases.add("map of one pixel");
    const int below = (w.oh - 1) * w.stride_h + reach(w.kh, w.dilation_h) - w.pad_top - w.h;
    const int right = (w.ow - 1) * w.stride_w + reach(w.kw, w.dilation_w) - w.pad_left - w.w;
    if ((w.pad_top > 0 || w.pad_left > 0) && (below != w.pad_top || right != w.pad_left))
      cases.add("asymmetric padding");
    if (is_dense && x[0].shape.c() < x[1].shape.c()) cases.add("dense behind rows and columns");
    cases.add("constant equal to its padding", known.equal_to_padding);
    cases.add("constant beside no padding", known.beside_none);
    cases.add("constant beside padding", known.beside_padding);
    cases.add("constant beside padding of a channel", known.beside_padding_of_channel);
    if (!known.is_layer) return;
    int live = 0;
    for (int c = 0; c < known.channels; ++c) live += known.lives[c] ? 1 : 0;
    if (live == 0) cases.add("layer of which nothing lives");
    if (live == 1 && known.channels > 1 && known.lives[known.channels - 1])
      cases.add("layer whose last channel lives");
  }
};

}  // namespace test
