// Vectors of 16 bits in memory, which compilers see through: one that is stored and loaded again
// stays in its register. (Intrinsics they take for calls.)
#pragma once

#include <cstdint>

#include <etch/base/features.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

namespace ETCH_NAMESPACE {
namespace armv81m {

ETCH_GLUE int16x8_t load_eight(const std::int16_t* from) {
  int16x8_t v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
ETCH_GLUE void store_eight(std::int16_t* to, int16x8_t v) { __builtin_memcpy(to, &v, sizeof v); }

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
#endif
