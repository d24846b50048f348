// Small .tflite files, written by the compiler: what tests of the reader read.
#pragma once

#include <cstdint>

namespace test::tflite {

enum type : int { float32 = 0, int32 = 2, uint8 = 3, int64 = 4, boolean = 6, int16 = 7, int8 = 9 };
constexpr int width_of(int t) {
  return t == int64 ? 8 : t == int16 ? 2 : t == float32 || t == int32 ? 4 : 1;
}

/// A tensor: a constant when it has data, which are the numbers themselves for float32. Of more
/// than 16 numbers all are codes of 8 bits by chance.
struct tensor {
  int type = int8;
  int rank = 0;
  int shape[5]{};
  int scales = 0;
  float scale[4]{};
  int zero = 0;
  int dimension = 0;
  int data_count = 0;
  int data[16]{};
};
constexpr tensor value(int h, int w, int c, float scale, int zero) {
  return {int8, 4, {1, h, w, c}, 1, {scale}, zero};
}

/// A field of an operator's options; width 0 leaves it out.
struct option {
  int width;
  std::uint32_t code;
};

/// An operator: builtin code, tensors, options.
struct operation {
  int code = 0;
  int input_count = 0;
  int inputs[17]{};
  int output = 0;
  int options_type = 0;
  int option_count = 0;
  option options[8]{};
};

/// A file of at most `Bytes` bytes. Tables stand before what they point to.
template <int Bytes>
struct file_of {
  unsigned char bytes[Bytes]{};
};
using file = file_of<4096>;

template <int Bytes = 4096>
class writer {
 public:
  template <int T, int O>
  constexpr writer(const tensor (&tensors)[T], const operation (&operations)[O], int input,
                   int output, int second_input = -1)
      : writer(tensors, T, operations, O, input, output, second_input) {}
  constexpr writer(const tensor* tensors, int tensor_count, const operation* operations,
                   int operation_count, int input, int output, int second_input = -1) {
    put(0, 4), put(0x334c4654, 4);  // the root's place, then TFL3
    link(0);
    const table<5> model = open<5>({4, 4, 4, 0, 4});
    set(model.field[0], 3, 4);
    const int codes = list(model.field[1], operation_count, 4);
    for (int o = 0; o < operation_count; ++o) {
      link(codes + 4 * o);
      const table<4> code = open<4>({1, 0, 0, 4});
      const int builtin = operations[o].code;
      set(code.field[0], static_cast<std::uint32_t>(builtin < 127 ? builtin : 127), 1);
      set(code.field[3], static_cast<std::uint32_t>(builtin), 4);
    }
    const int graphs = list(model.field[2], 1, 4);
    link(graphs);
    const table<4> graph = open<4>({4, 4, 4, 4});
    const int all = list(graph.field[0], tensor_count, 4);
    for (int t = 0; t < tensor_count; ++t) link(all + 4 * t), write(tensors[t], t);
    const int inputs = list(graph.field[1], second_input < 0 ? 1 : 2, 4);
    set(inputs, static_cast<std::uint32_t>(input), 4);
    if (second_input >= 0) set(inputs + 4, static_cast<std::uint32_t>(second_input), 4);
    set(list(graph.field[2], 1, 4), static_cast<std::uint32_t>(output), 4);
    const int ops = list(graph.field[3], operation_count, 4);
    for (int o = 0; o < operation_count; ++o) link(ops + 4 * o), write(operations[o], o);
    const int buffers =
        list(model.field[4], tensor_count + 1, 4);  // buffer 0 is empty, t + 1 that of t
    link(buffers), open<1>({0});
    for (int t = 0; t < tensor_count; ++t) {
      link(buffers + 4 * (t + 1));
      const int width = width_of(tensors[t].type);
      const table<1> buffer = open<1>({tensors[t].data_count > 0 ? 4 : 0});
      if (tensors[t].data_count > 0) write_data(buffer.field[0], tensors[t], width);
    }
  }
  constexpr const file_of<Bytes>& made() const { return made_; }
  constexpr int size() const { return size_; }

 private:
  file_of<Bytes> made_{};
  int size_ = 0;

  template <int N>
  struct table {
    int field[N]{};
  };

