// Sets of formats for tests of operators with weights.
#pragma once

#include <etch/base/list.hpp>
#include <etch/format/formats.hpp>

namespace test {

inline constexpr double channel_scales[8]{0.01, 0.004, 0.02, 0.0051, 0.007, 0.03, 0.001, 0.002};
template <class Indices>
struct scales_at;
template <int... I>
struct scales_at<etch::detail::indices<I...>> {
  static constexpr double array[sizeof...(I)]{channel_scales[I]...};
};
/// The first of channel_scales.
template <int Channels>
inline constexpr auto& first_scales = scales_at<etch::detail::first<Channels>>::array;

// How x, weights, bias and output are stored, and what the sum of products becomes.
template <class X, class W, class B, class Y, etch::rounding R>
struct formats {
  using x = X;
  using w = W;
  using b = B;
  using y = Y;
  static constexpr etch::rounding round = R;
};
using etch::rounding;
using q7 = formats<etch::q<0, 7>, etch::q<1, 6>, etch::q<2, 5>, etch::q<3, 4>, rounding::half_up>;
using q15 =
    formats<etch::q<3, 12>, etch::q<-1, 8>, etch::q<4, 11>, etch::q<5, 10>, rounding::half_away>;
using truncated =
    formats<etch::q<0, 7>, etch::q<0, 7>, etch::bias32, etch::q<2, 13>, rounding::toward_zero>;
using double_rounded =
    formats<etch::affine<std::int8_t, 0.05, -7>, etch::affine<std::int8_t, 0.01>, etch::bias32,
            etch::affine<std::int8_t, 0.04, 5>, rounding::tflite_double>;
using single_rounded =
    formats<etch::affine<std::int8_t, 0.05, 127>, etch::affine<std::int8_t, 0.02, 3>, etch::bias32,
            etch::affine<std::int16_t, 0.0007>, rounding::tflite_single>;
using bytes = formats<etch::affine<std::uint8_t, 0.05, 121>, etch::affine<std::uint8_t, 0.01, 140>,
                      etch::bias32, etch::affine<std::uint8_t, 0.04, 133>, rounding::tflite_double>;
using sixteen = formats<etch::affine<std::int16_t, 0.0003>, etch::affine<std::int8_t, 0.01>,
                        etch::bias32, etch::affine<std::int16_t, 0.01>, rounding::tflite_double>;
using sixteen_wide =
    formats<etch::affine<std::int16_t, 0.0003>, etch::affine<std::int8_t, 0.01>, etch::bias64,
            etch::affine<std::int16_t, 4.0>, rounding::tflite_double>;
struct per_channel {};       // needs the number of channels: see formats_of
struct sixteen_channels {};  // likewise
using floating = formats<etch::f32, etch::f32, etch::f32, etch::f32, rounding::half_away>;

template <class F, int Channels>
struct formats_of {
  using type = F;
};
template <int Channels>
struct formats_of<per_channel, Channels> {
  using weights = etch::affine_channels<std::int8_t, first_scales<Channels>>;
  using type = formats<etch::affine<std::int8_t, 0.05, -7>, weights, etch::bias32,
                       etch::affine<std::int8_t, 0.04, 5>, rounding::tflite_double>;
};

template <int Channels>
struct formats_of<sixteen_channels, Channels> {
  using weights = etch::affine_channels<std::int8_t, first_scales<Channels>>;
  using type = formats<etch::affine<std::int16_t, 0.0003>, weights, etch::bias64,
                       etch::affine<std::int16_t, 2.5>, rounding::tflite_single>;
};

}  // namespace test
