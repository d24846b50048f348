// Tensors as an .onnx file holds them: their types, shapes and numbers, with checked access.
#pragma once

#include <etch/base/extents.hpp>
#include <etch/format/f16.hpp>
#include <etch/graph/import/onnx_schema.hpp>
#include <etch/graph/import/protobuf.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_tensor_has_more_than_five_dimensions(long, long) {}
inline void onnx_the_size_of_a_dimension_is_out_of_range(long /*size*/, long /*most*/) {}
inline void onnx_a_tensor_has_more_elements_than_fit(long, long) {}
inline void onnx_tensors_in_segments_are_not_supported(long, long) {}
inline void onnx_the_weights_lie_in_another_file_export_with_external_data_False(long, long) {}
inline void onnx_the_numbers_of_a_tensor_do_not_lie_together(long /*field*/, long) {}
inline void onnx_a_tensor_has_its_numbers_in_two_fields(long /*field*/, long /*other*/) {}
inline void onnx_the_elements_are_of_a_type_that_is_not_supported(long /*type*/, long) {}
inline void onnx_the_numbers_lie_in_a_field_of_another_type(long /*field*/, long /*type*/) {}
inline void onnx_a_number_lies_outside_of_its_type(long /*number*/, long /*bits*/) {}
inline void onnx_the_tensor_has_another_number_of_elements_than_its_shape(long /*elements*/,
                                                                          long /*wanted*/) {}
}  // namespace error

/// The node and tensor that an error names.
struct onnx_place {
  int op = -1;                  ///< index of the node
  protobuf::stretch op_type{};  ///< its operator
  int tensor = -1;              ///< index of the tensor
  int tensor_type = -1;         ///< its element type
  protobuf::stretch name{};     ///< of the tensor; else of the node or its first output
};

/// The number of half precision with these bits.
constexpr float real_of_half(std::uint32_t bits) {
  return static_cast<float>(minifloat_code<f16_description>{static_cast<std::uint16_t>(bits)});
}
/// A number of single precision, of 4 bytes, or of half precision, of 2.
constexpr float real_at(const unsigned char* bytes, int width) {
  return width == 4 ? load<float>(bytes, 0) : real_of_half(load<std::uint16_t>(bytes, 0));
}

/// The numbers of a tensor as a TensorProto holds them.
struct onnx_numbers {
  int at = 0;  ///< offset of the message
  protobuf::stretch name{};
  onnx_schema::element type = onnx_schema::element::none;
  extents shape{};
  int elements = 1;
  int field = 0;  ///< raw_data, float_data, int32_data, ...; 0: no numbers
  protobuf::stretch data{};
  int gap = 0;  ///< bytes before each number: the tag of one that is not packed

  constexpr int width() const { return onnx_schema::width_of(type); }
  /// Whether the bytes in the file are the elements, one after the other.
  constexpr bool is_plain() const {
    namespace tensor = onnx_schema::fields::tensor;
    return field == tensor::raw_data || field == tensor::float_data || field == tensor::double_data;
  }
  /// Whether they are numbers of single or of half precision, which lie there.
  constexpr bool holds_reals() const {
    using onnx_schema::element;
    return is_plain() && (type == element::float32 || type == element::float16);
  }
};

/// The tensors of a file; errors name a place in it.
class onnx_tensors {
 public:
  static constexpr int largest_dimension = 65536;

  file_reader source;
  onnx_place place{};

  constexpr onnx_tensors(const unsigned char* bytes, int size, int steps)
      : source(bytes, size, steps) {}

