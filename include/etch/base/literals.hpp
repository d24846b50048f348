#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_number_of_bytes_is_at_most_2_to_the_31_minus_1(unsigned long long /*units*/,
                                                             wide_int /*bytes_of_a_unit*/) {}
}  // namespace error

namespace detail {
consteval wide_int bytes_of(unsigned long long units, wide_int unit) {
  if (units > 2147483647ULL / static_cast<unsigned long long>(unit)) {
    error::a_number_of_bytes_is_at_most_2_to_the_31_minus_1(units, unit);
  }
  return static_cast<wide_int>(units) * unit;
}
}  // namespace detail

inline namespace literals {

/// Bytes: 32_KiB is 32 * 1024.
consteval wide_int operator""_KiB(unsigned long long n) { return detail::bytes_of(n, 1024); }

/// Bytes: 1_MiB is 1024 * 1024.
consteval wide_int operator""_MiB(unsigned long long n) { return detail::bytes_of(n, 1048576); }

}  // namespace literals
}  // namespace ETCH_NAMESPACE
