// A short name for many bytes, the same on every machine.
#pragma once

#include <etch/base/features.hpp>

#include <cstddef>
#include <cstdint>

namespace ETCH_NAMESPACE {
namespace host {

/// FNV-1a, 64 bits, of so many bytes more.
inline std::uint64_t hash_of(const void* bytes, std::size_t count,
                             std::uint64_t hash = 0xcbf29ce484222325U) {
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ at[i]) * 0x100000001b3U;
  return hash;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