  constexpr bool failed() const { return source.failed(); }
  constexpr void refuse(int at, const diagnosis& d) { source.refuse(at, d); }
  constexpr bool same(const protobuf::stretch& s, const char* text) const {
    return onnx_schema::same_letters(source.bytes() + s.at, s.size, text);
  }
  /// The numbers of a TensorProto.
  constexpr onnx_numbers numbers(const protobuf::stretch& proto) {
    using protobuf::wire;
    namespace field = onnx_schema::fields::tensor;
    onnx_numbers t{.at = proto.at};
    for (protobuf::fields f(source, proto); f.next();) {
      if (f.id == field::dims) f.each_integer([&](std::int64_t d) { add_dimension(f.at, d, t); });
      if (f.is(field::data_type, wire::varint)) t.type = element_of(f.number);
      if (f.is(field::name, wire::bytes)) place.name = t.name = f.inside;
      if (f.id == field::segment) {
        refuse(f.at, {.refuse = error::onnx_tensors_in_segments_are_not_supported,
                      .message = "tensors in segments are not supported"});
      }
      if (f.id == field::external_data || (f.is(field::data_location, wire::varint) && f.number)) {
        refuse(
            f.at,
            {.refuse = error::onnx_the_weights_lie_in_another_file_export_with_external_data_False,
             .message = "the weights lie in another file: export with `external_data=False`"});
      }
      if (holds_numbers(f.id)) take_data(f, t);
    }
    check(t);
    return t;
  }
  /// Element i of numbers that hold reals.
  constexpr float real(const onnx_numbers& t, int i) const {
    const int width = t.width();
    return real_at(source.bytes() + t.data.at + t.gap + i * (width + t.gap), width);
  }
  /// Element i of integers.
  constexpr std::int64_t integer(const onnx_numbers& t, int i) {
    if (failed()) return 0;
    if (t.is_plain()) {
      const unsigned char* at = source.bytes() + t.data.at;
      const bool sign = onnx_schema::is_signed(t.type);
      switch (t.width()) {
        case 1: return sign ? load<std::int8_t>(at, i) : at[i];
        case 2: return sign ? load<std::int16_t>(at, i) : load<std::uint16_t>(at, i);
        case 4: return sign ? load<std::int32_t>(at, i) : load<std::uint32_t>(at, i);
        default: return load<std::int64_t>(at, i);
      }
    }
    int place = t.data.at;
    std::int64_t found = 0;
    for (int k = 0; k <= i && source.spend(1); ++k) {
      place += t.gap;
      found = static_cast<std::int64_t>(protobuf::read_varint(source, place, t.data.end()));
    }
    return found;
  }
  /// Refuses integers that 32 bits do not hold.
  constexpr void needs_32_bits(const onnx_numbers& t) {
    int at = t.data.at;
    for (int i = 0; i < t.elements && source.spend(1); ++i) {
      at += t.gap;
      const int first = at;
      std::int64_t n = 0;
      if (t.is_plain()) n = load<std::int64_t>(source.bytes() + at, 0), at += 8;
      else n = static_cast<std::int64_t>(protobuf::read_varint(source, at, t.data.end()));
      if (n < INT32_MIN || n > INT32_MAX) return refuse_number(first, n, 32);
    }
  }

 protected:
  constexpr std::uint32_t hash_of(const protobuf::stretch& name) {
    std::uint32_t h = 2166136261U;
    if (!source.spend(name.size)) return 0;
    const unsigned char* letters = source.bytes() + name.at;
    for (int i = 0; i < name.size; ++i) h = (h ^ letters[i]) * 16777619U;
    return h ^ h >> 15;
  }
  constexpr bool same_name(const protobuf::stretch& a, const protobuf::stretch& b) {
    if (!source.spend(a.size)) return false;
    for (int i = 0; i < a.size; ++i) {
      if (source.bytes()[a.at + i] != source.bytes()[b.at + i]) return false;
    }
    return true;
  }
  static constexpr onnx_schema::element element_of(std::uint64_t number) {
    return static_cast<onnx_schema::element>(minimum<std::uint64_t>(number, 255));
  }
  constexpr void refuse_dimension(int at, std::int64_t size, int most) {
    constexpr std::int64_t far = 2147483647;
    refuse(at, {.refuse = error::onnx_the_size_of_a_dimension_is_out_of_range,
                .message = "a dimension has size {}, not 1 to {}",
                .have = static_cast<long>(clamp<std::int64_t>(size, -far, far)),
                .want = most});
  }
  constexpr void refuse_number(int at, std::int64_t number, int bits) {
    constexpr std::int64_t far = 2147483647;
    refuse(at, {.refuse = error::onnx_a_number_lies_outside_of_its_type,
                .message = "the number {} lies outside of its type of {} bits",
                .have = static_cast<long>(clamp(number, -far, far)),
                .want = bits});
  }

 private:
  static constexpr bool holds_numbers(int id) {
    namespace field = onnx_schema::fields::tensor;
    return (id >= field::float_data && id <= field::int64_data) ||
           (id >= field::raw_data && id <= field::uint64_data);
  }

