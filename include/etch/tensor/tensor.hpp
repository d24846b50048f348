// The types that a user writes: tensors, and constants over arrays with linkage.
#pragma once

#include <etch/format/formats.hpp>
#include <etch/layout/layouts.hpp>

namespace etch::inline ETCH_ABI {

/// A tensor type: number format F, shape S (N H W C order), layout L.
template <class F, class S, class L = hwc>
struct tensor {
  using format_type = F;
  using shape_type = S;
  using layout_type = L;
};

/// Prints the numbers of an array that does not fit: bytes_of_constant<have, need>.
template <int Have, int Need>
struct bytes_of_constant {
  static constexpr bool fit = Have == Need || Have == Need + 1;  // a string literal ends in a NUL
};

/// A constant of tensor type T over little-endian bytes with linkage (codes of fewer than 8 bits
/// are packed as format/packed.hpp says): an array of as many as T needs (one more is taken for the
/// end of a string), or a pointer to at least as many.
template <class T>
struct constant {
  using tensor_type = T;
  const unsigned char* bytes;

  template <int N>
  // NOLINTNEXTLINE(google-explicit-constructor): constant<T>{array} is how users say it
  constexpr constant(const unsigned char (&array)[N]) : bytes(array) {
    static_assert(bytes_of_constant<N, byte_count>::fit,
                  "constant: the array has more or fewer bytes than the tensor: "
                  "bytes_of_constant<have, need>");
  }
  template <class P>
  requires(__is_same(P, const unsigned char*) || __is_same(P, unsigned char*))
  constexpr explicit constant(const P& first) : bytes(first) {}

 private:
  using format_type = typename T::format_type;
  using storage = typename format_type::kind::template storage<format_type::bits>;
  static constexpr int byte_count = detail::code_memory<storage, format_type::bits>::bytes(
      T::layout_type::span(T::shape_type::descriptor));
};

/// Weights W and, unless void, bias B of an operator: both `constant`s.
template <class W, class B = void>
struct parameters {
  W weights;
  B bias;
};
template <class W>
struct parameters<W, void> {
  W weights;
};
template <class W, class B>
parameters(W, B) -> parameters<W, B>;
template <class W>
parameters(W) -> parameters<W, void>;

}  // namespace etch::inline ETCH_ABI
