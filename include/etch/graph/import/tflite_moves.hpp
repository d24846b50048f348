// Import of TensorFlow Lite operators that only move elements: RESHAPE, TRANSPOSE, PAD, SLICE,
// SPLIT, CONCATENATION, PACK, TILE, SPACE_TO_DEPTH, ...
#pragma once

#include <etch/graph/import/tflite_batches.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_a_concatenation_fuses_no_activation(long /*activation*/, long) {}
inline void tflite_the_operator_joins_or_makes_one_to_sixteen_values(long /*values*/, long) {}
inline void tflite_there_are_more_or_fewer_numbers_than_dimensions(long /*numbers*/,
                                                                   long /*dimensions*/) {}
inline void tflite_there_is_no_such_axis(long /*axis*/, long /*dimensions*/) {}
inline void tflite_a_border_is_one_number_in_the_format_of_the_value(long /*numbers*/, long) {}
inline void tflite_a_border_has_the_scale_and_zero_point_of_the_value(long, long) {}
inline void tflite_masks_for_ellipses_and_axes_are_not_supported(long /*mask*/, long) {}
inline void tflite_a_part_of_the_value_has_no_element(long /*dimension*/, long) {}
inline void tflite_blocks_do_not_divide_the_value(long /*block*/, long) {}
inline void tflite_a_GATHER_of_batches_is_not_supported(long /*batches*/, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// Axis of a value with `rank` dimensions, counted from 0; a negative one counts from the end.
constexpr int axis_of(tflite_import& m, int axis, int rank) {
  const int k = axis < 0 ? axis + rank : axis;
  if (k >= 0 && k < rank) return k;
  m.refuse({.refuse = error::tflite_there_is_no_such_axis,
            .message = "there is no axis {}, the value has {} dimensions",
            .have = axis,
            .want = rank});
  return 0;
}
/// Reads input i, a constant of `times` numbers for each dimension of the value.
constexpr bool numbers_of(tflite_import& m, int i, int rank, int times, int* to) {
  const int count = m.integers(i, to, 10);
  if (!m.failed() && count != rank * times) {
    m.refuse({.refuse = error::tflite_there_are_more_or_fewer_numbers_than_dimensions,
              .message = "there are {} numbers for {} dimensions",
              .have = count,
              .want = rank});
  }
  return !m.failed();
}

/// RESHAPE, SQUEEZE, EXPAND_DIMS: the output tensor gives the shape.
constexpr void import_reshape(tflite_import& m, int options) {
  if (!m.has(1, 2, options) || reshapes_blocks(m)) return;
  m.make_reshaped(m.read(m.input(0)), options == options_type::reshape ? 1 : -1);
}

constexpr void import_transpose(tflite_import& m) {
  if (!m.has(2, 2, options_type::none)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  int axes[10]{};
  ops::transpose what{m.at(x).shape.rank};
  if (!numbers_of(m, 1, what.rank, 1, axes)) return;
  for (int k = 0; k < what.rank; ++k) what.axis[k] = axes[k];
  m.make(what, &x, 1);
}

/// PAD, and PADV2, whose third input is the number to pad with.
constexpr void import_pad(tflite_import& m) {
  if (!m.has(2, 3, options_type::none)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const int rank = m.at(x).shape.rank;
  int cells[10]{};
  if (!numbers_of(m, 1, rank, 2, cells)) return;
  const auto border = [&](int from_last, int side) {
    return rank >= from_last ? cells[2 * (rank - from_last) + side] : 0;
  };
  for (int& c : cells) c = clamp(c, -1, tflite_file::largest_dimension);
  ops::pad what{border(3, 0), border(3, 1), border(2, 0), border(2, 1), border(1, 0), border(1, 1)};
  if (m.input(2) >= 0) {
    const tflite_tensor number = m.values.constant(m.input(2));
    const format f = m.at(x).number;
    if (m.failed()) return;
    const int bytes = f.bits / 8, at = number.data.at;
    const bool scaled = !is_real(f) && number.scales.count > 0;
    if (scaled && !(m.values.describe_output(m.input(2)).number == f)) {
      return m.refuse({.refuse = error::tflite_a_border_has_the_scale_and_zero_point_of_the_value,
                       .message = "a border has the scale and the zero point of the value"});
    }
    if (number.data.count != bytes || !number.is(m.type_of(f)) || bytes > 4) {
      return m.refuse({.refuse = error::tflite_a_border_is_one_number_in_the_format_of_the_value,
                       .message = "a border is one number in the format of the value, not {} bytes",
                       .have = number.data.count});
    }
    what.has_code = is_f32(f) ? 2 : 1;
    what.code = bytes == 4              ? m.values.file.source.read<std::int32_t>(at)
                : bytes == 2            ? m.values.file.source.read<std::int16_t>(at)
                : is_unsigned_affine(f) ? m.values.file.source.read<unsigned char>(at)
                                        : m.values.file.source.read<std::int8_t>(at);
  }
  bool of_batch = false;
  for (int k = 0; k < 2 * (rank - 3); ++k) of_batch |= cells[k] != 0;
  if (!of_batch) return m.make(what, &x, 1);
  // first pads H, W and C, then the leading dimensions as rows and columns of one value
  const int y = m.then(what, x);
  if (m.failed()) return;
  const extents e = m.at(y).shape;
  const bool two = rank == 5;
  const int first = two ? e.d[0] : 1, second = two ? e.d[1] : e.d[0];
  ops::pad outer = what;
  outer.top = two ? cells[0] : 0, outer.bottom = two ? cells[1] : 0;
  outer.left = cells[two ? 2 : 0], outer.right = cells[two ? 3 : 1];
  outer.front = outer.back = 0;
  m.make_reshaped(
      m.then(outer, m.then(ops::reshape{3, {first, second, e.h() * e.w() * e.c()}}, y)));
}

/// MIRROR_PAD, which repeats the ends in mode SYMMETRIC.
constexpr void import_mirror_pad(tflite_import& m) {
  if (!m.has(2, 2, options_type::mirror_pad)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  ops::mirror_pad what{m.at(x).shape.rank};
  int cells[10]{};
  if (!numbers_of(m, 1, what.rank, 2, cells)) return;
  for (int k = 0; k < what.rank; ++k) {
    what.before[k] = cells[2 * k], what.after[k] = cells[2 * k + 1];
  }
  what.repeats_ends = m.options.number<std::int8_t>(fields::mirror_pad_options::mode) == 1 ? 1 : 0;
  m.make(what, &x, 1);
}

/// BROADCAST_TO, and FILL, whose value is one number.
constexpr void import_broadcast(tflite_import& m, int options, int value, int shape) {
  if (!m.has(2, 2, options)) return;
  const int x = m.read(m.input(value));
  if (m.failed()) return;
  const extents y = m.output_shape(shape);
  m.make(ops::broadcast_to{y.rank, {y.d[0], y.d[1], y.d[2], y.d[3], y.d[4]}}, &x, 1);
}

/// Parts of a value along an axis; those of a table of integers, where the output is of f32, become
/// numbers then.
constexpr void make_gathered(tflite_import& m, int table, int indices, int axis) {
  const int x[2]{m.read(table), m.read(indices)};
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  const ops::gather what{axis};
  if (!is_f32(y) || is_f32(m.at(x[0]).number)) return m.make(what, x, 2);
  const operand seen[2]{m.at(x[0]), m.at(x[1])};
  const inference made = what.infer({seen, 2});
  if (made.refused) return m.refuse(made.refused);
  const int part = m.make_between(what, x, 2, made.output.number, made.output.shape);
  m.make(ops::to{}, &part, 1);
}
constexpr void import_gather(tflite_import& m) {
  if (!m.has(2, 2, options_type::gather)) return;
  const int batches = m.options.number<std::int32_t>(fields::gather_options::batch_dims);
  if (batches != 0) {
    return m.refuse({.refuse = error::tflite_a_GATHER_of_batches_is_not_supported,
                     .message = "a GATHER of batches is not supported: batch_dims is {}, not 0",
                     .have = batches});
  }
  make_gathered(m, m.input(0), m.input(1),
                m.options.number<std::int32_t>(fields::gather_options::axis));
}
constexpr void import_embedding_lookup(tflite_import& m) {
  if (m.has(2, 2, options_type::none)) make_gathered(m, m.input(1), m.input(0), 0);
}

constexpr void import_slice(tflite_import& m) {
  if (!m.has(3, 3, options_type::none)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  int begin[10]{}, size[10]{};
  if (!numbers_of(m, 1, e.rank, 1, begin) || !numbers_of(m, 2, e.rank, 1, size)) return;
  ops::slice what{e.rank};
  for (int k = 0; k < e.rank; ++k) {
    what.begin[k] = begin[k];
    what.size[k] = size[k] == -1 ? e.d[k] - clamp(begin[k], 0, e.d[k]) : size[k];
  }
  m.make(what, &x, 1);
}

/// STRIDED_SLICE: begin, end and stride of each dimension; begin_mask and end_mask replace them by
/// the ends of the dimension. The output has no dimensions that shrink_axis_mask names.
constexpr void import_strided_slice(tflite_import& m) {
  namespace field = fields::strided_slice_options;
  if (!m.has(4, 4, options_type::strided_slice)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  const auto mask = [&](int id) { return m.options.number<std::int32_t>(id); };
  const int other = mask(field::ellipsis_mask) | mask(field::new_axis_mask) |
                    (m.options.number<bool>(field::offset) ? 1 : 0);
  if (other != 0) {
    return m.refuse({.refuse = error::tflite_masks_for_ellipses_and_axes_are_not_supported,
                     .message = "masks for ellipses and axes are not supported: {}",
                     .have = other});
  }
  int begin[10]{}, end[10]{}, step[10]{};
  if (!numbers_of(m, 1, e.rank, 1, begin) || !numbers_of(m, 2, e.rank, 1, end) ||
      !numbers_of(m, 3, e.rank, 1, step)) {
    return;
  }
  ops::slice what{e.rank};
  for (int k = 0; k < e.rank; ++k) {
    const int s = clamp(step[k], -65536, 65536), d = e.d[k];
    const int low = s > 0 ? 0 : -1, high = s > 0 ? d : d - 1;
    const auto place = [&](int at) {
      return clamp(at < 0 ? clamp(at, -d - 1, -1) + d : at, low, high);
    };
    const bool single = (mask(field::shrink_axis_mask) >> k & 1) != 0;
    const int from =
        (mask(field::begin_mask) >> k & 1) != 0 ? (s > 0 ? low : high) : place(begin[k]);
    const int to = (mask(field::end_mask) >> k & 1) != 0 ? (s > 0 ? high : low) : place(end[k]);
    const int size = single ? 1 : s == 0 ? 0 : (to - from + s - (s > 0 ? 1 : -1)) / s;
    if (size < 1) {
      return m.refuse({.refuse = error::tflite_a_part_of_the_value_has_no_element,
                       .message = "the part has no element of dimension {}",
                       .have = k});
    }
    what.begin[k] = from, what.size[k] = size, what.step[k] = single ? 1 : s;
  }
  if (mask(field::shrink_axis_mask) == 0) return m.make(what, &x, 1);
  m.make_reshaped(m.then(what, x));
}

/// Writes a part of value x, `size` elements from `begin` along an axis, to the selected output.
constexpr void make_part(tflite_import& m, int x, int axis, int begin, int size, bool reshaped) {
  const extents e = m.at(x).shape;
  ops::slice what{e.rank};
  for (int k = 0; k < e.rank; ++k) what.size[k] = e.d[k];
  what.begin[axis] = begin;
  what.size[axis] = size;
  if (!reshaped) return m.make(what, &x, 1);
  m.make_reshaped(m.then(what, x));
}

/// SPLIT: (axis, value); SPLIT_V: (value, sizes, axis). Outputs without readers are not made.
constexpr void import_split(tflite_import& m, bool sizes_given) {
  const int count = m.outputs();
  if (!m.has(sizes_given ? 3 : 2, sizes_given ? 3 : 2,
             sizes_given ? options_type::split_v : options_type::split, count)) {
    return;
  }
  const int x = m.read(m.input(sizes_given ? 0 : 1));
  int axis = 0;
  if (m.integers(sizes_given ? 2 : 0, &axis, 1) != 1 || m.failed()) return;
  axis = axis_of(m, axis, m.at(x).shape.rank);
  for (int k = 0, begin = 0; k < count && !m.failed(); ++k) {
    m.select_output(k);
    const extents part = m.values.file.tensor(m.output()).shape;
    if (m.failed()) return;
    const int size = part.d[axis];
    if (m.needs(k)) make_part(m, x, axis, begin, size, false);
    begin += size;
  }
}

/// UNPACK: the slices of size 1 along an axis, without that axis.
constexpr void import_unpack(tflite_import& m) {
  const int count = m.outputs();
  if (!m.has(1, 1, options_type::unpack, count)) return;
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const int axis =
      axis_of(m, m.options.number<std::int32_t>(fields::unpack_options::axis), m.at(x).shape.rank);
  for (int k = 0; k < count && !m.failed(); ++k) {
    m.select_output(k);
    if (m.needs(k)) make_part(m, x, axis, k, 1, true);
  }
}

/// Whether the operator joins no more values than concat takes; refuses it if not.
constexpr bool joins_a_few(tflite_import& m) {
  if (m.inputs() >= 1 && m.inputs() <= most_inputs) return true;
  m.refuse({.refuse = error::tflite_the_operator_joins_or_makes_one_to_sixteen_values,
            .message = "the operator joins one to sixteen values, not {}",
            .have = m.inputs()});
  return false;
}

constexpr void import_concatenation(tflite_import& m) {
  if (!joins_a_few(m) || !m.has(1, most_inputs, options_type::concatenation)) return;
  namespace field = fields::concatenation_options;
  const int fused = m.options.number<std::int8_t>(field::fused_activation_function);
  if (fused != static_cast<int>(fused_activation::none)) {
    m.refuse({.refuse = error::tflite_a_concatenation_fuses_no_activation,
              .message = "a concatenation fuses no activation, this one fuses {}",
              .have = fused});
  }
  int x[most_inputs]{};
  for (int i = 0; i < m.inputs(); ++i) x[i] = m.read(m.input(i));
  if (m.inputs() == 1) return m.make_reshaped(x[0]);
  m.make(ops::concat{m.options.number<std::int32_t>(field::axis)}, x, m.inputs());
}

/// PACK: joins the values along a new dimension.
constexpr void import_pack(tflite_import& m) {
  if (!joins_a_few(m) || !m.has(1, most_inputs, options_type::pack)) return;
  const int rank = m.values.describe_output(m.output()).shape.rank;
  const int axis = axis_of(m, m.options.number<std::int32_t>(fields::pack_options::axis), rank);
  const int first = m.read(m.input(0));
  if (m.inputs() == 1) return m.make_reshaped(first);
  if (m.failed()) return;
  const extents e = m.at(first).shape;
  ops::reshape one{rank};
  for (int k = 0; k < rank; ++k) one.d[k] = k == axis ? 1 : e.d[k < axis ? k : k - 1];
  int x[most_inputs]{};
  for (int i = 0; i < m.inputs(); ++i) x[i] = m.then(one, m.read(m.input(i)));
  m.make(ops::concat{axis}, x, m.inputs());
}

/// TILE: repeats the value up to sixteen times along each dimension.
constexpr void import_tile(tflite_import& m) {
  if (!m.has(2, 2, options_type::none)) return;
  int x = m.read(m.input(0));
  if (m.failed()) return;
  const int rank = m.at(x).shape.rank;
  int times[10]{};
  if (!numbers_of(m, 1, rank, 1, times)) return;
  int last = -1;
  for (int k = 0; k < rank; ++k) {
    if (times[k] < 1 || times[k] > most_inputs) {
      return m.refuse({.refuse = error::tflite_the_operator_joins_or_makes_one_to_sixteen_values,
                       .message = "the operator joins one to sixteen values, not {}",
                       .have = times[k]});
    }
    if (times[k] > 1) last = k;
  }
  if (last < 0) return m.make_reshaped(x);
  for (int k = 0; k <= last && !m.failed(); ++k) {
    if (times[k] == 1) continue;
    int copies[most_inputs]{};
    for (int& copy : copies) copy = x;
    if (k == last) return m.make(ops::concat{k}, copies, times[k]);
    extents joined = m.at(x).shape;
    joined.d[k] *= times[k];
    x = m.make_between(ops::concat{k}, copies, times[k], m.at(x).number, joined);
  }
}

/// SPACE_TO_DEPTH and DEPTH_TO_SPACE with blocks of b x b: a reshape that gives the rows, or
/// columns, of a block a dimension of their own, a transpose, and a reshape.
constexpr void import_blocks(tflite_import& m, bool to_depth) {
  if (!m.has(1, 1, to_depth ? options_type::space_to_depth : options_type::depth_to_space)) return;
  const int x = m.read(m.input(0));
  const int block_size = to_depth ? static_cast<int>(fields::space_to_depth_options::block_size)
                                  : static_cast<int>(fields::depth_to_space_options::block_size);
  const int b = m.in_range(m.options.number<std::int32_t>(block_size));
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  const bool fits = to_depth ? e.h() % b == 0 && e.w() % b == 0 : e.c() % (1LL * b * b) == 0;
  if (!fits || e.rank != 4) {
    return m.refuse({.refuse = error::tflite_blocks_do_not_divide_the_value,
                     .message = "blocks of {} cells do not divide the value",
                     .have = b});
  }
  const int rows = to_depth ? e.rows() / b : e.rows();
  const ops::reshape apart = to_depth ? ops::reshape{4, {rows, b, e.w() / b, b * e.c()}}
                                      : ops::reshape{4, {rows, e.w(), b, e.c() / b}};
  m.make_reshaped(m.then(ops::transpose{4, {0, 2, 1, 3}}, m.then(apart, x)));
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
