// Attributes of the nodes of an .onnx file, with checked access.
#pragma once

#include <etch/graph/import/onnx_tensors.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_an_attribute_has_a_type_that_the_schema_does_not_have(long /*type*/, long) {}
inline void onnx_an_attribute_refers_to_one_of_a_function(long, long) {}
inline void onnx_an_attribute_has_more_than_16_numbers(long /*numbers*/, long) {}
}  // namespace error

/// An attribute of a node; type none: the node leaves it out.
struct onnx_attribute {
  static constexpr int most = 16;
  int at = 0;
  protobuf::stretch name{};
  onnx_schema::attribute_type type = onnx_schema::attribute_type::none;
  float f = 0;
  std::int64_t i = 0;
  protobuf::stretch inside{};  ///< of s, t and g
  int count = 0;               ///< of ints and floats
  std::int64_t ints[most]{};
  float floats[most]{};

  constexpr explicit operator bool() const { return type != onnx_schema::attribute_type::none; }
};

/// The attributes of a file.
class onnx_attributes : public onnx_tensors {
 public:
  using onnx_tensors::onnx_tensors;

 protected:
  /// String k of a list of them, an attribute of this node; empty where there is none.
  constexpr protobuf::stretch text(const protobuf::stretch& node, const char* name, int k) {
    namespace field = onnx_schema::fields;
    using protobuf::wire;
    for (protobuf::fields f(source, node); f.next();) {
      if (!f.is(field::node::attribute, wire::bytes)) continue;
      if (!same(read_attribute(f.inside).name, name)) continue;
      for (protobuf::fields a(source, f.inside); a.next();) {
        if (a.is(field::attribute::strings, wire::bytes) && k-- == 0) return a.inside;
      }
    }
    return {};
  }
  /// The attribute of a message.
  constexpr onnx_attribute read_attribute(const protobuf::stretch& from) {
    using onnx_schema::attribute_type;
    using protobuf::wire;
    namespace field = onnx_schema::fields::attribute;
    onnx_attribute a{.at = from.at};
    int floats = 0, ints = 0;
    const auto take_float = [&](float x) {
      if (floats < onnx_attribute::most) a.floats[floats] = x;
      ++floats;
    };
    for (protobuf::fields f(source, from); f.next();) {
      if (f.is(field::name, wire::bytes)) a.name = f.inside;
      if (f.is(field::f, wire::fixed32)) a.f = f.real();
      if (f.is(field::i, wire::varint)) a.i = f.integer();
      const bool nested = f.id >= field::s && f.id <= field::g;
      if (nested && f.is(f.id, wire::bytes)) a.inside = f.inside;
      if (f.id == field::floats && f.type == wire::fixed32) take_float(f.real());
      else if (f.is(field::floats, wire::bytes)) {
        for (int k = 0; k < f.inside.size / 4 && source.spend(1); ++k) {
          take_float(load<float>(source.bytes() + f.inside.at, k));
        }
      }
      if (f.id == field::ints) {
        f.each_integer([&](std::int64_t n) {
          if (ints < onnx_attribute::most) a.ints[ints] = n;
          ++ints;
        });
      }
      if (f.is(field::type, wire::varint)) {
        a.type = static_cast<attribute_type>(minimum<std::uint64_t>(f.number, 255));
        if (f.number < 1 || f.number > 14) {
          refuse(f.at, {.refuse = error::onnx_an_attribute_has_a_type_that_the_schema_does_not_have,
                        .message = "an attribute has type {}, which the schema does not have",
                        .have = static_cast<long>(a.type)});
        }
      }
      if (f.id == field::ref_attr_name) {
        refuse(f.at, {.refuse = error::onnx_an_attribute_refers_to_one_of_a_function,
                      .message = "an attribute refers to one of a function"});
      }
    }
    a.count = a.type == attribute_type::floats ? floats : ints;
    return a;
  }
};

}  // namespace ETCH_NAMESPACE
