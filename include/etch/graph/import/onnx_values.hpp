// Tensors of an .onnx file as values of a graph: the order of their elements, constants, names.
// Values have their channels behind all other dimensions where a layer with windows reads or makes
// them; constants are permuted instead of them.
#pragma once

#include <etch/graph/import/onnx_room.hpp>
#include <etch/graph/numerics.hpp>
#include <etch/op/ops.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_input_has_no_element(long, long) {}
inline void onnx_a_layer_without_a_bias_has_up_to_8192_units(long /*units*/, long) {}
inline void onnx_the_integers_count_no_further_than_2048(long /*first*/, long /*last*/) {}
inline void onnx_the_elements_of_the_value_are_of_a_type_that_is_not_supported(long /*type*/,
                                                                               long) {}
}  // namespace error

/// Integers of a tensor of up to one dimension that are known when the file is read.
struct onnx_known {
  static constexpr int far = 2147483647;  ///< stands for what 32 bits do not hold
  known_integers list{};
  bool is_scalar = false;
  bool is_truth = false;
  constexpr explicit operator bool() const { return static_cast<bool>(list); }
};

/// The integers from -most on, to which constants point that count.
struct counting_bytes {
  static constexpr int most = 2048;
  unsigned char byte[8 * most]{};
  constexpr counting_bytes() {
    for (int i = 0; i < 2 * most; ++i) {
      const auto number = static_cast<std::uint32_t>(i - most);
      for (int k = 0; k < 4; ++k) byte[4 * i + k] = static_cast<unsigned char>(number >> 8 * k);
    }
  }
};
inline constexpr counting_bytes counting{};

/// The numbers of a constant, and the format that its value gets.
struct onnx_parameter {
  onnx_numbers is{};
  format number{};
  int flips = 0;  ///< as onnx_constant::flips
  onnx_scaling scaling{};
};

/// The values of a graph under construction from an .onnx file.
class onnx_values {
 public:
  onnx_file file;
  builder graph{};
  int constant_count = 0, name_letters = 0, code_bytes = 0;

  constexpr onnx_values(const unsigned char* bytes, int size, int steps, const onnx_room& room)
      : file(bytes, size, steps, room.tables),
        graph{.values = room.values, .nodes = room.nodes, .capacity = room.capacity},
        room_(room) {
    for (int t = 0; t < file.tensors; ++t) {
      room_.entries[t] = {};
      room_.needed[t] = room_.last[t] = false;
    }
  }

  constexpr bool failed() const { return file.failed(); }
  constexpr const onnx_room& room() const { return room_; }
  constexpr const operand& at(int v) const { return graph.values[v].is; }
  /// Starts the import of node `index`: errors name it.
  constexpr void enter(int index) {
    now_ = index;
    file.enter(index);
  }
  /// Ends it: errors name no node.
  constexpr void leave() {
    now_ = -1;
    if (!failed()) file.place = {};
  }
  constexpr int index() const { return now_; }
  constexpr void refuse(const diagnosis& d) {
    file.refuse(now_ < 0 ? 0 : file.node(now_).all.at, d);
  }

  /// The shape that the file's tensor has whose entry is e.
  constexpr extents file_shape(const onnx_entry& e) const {
    extents s = at(e.value).shape;
    if (e.order != onnx_order::last) return s;
    const int channels = s.c();
    for (int k = s.rank - 1; k > 1; --k) s.d[k] = s.d[k - 1];
    s.d[1] = channels;
    return s;
  }
  /// The dimension of the value that is dimension k of the file's tensor.
  static constexpr int dimension_of(onnx_order order, int k, int rank) {
    if (order != onnx_order::last || k == 0) return k;
    return k == 1 ? rank - 1 : k - 1;
  }
  /// Whether bringing the last dimension of s to the second place moves no element.
  static constexpr bool moves_nothing(const extents& s) {
    return s.c() == 1 || s.elements() == 1LL * s.d[0] * s.c();
  }

