// Quantisation of f32 weights and biases, at compile time and in host tools: quantise<F>(constant),
// scales for each channel.
#pragma once

#include <etch/tensor/bytes.hpp>
#include <etch/tensor/tensor.hpp>

namespace ETCH_NAMESPACE {

/// The dimension of the output channels in weights: the first of (O,KH,KW,I) and (O,K), the last of
/// depthwise_conv2d's (1,KH,KW,C M).
enum class channels_at { first, last };

namespace detail {
/// The channel of element i of `count`.
constexpr int channel_of(int i, int count, int channels, channels_at at) {
  return channels <= 1 ? 0 : at == channels_at::last ? i % channels : i / (count / channels);
}
/// Writes code i to little-endian bytes; packed if it has fewer than 8 bits.
template <int Bits, class Code>
constexpr void put_code(unsigned char* bytes, int i, Code code) {
  if constexpr (Bits < 8) {
    write_packed(bytes, Bits, i, code);
  } else {
    struct in_memory {
      unsigned char byte[sizeof(Code)];
    };
    const auto memory = __builtin_bit_cast(in_memory, code);
    for (unsigned b = 0; b < sizeof(Code); ++b) {
      bytes[static_cast<unsigned>(i) * sizeof(Code) + b] = memory.byte[b];
    }
  }
}
}  // namespace detail

/// Quantises `count` little-endian floats to format f, of kind K with Bits bits: the nearest codes,
/// saturated. `codes` must hold zeros at first, as many bytes as format/packed.hpp says.
template <class K, int Bits>
constexpr void quantise_bytes(const format& f, unsigned char* codes, const unsigned char* floats,
                              int count, rounding r = rounding::standard,
                              channels_at at = channels_at::first) {
  using storage = typename K::template storage<Bits>;
  if constexpr (requires { typename K::blocks; }) {
    K::blocks::store(codes, count, [floats](int i) { return load<float>(floats, i); });
    return;
  } else {
    format one = f;
    one.channel_scale = nullptr;
    for (int i = 0; i < count; ++i) {
      if (f.channel_scale != nullptr) {
        one.scale = f.scale * f.channel_scale[detail::channel_of(i, count, f.channels, at)];
      }
      const auto real = static_cast<double>(load<float>(floats, i));
      detail::put_code<Bits>(codes, i, static_cast<storage>(K::encode(one, real, r)));
    }
  }
}

/// The codes of a quantised constant. As an inline constexpr variable it has linkage, and
/// as_constant() is the constant of tensor type T.
template <class T>
struct codes_of_constant {
  using format_type = typename T::format_type;
  using storage = typename format_type::kind::template storage<format_type::bits>;
  static constexpr int count = T::layout_type::span(T::shape_type::descriptor);
  alignas(16) unsigned char bytes[detail::code_memory<storage, format_type::bits>::bytes(count)]{};

  constexpr constant<T> as_constant() const { return {bytes}; }
};

/// quantise<F>(c): the codes of F nearest to the numbers of an f32 constant, saturated.
///   inline constexpr auto codes = etch::quantise<etch::q<0, 7>>(trained);
///   constexpr etch::parameters layer{codes.as_constant()};
/// The default limits of compilers suffice for 10,000 elements (clang: 2^20 steps) and 100,000
/// (g++); etch_add_blob(... FORMAT ...) does the same in a build step for any number of elements.
template <class F, class S, class L>
consteval auto quantise(constant<tensor<f32, S, L>> c, rounding r = rounding::standard,
                        channels_at at = channels_at::first) {
  codes_of_constant<tensor<F, S, L>> made;
  quantise_bytes<typename F::kind, F::bits>(F::descriptor, made.bytes, bytes_in(c).data(),
                                            made.count, r, at);
  return made;
}

/// The largest magnitude of an f32 constant; fraction_bits gives the q format that holds it.
template <class S, class L>
constexpr double largest_of(constant<tensor<f32, S, L>> c) {
  const bytes_in numbers(c);
  double largest = 0;
  for (int i = 0; i < L::span(S::descriptor); ++i) {
    const auto real = static_cast<double>(load<float>(numbers.data(), i));
    largest = maximum(largest, real < 0 ? -real : real);
  }
  return largest;
}

namespace detail {
template <const auto& P, class F>
inline constexpr auto quantised_weights = quantise<F>(P.weights);
template <const auto& P, class F>
inline constexpr auto quantised_bias = quantise<F>(P.bias);
}  // namespace detail
/// Parameters P, f32 and with linkage, with weights in format W and bias in format B:
/// conv2d(quantised<w::conv1, posit<8, 1>>).
template <const auto& P, class W, class B = W>
inline constexpr parameters quantised{detail::quantised_weights<P, W>.as_constant(),
                                      detail::quantised_bias<P, B>.as_constant()};

/// One scale for each channel, for affine_channels<T, scales>.
template <int Channels>
struct channel_scales {
  double channel[Channels]{};
};
/// The scale of each channel of `count` floats: its largest magnitude over 2^(bits - 1) - 1, the
/// largest code of symmetric quantisation; 1 if all elements of a channel are 0.
constexpr void find_scales(double* scale, int channels, const unsigned char* floats, int count,
                           int bits, channels_at at = channels_at::first) {
  for (int c = 0; c < channels; ++c) scale[c] = 0;
  for (int i = 0; i < count; ++i) {
    const auto real = static_cast<double>(load<float>(floats, i));
    double& s = scale[detail::channel_of(i, count, channels, at)];
    s = maximum(s, real < 0 ? -real : real);
  }
  for (int c = 0; c < channels; ++c) {
    scale[c] = scale[c] > 0 ? scale[c] / ((wide_int{1} << (bits - 1)) - 1) : 1;
  }
}
/// The scales of a constant with Channels output channels, for codes of Bits bits:
///   inline constexpr auto scales = etch::scales_of<8, 16>(trained);
///   using format = etch::affine_channels<std::int8_t, scales>;
template <int Bits, int Channels, class S, class L>
consteval auto scales_of(constant<tensor<f32, S, L>> c, channels_at at = channels_at::first) {
  channel_scales<Channels> made;
  find_scales(made.channel, Channels, bytes_in(c).data(), L::span(S::descriptor), Bits, at);
  return made;
}

/// An f32 bias in units of the sums of values X and weights W, bias32 or bias64: rounded half away,
/// saturated.
template <class X, class W, class Bias = bias32, class S, class L>
consteval auto quantise_bias(constant<tensor<f32, S, L>> c) {
  const bytes_in numbers(c);
  codes_of_constant<tensor<Bias, S, L>> made;
  for (int i = 0; i < made.count; ++i) {
    format sum = Bias::descriptor;
    sum.scale = X::descriptor.unit() * W::descriptor.unit(W::descriptor.channels > 0 ? i : 0);
    const auto real = static_cast<double>(load<float>(numbers.data(), i));
    const long long code = accumulator_kind::encode(sum, real);
    using storage = typename accumulator_kind::template storage<Bias::bits>;
    detail::put_code<Bias::bits>(made.bytes, i, static_cast<storage>(code));
  }
  return made;
}

}  // namespace ETCH_NAMESPACE
