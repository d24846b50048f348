// The memory of an import of an .onnx file: its tables, values and nodes, what it notes of each
// tensor, and what it makes of constants.
#pragma once

#include <etch/format/range.hpp>
#include <etch/graph/import/import_values.hpp>
#include <etch/graph/import/onnx_file.hpp>

namespace ETCH_NAMESPACE {

/// Why a node of the file, or the file, is refused, and where.
struct onnx_refusal {
  diagnosis refused{};
  onnx_place place{};
  int byte = 0;
};

/// In which order the elements of a tensor lie in its value.
enum class onnx_order : int {
  plain,  ///< as in the file
  last,   ///< with dimension 1, the channels, behind all others
  flat,   ///< (N, K), where K counts the channels fastest and not slowest
};

/// What an import knows of a tensor.
struct onnx_entry {
  int value = no_value::yet;
  onnx_order order = onnx_order::plain;
  int channels = 1;                                         ///< of a flat one
  onnx_schema::element codes = onnx_schema::element::none;  ///< their type; none: it holds numbers
  int known = -1;       ///< where its integers lie in the codes, if they are known; see onnx_values
  int inside = -1;      ///< of codes of uint8 from outside: the value with those of int8
  int number = -1;      ///< of numbers that have codes: the value of f32, once somebody needs it
  int decoded_by = -1;  ///< the DequantizeLinear of a constant, which has no value of its own
  int scales = -1;      ///< of a constant of scales or zero points: where they lie in the pool
  int made_of = -1;     ///< of what a Cast to f32 or a Reshape makes of a constant: that one
  bool is_cast = false;
  bool is_reshaped = false;  ///< to `shape`
  extents shape{};
  int later = -1;  ///< the node that makes it, if that is imported once its value is needed
  constexpr bool has_value() const { return value >= 0; }
};

/// What makes numbers of f32 of a constant's codes or of its halves, codes of 32 bits of its
/// numbers, or codes that are less by their zero point: a unit and a zero point, or one for each
/// channel, which follow one another `inner` elements apart.
struct onnx_scaling {
  enum class way : int { none, decodes, encodes, lessens, widens };
  way is = way::none;
  double unit = 1;  ///< times that of the channel, if there are channels
  int zero = 0;
  int zeros = -1;    ///< where the zero points of the channels begin in the pool; -1: there is one
  int units = 0;     ///< where the units of the channels begin in the pool of scales
  int channels = 0;  ///< 0: there is one unit
  int inner = 1;
  int first = 0;  ///< the element of the tensor that is element 0

  constexpr explicit operator bool() const { return is != way::none; }
  /// The bits of what element i becomes.
  constexpr std::uint32_t apply(std::uint32_t bits, int i, const double* scales) const {
    if (is == way::widens) return __builtin_bit_cast(std::uint32_t, real_of_half(bits));
    const int channel = channels > 0 ? (first + i) / inner % channels : 0;
    const int less = zeros < 0 ? zero : static_cast<int>(scales[zeros + channel]);
    if (is == way::lessens) return bits - static_cast<std::uint32_t>(less);
    double u = unit;
    if (channels > 0) u *= scales[units + channel];
    if (is == way::decodes) {
      const auto code = static_cast<float>(static_cast<std::int32_t>(bits) - less);
      return __builtin_bit_cast(std::uint32_t, code* static_cast<float>(u));
    }
    const double steps = static_cast<double>(__builtin_bit_cast(float, bits)) / u;
    const double code = clamp(steps, -2147483647.0, 2147483647.0);
    return static_cast<std::uint32_t>(code == code ? round_half_even(code) : 0);
  }
};

/// A constant in another order or in other numbers than in the file: element (i0, i1, ...) of the
/// file, row-major in `size`, becomes element i0 stride[0] + i1 stride[1] + ... of the constant;
/// those that none becomes are 0.
struct onnx_constant {
  protobuf::stretch data{};
  protobuf::stretch more{};  ///< numbers of the same width that are added to them, if any
  bool is_plain = true;      ///< as onnx_numbers::is_plain
  bool is_signed = false;    ///< of the numbers in the file
  bool is_double = false;    ///< whether numbers of 64 bits become f32
  int gap = 0;               ///< as onnx_numbers::gap
  int width = 1;             ///< bytes of an element in the file
  int bytes_made = 1;        ///< of the constant
  int width_made = 1;        ///< of an element of it: the low bytes of integers
  int flips = 0;  ///< bits that differ from those of the file: 128 where uint8 becomes int8
  onnx_scaling scaling{};
  int size[5]{1, 1, 1, 1, 1};
  int stride[5]{};

