// The columns of the operator matrix: what values, weights, biases and outputs are, and the numbers
// that they hold.
#pragma once

#include <cstdlib>
#include <etch/etch.hpp>
#include <vector>

#include "one_node.hpp"

namespace matrix {

using numbers = std::vector<double>;

/// N codes of format F: integers from -Most to Most, other numbers of [-1, 1).
template <class F, int N, int Most, std::uint32_t Seed>
struct random_constant_of
    : test::random_constant<typename F::kind::template storage<F::bits>, N, -Most, Most, Seed> {};
template <class F, int N, int Most, std::uint32_t Seed>
requires(!F::kind::is_integer && !etch::is_f32(F::descriptor))
struct random_constant_of<F, N, Most, Seed> {
  using code = typename F::kind::template storage<F::bits>;
  struct array {
    unsigned char byte[N * sizeof(code)]{};
  };
  static constexpr array make() {
    array a;
    test::random_numbers r{Seed};
    for (unsigned i = 0; i < N; ++i) {
      const code c = F::kind::encode(F::descriptor, static_cast<double>(r.unit()));
      const auto word = static_cast<std::uint64_t>(c.bits);
      for (unsigned b = 0; b < sizeof(code); ++b) {
        a.byte[i * sizeof(code) + b] = static_cast<unsigned char>(word >> 8 * b);
      }
    }
    return a;
  }
  static constexpr array bytes = make();
};

/// A column: values X, weights W and biases B of layers, outputs Y; weights from -Bound to Bound.
template <class X, class W, class B, class Y, int Bound = 127>
struct column {
  using x = X;
  using w = W;
  using b = B;
  using y = Y;
  static constexpr int bound = Bound;
  /// A constant of format F and shape S, and the numbers that it stands for. Biases have the unit
  /// of the sum.
  template <class F, class S, int Most, std::uint32_t Seed>
  struct constant_of {
    using code = typename F::kind::template storage<F::bits>;
    using random = random_constant_of<F, S::descriptor.size(), Most, Seed>;
    static constexpr etch::constant<etch::tensor<F, S, etch::ohwi>> value{&random::bytes.byte[0]};
    static double unit() {
      if (etch::is_accumulator(F::descriptor)) return X::descriptor.unit() * W::descriptor.unit();
      return F::descriptor.unit();
    }
    static double at(int i) {
      const auto code_i = etch::load<code>(&random::bytes.byte[0], i);
      if constexpr (!F::kind::is_integer) return F::kind::decode(F::descriptor, code_i);
      else return unit() * (static_cast<double>(code_i) - F::descriptor.zero);
    }
  };
  template <class S, std::uint32_t Seed>
  using weights = constant_of<W, S, Bound, Seed>;
  template <int Channels, std::uint32_t Seed>
  using bias = constant_of<B, etch::shape<Channels>, B::bits == 64 ? 1 : 127, Seed>;
};

struct q8 : column<etch::q<0, 7>, etch::q<0, 7>, etch::q<2, 5>, etch::q<3, 4>> {
  static constexpr const char* name = "q8";
};
struct q16 : column<etch::q<0, 15>, etch::q<0, 15>, etch::q<4, 11>, etch::q<3, 12>, 200> {
  static constexpr const char* name = "q16";
};
struct uq8 : column<etch::uq<0, 8>, etch::q<0, 7>, etch::q<2, 5>, etch::uq<3, 5>> {
  static constexpr const char* name = "uq8";
};
struct s8 : column<etch::affine<std::int8_t, 0.01, 5>, etch::affine<std::int8_t, 0.01>,
                   etch::bias32, etch::affine<std::int8_t, 0.05, -3>> {
  static constexpr const char* name = "int8";
};
struct u8 : column<etch::affine<std::uint8_t, 0.01, 133>, etch::affine<std::uint8_t, 0.01, 120>,
                   etch::bias32, etch::affine<std::uint8_t, 0.05, 125>, 100> {
  static constexpr const char* name = "uint8";
};
struct s16 : column<etch::affine<std::int16_t, 0x1p-13>, etch::affine<std::int8_t, 0.01>,
                    etch::bias64, etch::affine<std::int16_t, 0.03>> {
  static constexpr const char* name = "int16";
};
/// One format for everything.
template <class F>
using alone = column<F, F, F, F>;
struct bf16 : alone<etch::bf16> {
  static constexpr const char* name = "bf16";
};
struct f16 : alone<etch::f16> {
  static constexpr const char* name = "f16";
};
struct f8 : alone<etch::e4m3> {
  static constexpr const char* name = "fp8";
};
struct p8 : alone<etch::posit<8, 0>> {
  static constexpr const char* name = "posit8";
};
struct p16 : alone<etch::posit<16, 1>> {
  static constexpr const char* name = "posit16";
};
struct f32 : column<etch::f32, etch::f32, etch::f32, etch::f32> {
  static constexpr const char* name = "f32";
};

/// Random codes of format F, in logical order.
template <class F>
auto random_codes(int count, std::uint32_t seed) {
  using kind = typename F::kind;
  using code = typename kind::template storage<F::bits>;
  test::random_numbers r{seed};
  std::vector<code> x;
  for (int i = 0; i < count; ++i) {
    if constexpr (kind::is_integer) {
      x.push_back(
          static_cast<code>(r.between(kind::lowest(F::descriptor), kind::highest(F::descriptor))));
    } else {
      x.push_back(static_cast<code>(kind::encode(F::descriptor, static_cast<double>(r.unit()))));
    }
  }
  return x;
}

/// How many codes lie between two of a format that is no integer.
template <int Bits, int Es>
int codes_between(etch::posit_code<Bits, Es> a, etch::posit_code<Bits, Es> b) {
  return std::abs(a.bits - b.bits);
}
template <class D>
int codes_between(etch::minifloat_code<D> a, etch::minifloat_code<D> b) {
  return std::abs(a.place() - b.place());
}

/// The numbers that codes of a value stand for.
template <class Kind, class Code>
numbers decoded(const etch::format& f, const std::vector<Code>& codes) {
  numbers y;
  for (const Code code : codes) y.push_back(Kind::decode(f, code));
  return y;
}

/// The shape of every value, and an element of it.
using cube = etch::shape<4, 4, 4>;
constexpr std::size_t at(int h, int w, int c) {
  return static_cast<std::size_t>((h * 4 + w) * 4 + c);
}

/// term(u, v, h, w) for the cells inside the cube of the 3 x 3 window around (i, j).
template <class Term>
void window(int i, int j, const Term& term) {
  for (int u = 0; u < 3; ++u)
    for (int v = 0; v < 3; ++v) {
      const int h = i + u - 1, w = j + v - 1;
      if (h >= 0 && h < 4 && w >= 0 && w < 4) term(u, v, h, w);
    }
}

}  // namespace matrix