  constexpr void set(int at, std::uint32_t number, int width) {
    for (int i = 0; i < width; ++i) {
      made_.bytes[at + i] = static_cast<unsigned char>(number >> 8 * i);
    }
  }
  constexpr int put(std::uint32_t number, int width) {
    set(size_, number, width);
    size_ += width;
    return size_ - width;
  }
  constexpr void align() { size_ = (size_ + 7) / 8 * 8; }
  /// Makes the offset at `from` lead to what is written next.
  constexpr void link(int from) {
    align();
    set(from, static_cast<std::uint32_t>(size_ - from), 4);
  }
  /// A table whose fields have these widths. An offset that led to it leads to its list of
  /// fields, so both change places: the list stands behind it.
  template <int N>
  constexpr table<N> open(const int (&width)[N]) {
    table<N> t;
    const int at = put(0, 4);
    for (int i = 0; i < N; ++i) t.field[i] = width[i] == 0 ? 0 : put(0, 4);
    const int end = size_;
    set(at, static_cast<std::uint32_t>(at - end), 4);
    put(4 + 2 * N, 2), put(static_cast<std::uint32_t>(end - at), 2);
    for (int i = 0; i < N; ++i) {
      put(static_cast<std::uint32_t>(width[i] == 0 ? 0 : t.field[i] - at), 2);
    }
    return t;
  }
  /// A vector of zeros that the offset at `from` leads to; the place of its first element.
  constexpr int list(int from, int count, int width) {
    link(from);
    put(static_cast<std::uint32_t>(count), 4);
    const int first = size_;
    size_ += count * width;
    return first;
  }
  constexpr void write_data(int from, const tensor& t, int width) {
    const int first = list(from, t.data_count * width, 1);
    if (t.data_count > 16) {
      std::uint32_t code = 1;
      for (int i = 0; i < t.data_count * width; ++i) {
        code = 1664525 * code + 1013904223;
        set(first + i, i % width == 0 ? code >> 24 : 0, 1);
      }
      return;
    }
    for (int i = 0; i < t.data_count; ++i) {
      const auto real = static_cast<float>(t.data[i]);
      set(first + i * width,
          t.type == float32 ? __builtin_bit_cast(std::uint32_t, real)
                            : static_cast<std::uint32_t>(t.data[i]),
          width < 4 ? width : 4);
      if (width == 8) set(first + i * 8 + 4, t.data[i] < 0 ? 0xffffffffU : 0, 4);
    }
  }
  constexpr void write(const tensor& is, int index) {
    const table<5> t = open<5>({4, 1, 4, 4, is.scales > 0 ? 4 : 0});
    set(t.field[1], static_cast<std::uint32_t>(is.type), 1);
    set(t.field[2], static_cast<std::uint32_t>(index + 1), 4);
    const int shape = list(t.field[0], is.rank, 4);
    for (int i = 0; i < is.rank; ++i) {
      set(shape + 4 * i, static_cast<std::uint32_t>(is.shape[i]), 4);
    }
    set(list(t.field[3], 2, 1), static_cast<std::uint32_t>('t' + ('a' + index) * 256), 2);
    if (is.scales == 0) return;
    link(t.field[4]);
    const table<7> q = open<7>({0, 0, 4, 4, 0, 0, 4});
    set(q.field[6], static_cast<std::uint32_t>(is.dimension), 4);
    const int scale = list(q.field[2], is.scales, 4);
    const int zero = list(q.field[3], is.scales, 8);
    for (int i = 0; i < is.scales; ++i) {
      set(scale + 4 * i, __builtin_bit_cast(std::uint32_t, is.scale[i]), 4);
      set(zero + 8 * i, static_cast<std::uint32_t>(is.zero), 4);
      set(zero + 8 * i + 4, is.zero < 0 ? 0xffffffffU : 0, 4);
    }
  }
  constexpr void write(const operation& is, int index) {
    const table<5> t = open<5>({4, 4, 4, 1, is.options_type > 0 ? 4 : 0});
    set(t.field[0], static_cast<std::uint32_t>(index), 4);
    set(t.field[3], static_cast<std::uint32_t>(is.options_type), 1);
    const int inputs = list(t.field[1], is.input_count, 4);
    for (int i = 0; i < is.input_count; ++i) {
      set(inputs + 4 * i, static_cast<std::uint32_t>(is.inputs[i]), 4);
    }
    set(list(t.field[2], 1, 4), static_cast<std::uint32_t>(is.output), 4);
    if (is.options_type == 0) return;
    link(t.field[4]);
    int width[8]{};
    for (int i = 0; i < is.option_count; ++i) width[i] = is.options[i].width;
    const table<8> o = open<8>(width);
    for (int i = 0; i < is.option_count; ++i) {
      if (width[i] > 0) set(o.field[i], is.options[i].code, width[i]);
    }
  }
};

/// The bytes of a model with one input or two and one output.
template <int T, int O>
constexpr file written(const tensor (&tensors)[T], const operation (&operations)[O], int input,
                       int output, int second_input = -1) {
  return writer(tensors, operations, input, output, second_input).made();
}

}  // namespace test::tflite
