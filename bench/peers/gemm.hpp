// The product of a matrix of 1024 x 1024 numbers by 1024 x 1024 that the compiler knows, as a
// network of bench/peers: a dense layer of 1024 rows.
#pragma once

#include <etch/etch.hpp>

namespace gemm {
namespace {

constexpr int size = 1024;

/// Weights (filters, size) that look random: any code of int8, bfloat16 from 1/2 to 2 of both
/// signs.
template <int Bytes>
struct random_weights {
  alignas(16) unsigned char byte[size * size * Bytes]{};
  constexpr random_weights() {
    unsigned state = 12345;
    for (int r = 0; r < size; ++r) {  // two loops: compilers limit the length of one
      for (int k = 0; k < size; ++k) {
        state = state * 1664525U + 1013904223U;
        const int at = (r * size + k) * Bytes;
        byte[at] = static_cast<unsigned char>(state >> 24);
        if (Bytes == 2) byte[at + 1] = static_cast<unsigned char>(0x3f | (state >> 16 & 0x80));
      }
    }
  }
};
template <int Bytes>
constexpr random_weights<Bytes> weights{};

/// y = 0.05 0.003 x w of codes without their zero points.
struct int8 {
  using x = etch::affine<std::int8_t, 0.05, 3>;
  using w = etch::affine<std::int8_t, 0.003>;
  using y = etch::affine<std::int8_t, 1.0, -5>;
  static constexpr int bytes = 1;
};
/// y = x w.
struct bf16 {
  using x = etch::bf16_pair;
  using w = etch::bf16_pair;
  using y = etch::bf16_pair;
  static constexpr int bytes = 2;
};

template <class F>
constexpr auto product =
    etch::graph([](etch::input<etch::tensor<typename F::x, etch::shape<size, size>>> x) {
      constexpr etch::constant<etch::tensor<typename F::w, etch::shape<size, size>>> w{
          weights<F::bytes>.byte};
      return x | etch::dsl::dense(etch::parameters{w}) | etch::dsl::to<typename F::y>;
    });
template <class F>
struct network : etch::network<product<F>> {
  static constexpr const unsigned char* weights = gemm::weights<F::bytes>.byte;
};
using in_int8 = network<int8>;
using in_bf16 = network<bf16>;

}  // namespace
}  // namespace gemm
