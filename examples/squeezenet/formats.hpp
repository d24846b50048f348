// SqueezeNet in every number format. Its random weights, codes of 8 bits times a power of two, are
// exact in all of them but posits.
#pragma once

#include "../parameters_in.hpp"
#include "../ten_formats.hpp"
#include "random_weights.hpp"

namespace squeezenet {

/// What the 256 codes of 8 bits stand for.
template <int Fraction>
struct real_codes {
  static constexpr int count = 256;
  unsigned char byte[4 * count]{};
  constexpr real_codes() {
    for (int c = 0; c < count; ++c) {
      const float real = static_cast<float>(static_cast<signed char>(c)) / (1 << Fraction);
      const auto word = __builtin_bit_cast(std::uint32_t, real);
      for (int b = 0; b < 4; ++b) byte[4 * c + b] = static_cast<unsigned char>(word >> 8 * b);
    }
  }
};
template <int Fraction>
inline constexpr real_codes<Fraction> reals_of_codes;
template <int Fraction>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<256>>> every_code{
    &reals_of_codes<Fraction>.byte[0]};

/// The first Count of Codes in format F.
template <const auto& Codes, class F, int Fraction, int Count>
struct converted {
  static constexpr int size = F::bits / 8;
  unsigned char byte[size * Count]{};
  constexpr converted() {
    constexpr auto& of_code = examples::codes_in<every_code<Fraction>, F>.bytes;
    unsigned char* to = byte;
    for (int i = 0; i < Count; ++i) {
      for (int b = 0; b < size; ++b) *to++ = of_code[Codes.byte[i] * size + b];
    }
  }
};
template <const auto& Codes, class F, int Fraction, int Count>
alignas(16) inline constexpr converted<Codes, F, Fraction, Count> in_format;

/// How many weights a layer with so many fraction bits has at most: but for the last, layers have
/// at most 256 filters.
constexpr int most_weights(int fraction_bits) {
  int terms = 1;
  while (terms < 576 && fraction(terms + 1) <= fraction_bits) ++terms;
  return etch::maximum(256 * terms, fraction(512) == fraction_bits ? classes * 512 : 0);
}

/// O biases in single precision.
template <int O>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<O>>> bias{
    &in_format<codes, etch::f32, bias_fraction(O), 256>.byte[0]};
template <>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<classes>>> bias<classes>{
    &in_format<of_outputs, etch::f32, bias_fraction(classes), classes>.byte[0]};

/// All numbers in X, which has a point of its own.
template <class X>
struct in_reals {
  template <int>
  using value = X;
  template <int O, int Size, int I, class>
  static constexpr etch::parameters layer{
      etch::constant<etch::tensor<X, etch::shape<O, Size, Size, I>, etch::ohwi>>{
          &in_format<codes, X, fraction(Size* Size* I), most_weights(fraction(Size* Size* I))>.byte
               [0]},
      examples::constant_in<bias<O>, X>};
};
/// The codes of weights as they are, biases in units of the sums.
template <class W, int O, int Size, int I, class X>
inline constexpr etch::parameters in_codes{weights_of_codes<W, O, Size, I>,
                                           examples::bias_in<bias<O>, X, W>};
/// What values of both versions hold where they saturate: of eight pictures in single precision
/// that loses least in 8 bits.
inline constexpr double most_1_0[values]{1, 2,   2, 2, 2,   3.3, 2,   2.8, 3,  4,
                                         4, 6.1, 4, 4, 3.4, 4,   3.5, 4,   3.9};
inline constexpr double most_1_1[values]{1, 2,  2.9, 4,   3, 4,   3,   4, 4,  5.5,
                                         8, 10, 7,   7.8, 4, 6.2, 5.7, 8, 6.6};

/// The numbers of a version whose values hold at most Most.
template <const double (&Most)[values]>
struct within {
  /// Powers of two in Bits bits.
  template <int Bits>
  struct in_powers {
    template <int K>
    using value = etch::q_of<Bits, etch::fraction_bits(Most[K], Bits, etch::group::parameters)>;
    template <int O, int Size, int I, class X>
    static constexpr auto layer = in_codes<etch::q_of<8, fraction(Size* Size* I)>, O, Size, I, X>;
  };
  /// Affine codes of Bits bits, of 8 bits from 0 on behind a ReLU.
  template <int Bits>
  struct in_affine {
    static constexpr int codes = 1 << (Bits - 1);
    template <int K>
    static constexpr bool is_above_0 = Bits == 8 && K > 0;
    template <int K>
    using value =
        etch::affine<etch::signed_code<Bits>, Most[K] / (is_above_0<K> ? 2 * codes - 1 : codes),
                     is_above_0<K> ? -codes : 0>;
    template <int O, int Size, int I, class X>
    static constexpr auto layer =
        in_codes<etch::affine<std::int8_t, 1.0 / (1 << fraction(Size * Size * I))>, O, Size, I, X>;
  };
  using formats = examples::ten_formats<in_reals, in_powers, in_affine>;
  template <int Format>
  using in = etch::element_t<formats, Format>;
};

/// For any machine, which spares the compiler what each of them packs.
template <int Format>
struct older : etch::network<version_1_0<within<most_1_0>::in<Format>>, etch::generic> {};
template <int Format>
struct newer : etch::network<version_1_1<within<most_1_1>::in<Format>>, etch::generic> {};

}  // namespace squeezenet