  constexpr int bytes() const { return bytes_made; }
  /// Writes its bytes; `scales` is the pool of scales.
  constexpr void write(const unsigned char* file, const double* scales, unsigned char* to) const {
    if (!more.empty()) return write_sums(file, to);
    if (scaling) return write_scaled(file, scales, to);
    const unsigned char* from = file + data.at;
    for (int a = 0; a < size[0]; ++a)
      for (int b = 0; b < size[1]; ++b)
        for (int c = 0; c < size[2]; ++c)
          for (int d = 0; d < size[3]; ++d) {
            const int row = a * stride[0] + b * stride[1] + c * stride[2] + d * stride[3];
            for (int e = 0; e < size[4]; ++e) {
              unsigned char* const y = to + (row + e * stride[4]) * width_made;
              from += gap;
              from = is_double ? round(from, y) : is_plain ? copy(from, y) : decode(from, y);
            }
          }
  }

 private:
  constexpr void write_scaled(const unsigned char* file, const double* scales,
                              unsigned char* to) const {
    const unsigned char* from = file + data.at;
    const int count = size[0] * size[1] * size[2] * size[3] * size[4];
    for (int i = 0; i < count; ++i) {
      int place = 0;
      for (int k = 4, rest = i; k >= 0; rest /= size[k--]) place += rest % size[k] * stride[k];
      from += gap;
      unsigned char read[8]{};
      const int bytes = is_plain ? width : 4;
      onnx_constant as_is{.width = width, .width_made = bytes};
      from = is_plain ? as_is.copy(from, read) : as_is.decode(from, read);
      auto bits = load<std::uint32_t>(read, 0);
      if (bytes == 1) bits = is_signed ? extended(bits) : bits;
      bits = scaling.apply(bits, i, scales);
      for (int k = 0; k < width_made; ++k) {
        to[width_made * place + k] = static_cast<unsigned char>(bits >> 8 * k);
      }
    }
  }
  /// The bits of a number of 8 bits with a sign in 32.
  static constexpr std::uint32_t extended(std::uint32_t bits) { return (bits ^ 128U) - 128U; }
  constexpr void write_sums(const unsigned char* file, unsigned char* to) const {
    for (int i = 0; i < size[4]; ++i) {
      const int at = i * (width + gap) + gap;
      const float sum = real_at(file + data.at + at, width) + real_at(file + more.at + at, width);
      write_float(sum, to + 4 * i);
    }
  }
  static constexpr void write_float(float number, unsigned char* to) {
    const auto bits = __builtin_bit_cast(std::uint32_t, number);
    for (int k = 0; k < 4; ++k) to[k] = static_cast<unsigned char>(bits >> 8 * k);
  }
  constexpr const unsigned char* copy(const unsigned char* from, unsigned char* to) const {
    for (int k = 0; k < width_made; ++k) to[k] = static_cast<unsigned char>(from[k] ^ flips);
    return from + width;
  }
  constexpr const unsigned char* round(const unsigned char* from, unsigned char* to) const {
    write_float(static_cast<float>(load<double>(from, 0)), to);
    return from + 8;
  }
  /// A number of seven bits a byte, which was checked when the file was read.
  constexpr const unsigned char* decode(const unsigned char* from, unsigned char* to) const {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const unsigned char b = *from++;
      number |= static_cast<std::uint64_t>(b & 127) << shift;
      if (b < 128) break;
    }
    for (int k = 0; k < width_made; ++k) {
      to[k] = static_cast<unsigned char>((number >> 8 * k & 255) ^ static_cast<unsigned>(flips));
    }
    return from;
  }
};

/// Arrays for an import: `capacity` values and nodes, entries for each tensor, and pools.
struct onnx_room {
  onnx_tables tables{};
  value* values = nullptr;
  node* nodes = nullptr;
  int capacity = 0;
  onnx_entry* entries = nullptr;
  bool* needed = nullptr;  ///< whether an output depends on the tensor
  bool* last = nullptr;    ///< whether its channels lie last, if it can: see onnx_reading
  onnx_constant* constants = nullptr;  ///< filled if not null: at most four a node
  char* names = nullptr;               ///< the same
  unsigned char* codes = nullptr;      ///< the same, of numbers that stand in attributes
  double* scales = nullptr;            ///< the same, of scales and zero points for each channel
  const unsigned char* const* constant_pool = nullptr;  ///< their bytes, if not null
  const char* name_pool = nullptr;                      ///< to which values point
  const unsigned char* code_pool = nullptr;
  const double* scale_pool = nullptr;
  onnx_refusal* refusals = nullptr;  ///< one for each node; null: they are counted only
  int* place = nullptr;              ///< for each value: see drop_unread
};

}  // namespace ETCH_NAMESPACE
