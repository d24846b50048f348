#pragma once

#include <etch/base/features.hpp>

namespace etch::inline ETCH_ABI {
inline namespace literals {

/// Bytes: 32_KiB is 32 * 1024.
consteval int operator""_KiB(unsigned long long n) { return static_cast<int>(n * 1024); }

/// Bytes: 1_MiB is 1024 * 1024.
consteval int operator""_MiB(unsigned long long n) { return static_cast<int>(n * 1024 * 1024); }

}  // namespace literals
}  // namespace etch::inline ETCH_ABI
