// Trained parameters, f32 and with linkage, in the number formats of examples.
#pragma once

#include <etch/etch.hpp>

namespace examples {

/// The codes of constant K in format F.
template <const auto& K, class F>
inline constexpr auto codes_in = etch::quantise<F>(K);
/// The same as a constant.
template <const auto& K, class F>
inline constexpr auto constant_in = codes_in<K, F>.as_constant();

/// Weights of layer P in codes of Bits bits with a scale for each output channel, whose dimension
/// is At, and biases as trained.
template <const auto& P, int Bits, etch::channels_at At = etch::channels_at::first>
inline constexpr auto scales =
    etch::scales_of<Bits, decltype(P.bias)::tensor_type::shape_type::descriptor.size()>(P.weights,
                                                                                        At);
template <const auto& P, int Bits, etch::channels_at At = etch::channels_at::first>
using weight_of_scales = etch::affine_channels<etch::signed_code<Bits>, scales<P, Bits, At>>;
template <const auto& P, int Bits, etch::channels_at At = etch::channels_at::first>
inline constexpr auto codes =
    etch::quantise<weight_of_scales<P, Bits, At>>(P.weights, etch::rounding::standard, At);
template <const auto& P, int Bits>
inline constexpr etch::parameters in_codes{codes<P, Bits>.as_constant(), P.bias};
/// The same behind values of X, with biases in units of the sums.
template <const auto& P, int Bits, class X, etch::channels_at At = etch::channels_at::first>
inline constexpr auto bias_of_scales =
    etch::quantise_bias<X, weight_of_scales<P, Bits, At>>(P.bias);
template <const auto& P, int Bits, class X, etch::channels_at At = etch::channels_at::first>
inline constexpr etch::parameters in_scales{codes<P, Bits, At>.as_constant(),
                                            bias_of_scales<P, Bits, X, At>.as_constant()};

/// The format of constant K in affine codes of Bits bits with one scale.
template <const auto& K, int Bits>
using affine_for = etch::affine<etch::signed_code<Bits>,
                                etch::largest_of(K) / ((etch::wide_int{1} << (Bits - 1)) - 1)>;
/// Bias K, f32, in units of the sums of values X and weights W.
template <const auto& K, class X, class W>
inline constexpr auto bias_codes = etch::quantise_bias<X, W>(K);
template <const auto& K, class X, class W>
inline constexpr auto bias_in = bias_codes<K, X, W>.as_constant();
/// The format of constant K in Bits bits, as many of them fraction bits as it allows.
template <const auto& K, int Bits>
using q_for =
    etch::q_of<Bits, etch::fraction_bits(etch::largest_of(K), Bits, etch::group::parameters)>;

/// Weights of layer P behind values of X in Bits bits, as many of them fraction bits as they allow.
template <const auto& P, int Bits>
using weight_q = etch::q_of<Bits, etch::fraction_bits(etch::largest_of(P.weights), Bits,
                                                      etch::group::parameters)>;
template <const auto& P, int Bits>
inline constexpr auto codes_q =
    etch::quantise<weight_q<P, Bits>>(P.weights, etch::rounding::half_away);
template <const auto& P, int Bits, class X>
inline constexpr auto bias_q = etch::quantise_bias<X, weight_q<P, Bits>>(P.bias);
template <const auto& P, int Bits, class X>
inline constexpr etch::parameters in_q{codes_q<P, Bits>.as_constant(),
                                       bias_q<P, Bits, X>.as_constant()};

}  // namespace examples
