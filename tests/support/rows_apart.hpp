// One node row by row, in memory where the rows of its values lie apart and all else is rubbish.
#pragma once

#include <etch/kernel/rows.hpp>

#include <algorithm>
#include <cstring>

#include "compare.hpp"

namespace test {

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

/// The output of kernel K for the node of G, one row at a time, with `scratch` bytes that hold
/// rubbish before each. Nothing else may change.
template <class K, const auto& G, class... X>
auto rows_apart_of(unsigned char* scratch, const std::vector<X>&... x) {
  using c = etch::call<G, 0>;
  using places = values_apart<c, static_cast<int>(sizeof...(X))>;
  using out = typename c::template out<>;
  using result = typename places::template output<0>;
  constexpr unsigned char rubbish = 0x5a;
  alignas(16) static unsigned char arena[static_cast<std::size_t>(result::end)];
  std::fill(std::begin(arena), std::end(arena), rubbish);
  const auto row_of = []<class P>(const P*, int r) { return arena + P::offset[r]; };

  const auto each_input = [&](auto f) {
    [&]<int... I>(etch::detail::indices<I...>) {
      (f(static_cast<typename places::template input<I>*>(nullptr), x.data()), ...);
    }(etch::detail::first<static_cast<int>(sizeof...(X))>{});
  };
  each_input([&]<class P>(const P* p, const auto* codes) {
    for (int r = 0; r < P::rows; ++r) {
      std::memcpy(row_of(p, r), codes + r * P::codes_of_row, static_cast<std::size_t>(P::bytes));
    }
  });
  std::vector<typename out::storage> y(static_cast<std::size_t>(out::span));
  for (int r = 0; r < result::rows; ++r) {
    std::memset(scratch, rubbish, static_cast<std::size_t>(K::template scratch<c>));
    K::template run<c>(etch::row_arguments<c, places>{arena, scratch}, etch::row_block{r, 1});
  }
  constexpr const result* to = nullptr;
  for (int r = 0; r < result::rows; ++r) {
    std::memcpy(y.data() + r * result::codes_of_row, row_of(to, r),
                static_cast<std::size_t>(result::bytes));
    std::memset(row_of(to, r), rubbish, static_cast<std::size_t>(result::bytes));
  }
  each_input([&]<class P>(const P* p, const auto* codes) {
    for (int r = 0; r < P::rows; ++r) {
      const auto bytes = static_cast<std::size_t>(P::bytes);
      CHECK(std::memcmp(row_of(p, r), codes + r * P::codes_of_row, bytes) == 0);
      std::memset(row_of(p, r), rubbish, bytes);
    }
  });
  CHECK(std::count(std::begin(arena), std::end(arena), rubbish) == result::end);
  return y;
}

}  // namespace test
