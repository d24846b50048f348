// Import of ONNX's ConvTranspose.
#pragma once

#include <etch/graph/import/onnx_layers.hpp>
#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_ConvTranspose_has_one_to_sixteen_groups(long /*groups*/, long /*most*/) {}
}  // namespace error

namespace onnx_operators {

/// ConvTranspose: weights (C, O / group, KH, KW) become (O, KH, KW, C), with zeros between them
/// where they are dilated; of several groups each for itself.
constexpr void import_conv_transpose(onnx_import& m) {
  if (!m.has(2, 3)) return;
  int space = 0;
  const int x = value_with_space(m, space);
  const onnx_parameter weights = m.decoded(1);
  const onnx_parameter bias = m.has_input(2) ? m.decoded(2) : onnx_parameter{};
  if (m.failed()) return;
  const extents &w = weights.is.shape, e = m.at(x).shape;
  if (w.rank != space + 2 || weights.is.elements < 1 || w.d[0] != e.c()) {
    return refuse_weights(m, w.rank);
  }
  const int o = w.d[1], kh = m.in_range(space == 2 ? w.d[2] : 1, 1, 4096),
            kw = m.in_range(w.d[w.rank - 1], 1, 4096);
  int stride[2]{}, dilation[2]{}, pads[4]{}, more[2]{}, sizes[2]{};
  of_space(m, "strides", space, 1, 1, 1, stride);
  of_space(m, "dilations", space, 1, 1, 1, dilation);
  of_space(m, "pads", space, 2, 0, 0, pads);
  of_space(m, "output_padding", space, 1, 0, 0, more);
  of_space(m, "output_shape", space, 1, 0, 0, sizes);
  const onnx_attribute how = m.file.attribute(m.index(), "auto_pad");
  const bool upper = how && m.file.same(how.inside, "SAME_UPPER");
  const bool lower = how && m.file.same(how.inside, "SAME_LOWER");
  const int groups = m.integer("group", 1, 1, most_inputs);
  if (m.failed()) return;
  if (e.c() % groups != 0) return refuse_weights(m, w.rank);
  if (m.has_input(2) && bias.is.elements != groups * o) return refuse_weights(m, 1);
  const int reaches[2]{reach(kh, dilation[0]), reach(kw, dilation[1])};
  int out[2]{1, 1};
  for (int k = 2 - space; k < 2; ++k) {
    const int in = k == 0 ? e.h() : e.w();
    const int all = stride[k] * (in - 1) + more[k] + reaches[k];
    if ((upper || lower) && sizes[k] == 0) sizes[k] = in * stride[k];
    if (sizes[k] != 0) {
      const int both = maximum(all - sizes[k], 0);
      pads[k] = upper ? both / 2 : both - both / 2;
      pads[2 + k] = all - sizes[k] - pads[k];
    }
    out[k] = all - pads[k] - pads[2 + k];
  }
  const ops::transpose_conv2d what{{stride[0], stride[1]}, pads[0], pads[1], out[0], out[1]};
  const int c = e.c() / groups;
  int y[most_inputs]{};
  for (int g = 0; g < groups && !m.failed(); ++g) {
    int in[3]{x};
    if (groups > 1) {
      ops::slice part = whole_of(e);
      part.begin[3] = g * c, part.size[3] = c;
      in[0] = m.then(part, x);
    }
    const extents size{4, {c, o, kh, kw}}, to{4, {o, reaches[0], reaches[1], c}};
    if (!m.fits(to)) return;
    const int row = reaches[1] * c;
    in[1] = m.permuted(m.part_of(weights, g * c * o * kh * kw, size), size,
                       {1, reaches[0] * row, dilation[0] * row, dilation[1] * c}, to);
    if (m.has_input(2)) in[2] = m.plain_constant(m.part_of(bias, g * o, {1, {o}}));
    y[g] = m.make(what, in, m.has_input(2) ? 3 : 2, f32::descriptor);
  }
  if (groups > 1) y[0] = m.failed() ? 0 : m.make(ops::concat{3}, y, groups, m.at(y[0]).number);
  write_with_space(m, y[0], space);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
