// Protocol Buffers' wire format for files that may be truncated, corrupted or hostile: a message is
// a list of fields, and every length is checked against the message that it lies in.
#pragma once

#include <etch/graph/import/file_reader.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void protobuf_a_field_ends_outside_of_its_message(long /*bytes*/, long /*left*/) {}
inline void protobuf_a_number_ends_outside_of_its_message(long, long) {}
inline void protobuf_a_number_has_more_than_64_bits(long, long) {}
inline void protobuf_a_field_has_a_number_out_of_range(long, long) {}
inline void protobuf_a_field_has_a_wire_type_that_no_message_uses(long /*type*/, long) {}
inline void protobuf_a_field_has_another_wire_type(long /*type*/, long /*wanted*/) {}
}  // namespace error

namespace protobuf {

/// Bytes of a file: a message, a name, the numbers of a tensor.
struct stretch {
  int at = 0, size = 0;
  constexpr int end() const { return at + size; }
  constexpr bool empty() const { return size == 0; }
  constexpr bool operator==(const stretch&) const = default;
};

/// How a field lies in the file.
enum class wire : int { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// A number of seven bits a byte at `at`, which moves behind it; 0 after an error.
constexpr std::uint64_t read_varint(file_reader& file, int& at, int end) {
  std::uint64_t number = 0;
  for (int k = 0; k < 10; ++k) {
    if (at >= end) {
      file.refuse_structure(at, {.refuse = error::protobuf_a_number_ends_outside_of_its_message,
                                 .message = "a number ends outside of its message"});
      return 0;
    }
    const unsigned char b = file.bytes()[at++];
    number |= static_cast<std::uint64_t>(b & 127) << 7 * k;
    if (k == 9 && b > 1) break;
    if (b < 128) return number;
  }
  file.refuse_structure(at - 1, {.refuse = error::protobuf_a_number_has_more_than_64_bits,
                                 .message = "a number has more than 64 bits"});
  return 0;
}

/// The fields of a message, one after the other:
///   for (fields f(file, message); f.next();) if (f.is(3, wire::varint)) use(f.number);
class fields {
 public:
  int id = 0;
  wire type = wire::varint;
  int at = 0;                ///< offset of the field
  std::uint64_t number = 0;  ///< of varint, fixed32, fixed64
  stretch inside{};          ///< of bytes

  constexpr fields(file_reader& file, const stretch& message)
      : file_(&file), next_(message.at), end_(message.end()) {}

  /// Goes to the next field; false behind the last one and after an error.
  constexpr bool next() {
    if (file_->failed() || next_ >= end_ || !file_->spend(1)) return false;
    at = next_;
    const std::uint64_t tag = read_varint(*file_, next_, end_);
    if (file_->failed()) return false;
    if (tag >> 3 == 0 || tag >> 32 != 0) {
      refuse({.refuse = error::protobuf_a_field_has_a_number_out_of_range,
              .message = "a field has a number out of range"});
      return false;
    }
    id = static_cast<int>(tag >> 3);
    type = static_cast<wire>(tag & 7);
    switch (type) {
      case wire::varint: number = read_varint(*file_, next_, end_); break;
      case wire::fixed64: number = read_fixed(8); break;
      case wire::fixed32: number = read_fixed(4); break;
      case wire::bytes: read_inside(); break;
      default:
        refuse({.refuse = error::protobuf_a_field_has_a_wire_type_that_no_message_uses,
                .message = "a field has wire type {}, which no message uses",
                .have = static_cast<long>(type)});
    }
    return !file_->failed();
  }
  /// Whether the field is `wanted`, which lies in the file as w; otherwise it is refused.
  constexpr bool is(int wanted, wire w) {
    if (id != wanted) return false;
    if (type == w) return true;
    refuse({.refuse = error::protobuf_a_field_has_another_wire_type,
            .message = "a field has wire type {}, not {}",
            .have = static_cast<long>(type),
            .want = static_cast<long>(w)});
    return false;
  }
  /// Offset behind the field.
  constexpr int end() const { return next_; }
  constexpr std::int64_t integer() const { return static_cast<std::int64_t>(number); }
  constexpr float real() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(number));
  }
  /// Calls take(i) with each integer of a repeated field: packed ones, or the one that it is.
  template <class Take>
  constexpr void each_integer(const Take& take) {
    if (type == wire::varint) return take(integer());
    if (!is(id, wire::bytes)) return;
    for (int i = inside.at; i < inside.end() && file_->spend(1);) {
      const std::uint64_t n = read_varint(*file_, i, inside.end());
      if (file_->failed()) return;
      take(static_cast<std::int64_t>(n));
    }
  }

 private:
  file_reader* file_;
  int next_, end_;

  constexpr void refuse(const diagnosis& d) { file_->refuse_structure(at, d); }
  constexpr void read_inside() {
    const std::uint64_t size = read_varint(*file_, next_, end_);
    if (file_->failed()) return;
    const int left = end_ - next_;
    if (size > static_cast<std::uint64_t>(left)) {
      return refuse({.refuse = error::protobuf_a_field_ends_outside_of_its_message,
                     .message = "a field has {} bytes, its message {} more",
                     .have = static_cast<long>(minimum<std::uint64_t>(size, 2147483647)),
                     .want = left});
    }
    inside = {next_, static_cast<int>(size)};
    next_ += inside.size;
  }
  constexpr std::uint64_t read_fixed(int size) {
    if (end_ - next_ < size) {
      refuse({.refuse = error::protobuf_a_number_ends_outside_of_its_message,
              .message = "a number ends outside of its message"});
      return 0;
    }
    const unsigned char* from = file_->bytes() + next_;
    next_ += size;
    return size == 8 ? load<std::uint64_t>(from, 0) : load<std::uint32_t>(from, 0);
  }
};

}  // namespace protobuf

}  // namespace ETCH_NAMESPACE
