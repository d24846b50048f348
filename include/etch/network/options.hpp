#pragma once

#include <etch/base/features.hpp>

namespace etch::inline ETCH_ABI {

/// Choices of a network that change no bit of its outputs.
struct options {
  bool keep_input = false;   ///< inputs keep their bytes through run()
  bool observe_all = false;  ///< no activation is merged: run(tracer) sees every value as written
  constexpr bool operator==(const options&) const = default;
};

}  // namespace etch::inline ETCH_ABI