  /// Whether tensor t is a constant, or what a Cast to f32 or a Reshape makes of one.
  constexpr bool is_constant(int t) const {
    if (t < 0) return false;
    return room_.entries[t].made_of >= 0 || file.tensor(t).from == onnx_tensor::origin::constant;
  }
  /// The numbers of tensor t, a constant.
  constexpr onnx_numbers numbers(int t) {
    const onnx_entry as = t < 0 ? onnx_entry{} : room_.entries[t];
    const onnx_place before = file.place;
    file.place.tensor = as.made_of >= 0 ? as.made_of : t;
    onnx_numbers found = file.numbers(file.tensor(file.place.tensor).proto);
    if (as.is_reshaped) found.shape = as.shape;
    if (!failed()) file.place = before;
    return found;
  }
  /// The format of elements of this type: doubles are f32, integers of 64 bits have 32.
  constexpr format format_of(int type) {
    using onnx_schema::element;
    switch (static_cast<element>(type)) {
      case element::float32:
      case element::float64: return f32::descriptor;
      case element::float16: return f16::descriptor;
      case element::int32:
      case element::int64: return index_format;
      case element::boolean: return truth::descriptor;
      default: refuse(wrong_type(type)); return f32::descriptor;
    }
  }
  /// Numbers `first`, first + 1, ... of a constant, as many as `shape` has.
  constexpr onnx_numbers part_of(onnx_numbers from, int first, const extents& shape) {
    if (failed()) return from;
    const int end = from.data.end(), step = from.width() + from.gap;
    int at = from.data.at;
    if (from.is_plain()) at += first * step;
    for (int k = 0; k < first && !from.is_plain() && file.source.spend(1); ++k) {
      at += from.gap;
      protobuf::read_varint(file.source, at, end);
    }
    from.data = {at, end - at};
    from.shape = shape;
    from.elements = shape.size();
    return from;
  }
  /// The numbers of a constant in the format of their type.
  constexpr onnx_parameter as_they_are(const onnx_numbers& from) {
    return {from, failed() ? f32::descriptor : format_of(static_cast<int>(from.type))};
  }
  /// A constant of the file as it is.
  constexpr int plain_constant(const onnx_numbers& from) {
    return plain_constant(as_they_are(from));
  }
  constexpr int plain_constant(const onnx_parameter& from) {
    const extents& e = from.is.shape;
    int stride[5]{};
    for (int k = e.rank - 1, step = 1; k >= 0; step *= e.d[k--]) stride[k] = step;
    return permuted(from, e, stride, e);
  }
  /// A constant of the file in another order: element (i0, i1, ..) of `size`, as many as it has,
  /// becomes element i0 stride[0] + i1 stride[1] + .. of `shape`.
  constexpr int permuted(const onnx_parameter& p, const extents& size, const int (&stride)[5],
                         const extents& shape) {
    if (failed() || !fits(shape)) return 0;
    const onnx_numbers& from = p.is;
    if (from.elements < 1) {
      refuse(
          {.refuse = error::onnx_the_input_has_no_element, .message = "a constant has no element"});
    }
    if (failed()) return 0;
    if (from.type == onnx_schema::element::int64) file.needs_32_bits(from);
    value v{.is = {p.number, shape, &layout_id<ohwi>, true}};
    bool in_order = from.is_plain() && from.gap == 0 && 8 * from.width() == p.number.bits &&
                    elements_of(shape) == from.elements && p.flips == 0 && !p.scaling;
    for (int k = size.rank - 1, step = 1; k >= 0; step *= size.d[k--]) {
      in_order &= size.d[k] == 1 || stride[k] == step;
    }
    if (in_order) {
      v.bytes = file.source.bytes() + from.data.at;
      return graph.add(v);
    }
    onnx_constant made{.data = from.data,
                       .is_plain = from.is_plain(),
                       .is_signed = onnx_schema::is_signed(from.type),
                       .is_double = from.type == onnx_schema::element::float64,
                       .gap = from.gap,
                       .width = from.width(),
                       .bytes_made = shape.size() * detail::bytes_for(p.number.bits),
                       .width_made = detail::bytes_for(p.number.bits),
                       .flips = p.flips,
                       .scaling = p.scaling};
    for (int k = 0; k < size.rank; ++k) {
      made.size[5 - size.rank + k] = size.d[k];
      made.stride[5 - size.rank + k] = stride[k];
    }
    return added(v, made);
  }
  constexpr int permuted(const onnx_numbers& from, const extents& size, const int (&stride)[5],
                         const extents& shape) {
    return permuted(as_they_are(from), size, stride, shape);
  }
  /// The sums of numbers a and b, reals of one list of the file, in f32.
  constexpr int sum_of(const onnx_numbers& a, const onnx_numbers& b) {
    if (failed()) return 0;
    if (!a.holds_reals()) refuse(wrong_type(static_cast<int>(a.type)));
    const value v{.is = {f32::descriptor, a.shape, &layout_id<ohwi>, true}};
    return added(v, {.data = a.data,
                     .more = b.data,
                     .gap = a.gap,
                     .width = a.width(),
                     .bytes_made = 4 * a.elements,
                     .width_made = 4,
                     .size = {1, 1, 1, 1, a.elements}});
  }
  /// A state, which begins as 0.
  constexpr int state(const extents& shape) {
    if (failed()) return 0;
    return graph.add(
        value{.is = {f32::descriptor, shape, &layout_id<hwc>}, .lives = lifetime::always});
  }
  /// As many zeros.
  constexpr int zeros(int count) {
    constexpr int most = 2 * zero_bias_bytes::most;
    if (count > most) {
      refuse({.refuse = error::onnx_a_layer_without_a_bias_has_up_to_8192_units,
              .message = "a recurrent layer without a bias has up to 8192 units, not {}",
              .have = count});
    }
    if (failed()) return 0;
    return graph.add(value{.is = {f32::descriptor, {1, {count}}, &layout_id<ohwi>, true},
                           .bytes = zero_biases.byte});
  }
  /// The constant number x.
  constexpr int number(float x) {
    if (failed()) return 0;
    const int first = code_bytes;
    keep(__builtin_bit_cast(std::int32_t, x));
    return added(f32::descriptor, {1, {1}}, first);
  }
  /// The number 0 of a format of at most 8 bytes.
  constexpr int zero_of(const format& f) {
    if (failed()) return 0;
    return graph.add(value{.is = {f, {1, {1}}, &layout_id<ohwi>, true}, .bytes = zero_biases.byte});
  }
  /// A constant of f32 in this shape, whose element i is f(i).
  template <class F>
  constexpr int numbers_of(const extents& shape, const F& f) {
    if (failed()) return 0;
    const int first = code_bytes;
    for (int i = 0; i < shape.size(); ++i) keep(__builtin_bit_cast(std::int32_t, f(i)));
    return added(f32::descriptor, shape, first);
  }
  /// A constant of integers: first, first + 1, ... in this shape.
  constexpr int counted(int first, const extents& shape) {
    const int end = counting_bytes::most;
    if (failed()) return 0;
    if (first < -end || first + elements_of(shape) > end) {
      refuse({.refuse = error::onnx_the_integers_count_no_further_than_2048,
              .message = "the integers count from {} to {}, 2048 is the furthest",
              .have = first,
              .want = first + elements_of(shape) - 1});
      return 0;
    }
    return graph.add(value{.is = {index_format, shape, &layout_id<ohwi>, true},
                           .bytes = counting.byte + 4 * (end + first)});
  }
  /// The constant integer n.
  constexpr int whole(int n) { return constant_of({.list = {1, {n}}}); }
  /// Whether a shape has no more elements than a tensor may have; refuses it if not.
  constexpr bool fits(const extents& shape) {
    if (failed() || elements_of(shape) <= 1 << 28) return !failed();
    refuse({.refuse = error::onnx_a_tensor_has_more_elements_than_fit,
            .message = "a tensor has more than 2^28 elements"});
    return false;
  }
  /// The constant of integers that are known.
  constexpr int constant_of(const onnx_known& of) {
    if (of.list.count < 1) {
      refuse(
          {.refuse = error::onnx_the_input_has_no_element, .message = "a constant has no element"});
    }
    if (failed()) return 0;
    const int first = code_bytes;
    for (int i = 0; i < of.list.count; ++i) keep(of.list.at[i], of.is_truth ? 1 : 4);
    return added(of.is_truth ? truth::descriptor : index_format, {1, {of.list.count}}, first);
  }

