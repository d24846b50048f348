#pragma once

#include <etch/op/operand.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void svdf_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void svdf_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
}  // namespace error

namespace ops {

/// SVDF, a dense layer over time as filters of rank one: s[b,f,:] drops its oldest element and gets
/// the sum over i of x[b,i] feature[f,i], then
/// y[b,u] = bias[u] + the sum over the filters f of unit u and m of s[b,f,m] time[f,m].
///
/// x (B,I), feature (F,I), time (F,M), bias (U), state s (B,F M), y (B,U) in the format that the
/// user gives; unit u has the `rank` filters from u rank. Inputs in order: x, feature, time, s,
/// bias, which may be left out. f32, or affine x and y of 8 bits, state and time both of 8 or of
/// 16: TensorFlow Lite Micro's SVDF.
struct svdf {
  static constexpr const char* name = "svdf";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  int rank = 1;

  static constexpr int feature = 1, time = 2, state = 3, bias = 4;

  /// The factor from sums of products x * w to y, in single precision as TensorFlow Lite Micro
  /// prepares it.
  static constexpr double factor_between(const format& x, const format& w, const format& y) {
    const float ratio =
        static_cast<float>(x.unit()) * static_cast<float>(w.unit()) / static_cast<float>(y.unit());
    return static_cast<double>(ratio);
  }
  static constexpr int kinds_of_products = 1;  // of the features: its kernel proves the others
  constexpr sums_of_products products(const operands& x, int) const {
    const extents& w = x[feature].shape;
    return {.weights = feature,
            .window = {.c = w.d[1], .oc = w.d[0]},
            .factor = factor_between(x[0].number, x[feature].number, x[state].number)};
  }
  constexpr inference infer(const operands& x) const {
    if (x.count < 4 || x.count > 5) return shape(x.count);
    const extents &in = x[0].shape, &f = x[feature].shape, &t = x[time].shape;
    if (in.rank != 2) return shape(0);
    if (f.rank != 2 || f.d[1] != in.d[1] || rank < 1 || f.d[0] % rank != 0) return shape(feature);
    if (t.rank != 2 || t.d[0] != f.d[0]) return shape(time);
    if (!(x[state].shape == extents{2, {in.d[0], t.d[0] * t.d[1]}})) return shape(state);
    const int units = f.d[0] / rank;
    if (x.count > bias && x[bias].shape.size() != units) return shape(bias);
    for (int i = 0; i < x.count; ++i) {
      if (fits(x, i)) continue;
      return {{.refuse = error::svdf_the_format_of_an_input_does_not_fit_the_others,
               .message = "svdf: the format of input {} does not fit the others",
               .have = i}};
    }
    return {{}, {x[0].number, {2, {in.d[0], units}}, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &in = x[0].number, &s = x[state].number, &out = y.number;
    int other = out.kind == in.kind && out.bits == in.bits ? -1 : 0;
    if (other < 0 && !is_f32(in)) {
      if (!ends(in, x[feature].number, s)) other = feature;
      else if (!ends(s, x[time].number, out)) other = time;
    }
    if (other < 0) return {};
    return {.refuse = error::svdf_the_format_of_an_input_does_not_fit_the_others,
            .message = "svdf: the format of input {} does not fit that of the output",
            .have = other};
  }
  constexpr long long macs(const operands& x, const operand&) const {
    const long long filters = 1LL * x[0].shape.d[0] * x[feature].shape.d[0];
    return filters * (x[feature].shape.d[1] + x[time].shape.d[1]);
  }
  constexpr row_range input_rows(const operands&, int, int) const { return {0, 0}; }

 private:
  static constexpr bool ends(const format& x, const format& w, const format& y) {
    return ends_sums(x.unit() * w.unit() / y.unit(), 32) && ends_sums(factor_between(x, w, y), 32);
  }
  static constexpr inference shape(int input) {
    return {{.refuse = error::svdf_the_shape_of_an_input_does_not_fit_the_others,
             .message = "svdf: the shape of input {} does not fit the others",
             .have = input}};
  }
  static constexpr bool fits(const operands& x, int i) {
    const format &f = x[i].number, &value = x[0].number;
    if (x[i].layout != &layout_id<hwc> && x[i].layout != &layout_id<ohwi>) return false;
    if (is_f32(value)) return is_f32(f);
    if (i == bias) return is_accumulator(f) && f.bits == 32;
    if (!is_affine(f) || f.channel_scale != nullptr || (i == feature && f.zero != 0)) return false;
    if (i == time) return f.zero == 0 && f.bits == x[state].number.bits;
    return f.bits == 8 || (i == state && f.bits == 16);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
