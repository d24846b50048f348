// Running one node on random codes and comparing it with a reference.
#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <type_traits>

#include "one_node.hpp"
#include "reference.hpp"

namespace test {

/// The shape of an operand as (N,H,W,C).
inline reference::dims dims_of(const etch::operand& x) {
  return {x.shape.n(), x.shape.h(), x.shape.w(), x.shape.c()};
}

/// Value V of the node of G.
template <const auto& G, int V>
using value_type = etch::typed_value<G, V>;

/// `size` random codes of a format in logical order, the extremes among them; of posits no NaR.
template <class Kind, class Code, int Bits>
std::vector<Code> random_codes_of(int size, std::uint32_t seed) {
  random_numbers r{seed};
  std::vector<Code> x(static_cast<std::size_t>(size));
  constexpr int low = Bits == 8 ? -128 : -32768;
  for (Code& code : x) {
    if constexpr (requires { code.is_nar(); }) {
      code = Code{static_cast<decltype(code.bits)>(r.between(low + 1, -low - 1))};
      continue;
    } else if constexpr (requires { code.is_nan(); }) {  // of [-1, 1), and some of any kind
      code = Kind::from_float(r.unit());
      if (r.between(0, 63) == 0)
        code.bits = static_cast<decltype(code.bits)>(r.between(low, -low - 1));
      continue;
    } else {
      code = r.code<Code>(low, -low - 1);
    }
    if constexpr (Kind::is_integer) {
      if (r.between(0, 15) == 0) code = static_cast<Code>(low);
      if (r.between(0, 15) == 0) code = static_cast<Code>(-low - 1);
    }
  }
  return x;
}
/// The same for value V of G.
template <const auto& G, int V>
auto random_codes(std::uint32_t seed) {
  using type = value_type<G, V>;
  return random_codes_of<typename type::kind, typename type::storage, type::is.number.bits>(
      type::is.shape.size(), seed);
}

/// The codes that lie in `bytes`.
template <class Code>
std::vector<Code> as_codes(const std::vector<unsigned char>& bytes) {
  std::vector<Code> codes(bytes.size() / sizeof(Code));
  std::memcpy(codes.data(), bytes.data(), bytes.size());
  return codes;
}

/// The output of kernel K for the node of G in logical order, from inputs in logical order. The
/// whole output at once and row after row must be the same.
template <class K, const auto& G, class... X>
auto run(const std::vector<X>&... x) {
  using out = value_type<G, 8>;
  return [&]<int... I>(etch::detail::indices<I...>) {
    const auto stored = [&](const auto& codes, auto* as) {
      using type = std::remove_pointer_t<decltype(as)>;
      return reference::to_layout<typename type::layout>(dims_of(type::is), codes);
    };
    const auto whole =
        run_whole<K, G>(stored(x, static_cast<value_type<G, I>*>(nullptr)).data()...);
    const auto rows =
        run_row_by_row<K, G>(stored(x, static_cast<value_type<G, I>*>(nullptr)).data()...);
    CHECK(whole == rows);
    return reference::from_layout<typename out::layout>(dims_of(out::is), whole.code);
  }(etch::detail::first<static_cast<int>(sizeof...(X))>{});
}

/// Integers must be equal, f32 must differ by at most `bound` times the largest number.
template <class T>
void check_equal(const std::vector<T>& have, const std::vector<double>& want, double bound = 1e-6) {
  REQUIRE(have.size() == want.size());
  double largest = 0, worst = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < have.size(); ++i) {
    const double error = std::fabs(static_cast<double>(have[i]) - want[i]);
    largest = std::fmax(largest, std::fabs(want[i]));
    if (!(error <= worst)) worst = error, at = i;
  }
  INFO("worst at " << at << ": " << static_cast<double>(have[at]) << " for " << want[at]);
  CHECK(worst <= (static_cast<T>(0.5F) != 0 ? bound * largest : 0));
}

}  // namespace test