  // --- integers that are known when the file is read ---

  /// The integers of tensor t, if they are known and few.
  constexpr onnx_known known(int t) {
    onnx_known found{};
    if (failed() || t < 0) return found;
    if (const int at = room_.entries[t].known; at >= 0) {
      const std::int32_t flags = load<std::int32_t>(room_.code_pool + at, 0);
      found = {.list = {flags >> 2}, .is_scalar = (flags & 1) != 0, .is_truth = (flags & 2) != 0};
      for (int i = 0; i < found.list.count; ++i) {
        found.list.at[i] = load<std::int32_t>(room_.code_pool + at + 4, i);
      }
      return found;
    }
    if (!is_constant(t)) return found;
    const onnx_numbers from = numbers(t);
    using onnx_schema::element;
    const bool is_truth = from.type == element::boolean;
    const bool whole = is_truth || from.type == element::int64 || from.type == element::int32;
    if (failed() || !whole || from.shape.rank > 1 || from.elements > known_integers::most) {
      return found;
    }
    found = {.list = {0}, .is_scalar = from.shape.rank == 0, .is_truth = is_truth};
    for (int i = 0; i < from.elements; ++i) {
      // ends of parts are often as far as 64 bits reach
      constexpr std::int64_t far = onnx_known::far;
      found.list.add(clamp(file.integer(from, i), -far, far));
    }
    return found;
  }
  /// Gives tensor t these integers, which are known now.
  constexpr void know(int t, const onnx_known& is) {
    room_.entries[t].known = code_bytes;
    keep(is.list.count << 2 | (is.is_truth ? 2 : 0) | (is.is_scalar ? 1 : 0));
    for (int i = 0; i < is.list.count; ++i) keep(is.list.at[i]);
  }
  static constexpr diagnosis wrong_type(int type) {
    return {.refuse = error::onnx_the_elements_of_the_value_are_of_a_type_that_is_not_supported,
            .message = "the elements of the value are of type {}, which is not supported here",
            .have = type};
  }