  constexpr void add_dimension(int at, std::int64_t size, onnx_numbers& t) {
    constexpr int most = 1 << 24;
    extents& e = t.shape;
    if (e.rank == 5) {
      return refuse(at, {.refuse = error::onnx_the_tensor_has_more_than_five_dimensions,
                         .message = "the tensor has more than five dimensions"});
    }
    if (size < 0 || size > most) return refuse_dimension(at, size, most);
    e.d[e.rank++] = static_cast<int>(size);
    const long long elements = 1LL * t.elements * size;
    if (elements > 1 << 28) {
      return refuse(at, {.refuse = error::onnx_a_tensor_has_more_elements_than_fit,
                         .message = "a tensor has more than 2^28 elements"});
    }
    t.elements = static_cast<int>(elements);
  }
  /// How a number in field `id` lies in the file that is not packed.
  static constexpr protobuf::wire wire_of(int id) {
    namespace field = onnx_schema::fields::tensor;
    if (id == field::float_data) return protobuf::wire::fixed32;
    return id == field::double_data ? protobuf::wire::fixed64 : protobuf::wire::varint;
  }
  /// One number of a field that is not packed: the next one follows it, behind a tag of one byte.
  constexpr void take_number(protobuf::fields& f, onnx_numbers& t) {
    if (!f.is(f.id, wire_of(f.id))) return;
    const bool first = t.field == 0;
    const bool next = t.field == f.id && t.gap == 1 && t.data.end() == f.at;
    if (source.bytes()[f.at] > 127 || !(first || next)) {
      return refuse(f.at, {.refuse = error::onnx_the_numbers_of_a_tensor_do_not_lie_together,
                           .message = "the numbers of a tensor, in field {}, do not lie together",
                           .have = f.id});
    }
    if (first) t.field = f.id, t.gap = 1, t.data.at = f.at;
    t.data.size = f.end() - t.data.at;
  }
  constexpr void take_data(protobuf::fields& f, onnx_numbers& t) {
    namespace field = onnx_schema::fields::tensor;
    if (f.type != protobuf::wire::bytes && f.id != field::raw_data && f.id != field::string_data) {
      return take_number(f, t);
    }
    if (!f.is(f.id, protobuf::wire::bytes) || f.inside.empty()) return;
    if (t.field != 0) {
      return refuse(f.at, {.refuse = error::onnx_a_tensor_has_its_numbers_in_two_fields,
                           .message = "a tensor has numbers in field {} and in field {}",
                           .have = t.field,
                           .want = f.id});
    }
    t.field = f.id;
    t.data = f.inside;
  }
  /// Whether numbers of type t may lie in field `id`.
  static constexpr bool may_lie(onnx_schema::element t, int id) {
    using onnx_schema::element;
    namespace field = onnx_schema::fields::tensor;
    if (id == field::raw_data) return true;
    switch (t) {
      case element::float32: return id == field::float_data;
      case element::float64: return id == field::double_data;
      case element::int64: return id == field::int64_data;
      case element::uint32:
      case element::uint64: return id == field::uint64_data;
      default: return id == field::int32_data;
    }
  }
  /// Refuses numbers that are not those of the shape and the type.
  constexpr void check(const onnx_numbers& t) {
    if (failed()) return;
    place.tensor_type = static_cast<int>(t.type);
    const int width = t.width();
    if (width == 0) {
      return refuse(t.at, {.refuse = error::onnx_the_elements_are_of_a_type_that_is_not_supported,
                           .message = "elements of type {} are not supported",
                           .have = static_cast<long>(t.type)});
    }
    if (t.field != 0 && !may_lie(t.type, t.field)) {
      return refuse(t.data.at, {.refuse = error::onnx_the_numbers_lie_in_a_field_of_another_type,
                                .message = "the numbers lie in field {}, which none of type {} has",
                                .have = t.field,
                                .want = static_cast<long>(t.type)});
    }
    long long given = 0;
    const int step = width + t.gap;
    if (t.field != 0) given = t.is_plain() ? t.data.size / step : count_integers(t);
    const bool whole = !t.is_plain() || t.data.size % step == 0;
    if (t.type == onnx_schema::element::boolean && t.is_plain()) check_truths(t);
    if (failed() || (whole && given == t.elements)) return;
    refuse(t.at, {.refuse = error::onnx_the_tensor_has_another_number_of_elements_than_its_shape,
                  .message = "the tensor has {} elements, its shape needs {}",
                  .have = static_cast<long>(given),
                  .want = t.elements});
  }
  constexpr void check_truths(const onnx_numbers& t) {
    for (int at = t.data.at; at < t.data.end() && source.spend(1); ++at) {
      if (source.bytes()[at] > 1) refuse_number(at, source.bytes()[at], 1);
    }
  }
  /// How many integers a list has; each is one of its type.
  constexpr long long count_integers(const onnx_numbers& t) {
    const int bits = 8 * t.width();
    const bool sign = onnx_schema::is_signed(t.type);
    const std::int64_t one = 1, none = 0;
    const std::int64_t low = sign && bits < 64 ? -(one << (bits - 1)) : none;
    const std::int64_t high = t.type == onnx_schema::element::boolean ? one
                              : bits < 64                             ? low + (one << bits) - one
                                                                      : none;
    long long count = 0;
    for (int at = t.data.at; at < t.data.end() && source.spend(1); ++count) {
      at += t.gap;
      const int first = at;
      const auto n = static_cast<std::int64_t>(protobuf::read_varint(source, at, t.data.end()));
      if (failed() || bits == 64 || (low <= n && n <= high)) continue;
      refuse_number(first, n, bits);
    }
    return count;
  }
};

}  // namespace ETCH_NAMESPACE
