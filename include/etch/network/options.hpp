#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// How a network treats sums of products that can overflow their accumulator of 32 (or 64) bits.
enum class overflow {
  refused,  ///< a network with such a sum does not compile
  wraps,    ///< they wrap modulo 2^32, as in CMSIS's legacy q15 functions
};

/// Options of a network. None changes a bit of its outputs.
struct options {
  bool keep_input = false;   ///< inputs keep their bytes through run()
  bool observe_all = false;  ///< no activation is fused: run(tracer) sees every value
  overflow sums = overflow::refused;
  bool slim = true;    ///< channels that nobody needs are left out (docs/proofs.md)
  bool tables = true;  ///< functions of one code become tables (docs/proofs.md)
  constexpr bool operator==(const options&) const = default;
};

}  // namespace ETCH_NAMESPACE
