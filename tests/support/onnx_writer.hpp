// Small .onnx files, written by the compiler: what tests of the reader read.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace test::onnx {

enum type : int {
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  int32 = 6,
  int64 = 7,
  boolean = 9,
  float16 = 10
};

/// A message of at most 2 KiB, field after field.
struct message {
  unsigned char bytes[2048]{};
  int size = 0;

  constexpr message& byte(int b) {
    bytes[size++] = static_cast<unsigned char>(b);
    return *this;
  }
  constexpr message& number(std::uint64_t n) {
    for (; n > 127; n >>= 7) byte(static_cast<int>(n & 127) | 128);
    return byte(static_cast<int>(n));
  }
  constexpr message& tag(int field, int wire) {
    return number(static_cast<std::uint64_t>(8 * field + wire));
  }
  constexpr message& varint(int field, std::int64_t n) {
    return tag(field, 0).number(static_cast<std::uint64_t>(n));
  }
  constexpr message& word(std::uint32_t n) {
    for (int k = 0; k < 4; ++k) byte(static_cast<int>(n >> 8 * k & 255));
    return *this;
  }
  constexpr message& real(int field, float x) {
    return tag(field, 5).word(__builtin_bit_cast(std::uint32_t, x));
  }
  constexpr message& put(const message& m) {
    for (int k = 0; k < m.size; ++k) byte(m.bytes[k]);
    return *this;
  }
  constexpr message& inside(int field, const message& m) {
    return tag(field, 2).number(static_cast<std::uint64_t>(m.size)).put(m);
  }
  constexpr message& text(int field, const char* letters) {
    message m;
    for (; *letters != '\0'; ++letters) m.byte(*letters);
    return inside(field, m);
  }
};
using messages = std::initializer_list<message>;
using names = std::initializer_list<const char*>;
using integers = std::initializer_list<std::int64_t>;
using numbers = std::initializer_list<float>;

constexpr message floats(numbers list) {
  message m;
  for (const float x : list) m.word(__builtin_bit_cast(std::uint32_t, x));
  return m;
}
constexpr message varints(integers list) {
  message m;
  for (const std::int64_t n : list) m.number(static_cast<std::uint64_t>(n));
  return m;
}

// attributes
constexpr message ints(const char* name, integers list) {
  message m;
  m.text(1, name).varint(20, 7);
  for (const std::int64_t n : list) m.varint(8, n);
  return m;
}
constexpr message integer(const char* name, std::int64_t n) {
  return message{}.text(1, name).varint(20, 2).varint(3, n);
}
constexpr message real(const char* name, float x) {
  return message{}.text(1, name).varint(20, 1).real(2, x);
}
constexpr message word(const char* name, const char* letters) {
  return message{}.text(1, name).varint(20, 3).text(4, letters);
}

/// A TensorProto without numbers.
constexpr message tensor(const char* name, int type, integers dims) {
  message m;
  for (const std::int64_t d : dims) m.varint(1, d);
  return m.varint(2, type).text(8, name);
}
/// A TensorProto of f32 in raw_data.
constexpr message constant(const char* name, integers dims, numbers list) {
  return tensor(name, float32, dims).inside(9, floats(list));
}
/// A TensorProto of int64 in int64_data.
constexpr message constant(const char* name, integers list) {
  return tensor(name, int64, {static_cast<std::int64_t>(list.size())}).inside(7, varints(list));
}
/// A TensorProto of one number, or of one code, without dimensions.
constexpr message scalar(const char* name, float x) { return constant(name, {}, {x}); }
constexpr message scalar(const char* name, int type, int code) {
  return tensor(name, type, {}).inside(9, message{}.byte(code));
}
/// The same number of 8 bits so many times.
constexpr message repeated(int count, int code) {
  message m;
  for (int k = 0; k < count; ++k) m.byte(code);
  return m;
}
constexpr message node(const char* op, names in, names out, messages attributes = {}) {
  message m;
  for (const char* name : in) m.text(1, name);
  for (const char* name : out) m.text(2, name);
  m.text(4, op);
  for (const message& a : attributes) m.inside(5, a);
  return m;
}
/// A ValueInfoProto; size 0 is one with a name instead.
constexpr message value(const char* name, integers dims, int type = float32) {
  message shape;
  for (const std::int64_t d : dims) {
    shape.inside(1, d == 0 ? message{}.text(2, "N") : message{}.varint(1, d));
  }
  const message tensor = message{}.varint(1, type).inside(2, shape);
  return message{}.text(1, name).inside(2, message{}.inside(1, tensor));
}
constexpr message opset(int version) { return message{}.text(1, "").varint(2, version); }
constexpr message model_of(const message& graph, int version = 17) {
  return message{}.varint(1, 8).inside(8, opset(version)).inside(7, graph);
}
constexpr message graph(messages nodes, messages constants, messages inputs, names outputs) {
  message g;
  for (const message& n : nodes) g.inside(1, n);
  for (const message& c : constants) g.inside(5, c);
  for (const message& i : inputs) g.inside(11, i);
  for (const char* o : outputs) g.inside(12, message{}.text(1, o));
  return g;
}

/// The bytes of a file.
template <int Size>
struct bytes_of {
  unsigned char bytes[Size]{};
};
/// The file that a function without captures writes.
template <auto Write>
inline constexpr auto file = [] {
  constexpr message m = Write();
  bytes_of<m.size> made;
  for (int k = 0; k < m.size; ++k) made.bytes[k] = m.bytes[k];
  return made;
}();

}  // namespace test::onnx