  /// Adds input i of the graph; one of half precision is f32.
  constexpr int add_input(int t) {
    const onnx_tensor& is = file.tensor(t);
    file.place.tensor = t;
    file.place.name = is.name;
    file.place.tensor_type = is.type;
    const format f = format_of(is.type);
    return add_input(t, f == f16::descriptor ? f32::descriptor : f);
  }
  /// The same in format f.
  constexpr int add_input(int t, const format& f) {
    const onnx_tensor& is = file.tensor(t);
    if (failed()) return 0;
    onnx_entry e{graph.size.values};
    operand as{f, is.shape, &layout_id<hwc>};
    if (room_.last[t] && is.shape.rank >= 3) {
      e.order = onnx_order::last;
      for (int k = 0; k < is.shape.rank; ++k) {
        as.shape.d[dimension_of(e.order, k, is.shape.rank)] = is.shape.d[k];
      }
    }
    room_.entries[t] = e;
    graph.add(value{.is = as, .name = name(is.name)});
    file.place = {};
    return e.value;
  }

 protected:
  /// The letters of a tensor's name, kept for its value.
  constexpr const char* name(const protobuf::stretch& letters) {
    if (letters.empty()) return "";
    const int first = name_letters;
    name_letters += letters.size + 1;
    if (room_.names != nullptr) {
      for (int i = 0; i < letters.size; ++i) {
        room_.names[first + i] = static_cast<char>(file.source.bytes()[letters.at + i]);
      }
      room_.names[first + letters.size] = '\0';
    }
    return room_.name_pool + first;
  }

 private:
  onnx_room room_;
  int now_ = -1;

  /// Appends a number to the pool of codes.
  constexpr void keep(std::int32_t number, int width = 4) {
    for (int k = 0; k < width && room_.codes != nullptr; ++k) {
      room_.codes[code_bytes + k] =
          static_cast<unsigned char>(static_cast<std::uint32_t>(number) >> 8 * k);
    }
    code_bytes += width;
  }
  /// Adds constant v, which is made of numbers of the file.
  constexpr int added(value v, const onnx_constant& made) {
    if (room_.constants != nullptr) room_.constants[constant_count] = made;
    if (room_.constant_pool != nullptr) v.bytes = room_.constant_pool[constant_count];
    ++constant_count;
    return graph.add(v);
  }
  /// Adds the constant whose codes begin at `first`.
  constexpr int added(const format& f, const extents& shape, int first) {
    return graph.add(
        value{.is = {f, shape, &layout_id<ohwi>, true}, .bytes = room_.code_pool + first});
  }
};

}  // namespace ETCH_NAMESPACE
