// Weights of random numbers, the same on every machine, for networks whose weights are not
// published.
#pragma once

#include <etch/etch.hpp>

namespace examples {

using etch::constant, etch::q_of, etch::shape, etch::tensor;

/// Which numbers: balanced ones come in pairs whose codes sum up to -1, so that what neighbouring
/// inputs have in common, which else grows from layer to layer, cancels.
enum class balance : bool { none, pairs };

/// Random codes as bytes: of 8 bits, of 11 in 16; in 32 the numbers that those of 8 bits with so
/// many fraction bits stand for, in single precision.
template <int Bits, int Count, std::uint32_t Seed, balance Balance = balance::none,
          int Fraction = 0>
struct seeded_codes {
  unsigned char byte[Count * Bits / 8]{};
  constexpr seeded_codes() {
    std::uint32_t state = Seed, word = 0;
    for (int i = 0; i < Count; ++i) {
      state = state * 1664525U + 1013904223U;
      word = Balance == balance::pairs && i % 2 != 0 ? ~word : state;
      if constexpr (Bits == 8) {
        byte[i] = static_cast<unsigned char>(word >> 24);
      } else if constexpr (Bits == 16) {
        const std::int32_t code = static_cast<std::int32_t>(word) >> 21;
        byte[2 * i] = static_cast<unsigned char>(code & 0xff);
        byte[2 * i + 1] = static_cast<unsigned char>(code >> 8 & 0xff);
      } else {
        const auto code = static_cast<float>(static_cast<std::int32_t>(word) >> 24);
        const auto number =
            __builtin_bit_cast(std::uint32_t, code / static_cast<float>(1 << Fraction));
        for (int b = 0; b < 4; ++b) byte[4 * i + b] = static_cast<unsigned char>(number >> 8 * b);
      }
    }
  }
};
template <int Bits, int Count, std::uint32_t Seed, balance Balance = balance::none,
          int Fraction = 0>
alignas(16) inline constexpr seeded_codes<Bits, Count, Seed, Balance, Fraction> seeded{};

namespace detail {
/// Numbers from -2^-Scale to 2^-Scale.
template <int Bits, int Scale, std::uint32_t Seed, class Shape, balance Balance = balance::none>
constexpr auto seeded_constant() {
  constexpr int count = Shape::descriptor.size();
  if constexpr (Bits == 32) {
    return constant<tensor<etch::f32, Shape, etch::ohwi>>{
        seeded<32, count, Seed, Balance, 7 + Scale>.byte};
  } else {
    using number = q_of<Bits, (Bits == 8 ? 7 : 10) + Scale>;
    return constant<tensor<number, Shape, etch::ohwi>>{seeded<Bits, count, Seed, Balance>.byte};
  }
}
/// The seed of a layer of so many weights; layers of one size are told apart by a number.
constexpr std::uint32_t seed_of(int layer, int count) {
  return static_cast<std::uint32_t>(count) + 1000003U * static_cast<std::uint32_t>(layer);
}
}  // namespace detail

/// Weights of these extents, O first, and O biases, from -2^-Scale to 2^-Scale.
template <int Bits, int Scale, int O, int... Inputs>
inline constexpr etch::parameters weights = [] {
  constexpr std::uint32_t seed = detail::seed_of(0, (O * ... * Inputs));
  return etch::parameters{detail::seeded_constant<Bits, Scale, seed, shape<O, Inputs...>>(),
                          detail::seeded_constant<Bits, Scale, seed + 1, shape<O>>()};
}();
/// The same with balanced weights, for one layer of several of this size.
template <int Layer, int Bits, int Scale, int O, int... Inputs>
inline constexpr etch::parameters balanced_weights = [] {
  constexpr std::uint32_t seed = detail::seed_of(Layer, (O * ... * Inputs));
  using extents = shape<O, Inputs...>;
  return etch::parameters{detail::seeded_constant<Bits, Scale, seed, extents, balance::pairs>(),
                          detail::seeded_constant<Bits, Scale, seed + 1, shape<O>>()};
}();
/// Those of a depthwise convolution of Size x Size over C channels.
template <int Layer, int Bits, int Scale, int Size, int C>
inline constexpr etch::parameters depthwise_weights = [] {
  constexpr std::uint32_t seed = detail::seed_of(Layer, Size * Size * C);
  return etch::parameters{detail::seeded_constant<Bits, Scale, seed, shape<1, Size, Size, C>>(),
                          detail::seeded_constant<Bits, Scale, seed + 1, shape<C>>()};
}();

/// How many numbers a layer has.
template <class Parameters>
constexpr int count(const Parameters&) {
  using p = Parameters;
  return decltype(p::weights)::count + decltype(p::bias)::count;
}

}  // namespace examples
