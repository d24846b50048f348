// The number formats that a network can be quantised to, by name: int2 to int8 and int16, q7 and
// q15, fixed<2> to fixed<16>, posits and small floats.
#pragma once

#include <etch/format/formats.hpp>
#include <etch/host/calibration/clipping.hpp>
#include <etch/host/calibration/layer.hpp>
#include <etch/host/deviation.hpp>

#include <optional>

namespace ETCH_NAMESPACE {
namespace host {

/// A format whose numbers have a point of their own: values need no range.
struct real_format {
  std::string_view name, type;  ///< for users, and in C++
  const format* number;
  double (*nearest)(double real);
  /// The little-endian codes of numbers.
  std::vector<unsigned char> (*codes)(const numbers&);
};

/// What values and weights become.
struct number_choice {
  std::string name;
  int bits = 8;         ///< of values
  int weight_bits = 8;  ///< of weights
  codes_of_threshold form = codes_of_threshold::affine;
  const real_format* real = nullptr;
  bool scale_a_channel = true;  ///< of affine weights; else one for all

  /// The format of values whose numbers are so distributed, clipped at a threshold.
  format of_values(const ends& all, double threshold) const {
    if (real != nullptr) return *real->number;
    if (form == codes_of_threshold::power) {
      return fixed(bits, fraction_bits_for(threshold, bits));
    }
    const double most = std::ldexp(1.0, bits - 1) - 1;
    if (form == codes_of_threshold::symmetric) return affine(bits, threshold / most, 0);
    const double low = std::fmax(all.least, -threshold), high = std::fmin(all.largest, threshold);
    const double step =
        high > low ? static_cast<double>(static_cast<float>((high - low) / (2 * most + 1))) : 1;
    const double zero = std::nearbyint(-most - 1 - low / step);
    return affine(bits, step, static_cast<int>(std::fmin(std::fmax(zero, -most - 1), most)));
  }

  /// The step of weights that share one: their largest magnitude is the last code, but by
  /// clipping::mse and with fewer than 8 bits it is that of the least square error.
  double step_of_weights(const numbers& weights, clipping method) const {
    const bool power = form == codes_of_threshold::power;
    const auto as = power ? codes_of_threshold::power : codes_of_threshold::symmetric;
    ends all;
    for (const double w : weights) all.add(w);
    double threshold = all.magnitude() > 0 ? all.magnitude() : 1;
    if (method != clipping::minmax && (weight_bits < 8 || method == clipping::mse)) {
      double least = INFINITY;
      const double largest = threshold;
      for (int k = 0; k < (power ? 4 : 64); ++k) {
        const double tried = power ? std::ldexp(largest, -k) : largest * (128 - k) / 128;
        const grid codes = grid_for(all, tried, weight_bits, as);
        deviation d;
        for (const double w : weights) d.add(w, codes(w));
        if (d.noise < least) least = d.noise, threshold = tried;
      }
    }
    const double step = grid_for(all, threshold, weight_bits, as).step;
    return power ? step : static_cast<double>(static_cast<float>(step));
  }

  static format affine(int bits, double scale, int zero) {
    format f;
    f.kind = &format_id<affine_kind>, f.bits = bits, f.zero = zero;
    f.scale = static_cast<double>(static_cast<float>(scale));
    return f;
  }
  static format fixed(int bits, int frac) {
    format f;
    f.kind = &format_id<q_kind>, f.bits = bits, f.frac = frac, f.scale = std::ldexp(1.0, -frac);
    return f;
  }
};

namespace number_choices {

template <class F>
double nearest(double real) {
  return F::kind::decode(F::descriptor, F::kind::encode(F::descriptor, real));
}
template <class F>
std::vector<unsigned char> codes(const numbers& all) {
  using storage = typename F::kind::template storage<F::bits>;
  std::vector<unsigned char> bytes(all.size() * sizeof(storage));
  for (std::size_t i = 0; i < all.size(); ++i) {
    etch::detail::put_code<F::bits>(bytes.data(), static_cast<int>(i),
                                    static_cast<storage>(F::kind::encode(F::descriptor, all[i])));
  }
  return bytes;
}
template <class F>
constexpr real_format real(std::string_view name, std::string_view type) {
  return {name, type, &F::descriptor, &nearest<F>, &codes<F>};
}

inline constexpr real_format reals[]{
    real<posit<8, 0>>("posit<8,0>", "etch::posit<8, 0>"),
    real<posit<8, 1>>("posit<8,1>", "etch::posit<8, 1>"),
    real<posit<8, 2>>("posit<8,2>", "etch::posit<8, 2>"),
    real<posit<16, 0>>("posit<16,0>", "etch::posit<16, 0>"),
    real<posit<16, 1>>("posit<16,1>", "etch::posit<16, 1>"),
    real<posit<16, 2>>("posit<16,2>", "etch::posit<16, 2>"),
    real<f16>("f16", "etch::f16"),
    real<bf16>("bf16", "etch::bf16"),
    real<e4m3>("e4m3", "etch::e4m3"),
    real<e5m2>("e5m2", "etch::e5m2"),
    real<f32>("f32", "etch::f32"),
};

/// The number in `name` between a word and an end, or 0.
inline int number_in(std::string_view name, std::string_view word, std::string_view end) {
  if (name.size() <= word.size() + end.size() || name.size() > word.size() + end.size() + 2 ||
      name.substr(0, word.size()) != word || name.substr(name.size() - end.size()) != end) {
    return 0;
  }
  int n = 0;
  for (const char c : name.substr(word.size(), name.size() - word.size() - end.size())) {
    if (c < '0' || c > '9') return 0;
    n = 10 * n + (c - '0');
  }
  return n;
}

}  // namespace number_choices

/// The formats, for messages.
inline constexpr std::string_view names_of_number_choices =
    "int2 to int8, int16, q7, q15, fixed<2> to fixed<16>, posit<8,0..2>, posit<16,0..2>, f16, "
    "bf16, e4m3, e5m2, f32";

/// The choice with this name.
///
/// int<n>: affine values, weights with a scale a channel; int16 has values of 16 bits without a
/// zero point and weights of 8 (TensorFlow Lite's 16x8). fixed<n>: powers of two for values and
/// weights, q7 and q15 those of 8 and 16 bits.
inline std::optional<number_choice> number_choice_of(const std::string& name) {
  for (const real_format& r : number_choices::reals) {
    if (r.name == name) return number_choice{name, r.number->bits, r.number->bits, {}, &r, true};
  }
  const int affine = number_choices::number_in(name, "int", "");
  if (affine == 16) return number_choice{name, 16, 8, codes_of_threshold::symmetric, nullptr, true};
  if (affine >= 2 && affine <= 8) {
    return number_choice{name, affine, affine, codes_of_threshold::affine, nullptr, true};
  }
  const int fixed = name == "q7"    ? 8
                    : name == "q15" ? 16
                                    : number_choices::number_in(name, "fixed<", ">");
  if (fixed < 2 || fixed > 16) return std::nullopt;
  return number_choice{name, fixed, fixed, codes_of_threshold::power, nullptr, true};
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
