// The least that a kernel can run on: a graph of one node, without a network.
#pragma once

#include <etch/network/proof/ranges.hpp>

namespace test {

/// A value: what it is, its bytes when it is constant, how it is rounded when it is the output.
struct value {
  etch::operand is{};
  const unsigned char* bytes = nullptr;
  etch::rounding round = etch::rounding::half_up;
};
/// A value that a run is given.
template <class F, class S, class L = etch::hwc>
inline constexpr value given{etch::describe<etch::tensor<F, S, L>>()};
/// A constant over little-endian bytes.
template <class F, class S, class L = etch::ohwi>
constexpr value stored(const unsigned char* bytes) {
  return {etch::describe<etch::tensor<F, S, L>>(true), bytes};
}

/// How the output of a node is to be.
struct wanted {
  etch::format number{};  ///< no kind: as the operator says
  etch::rounding round = etch::rounding::half_up;
  const etch::layout_tag* layout = nullptr;  ///< null: as the operator says
  etch::activation act = etch::activation::none;
  int clamp_low = 0, clamp_high = 0;
};

/// A graph of one node, whose inputs are values 0 .. count - 1 and whose output is value 8.
struct one_node : etch::graph_value<9, 1, 8, 1> {
  template <class Op, int Count>
  constexpr one_node(const Op& op, const value (&inputs)[Count], const wanted& y = {}) {
    etch::operand x[Count]{};
    for (int i = 0; i < Count; ++i) {
      values[i].is = x[i] = inputs[i].is;
      values[i].bytes = inputs[i].bytes;
      nodes[0].inputs[i] = i;
    }
    const etch::inference made = op.infer({x, Count});
    etch::stop_if(made.refused);
    values[8].is = made.output;
    values[8].round = y.round;
    values[8].producer = 0;
    if (y.number.kind != nullptr) values[8].is.number = y.number;
    if (!etch::is_null(y.layout)) values[8].is.layout = y.layout;
    if constexpr (requires { op.check_output({x, Count}, values[8].is); }) {
      etch::stop_if(op.check_output({x, Count}, values[8].is));
    }
    nodes[0].op = &etch::op_id<Op>;
    nodes[0].what = etch::pack(op);
    nodes[0].input_count = Count;
    nodes[0].outputs[0] = 8;
    nodes[0].output_count = 1;
    nodes[0].act = y.act;
    nodes[0].clamp_low = y.clamp_low;
    nodes[0].clamp_high = y.clamp_high;
  }
};

/// Runs rows of the node of G by kernel K on the inputs that are no constants.
template <class K, const auto& G, class Y, class... X>
constexpr void run_rows(etch::row_block rows, Y* y, const X*... x) {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(K::template scratch<c> == 0);
  etch::arguments<c> a;
  etch::set_output<0>(a, y);
  [&]<int... I>(etch::detail::indices<I...>) {
    (etch::set_input<I>(a, x), ...);
  }(etch::detail::first<static_cast<int>(sizeof...(X))>{});
  K::template run<c>(a, rows);
}

/// The codes of an output.
template <class T, int N>
struct codes {
  T code[N]{};
  constexpr bool operator==(const codes&) const = default;
};

/// Runs the whole node of G, or one row after the other.
template <class K, const auto& G, class... X>
constexpr auto run_whole(const X*... x) {
  using out = typename etch::call<G, 0>::template out<>;
  codes<typename out::storage, out::span> y;
  run_rows<K, G>({0, out::is.shape.rows()}, y.code, x...);
  return y;
}
template <class K, const auto& G, class... X>
constexpr auto run_row_by_row(const X*... x) {
  using out = typename etch::call<G, 0>::template out<>;
  codes<typename out::storage, out::span> y;
  for (int r = 0; r < out::is.shape.rows(); ++r) run_rows<K, G>({r, 1}, y.code, x...);
  return y;
}

/// Whether K runs the node of G inside the compiler, which refuses to read or write outside of a
/// value.
template <class K, const auto& G>
consteval bool stays_inside() {
  using c = etch::call<G, 0>;
  constexpr int given = [] {
    int count = 0;
    while (count < c::input_count && etch::is_null(G.values[count].bytes)) ++count;
    return count;
  }();
  return []<int... I>(etch::detail::indices<I...>) {
    return run_whole<K, G>(
               codes<typename c::template in<I>::storage, c::template in<I>::span>{}.code...) ==
           run_row_by_row<K, G>(
               codes<typename c::template in<I>::storage, c::template in<I>::span>{}.code...);
  }(etch::detail::first<given>{});
}

/// Numbers without order, the same on every machine and at compile time.
struct random_numbers {
  std::uint32_t state;
  constexpr std::uint32_t next() {
    state = state * 1664525U + 1013904223U;
    return state >> 8;
  }
  constexpr etch::wide_int between(etch::wide_int low, etch::wide_int high) {
    return low + static_cast<etch::wide_int>(next() % static_cast<std::uint32_t>(high - low + 1));
  }
  /// A number in [-1, 1).
  constexpr float unit() { return static_cast<float>(between(-32768, 32767)) / 32768.0F; }
  template <class T>
  constexpr T code(int low, int high) {
    if constexpr (static_cast<T>(0.5F) != 0) return unit();
    else return static_cast<T>(between(low, high));
  }
};

/// N codes of type T as little-endian bytes: integers of [Low, High], those of 64 bits 2^28 times
/// as large, or floats of [-1, 1).
template <class T, int N, int Low, int High, std::uint32_t Seed>
struct random_constant {
  struct array {
    unsigned char byte[N * sizeof(T)]{};
  };
  static constexpr array make() {
    array a;
    random_numbers r{Seed};
    for (int i = 0; i < N; ++i) {
      std::uint64_t word = 0;
      if constexpr (static_cast<T>(0.5F) != 0) word = __builtin_bit_cast(std::uint32_t, r.unit());
      else word = static_cast<std::uint64_t>(std::int64_t{r.between(Low, High)});
      if (sizeof(T) == 8) word <<= 28;
      for (unsigned b = 0; b < sizeof(T); ++b) {
        a.byte[static_cast<unsigned>(i) * sizeof(T) + b] =
            static_cast<unsigned char>(word >> 8 * b);
      }
    }
    return a;
  }
  static constexpr array bytes = make();
};

}  // namespace test
