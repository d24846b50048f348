#pragma once

#include <etch/format/integer.hpp>

namespace etch::inline ETCH_ABI {

/// A real factor as a template argument: affine<std::int8_t, scale{0.05}, -3>.
struct scale {
  std::uint64_t bits;
  // NOLINTNEXTLINE(google-explicit-constructor): affine<std::int8_t, 0.05> reads well too
  consteval scale(double real) : bits(__builtin_bit_cast(std::uint64_t, real)) {}
  constexpr double real() const { return __builtin_bit_cast(double, bits); }
};

/// The kind of affine<T, Scale, Zero> and affine_channels<T, Scales>.
struct affine_kind : signed_kind<affine_kind> {
  static constexpr const char* name = "affine";
};

/// Asymmetric integers: real = Scale * (code - Zero), T one of int8_t, int16_t, int32_t.
/// Source: the TensorFlow Lite 8-bit quantisation specification.
template <class T, scale Scale, int Zero = 0>
struct affine {
  using kind = affine_kind;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));
  static_assert(Scale.real() > 0, "affine: the scale is a positive number");
  static_assert(Zero >= -(1LL << (bits - 1)) && Zero < (1LL << (bits - 1)),
                "affine: the zero point is one of the codes");
  static constexpr format descriptor{
      .kind = &format_id<affine_kind>, .bits = bits, .scale = Scale.real(), .zero = Zero};
};

/// Symmetric integers with a scale for each output channel: real = Scales[c] * code. `Scales` is
/// an array of double with linkage, as long as the weights have output channels.
template <class T, const auto& Scales>
struct affine_channels {
  using kind = affine_kind;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));
  static constexpr format descriptor{.kind = &format_id<affine_kind>,
                                     .bits = bits,
                                     .channel_scale = Scales,
                                     .channels = static_cast<int>(sizeof(Scales) /
                                                                  sizeof(Scales[0]))};
};

}  // namespace etch::inline ETCH_ABI
