#pragma once

#include <etch/format/integer.hpp>

namespace ETCH_NAMESPACE {

/// The kind of uq<M, N>.
struct uq_kind : unsigned_kind<uq_kind> {
  static constexpr const char* name = "uq";
  static constexpr bool is_power_of_two = true;
};

/// Unsigned Qm.n: code / 2^N in M + N bits, range [0, 2^M - 2^-N]; what lies behind a relu keeps
/// one bit more than in q. M and N may be negative; M + N is 2 to 16.
template <int M, int N>
struct uq {
  using kind = uq_kind;
  static constexpr int bits = M + N;
  static_assert(bits >= 2 && bits <= 16,
                "uq<m, n>: m + n is the width, which must be 2 to 16 bits");
  static constexpr format descriptor{
      .kind = &format_id<uq_kind>, .bits = bits, .frac = N, .scale = power_of_two(-N)};
};

}  // namespace ETCH_NAMESPACE
