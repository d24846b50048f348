#pragma once

#include <etch/format/integer.hpp>

namespace ETCH_NAMESPACE {

/// The kind of q<M, N>.
struct q_kind : signed_kind<q_kind> {
  static constexpr const char* name = "q";
  static constexpr bool is_power_of_two = true;
};

/// Qm.n: two's complement code / 2^N in M + N + 1 bits, range [-2^M, 2^M - 2^-N]. M and N may be
/// negative; M + N + 1 is 2 to 16 or 32. In memory codes of fewer than 8 bits are packed, those of
/// 9 to 15 lie in 16 bits. Source: CMSIS-NN's q7_t and q15_t.
template <int M, int N>
struct q {
  using kind = q_kind;
  static constexpr int bits = M + N + 1;
  static_assert((bits >= 2 && bits <= 16) || bits == 32,
                "q<m, n>: m + n + 1 is the width, which must be 2 to 16 or 32 bits");
  static constexpr format descriptor{
      .kind = &format_id<q_kind>, .bits = bits, .frac = N, .scale = power_of_two(-N)};
};

/// Codes of Bits bits with Frac fraction bits, of any sign: dynamic fixed point, where each group
/// (the input of a layer, its weights, its output) has its own Frac.
template <int Bits, int Frac>
using q_of = q<Bits - 1 - Frac, Frac>;

/// What a group holds: activations may lose their largest numbers to saturation, parameters have a
/// bit more for them.
enum class group { activations, parameters };
/// Fraction bits of a group whose largest magnitude is `largest` > 0, in codes of `bits` bits:
/// bits - ceil(log2(largest)), one less for parameters. Source: Ristretto's dynamic fixed point.
constexpr int fraction_bits(double largest, int bits, group of) {
  int integer_bits = 0;
  while (power_of_two(integer_bits) < largest) ++integer_bits;
  while (power_of_two(integer_bits - 1) >= largest) --integer_bits;
  return bits - integer_bits - (of == group::parameters ? 1 : 0);
}

}  // namespace ETCH_NAMESPACE
