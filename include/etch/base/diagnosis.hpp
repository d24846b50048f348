// What an analysis has to say against a graph. The same diagnosis is a compile error at the
// consteval door and a printed line in a host program.
#pragma once

#include <etch/base/address.hpp>

namespace ETCH_NAMESPACE {

/// A finding: a function named as the sentence, the numbers that it is about, the node.
/// No sentence means: nothing found.
struct diagnosis {
  using sentence = void (*)(long have, long want);

  sentence refuse = nullptr;
  const char* message = "";  ///< the same sentence for a host program; {} stands for a number
  long have = 0;
  long want = 0;
  int node = -1;
  int line = 0;  ///< of the user's file, where it is known

  constexpr explicit operator bool() const { return !is_null(refuse); }
};

/// Stops the compilation with the sentence of `d`: its function is not constexpr, so that the
/// compiler names it. Does nothing when `d` is empty.
constexpr void stop_if(const diagnosis& d) {
  if (d) d.refuse(d.have, d.want);
}

/// Prints a diagnosis where `passed` is asserted: refusal<sentence, have, want>.
template <diagnosis::sentence Sentence, long Have, long Want>
struct refusal {
  static constexpr bool passed = is_null(Sentence);
};

}  // namespace ETCH_NAMESPACE
