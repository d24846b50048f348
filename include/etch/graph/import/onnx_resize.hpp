// Import of ONNX operators that resize values: Resize, Upsample.
#pragma once

#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_Resize_is_of_no_known_mode(long, long) {}
inline void onnx_a_Resize_has_scales_or_sizes_of_its_axes(long /*numbers*/, long /*axes*/) {}
inline void onnx_a_Resize_of_this_kind_has_up_to_4096_weights(long /*weights*/, long /*most*/) {}
inline void onnx_a_Resize_is_continued_by_0_alone(long, long) {}
inline void onnx_a_Resize_that_aligns_corners_has_scales_that_give_whole_sizes(long /*axis*/,
                                                                               long) {}
}  // namespace error

namespace onnx_operators {

/// How cells of an output lie between those of the input.
enum class resize_place : int {
  half_pixel,
  half_pixel_symmetric,
  pytorch_half_pixel,
  align_corners,
  asymmetric,
  tf_half_pixel_for_nn,
  tf_crop_and_resize
};
enum class resize_mode : int { nearest, linear, cubic };
enum class nearest_mode : int { round_prefer_floor, round_prefer_ceil, floor, ceil };

/// How one dimension is resized.
struct resized_dimension {
  resize_place place = resize_place::half_pixel;
  resize_mode mode = resize_mode::nearest;
  nearest_mode nearest = nearest_mode::round_prefer_floor;
  bool smooths = false;           ///< antialias
  bool excludes_outside = false;  ///< whether weights outside are none
  double cubic = -0.75;           ///< cubic_coeff_a
  double from = 0, to = 1;        ///< the region of tf_crop_and_resize
  int in = 1, out = 1;
  double scale = 1;

