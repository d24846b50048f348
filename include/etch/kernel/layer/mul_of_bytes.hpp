// What the kernels that multiply signed 8-bit codes by vectors of any target share.
#pragma once

#include <etch/kernel/arithmetic/product_of_two.hpp>
#include <etch/kernel/layer/add_of_bytes.hpp>
#include <etch/op/mul.hpp>

namespace ETCH_NAMESPACE {

/// Whether call C multiplies as TensorFlow Lite does, by a factor of less than 1/2 and at least
/// 2^-23.
template <class C>
inline constexpr bool multiplies_bytes = [] {
  if constexpr (adds_in_double_rounding<C, std::int8_t>) {
    constexpr int shift = make_product<C>().factor.shift;
    return shift <= -1 && shift >= -22;
  } else {
    return false;
  }
}();

/// Base of kernel K of such calls, with the constants of the generic kernel: the function
/// K::sums_by<C>() of (y, a, b, count, constants) multiplies codes.
template <class K>
struct mul_of_bytes : add_of_codes<K> {
  using op = ops::mul;

  template <class C>
  static constexpr bool accepts = multiplies_bytes<C>;
  template <class C>
  static constexpr auto pack() {
    return make_product<C>();
  }
};

}  // namespace ETCH_NAMESPACE
