#pragma once

#include <etch/format/integer.hpp>

namespace etch::inline ETCH_ABI {

/// The kind of 32-bit sums of products: what an integer conv2d or dense yields before `to<F>`.
struct accumulator_kind : signed_kind<accumulator_kind> {
  static constexpr const char* name = "accumulator";
};

/// A 32-bit bias whose scale is that of the sum it is added to: input scale * weight scale.
struct bias32 {
  using kind = accumulator_kind;
  static constexpr int bits = 32;
  static constexpr format descriptor{.kind = &format_id<accumulator_kind>, .bits = 32};
};

}  // namespace etch::inline ETCH_ABI
