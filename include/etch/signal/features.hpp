// Features of a stream of sound, hop by hop: log-mel energies and MFCC, in integers. The same bits
// on every machine.
//
//   etch::signal::mfcc<> features;                       // 16 kHz, 1024 points, 40 bands, 10
//   const std::int16_t* y = features.push(microphone);   // a hop of 320 samples; y[10]
#pragma once

#include <etch/signal/dct.hpp>
#include <etch/signal/log2.hpp>
#include <etch/signal/mel_bank.hpp>
#include <etch/signal/real_fft.hpp>

namespace ETCH_NAMESPACE::signal {

namespace detail {
template <settings S>
inline constexpr diagnosis wrong_with = S.check();
}  // namespace detail

/// The logarithm to base 2 of the energy in each mel band of a window, 9 fraction bits. The unit of
/// energy is that of a sample's last bit squared; below it, and in silence, it is 0.
template <settings S, class Core = native_core>
struct log_mel_of {
  static constexpr diagnosis wrong = detail::wrong_with<S>;
  static_assert(refusal<wrong.refuse, wrong.have, wrong.want>::passed,
                "settings are refused: refusal<sentence, have, want>");
  using fft = real_fft<S.points, Core>;
  using bank = mel_bank<S, Core>;
  static constexpr settings set = S;
  static constexpr int count = S.bands;
  static constexpr int fraction_bits = 9;
  static constexpr int scratch_words = fft::bins;
  using tables = concatenation_t<typename fft::template tables<S.shape, S.window>,
                                 typename bank::tables, list<log2_table>>;

  /// Of S.window samples, aligned to 4 bytes; scratch has scratch_words.
  static constexpr void apply(const std::int16_t* samples, std::uint32_t* scratch,
                              std::int16_t* y) {
    const block b = fft::template power<S.shape, S.window>(samples, scratch);
    if (b.is_silent) {
      for (int i = 0; i < count; ++i) y[i] = 0;
    } else {
      of_power(scratch, b.exponent, y);
    }
  }

 private:
  ETCH_KERNEL static constexpr void of_power(const std::uint32_t* power, int exponent,
                                             std::int16_t* y) {
    bank::apply(power, [=](int band, std::uint64_t energy) {
      y[band] = static_cast<std::int16_t>(log2_of(energy, 2 * exponent - 15));
    });
  }
};

/// MFCC: the DCT of the above, the first S.coefficients, 6 fraction bits.
template <settings S, class Core = native_core>
struct mfcc_of {
  using logarithms = log_mel_of<S, Core>;
  using cosines = dct<S.bands, S.coefficients, Core>;
  static constexpr settings set = S;
  static constexpr int count = S.coefficients;
  static constexpr int fraction_bits = 6;
  static constexpr int scratch_words = logarithms::scratch_words;
  using tables = concatenation_t<typename logarithms::tables, typename cosines::tables>;

  static constexpr void apply(const std::int16_t* samples, std::uint32_t* scratch,
                              std::int16_t* y) {
    alignas(4) std::int16_t logs[S.bands]{};
    logarithms::apply(samples, scratch, logs);
    cosines::apply(logs, y);
  }
};

/// Features of a stream: the last window of samples and what working it out takes, in the object.
/// Before the first sample there was silence.
template <class Features>
class streamed {
  static constexpr int window = Features::set.window;

 public:
  static constexpr int hop = Features::set.hop;  ///< samples a push takes
  static constexpr int count = Features::count;  ///< features it gives
  static constexpr int fraction_bits = Features::fraction_bits;
  /// Bytes of flash that the tables take.
  static constexpr int table_bytes = etch::detail::bytes_of_tables(typename Features::tables{});

  /// Takes the next `hop` samples; the features of the last window, which stay until the next push.
  constexpr const std::int16_t* push(const std::int16_t* samples) {
    move(samples_, samples_ + hop, window - hop);
    move(samples_ + (window - hop), samples, hop);
    Features::apply(samples_, scratch_, features_);
    return features_;
  }
  /// Forgets all samples.
  constexpr void reset() {
    for (std::int16_t& x : samples_) x = 0;
  }

 private:
  /// To the same place or below it.
  static constexpr void move(std::int16_t* to, const std::int16_t* from, int count) {
    if (__builtin_is_constant_evaluated()) {
      for (int i = 0; i < count; ++i) to[i] = from[i];
    } else {
      __builtin_memmove(to, from, static_cast<unsigned>(count) * sizeof *to);
    }
  }

  alignas(4) std::int16_t samples_[window]{};
  std::uint32_t scratch_[Features::scratch_words]{};
  std::int16_t features_[count]{};

 public:
  /// Bytes of RAM that an object takes.
  static constexpr int ram_bytes = sizeof samples_ + sizeof scratch_ + sizeof features_;
};

/// log_mel_of and mfcc_of of a stream.
template <settings S = settings{}, class Core = native_core>
class log_mel : public streamed<log_mel_of<S, Core>> {};
template <settings S = settings{}, class Core = native_core>
class mfcc : public streamed<mfcc_of<S, Core>> {};

}  // namespace ETCH_NAMESPACE::signal
