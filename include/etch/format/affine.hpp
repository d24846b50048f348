#pragma once

#include <etch/format/integer.hpp>
#include <etch/format/range.hpp>

namespace ETCH_NAMESPACE {

/// A real factor as a template argument: affine<std::int8_t, scale{0.05}, -3>.
struct scale {
  std::uint64_t bits;
  // NOLINTNEXTLINE(google-explicit-constructor): affine<std::int8_t, 0.05> reads well too
  consteval scale(double real) : bits(__builtin_bit_cast(std::uint64_t, real)) {}
  constexpr double real() const { return __builtin_bit_cast(double, bits); }
};

/// What a scale is.
enum class scale_sort : std::uint8_t { positive, zero, negative, infinite, not_a_number };
constexpr scale_sort sort_of_scale(double real) {
  const auto bits = __builtin_bit_cast(std::uint64_t, real);
  if ((bits << 1) > 0x7ffULL << 53) return scale_sort::not_a_number;
  if ((bits << 1) == 0x7ffULL << 53) return scale_sort::infinite;
  if (!(real > 0)) return real < 0 ? scale_sort::negative : scale_sort::zero;
  return scale_sort::positive;
}
/// Prints what a scale is that no format can have: scale_is<sort>, and of affine_channels
/// scale_of_channel<channel, sort>.
template <scale_sort Sort>
struct scale_is {
  static constexpr bool usable = Sort == scale_sort::positive;
};
template <int Channel, scale_sort Sort>
struct scale_of_channel {
  static constexpr bool usable = Sort == scale_sort::positive;
};

/// The kind of affine<T, Scale, Zero> and affine_channels<T, Scales> where T is signed.
struct affine_kind : signed_kind<affine_kind> {
  static constexpr const char* name = "affine";
};
/// The kind of affine<std::uint8_t, Scale, Zero>.
struct unsigned_affine_kind : unsigned_kind<unsigned_affine_kind> {
  static constexpr const char* name = "unsigned affine";
};

namespace detail {
template <bool Unsigned>
struct affine_kind_for {
  using type = affine_kind;
};
template <>
struct affine_kind_for<true> {
  using type = unsigned_affine_kind;
};
}  // namespace detail

/// Names of code types that C++ has none for: affine<int4, 0.05, -3>. Signed ones have 1 to 32
/// bits, unsigned ones 1 to 16: codes of fewer than 8 are packed in memory, those of 9 to 15 lie in
/// 16, those of 17 to 31 in 32.
template <int Bits>
struct signed_code {};
/// An unsigned one.
template <int Bits>
struct unsigned_code {};
/// Codes of -8 to 7, and of 0 to 15.
using int4 = signed_code<4>;
using uint4 = unsigned_code<4>;

namespace detail {
template <class T>
struct code_width {
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));
  static constexpr bool is_unsigned = static_cast<T>(-1) > 0;
  static_assert(!is_unsigned || bits == 8, "affine: unsigned codes have 8 bits");
};
template <int Bits>
struct code_width<signed_code<Bits>> {
  static_assert(Bits >= 1 && Bits <= 32, "affine: signed codes have 1 to 32 bits");
  static constexpr int bits = Bits;
  static constexpr bool is_unsigned = false;
};
template <int Bits>
struct code_width<unsigned_code<Bits>> {
  static_assert(Bits >= 1 && Bits <= 16, "affine: unsigned codes have 1 to 16 bits");
  static constexpr int bits = Bits;
  static constexpr bool is_unsigned = true;
};
}  // namespace detail

/// Asymmetric integers: real = Scale * (code - Zero), T one of int8_t, int16_t, int32_t, uint8_t,
/// signed_code<1..32> (int4), unsigned_code<1..16>. An unsigned code q with zero point z is the
/// signed code q - 128 (q xor 0x80) with z - 128.
/// Source: the TensorFlow Lite 8-bit quantisation specification.
template <class T, scale Scale, int Zero = 0>
struct affine {
  static constexpr bool is_unsigned = detail::code_width<T>::is_unsigned;
  using kind = typename detail::affine_kind_for<is_unsigned>::type;
  static constexpr int bits = detail::code_width<T>::bits;
  static constexpr long long lowest = is_unsigned ? 0 : -(1LL << (bits - 1));
  static_assert(scale_is<sort_of_scale(Scale.real())>::usable,
                "affine: the scale is a positive number: scale_is<sort>");
  static_assert(Zero >= lowest && Zero < lowest + (1LL << bits),
                "affine: the zero point is one of the codes");
  static constexpr format descriptor{
      .kind = &format_id<kind>, .bits = bits, .scale = Scale.real(), .zero = Zero};
};

/// The affine codes of type T for numbers of [Low, High], by Q and RQM (format/range.hpp): scale =
/// 1 / Q, Zero = -RQM, the range widened to hold 0.
///   affine_over<std::int8_t, -1.0, 3.0>
template <class T, scale Low, scale High>
struct affine_over {
  using width = detail::code_width<T>;
  static constexpr range_codes codes{Low.real(), High.real(), width::bits, !width::is_unsigned,
                                     true};
  using kind = typename detail::affine_kind_for<width::is_unsigned>::type;
  static constexpr int bits = width::bits;
  static_assert(Low.real() < High.real(), "affine_over: the range begins below its end");
  static_assert(scale_is<sort_of_scale(High.real() - Low.real())>::usable,
                "affine_over: the range has a finite length: scale_is<sort>");
  static constexpr format descriptor{.kind = &format_id<kind>,
                                     .bits = bits,
                                     .scale = codes.scale(),
                                     .zero = static_cast<int>(codes.zero())};
};

namespace detail {
template <class Scales>
constexpr const double* channels_of(const Scales& scales) {
  if constexpr (requires { scales.channel; }) return scales.channel;
  else return scales;
}
/// The first channel whose scale is unusable, or 0.
constexpr int first_unusable(const double* scale, int channels) {
  for (int c = 0; c < channels; ++c) {
    if (sort_of_scale(scale[c]) != scale_sort::positive) return c;
  }
  return 0;
}
}  // namespace detail

/// Symmetric integers with a scale for each output channel: real = Scales[c] * code. `Scales` is
/// an array of double with linkage, as long as the weights have output channels, or an object with
/// such an array as its member `channel` (scales_of makes one).
template <class T, const auto& Scales>
struct affine_channels {
  using kind = affine_kind;
  static constexpr int bits = detail::code_width<T>::bits;
  static constexpr int channels = static_cast<int>(sizeof(Scales) / sizeof(double));
  static constexpr int worst = detail::first_unusable(detail::channels_of(Scales), channels);
  static_assert(
      scale_of_channel<worst, sort_of_scale(detail::channels_of(Scales)[worst])>::usable,
      "affine_channels: every scale is a positive number: scale_of_channel<channel, sort>");
  static constexpr format descriptor{.kind = &format_id<affine_kind>,
                                     .bits = bits,
                                     .channel_scale = detail::channels_of(Scales),
                                     .channels = channels};
};

}  // namespace ETCH_NAMESPACE
