// Layers on bfloat16 whose products are summed two by two as Bf16 has it: what the kernels of this
// machine give is what the portable arithmetic gives, bit for bit.
#pragma once

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <string>

namespace {

using etch::shape;
using etch::tensor;

/// Numbers of all sizes, zeros among them; with `Wild` also those whose products leave the range or
/// are flushed.
template <bool Wild>
constexpr std::uint16_t random_code(std::uint64_t i) {
  const std::uint64_t r = etch::counted_random(i);
  if (r % 11 == 0) return r & 16 ? 0 : 0x8000;
  const auto exponent = static_cast<unsigned>(Wild ? r >> 32 & 0xff : 110 + (r >> 32) % 24);
  const unsigned finite = exponent == 255 ? 254 : exponent;
  return static_cast<std::uint16_t>((r & 0x8000) | finite << 7 | (r & 0x7f));
}
template <int N, bool Wild, int Seed>
struct random_bytes {
  alignas(16) unsigned char byte[2 * N]{};
  constexpr random_bytes() {
    for (int i = 0; i < N; ++i) {
      const std::uint16_t c = random_code<Wild>(static_cast<std::uint64_t>(Seed * 100000 + i));
      byte[2 * i] = static_cast<unsigned char>(c & 0xff);
      byte[2 * i + 1] = static_cast<unsigned char>(c >> 8);
    }
  }
};
template <class Bf16, class S, class L, bool Wild, int Seed>
struct weights {
  static constexpr random_bytes<S::descriptor.size(), Wild, Seed> bytes{};
  static constexpr etch::constant<tensor<Bf16, S, L>> value{bytes.byte};
};

/// `kernel` is the one of Target, whichever machine this is.
template <class Target, class Net>
void check(bool wild, const char* kernel) {
  static Net n;
  using code = typename decltype(n.input())::storage;
  constexpr int size = decltype(n.input())::size();
  code x[size];
  for (int i = 0; i < size; ++i) {
    const auto k = static_cast<std::uint64_t>(7000000 + i);
    x[i] = {wild ? random_code<true>(k) : random_code<false>(k)};
    n.input()[i] = x[i];
  }
  n.run();
  const auto want = Net::evaluate(x);
  int wrong = 0;
  for (int i = 0; i < n.output().size(); ++i) {
    using word = etch::unsigned_storage_t<8 * sizeof(n.output()[i])>;
    if (__builtin_bit_cast(word, n.output()[i]) != __builtin_bit_cast(word, want.code[i])) ++wrong;
  }
  CHECK(wrong == 0);
  // the choice for the machine that has the instructions is known on every machine
  using there = typename Net::template on<Target>;
  CHECK(std::string(there::placed::template kernel_at<0>::name) == kernel);
}

struct plan {
  etch::dsl::conv2d_options how{};
  bool wild = false;
};
template <class Bf16, class X, class W, class Y, plan P>
struct convolution {
  using w = weights<Bf16, W, etch::ohwi, P.wild, 1>;
  using b = weights<Bf16, shape<W::descriptor.d[0]>, etch::hwc, false, 2>;
  static constexpr auto graph = etch::graph([](etch::input<tensor<Bf16, X>> x) {
    using namespace etch::dsl;
    return x | conv2d(etch::parameters{w::value, b::value}, P.how) | to<Y> | relu;
  });
  struct net : etch::network<graph> {};
};
template <class Bf16, class X, int K, int O, class Y, bool Wild>
struct dense_layer {
  using w = weights<Bf16, shape<O, K>, etch::hwc, Wild, 3>;
  static constexpr auto graph = etch::graph([](etch::input<tensor<Bf16, X>> x) {
    using namespace etch::dsl;
    return x | dense(etch::parameters{w::value}) | to<Y>;
  });
  struct net : etch::network<graph> {};
};

}  // namespace
