// Features of sound as operators of a graph, so that a network takes samples:
//
//   etch::graph<etch::signal::operators>([](etch::input<tensor<q<0, 15>, shape<320, 1>>> x) {
//     return x | history<1024> | mfcc() | history<49> | ...
//   });
#pragma once

#include <etch/graph/extensions.hpp>
#include <etch/signal/features.hpp>
#include <etch/signal/history.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void features_are_made_of_samples_in_q_of_16_bits(long /*bits*/, long) {}
inline void features_are_made_of_as_many_samples_as_the_window_has(long /*samples*/,
                                                                   long /*window*/) {}
}  // namespace error

namespace ops {

/// What the features of a window have in common: x has its samples, y (1, features).
struct features_of_sound {
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  signal::settings set{};

  constexpr inference infer_features(const operands& x, int count, const format& number) const {
    if (const diagnosis d = set.check()) return {d};
    if (!is_q(x[0].number) || x[0].number.bits != 16 || x[0].layout != &layout_id<hwc>) {
      return {{.refuse = error::features_are_made_of_samples_in_q_of_16_bits,
               .message = "features are made of samples in q of 16 bits, not of {}",
               .have = x[0].number.bits}};
    }
    if (x[0].shape.size() != set.window) {
      return {{.refuse = error::features_are_made_of_as_many_samples_as_the_window_has,
               .message = "features are made of as many samples as the window has: {}, not {}",
               .have = x[0].shape.size(),
               .want = set.window}};
    }
    return {{}, {number, {2, {1, count}}, &layout_id<hwc>}};
  }
  /// No products with weights.
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }
};

/// Logarithms to base 2 of the energies in mel bands, in units of the last bit of a sample squared,
/// whatever the real value of that bit; q<6, 9>.
struct log_mel : features_of_sound {
  static constexpr const char* name = "log_mel";
  constexpr inference infer(const operands& x) const {
    return infer_features(x, set.bands, q<6, 9>::descriptor);
  }
};
/// MFCC: the DCT of these; q<9, 6>.
struct mfcc : features_of_sound {
  static constexpr const char* name = "mfcc";
  constexpr inference infer(const operands& x) const {
    return infer_features(x, set.coefficients, q<9, 6>::descriptor);
  }
};

}  // namespace ops

namespace detail {
/// Features of sound, by the processor's own core.
template <class Op, template <signal::settings, class> class Features>
struct features_kernel : kernel_base {
  using op = Op;

  template <class C>
  using features = Features<C::attributes.set, signal::native_core>;
  template <class C>
  using tables = typename features<C>::tables;
  template <class C>
  static constexpr int scratch = round_up(4 * features<C>::scratch_words, 16);

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    if (__builtin_is_constant_evaluated()) {
      std::uint32_t words[features<C>::scratch_words]{};
      features<C>::apply(a.template in<0>(), words, a.template out<0>());
    } else {
      auto* const words = reinterpret_cast<std::uint32_t*>(a.scratch());
      features<C>::apply(a.template in<0>(), words, a.template out<0>());
    }
  }
};
}  // namespace detail

struct log_mel_generic : detail::features_kernel<ops::log_mel, signal::log_mel_of> {
  static constexpr const char* name = "log_mel_generic";
};
struct mfcc_generic : detail::features_kernel<ops::mfcc, signal::mfcc_of> {
  static constexpr const char* name = "mfcc_generic";
};

namespace signal {
/// What a graph with operators on sound is made with: etch::graph<etch::signal::operators>(...).
using operators = extensions<ops::log_mel, ops::mfcc, ops::history, log_mel_generic, mfcc_generic,
                             history_generic>;
}  // namespace signal

namespace dsl {

/// x | log_mel(settings), x | mfcc(settings): features of a window of samples; settings.hop says
/// nothing here, `history` brings samples.
constexpr ops::log_mel log_mel(const signal::settings& s = {}) { return {{s}}; }
constexpr ops::mfcc mfcc(const signal::settings& s = {}) { return {{s}}; }

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
