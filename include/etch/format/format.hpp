// What a number format is to the rest of the library: a descriptor (a plain value that analyses
// carry) and a kind (a type that knows how to store, read and write such numbers).
#pragma once

#include <cstdint>

#include <etch/base/address.hpp>
#include <etch/base/list.hpp>
#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

struct format;

/// What the products of a format add up to: the format of a layer before `to<F>`.
enum class sum_rule : std::uint8_t {
  integers,  ///< an accumulator
  single,    ///< f32
  exact,     ///< a quire
  own,       ///< the format itself, each sum rounded once
};
/// The sum_rule of kind K.
template <class K>
constexpr sum_rule sum_rule_of() {
  if (K::is_integer) return sum_rule::integers;
  if (requires { requires K::is_posit; }) return sum_rule::exact;
  if (requires { requires K::arithmetic::sums_are_single; }) return sum_rule::single;
  return sum_rule::own;
}

/// Identity of a kind of formats, compared by address, with the facts that analyses ask for.
struct format_tag {
  const char* name;
  bool is_integer;       ///< codes are integers with a unit and a zero point
  bool is_power_of_two;  ///< integers whose unit is a power of two and whose zero point is 0
  // of integers: the range of codes, and the code nearest to a number, as of the kind
  long long (*lowest)(const format&);
  long long (*highest)(const format&);
  long long (*encode)(const format&, double real);
  sum_rule sums;    ///< what products add up to
  bool has_blocks;  ///< numbers share a scale: for weights alone
};

/// A number format as a value. real = scale * factor * channel_scale[c] * (code - zero), where a
/// null channel_scale counts as 1; for q formats scale is 2^-frac.
struct format {
  pointer_to<format_tag> kind{};
  int bits = 0;
  int frac = 0;                        ///< q: number of fraction bits, of any sign
  double scale = 1;                    ///< affine, and the input's scale in an accumulator
  double factor = 1;                   ///< accumulator: the scale of per-tensor weights
  int zero = 0;                        ///< affine: the code of real 0
  pointer_to<double> channel_scale{};  ///< one scale per output channel, or null
  int channels = 0;                    ///< entries of channel_scale

  constexpr bool operator==(const format&) const = default;

  /// Real value of one code step in channel c.
  constexpr double unit(int c = 0) const {
    const double channel = channel_scale == nullptr ? 1.0 : channel_scale[c];
    return scale * factor * channel;
  }
};

namespace detail {
template <int Bytes>
struct integers_of;
template <>
struct integers_of<1> {
  using with_sign = std::int8_t;
  using without_sign = std::uint8_t;
};
template <>
struct integers_of<2> {
  using with_sign = std::int16_t;
  using without_sign = std::uint16_t;
};
template <>
struct integers_of<4> {
  using with_sign = std::int32_t;
  using without_sign = std::uint32_t;
};
template <>
struct integers_of<8> {
  using with_sign = std::int64_t;
  using without_sign = std::uint64_t;
};
constexpr int bytes_for(int bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }
}  // namespace detail
/// The smallest signed integer of 8, 16, 32 or 64 bits that holds Bits.
template <int Bits>
using signed_storage_t = typename detail::integers_of<detail::bytes_for(Bits)>::with_sign;
/// The smallest unsigned integer of 8, 16, 32 or 64 bits that holds Bits.
template <int Bits>
using unsigned_storage_t = typename detail::integers_of<detail::bytes_for(Bits)>::without_sign;

namespace detail {
template <class K>
struct integer_facts {
  static constexpr long long lowest(const format& f) { return K::lowest(f); }
  static constexpr long long highest(const format& f) { return K::highest(f); }
  static constexpr long long encode(const format& f, double real) { return K::encode(f, real); }
};
template <class K>
inline constexpr bool is_of_blocks = requires { typename K::blocks; };
template <class K>
constexpr format_tag tag_of() {
  format_tag tag{K::name, K::is_integer, K::is_power_of_two, nullptr,
                 nullptr, nullptr,       sum_rule_of<K>(),   is_of_blocks<K>};
  if constexpr (K::is_integer) {
    tag.lowest = &integer_facts<K>::lowest;
    tag.highest = &integer_facts<K>::highest;
    tag.encode = &integer_facts<K>::encode;
  }
  return tag;
}
}  // namespace detail

/// The tag of kind K (a struct that meets the contract below).
template <class K>
inline constexpr format_tag format_id = detail::tag_of<K>();

// The contract of a kind K (see docs/adding-a-format.md):
//   K::name                       text
//   K::is_integer, K::is_power_of_two   facts, as in format_tag
//   K::storage<Bits>              the C++ type of one code; memory holds it as it is, or Bits bits
//                                 of it where they are fewer than 8 (format/packed.hpp)
//   K::arithmetic                 how its products are summed (format/arithmetic.hpp)
//   K::lowest(f), K::highest(f)   the range of codes, as storage values
//   K::decode(f, code, c)         the real value of a code in channel c
//   K::encode(f, real, rounding)  the nearest code, saturated; policy_of(rounding) is the policy

}  // namespace ETCH_NAMESPACE
