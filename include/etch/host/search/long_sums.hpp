// What a search lets sums in fixed point do that can leave 32 bits.
#pragma once

#include <etch/base/features.hpp>

#include <string>

namespace ETCH_NAMESPACE {
namespace host {

/// What becomes of sums in fixed point that can leave 32 bits.
enum class long_sums : int {
  refused,    ///< weights have fewer fraction bits, until none can
  wrap,       ///< weights keep theirs; sums wrap modulo 2^32
  saturates,  ///< weights keep theirs; sums have 64 bits, and the codes made of them saturate
};
/// The long_sums of a word of ./dev search.
inline long_sums long_sums_of(const std::string& word) {
  if (word == "wraps") return long_sums::wrap;
  return word == "saturates" ? long_sums::saturates : long_sums::refused;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
