// tensor<Format, Shape, Layout>, constants over arrays with linkage, and parameters of layers.
#pragma once

#include <etch/format/formats.hpp>
#include <etch/layout/layouts.hpp>
#include <etch/tensor/typed_array.hpp>

namespace ETCH_NAMESPACE {

/// Prints the bytes of a tensor that is too large: bytes_of_tensor<have, most>.
template <long long Have, long long Most>
struct bytes_of_tensor {
  static constexpr bool fit = Have <= Most;
};

/// A tensor type: number format F, shape S (N H W C order), layout L.
template <class F, class S, class L = hwc>
struct tensor {
  using format_type = F;
  using shape_type = S;
  using layout_type = L;
  static_assert(bytes_of_tensor<S::descriptor.elements() * F::bits / 8, most_of_tensor>::fit,
                "tensor: it takes no more bytes than an int counts: bytes_of_tensor<have, most>");
};

/// Prints the numbers of an array that does not fit: bytes_of_constant<have, need>.
template <int Have, int Need>
struct bytes_of_constant {
  static constexpr bool fit = Have == Need || Have == Need + 1;  // a string literal ends in a NUL
};

/// A constant of tensor type T over an array with linkage. The array holds either
/// - the codes, in the type that stores one (std::int8_t, std::int16_t, float, ...): a C array,
///   flat or nested like the shape, or a std::array; or
/// - their little-endian bytes as unsigned char (codes of fewer than 8 bits are packed as
///   format/packed.hpp says), with or without the NUL of a string.
/// A pointer to at least as many elements of either will do, too.
template <class T>
struct constant {
  using tensor_type = T;
  using format_type = typename T::format_type;
  using storage = typename format_type::kind::template storage<format_type::bits>;
  static constexpr int count = T::layout_type::span(T::shape_type::descriptor);
  static constexpr int byte_count = detail::code_memory<storage, format_type::bits>::bytes(count);
  using codes_type = detail::typed_array_t<format_type, storage, typename T::shape_type, count>;

  const unsigned char* bytes = nullptr;  ///< null if the array holds codes
  codes_type codes{};

  template <int N>
  // NOLINTNEXTLINE(google-explicit-constructor): users write constant<T>{array}
  constexpr constant(const unsigned char (&array)[N]) {
    set_bytes<N>(array);
  }
  template <class A, int N>
  // NOLINTNEXTLINE(google-explicit-constructor): as above
  constexpr constant(const A (&array)[N]) {
    using given = detail::array_of<A[N]>;
    static_assert(
        __is_same(A, typename given::element) ||
            dimensions_of_constant<typename given::shape_type, typename T::shape_type>::fit,
        "constant: the array of arrays has other dimensions than the tensor: "
        "dimensions_of_constant<have, want>");
    set<typename given::element, given::count>(array);
  }
  template <template <class, decltype(sizeof(0))> class Array, class U, decltype(sizeof(0)) N>
  // NOLINTNEXTLINE(google-explicit-constructor): as above, for a std::array
  constexpr constant(const Array<U, N>& array) {
    if constexpr (__is_same(U, unsigned char)) set_bytes<static_cast<int>(N)>(array.data());
    else set<U, static_cast<int>(N)>(array.data());
  }
  template <class U>
  constexpr explicit constant(U* const& first) {
    using element = typename detail::bare<const U&>::type;
    if constexpr (__is_same(element, unsigned char)) bytes = first;
    else set<element, count>(first);
  }

 private:
  template <int N>
  constexpr void set_bytes(const unsigned char* first) {
    static_assert(bytes_of_constant<N, byte_count>::fit,
                  "constant: the array has more or fewer bytes than the tensor: "
                  "bytes_of_constant<have, need>");
    bytes = first;
    // for an array that is const but not constexpr the evaluation fails here, at the user's line
    [[maybe_unused]] const unsigned char readable = first[0];
  }
  template <class U, int N, class A>
  constexpr void set(const A& array) {
    static_assert(!codes_type::is_for_bytes_alone,
                  "constant: codes of fewer than 8 bits, and of blocks, are given as bytes: "
                  "unsigned char");
    if constexpr (!codes_type::is_for_bytes_alone) {
      constexpr bool taken = codes_type::template takes<U>;
      using want = typename codes_type::element;
      static_assert(element_of_constant<U, element_t<list<want, U>, taken ? 1 : 0>>::fits,
                    "constant: the array is of another type than the codes of the tensor: "
                    "element_of_constant<have, want>");
      static_assert(numbers_of_constant<N, count>::fit,
                    "constant: the array has more or fewer numbers than the tensor: "
                    "numbers_of_constant<have, need>");
      if constexpr (taken && N == count) codes.template pointer<U>().set(array);
    }
  }
};

/// The little-endian bytes of a constant during compilation, whatever its array holds.
template <class T>
class bytes_in {
 public:
  constexpr explicit bytes_in(const constant<T>& c) : bytes_(c.bytes) {
    if constexpr (!constant<T>::codes_type::is_for_bytes_alone) {
      copied_ = c.codes.is_set();
      if (copied_) copy_ = c.codes.copy();
    }
  }
  constexpr const unsigned char* data() const { return copied_ ? copy_.byte : bytes_; }

 private:
  const unsigned char* bytes_;
  bool copied_ = false;
  constant_bytes_of<constant<T>::byte_count> copy_{};
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

}  // namespace ETCH_NAMESPACE
