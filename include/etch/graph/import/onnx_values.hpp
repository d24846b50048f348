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
inline void onnx_the_elements_of_the_value_are_of_a_type_that_is_not_supported(long /*type*/,
                                                                               long) {}
}  // namespace error

/// The numbers of a constant, and the format that its value gets.
struct onnx_parameter {
  onnx_numbers is{};
  format number{};
  int flips = 0;  ///< as onnx_constant::flips
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

  constexpr bool is_constant(int t) const {
    return t >= 0 && file.tensor(t).from == onnx_tensor::origin::constant;
  }
  /// The numbers of tensor t, a constant.
  constexpr onnx_numbers numbers(int t) {
    const onnx_place before = file.place;
    file.place.tensor = t;
    const onnx_numbers found = file.numbers(file.tensor(t).proto);
    if (!failed()) file.place = before;
    return found;
  }
  /// The format of elements of this type.
  constexpr format format_of(int type) {
    using onnx_schema::element;
    switch (static_cast<element>(type)) {
      case element::float32: return f32::descriptor;
      case element::float16: return f16::descriptor;
      case element::int32: return index_format;
      default: refuse(wrong_type(type)); return f32::descriptor;
    }
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
    const onnx_numbers& from = p.is;
    if (from.elements < 1) {
      refuse(
          {.refuse = error::onnx_the_input_has_no_element, .message = "a constant has no element"});
    }
    if (failed()) return 0;
    value v{.is = {p.number, shape, &layout_id<ohwi>, true}};
    bool in_order = from.is_plain() && p.flips == 0;
    for (int k = size.rank - 1, step = 1; k >= 0; step *= size.d[k--]) {
      in_order &= size.d[k] == 1 || stride[k] == step;
    }
    if (in_order) {
      v.bytes = file.source.bytes() + from.data.at;
      return graph.add(v);
    }
    onnx_constant made{
        .data = from.data, .is_plain = from.is_plain(), .width = from.width(), .flips = p.flips};
    for (int k = 0; k < size.rank; ++k) {
      made.size[5 - size.rank + k] = size.d[k];
      made.stride[5 - size.rank + k] = stride[k];
    }
    if (room_.constants != nullptr) room_.constants[constant_count] = made;
    if (room_.constant_pool != nullptr) v.bytes = room_.constant_pool[constant_count];
    ++constant_count;
    return graph.add(v);
  }
  constexpr int permuted(const onnx_numbers& from, const extents& size, const int (&stride)[5],
                         const extents& shape) {
    return permuted(as_they_are(from), size, stride, shape);
  }
  /// The constant number x.
  constexpr int number(float x) {
    if (failed()) return 0;
    const auto bits = __builtin_bit_cast(std::uint32_t, x);
    for (int k = 0; k < 4 && room_.codes != nullptr; ++k) {
      room_.codes[code_bytes + k] = static_cast<unsigned char>(bits >> 8 * k);
    }
    const value v{.is = {f32::descriptor, {1, {1}}, &layout_id<ohwi>, true},
                  .bytes = room_.code_pool + code_bytes};
    code_bytes += 4;
    return graph.add(v);
  }
  static constexpr diagnosis wrong_type(int type) {
    return {.refuse = error::onnx_the_elements_of_the_value_are_of_a_type_that_is_not_supported,
            .message = "the elements of the value are of type {}, which is not supported here",
            .have = type};
  }

  /// Adds input i of the graph.
  constexpr int add_input(int t) {
    const onnx_tensor& is = file.tensor(t);
    file.place.tensor = t;
    file.place.name = is.name;
    file.place.tensor_type = is.type;
    const format f = format_of(is.type);
    if (!failed() && f == f16::descriptor) refuse(wrong_type(is.type));
    return add_input(t, f);
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
};

}  // namespace ETCH_NAMESPACE
