// One node row by row, in memory where the rows of its values lie apart and all else is rubbish.
#pragma once

#include <etch/kernel/rows.hpp>

#include <algorithm>
#include <cstring>

#include "compare.hpp"

namespace test {

/// What memory holds that nobody may read.
inline constexpr unsigned char rubbish_byte = 0x5a;

/// Where the rows of value V, a typed_value of a format of whole bytes, lie behind byte Base: later
/// ones further down, at uneven distances.
template <class V, int Base>
struct place_apart {
  static constexpr bool is_apart = true;
  using offset_type = std::uint32_t;
  static constexpr int rows = V::is.shape.rows(), codes_of_row = V::row;
  static constexpr int bytes = codes_of_row * static_cast<int>(sizeof(typename V::storage));
  static constexpr int pitch = etch::round_up(bytes, 16) + 48, end = Base + rows * pitch;
  struct table {
    offset_type of[rows];
  };
  static constexpr table offsets = [] {
    table t{};
    for (int r = 0; r < rows; ++r) {
      t.of[r] = static_cast<offset_type>(end - (r + 1) * pitch + 16 * (r % 3));
    }
    return t;
  }();
  static constexpr const offset_type* offset = offsets.of;
  static unsigned char* base(unsigned char* arena) { return arena; }
};
/// Bytes of the inputs before input I of call C.
template <class C, int I>
inline constexpr int bytes_before =
    bytes_before<C, I - 1> + place_apart<typename C::template in<I - 1>, 0>::end;
template <class C>
inline constexpr int bytes_before<C, 0> = 0;
/// So all values of call C, whose first Inputs inputs are no constants.
template <class C, int Inputs>
struct values_apart {
  using bases = unsigned char*;
  template <int I>
  using input = place_apart<typename C::template in<I>, bytes_before<C, I>>;
  template <int O>
  using output = place_apart<typename C::template out<O>, bytes_before<C, Inputs>>;
};

/// A place_apart without its type.
struct rows_of_value {
  const std::uint32_t* offset;
  int rows, bytes;
  std::size_t row_bytes() const { return static_cast<std::size_t>(bytes); }
};
template <class P>
inline constexpr rows_of_value rows_at{P::offset, P::rows, P::bytes};

/// A kernel and its node, whose values lie apart, without their types: the code around them is then
/// compiled once, not once a layer.
struct node_apart {
  void (*run)(unsigned char* arena, unsigned char* scratch, etch::row_block);
  const rows_of_value* inputs;
  int input_count;
  rows_of_value output;
  int end, scratch;
};
template <class K, const auto& G, int Inputs>
struct on_node_apart {
  using c = etch::call<G, 0>;
  using places = values_apart<c, Inputs>;
  using result = typename places::template output<0>;
  static void run(unsigned char* arena, unsigned char* scratch, etch::row_block rows) {
    K::template run<c>(etch::row_arguments<c, places>{arena, scratch}, rows);
  }
  struct table {
    rows_of_value of[Inputs];
  };
  static constexpr table inputs = []<int... I>(etch::detail::indices<I...>) {
    return table{{rows_at<typename places::template input<I>>...}};
  }(etch::detail::first<Inputs>{});
  static constexpr node_apart node{
      &run, inputs.of, Inputs, rows_at<result>, result::end, K::template scratch<c>};
};

/// The bytes of the output of `node` from those of its inputs, one row at a time, with scratch
/// memory that holds rubbish before each. Nothing else may change.
inline std::vector<unsigned char> bytes_apart(const node_apart& node, const void* const* x,
                                              unsigned char* scratch) {
  constexpr std::size_t alignment = 16;
  std::vector<unsigned char> memory(static_cast<std::size_t>(node.end) + alignment, rubbish_byte);
  const auto past = reinterpret_cast<std::uintptr_t>(memory.data()) % alignment;
  unsigned char* const arena = memory.data() + (alignment - past) % alignment;
  const auto code_of = [&](int i, int r) {
    return static_cast<const unsigned char*>(x[i]) + r * node.inputs[i].bytes;
  };
  for (int i = 0; i < node.input_count; ++i) {
    const rows_of_value& v = node.inputs[i];
    for (int r = 0; r < v.rows; ++r) std::memcpy(arena + v.offset[r], code_of(i, r), v.row_bytes());
  }
  const rows_of_value& to = node.output;
  for (int r = 0; r < to.rows; ++r) {
    std::memset(scratch, rubbish_byte, static_cast<std::size_t>(node.scratch));
    node.run(arena, scratch, etch::row_block{r, 1});
  }
  std::vector<unsigned char> y(static_cast<std::size_t>(to.rows) * to.row_bytes());
  for (int r = 0; r < to.rows; ++r) {
    std::memcpy(y.data() + r * to.bytes, arena + to.offset[r], to.row_bytes());
    std::memset(arena + to.offset[r], rubbish_byte, to.row_bytes());
  }
  bool inputs_hold = true;
  for (int i = 0; i < node.input_count; ++i) {
    const rows_of_value& v = node.inputs[i];
    for (int r = 0; r < v.rows; ++r) {
      inputs_hold &= std::memcmp(arena + v.offset[r], code_of(i, r), v.row_bytes()) == 0;
      std::memset(arena + v.offset[r], rubbish_byte, v.row_bytes());
    }
  }
  CHECK(inputs_hold);
  CHECK(std::count(memory.begin(), memory.end(), rubbish_byte) ==
        static_cast<std::ptrdiff_t>(memory.size()));
  return y;
}

/// The output of kernel K for the node of G, so.
template <class K, const auto& G, class... X>
auto rows_apart_of(unsigned char* scratch, const std::vector<X>&... x) {
  constexpr int count = static_cast<int>(sizeof...(X));
  const void* const inputs[count]{x.data()...};
  return as_codes<typename on_node_apart<K, G, count>::c::template out<>::storage>(
      bytes_apart(on_node_apart<K, G, count>::node, inputs, scratch));
}

}  // namespace test
