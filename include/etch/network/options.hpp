#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// How a network treats sums of products that can overflow their accumulator of 32 (or 64) bits.
enum class overflow {
  refused,  ///< a network with such a sum does not compile
  wraps,    ///< they wrap modulo 2^32, as in CMSIS's legacy q15 functions
};

/// How much RAM a network may take: with each of these it gives the same outputs.
struct ram {
  enum class aim : int { fastest, smallest };
  aim is = aim::fastest;
  constexpr bool operator==(const ram&) const = default;

  static const ram fastest;   ///< layer after layer, each by the kernel that the target likes best
  static const ram smallest;  ///< row by row, where that takes less (docs/memory.md)
};
inline constexpr ram ram::fastest{};
inline constexpr ram ram::smallest{ram::aim::smallest};

/// How the first input of a network comes.
enum class arrival : int {
  whole,  ///< it is written before run()
  rows,   ///< row by row: next_row() and push_row() take the place of input() and run()
};

/// Options of a network. None changes a bit of its outputs.
struct options {
  bool keep_input = false;   ///< inputs keep their bytes through run()
  bool observe_all = false;  ///< no activation is fused: run(tracer) sees every value
  overflow sums = overflow::refused;
  bool slim = false;  ///< channels that nobody needs are left out (docs/proofs.md)
  etch::ram ram = etch::ram::fastest;
  arrival input = arrival::whole;
  constexpr bool operator==(const options&) const = default;
};

}  // namespace ETCH_NAMESPACE
