// EdgeML's FastGRNN on digits of USPS in every number format, a picture at once.
#pragma once

#include "../ten_formats.hpp"
#include "fastgrnn_usps.hpp"

namespace small_models::fastgrnn_usps {

using examples::affine_for, examples::bias_in, examples::constant_in, examples::in_q,
    examples::in_scales, examples::q_for;

/// Twice the numbers of K: states go to 1.65, codes of them to 1, so that states of integers are
/// half of what they are, zeta and nu too, and what reads a state is twice as large.
template <const auto& K>
struct doubled_numbers {
  unsigned char byte[4 * K.count]{};
  constexpr doubled_numbers() {
    for (int i = 0; i < K.count; ++i) {
      const auto bits = __builtin_bit_cast(std::uint32_t, 2 * etch::load<float>(K.bytes, i));
      for (int b = 0; b < 4; ++b) byte[4 * i + b] = static_cast<unsigned char>(bits >> 8 * b);
    }
  }
};
template <const auto& K>
alignas(16) inline constexpr doubled_numbers<K> doubled_bytes{};
inline constexpr matrix<etch::f32, rank, units> doubled_u1{doubled_bytes<u1>.byte};
inline constexpr matrix<etch::f32, classes, units> doubled_scores{doubled_bytes<scores>.byte};
inline constexpr etch::parameters to_scores_of_half{doubled_scores, scores_bias};

/// Numbers with a point of their own.
template <class F>
struct in_reals {
  static constexpr auto graph = etch::graph([](lines<F, rows> x) {
    using namespace etch::dsl;
    const auto h =
        fastgrnn<F>(x, {.zeta = zeta, .nu = nu}, low_rank(constant_in<w1, F>, constant_in<w2, F>),
                    low_rank(constant_in<u1, F>, constant_in<u2, F>), constant_in<gate_bias, F>,
                    constant_in<new_bias, F>);
    return last(h, rows) | dense(etch::quantised<to_scores, F>) | to<F>;
  });
};

/// Powers of two: pixels below 8, scores below 32 from weights of 12 bits at most.
template <int Bits>
struct in_powers {
  static constexpr int inner_bits = 11, narrow = etch::minimum(Bits, 12);
  using pixel = etch::q_of<Bits, Bits - 4>;
  using state = etch::q_of<Bits, Bits - 1>;
  using read = etch::q_of<narrow, narrow - 1>;
  using to_gate = etch::q_of<Bits, Bits - 2>;
  using bias = etch::q_of<32, inner_bits + to_gate::descriptor.frac>;
  static constexpr auto graph = etch::graph([](lines<pixel, rows> x) {
    using namespace etch::dsl;
    const auto h = fastgrnn<state>(
        x, {.zeta = zeta / 2, .nu = nu / 2, .inner_bits = inner_bits},
        low_rank(constant_in<w1, q_for<w1, Bits>>, constant_in<w2, to_gate>),
        low_rank(constant_in<doubled_u1, q_for<doubled_u1, Bits>>, constant_in<u2, to_gate>),
        constant_in<gate_bias, bias>, constant_in<new_bias, bias>);
    return last(h, rows) | to<read> | dense(in_q<to_scores_of_half, narrow, read>) |
           to<etch::q_of<Bits, Bits - 6>>;
  });
};

/// Affine codes of Bits bits, weights of the scores in 8 with a scale for each.
template <int Bits>
struct in_affine {
  static constexpr int inner_bits = 11;
  template <int Largest>
  using below = etch::affine<etch::signed_code<Bits>, Largest / double(1L << (Bits - 1))>;
  static constexpr auto graph = etch::graph([](lines<below<8>, rows> x) {
    using namespace etch::dsl;
    using between = etch::affine<std::int16_t, 1.0 / (1 << inner_bits)>;
    using to_gate = affine_for<w2, Bits>;
    const auto h = fastgrnn<below<1>>(
        x, {.zeta = zeta / 2, .nu = nu / 2, .inner_bits = inner_bits},
        low_rank(constant_in<w1, affine_for<w1, Bits>>, constant_in<w2, to_gate>),
        low_rank(constant_in<doubled_u1, affine_for<doubled_u1, Bits>>,
                 constant_in<u2, affine_for<u2, Bits>>),
        bias_in<gate_bias, between, to_gate>, bias_in<new_bias, between, to_gate>);
    return last(h, rows) | dense(in_scales<to_scores_of_half, 8, below<1>>) | to<below<32>>;
  });
};
template <class Numbers>
struct network_in : etch::network<Numbers::graph> {};

/// visit.operator()<Network>(name); the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, examples::ten_formats<in_reals, in_powers, in_affine>>(visit);
}

}  // namespace small_models::fastgrnn_usps