  constexpr bool changes() const {
    return in != out || place == resize_place::tf_crop_and_resize || !(scale >= 1 && scale <= 1);
  }
  /// Where cell i of the output lies.
  constexpr double at(int i) const {
    const double middle = (i + 0.5) / scale;
    switch (place) {
      case resize_place::half_pixel: return middle - 0.5;
      case resize_place::half_pixel_symmetric:
        return in / 2.0 * (1 - out / (scale * in)) + middle - 0.5;
      case resize_place::pytorch_half_pixel: return out > 1 ? middle - 0.5 : -0.5;
      case resize_place::align_corners: return out > 1 ? i * (in - 1.0) / (out - 1.0) : 0;
      case resize_place::asymmetric: return i / scale;
      case resize_place::tf_half_pixel_for_nn: return middle;
      case resize_place::tf_crop_and_resize: break;
    }
    if (out == 1) return 0.5 * (from + to) * (in - 1);
    return from * (in - 1) + i * (to - from) * (in - 1) / (out - 1);
  }
  static constexpr int floor_of(double x) {
    return static_cast<int>(floor_to_integer(clamp(x, -1e9, 1e9)));
  }
  static constexpr int ceil_of(double x) { return -floor_of(-x); }
  /// The cell of the input that cell i shows.
  constexpr int shown(int i) const {
    const double x = at(i);
    int k = 0;
    switch (nearest) {
      case nearest_mode::round_prefer_floor: k = ceil_of(x - 0.5); break;
      case nearest_mode::round_prefer_ceil: k = floor_of(x + 0.5); break;
      case nearest_mode::floor: k = floor_of(x); break;
      case nearest_mode::ceil: k = ceil_of(x); break;
    }
    return clamp(k, 0, in - 1);
  }
  /// The weight at distance x of a cell.
  constexpr double weight_at(double x) const {
    x = x < 0 ? -x : x;
    if (mode == resize_mode::linear) return x < 1 ? 1 - x : 0;
    const double a = cubic;
    if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((x - 5) * x + 8) * a * x - 4 * a : 0;
  }
  /// The weight of cell j of the input in cell i of the output. Cells outside count as the
  /// outermost ones.
  constexpr double weight(int i, int j) const {
    const double x = at(i);
    const bool outside = x < 0 || x > in - 1;
    if (place == resize_place::tf_crop_and_resize && outside) return 0;
    if (mode == resize_mode::nearest) return shown(i) == j ? 1 : 0;
    const int left = ceil_of(x) - 1;
    const double ratio = x - left, narrow = smooths ? minimum(scale, 1.0) : 1.0;
    const int first = floor_of((mode == resize_mode::linear ? -1 : -2) / narrow) + 1;
    double all = 0, here = 0;
    for (int k = first; k <= 1 - first; ++k) {
      const int cell = left + k;
      if (excludes_outside && (cell < 0 || cell >= in)) continue;
      const double w = weight_at(narrow * (k - ratio));
      all += w;
      if (clamp(cell, 0, in - 1) == j) here += w;
    }
    return here / all;
  }
};

/// Which of `count` blank-separated words an attribute is.
template <class E>
constexpr E word_of(onnx_import& m, const char* name, const char* words, int count, E otherwise) {
  const onnx_attribute given = m.file.attribute(m.index(), name);
  if (!given) return otherwise;
  for (int k = 0; k < count; ++k) {
    if (m.file.same(given.inside, schema_word(words, k).letters)) return static_cast<E>(k);
  }
  m.refuse({.refuse = error::onnx_a_Resize_is_of_no_known_mode,
            .message = "a Resize is of no known mode"});
  return otherwise;
}

/// What the attributes say of all dimensions. Up to opset 10, of Upsample too, cells begin where
/// those of the input do.
constexpr resized_dimension resizing_of(onnx_import& m) {
  const bool old = m.file.opset < 11;
  resized_dimension d{.place = old ? resize_place::asymmetric : resize_place::half_pixel,
                      .nearest = old ? nearest_mode::floor : nearest_mode::round_prefer_floor};
  d.place = word_of(m, "coordinate_transformation_mode",
                    "half_pixel half_pixel_symmetric pytorch_half_pixel align_corners asymmetric "
                    "tf_half_pixel_for_nn tf_crop_and_resize",
                    7, d.place);
  d.mode = word_of(m, "mode", "nearest linear cubic", 3, d.mode);
  d.nearest =
      word_of(m, "nearest_mode", "round_prefer_floor round_prefer_ceil floor ceil", 4, d.nearest);
  d.smooths = m.integer("antialias", 0, 0, 1) != 0;
  d.excludes_outside = m.integer("exclude_outside", 0, 0, 1) != 0;
  d.cubic = static_cast<double>(m.real("cubic_coeff_a", -0.75F));
  const float outside = m.real("extrapolation_value", 0);
  if (d.place == resize_place::tf_crop_and_resize && !(outside <= 0 && outside >= 0)) {
    m.refuse({.refuse = error::onnx_a_Resize_is_continued_by_0_alone,
              .message = "what lies outside of the region of a Resize is 0"});
  }
  return d;
}

/// Gives dimensions their sizes: by inputs roi, scales and sizes of some axes or of all.
constexpr void measure_dimensions(onnx_import& m, const extents& s, resized_dimension (&d)[5]) {
  const bool old = m.file.opset < 11;
  const known_reals roi = old ? known_reals{} : m.reals_of(1), scales = m.reals_of(old ? 1 : 2);
  const known_integers sizes = old ? known_integers{} : m.integers_of(3), axes = m.integers("axes");
  const int count = axes ? axes.count : s.rank;
  const bool scaled = scales.count > 0;
  if (m.failed()) return;
  if ((scaled ? scales.count : sizes.count) != count || (roi.count > 0 && roi.count != 2 * count)) {
    return m.refuse({.refuse = error::onnx_a_Resize_has_scales_or_sizes_of_its_axes,
                     .message = "a Resize has {} scales or sizes, not one of each of {} axes",
                     .have = scaled ? scales.count : sizes.count,
                     .want = count});
  }
  enum class policy : int { stretch, not_larger, not_smaller };
  const policy keeps =
      word_of(m, "keep_aspect_ratio_policy", "stretch not_larger not_smaller", 3, policy::stretch);
  double shared = 0;
  for (int i = 0; i < count && !scaled; ++i) {
    const double one = 1.0 * sizes.at[i] / s.d[m.axis_of(axes ? axes.at[i] : i, s.rank)];
    const bool better = keeps == policy::not_larger ? one < shared : one > shared;
    if (i == 0 || better) shared = one;
  }
  for (int i = 0; i < count; ++i) {
    resized_dimension& of = d[m.axis_of(axes ? axes.at[i] : i, s.rank)];
    double out = 0;
    if (scaled) {
      of.scale = static_cast<double>(scales.at[i]);
      out = of.scale * of.in;
    } else if (keeps == policy::stretch) {
      out = sizes.at[i];
      of.scale = out / of.in;
    } else {
      of.scale = shared;
      out = shared * of.in + 0.5;
    }
    of.out = m.in_range(resized_dimension::floor_of(out), 1, 65536);
    const bool whole = out - of.out < 1e-4 || !scaled;
    if (of.place == resize_place::align_corners && !whole) {
      // the standard divides by the whole size, its reference by the other
      m.refuse({.refuse = error::onnx_a_Resize_that_aligns_corners_has_scales_that_give_whole_sizes,
                .message =
                    "a Resize that aligns corners has scales that give whole sizes, not that "
                    "of axis {}",
                .have = axes ? axes.at[i] : i});
    }
    if (roi.count > 0) {
      of.from = static_cast<double>(roi.at[i]);
      of.to = static_cast<double>(roi.at[count + i]);
    }
  }
}

/// Whether resize_nearest shows the same cells.
constexpr bool shows(onnx_import& m, const ops::resize_nearest& by, const resized_dimension& d) {
  bool same = d.mode == resize_mode::nearest && d.place != resize_place::tf_crop_and_resize &&
              m.file.source.spend(d.out);
  for (int i = 0; i < d.out && same; ++i) same = by.nearest(i, d.in, d.out) == d.shown(i);
  return same;
}
/// Whether resize_bilinear has its pixels at the same places.
constexpr bool shows(onnx_import& m, const ops::resize_bilinear& by, const resized_dimension& d) {
  const double end = d.in - 1;
  bool same = d.mode == resize_mode::linear && d.place != resize_place::tf_crop_and_resize &&
              !d.excludes_outside && !(d.smooths && d.scale < 1) && m.file.source.spend(d.out);
  for (int i = 0; i < d.out && same; ++i) {
    const double ours = static_cast<double>(by.place_of_floats(i, d.in, d.out));
    const double off = clamp(ours, 0.0, end) - clamp(d.at(i), 0.0, end);
    same = off < 1e-6 * d.in && off > -1e-6 * d.in;
  }
  return same;
}
/// Value x (N, H, W, C) resized by operator Op, if some attributes of it show the same; else -1.
template <class Op>
constexpr int resized_by(onnx_import& m, int x, const resized_dimension (&d)[5]) {
  for (int how = 0; how < 3; ++how) {
    Op by{};
    by.h = d[2].out, by.w = d[3].out, by.align = how == 1 ? 1 : 0,
    by.half_pixels = how == 2 ? 1 : 0;
    if (shows(m, by, d[2]) && shows(m, by, d[3])) return m.then(by, x);
  }
  return -1;
}
/// Value x with dimension k resized by a matrix of weights, of which most are 0.
constexpr int weighted_by(onnx_import& m, int x, int k, const resized_dimension& d) {
  if (m.failed()) return 0;
  constexpr int most = onnx_schema::most_weights_of_a_resize;
  const int in = d.in, out = d.out, weights = static_cast<int>(minimum(1LL * in * out, 1LL << 30));
  if (weights > most) {
    m.refuse({.refuse = error::onnx_a_Resize_of_this_kind_has_up_to_4096_weights,
              .message = "a Resize of this kind needs {} weights, at most {} are possible",
              .have = weights,
              .want = most});
    return 0;
  }
  const extents s = m.at(x).shape;
  int before = 1, behind = 1;
  for (int i = 0; i < s.rank; ++i) {
    if (i != k) (i < k ? before : behind) *= s.d[i];
  }
  const int matrix = m.numbers_of(
      {2, {out, in}}, [&](int i) { return static_cast<float>(d.weight(i / in, i % in)); });
  const int product[2]{matrix, m.then(ops::reshape{3, {before, in, behind}}, x)};
  const int y = m.make(ops::batch_matmul{}, product, 2, f32::descriptor);
  ops::reshape to{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}};
  to.d[k] = out;
  return m.then(to, y);
}

/// Resize and Upsample: by resize_nearest or resize_bilinear where these do the same, else by
/// matrices.
constexpr void import_resize(onnx_import& m) {
  if (!m.has(1, 4)) return;
  const onnx_entry e = read_unflattened(m);
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  resized_dimension d[5]{};
  const resized_dimension all = resizing_of(m);
  for (int k = 0; k < s.rank; ++k) d[k] = all, d[k].in = d[k].out = s.d[k];
  measure_dimensions(m, s, d);
  if (m.failed()) return;
  if (s.rank == 4 && !d[0].changes() && !d[1].changes()) {
    int y = resized_by<ops::resize_nearest>(m, m.last(e), d);
    if (y < 0) y = resized_by<ops::resize_bilinear>(m, m.last(e), d);
    if (y >= 0) return m.write(y, onnx_order::last);
  }
  int y = e.value;
  for (int k = 0; k < s.rank; ++k) {
    if (d[k].changes()) y = weighted_by(m, y, m.dimension_of(e.order, k, s.rank), d[k]);
  }
  m.write_like(y, e);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
