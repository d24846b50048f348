// CIFAR-10 by the network of CMSIS-NN's paper (arXiv:1801.06601): 32, 32 and 64 filters of 5x5,
// 89,578 parameters, in 8 and in 16 bits. The weights of the paper are not published: these are
// seeded random numbers, scaled so that layers neither saturate nor fade.
#pragma once

#include <etch/etch.hpp>

namespace cifar10_paper {

using etch::constant, etch::q_of, etch::shape, etch::tensor;

/// Random codes as bytes: of 8 bits, or of 11 in 16.
template <int Bits, int Count, std::uint32_t Seed>
struct seeded_codes {
  unsigned char byte[Count * Bits / 8]{};
  constexpr seeded_codes() {
    std::uint32_t state = Seed;
    for (int i = 0; i < Count; ++i) {
      state = state * 1664525U + 1013904223U;
      if constexpr (Bits == 8) {
        byte[i] = static_cast<unsigned char>(state >> 24);
      } else {
        const std::int32_t code = static_cast<std::int32_t>(state) >> 21;
        byte[2 * i] = static_cast<unsigned char>(code & 0xff);
        byte[2 * i + 1] = static_cast<unsigned char>(code >> 8 & 0xff);
      }
    }
  }
};
template <int Bits, int Count, std::uint32_t Seed>
alignas(16) inline constexpr seeded_codes<Bits, Count, Seed> seeded{};

/// Weights of these extents, O first, and O biases, from -2^-Scale to 2^-Scale.
template <int Bits, int Scale, int O, int... Inputs>
inline constexpr etch::parameters weights = [] {
  using number = q_of<Bits, (Bits == 8 ? 7 : 10) + Scale>;
  constexpr int count = (O * ... * Inputs);
  return etch::parameters{
      constant<tensor<number, shape<O, Inputs...>, etch::ohwi>>{seeded<Bits, count, count>.byte},
      constant<tensor<number, shape<O>>>{seeded<Bits, O, count + 1>.byte}};
}();

/// How many numbers a layer has.
template <class Parameters>
constexpr int count(const Parameters&) {
  using p = Parameters;
  return decltype(p::weights)::count + decltype(p::bias)::count;
}
static_assert(count(weights<8, 1, 32, 5, 5, 3>) + count(weights<8, 4, 32, 5, 5, 32>) +
                  count(weights<8, 4, 64, 5, 5, 32>) + count(weights<8, 4, 10, 1024>) ==
              89'578);

template <int Bits>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<q_of<Bits, Bits - 1>, shape<32, 32, 3>>> image) {
      using namespace etch::dsl;
      return image | conv2d(weights<Bits, 1, 32, 5, 5, 3>) | to<q_of<Bits, Bits - 3>> |
             tap("conv1") | relu | tap("relu1") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool1") | conv2d(weights<Bits, 4, 32, 5, 5, 32>) | to<q_of<Bits, Bits - 4>> |
             tap("conv2") | relu | tap("relu2") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool2") | conv2d(weights<Bits, 4, 64, 5, 5, 32>) | to<q_of<Bits, Bits - 4>> |
             tap("conv3") | relu | tap("relu3") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool3") | dense(weights<Bits, 4, 10, 1024>) | to<q_of<Bits, Bits - 4>> |
             tap("ip1");
    });

struct q7 : etch::network<graph<8>> {};
/// Sums of 16-bit products may leave 32 bits, as in CMSIS-NN. On weights of 11 bits they do not:
/// main.cpp compares with double.
struct q15
    : etch::network<graph<16>, etch::this_target, etch::options{.sums = etch::overflow::wraps}> {};

static_assert(q7::macs == 12'298'240 && q15::macs == q7::macs);

/// How each network may write its outputs over its inputs (figure 11 of the paper).
inline constexpr etch::options in_place{.ram = etch::ram::within(37'888)};

}  // namespace cifar10_paper
