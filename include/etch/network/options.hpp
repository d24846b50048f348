#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// What is said to sums of products that can leave the 32 (or 64) bits of their accumulator.
enum class overflow {
  refused,  ///< a network that holds one does not compile
  wraps,    ///< they are taken modulo 2^32, as CMSIS's legacy q15 functions do
};

/// Choices of a network that change no bit of its outputs.
struct options {
  bool keep_input = false;   ///< inputs keep their bytes through run()
  bool observe_all = false;  ///< no activation is merged: run(tracer) sees every value as written
  overflow sums = overflow::refused;
  constexpr bool operator==(const options&) const = default;
};

}  // namespace ETCH_NAMESPACE
