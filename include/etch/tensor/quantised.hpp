// Weights trained in single precision as weights of another format, made by the compiler.
#pragma once

#include <etch/tensor/bytes.hpp>
#include <etch/tensor/tensor.hpp>

namespace etch::inline ETCH_ABI {

namespace detail {
/// The elements of f32 constant `from` as little-endian codes of F.
template <class F, class T>
struct quantised_bytes;
template <class F, class S, class L>
struct quantised_bytes<F, tensor<f32, S, L>> {
  using type = tensor<F, S, L>;
  using kind = typename F::kind;
  using storage = typename kind::template storage<F::bits>;
  static constexpr int count = L::span(S::descriptor);
  static constexpr unsigned size = sizeof(storage);
  struct array {
    alignas(16) unsigned char byte[code_memory<storage, F::bits>::bytes(count)]{};
  };
  struct code_bytes {
    unsigned char byte[size];
  };
  static constexpr array make(const unsigned char* from) {
    array a{};
    const auto at = [from](int i) { return static_cast<double>(load<float>(from, i)); };
    if constexpr (requires { typename kind::blocks; }) {
      kind::blocks::store(a.byte, count, at);
      return a;
    } else {
      for (unsigned i = 0; i < count; ++i) {
        const double real = at(static_cast<int>(i));
        const auto code = static_cast<storage>(kind::encode(F::descriptor, real));
        if constexpr (F::bits < 8) {
          write_packed(a.byte, F::bits, static_cast<int>(i), static_cast<int>(code));
          continue;
        }
        const auto bytes = __builtin_bit_cast(code_bytes, code);
        for (unsigned k = 0; k < size; ++k) a.byte[i * size + k] = bytes.byte[k];
      }
      return a;
    }
  }
};
template <class T>
struct tensor_of;
template <class T>
struct tensor_of<constant<T>> {
  using type = T;
};
template <const auto& P, class W, class B>
struct quantised_parameters {
  using from = typename bare<decltype(P)>::type;
  using weights =
      quantised_bytes<W, typename tensor_of<typename bare<decltype(P.weights)>::type>::type>;
  using bias = quantised_bytes<B, typename tensor_of<typename bare<decltype(P.bias)>::type>::type>;
  static constexpr auto weight_bytes = weights::make(P.weights.bytes);
  static constexpr auto bias_bytes = bias::make(P.bias.bytes);
};
}  // namespace detail

/// The f32 weights and bias of P, a `parameters` with linkage, as the nearest codes of W and B:
/// conv2d(quantised<w::conv1, posit<8, 1>>). Some ten thousand elements an array are within the
/// default limits of compilers.
template <const auto& P, class W, class B = W>
inline constexpr parameters quantised{
    constant<typename detail::quantised_parameters<P, W, B>::weights::type>{
        detail::quantised_parameters<P, W, B>::weight_bytes.byte},
    constant<typename detail::quantised_parameters<P, W, B>::bias::type>{
        detail::quantised_parameters<P, W, B>::bias_bytes.byte}};

}  // namespace etch::inline ETCH_ABI
