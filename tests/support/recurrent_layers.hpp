// Recurrent layers of any size and format.
#pragma once

#include "recurrent.hpp"

namespace test::recurrent {

/// Those of every layer of 8-bit codes.
struct bytes : s8 {
  using y = affine<std::int8_t, 0.05, 9>;
  using t = affine<std::int8_t, 0.004>;
  using s = affine<std::int8_t, 0.06, -20>;
};

/// A layer with formats of F, made where it is asked for: `Batches` sequences of Steps values of
/// Inputs numbers, Units units, weights from -Most to Most.
template <class F, int Inputs, int Units, int Most = F::most, int Batches = 2, int Steps = 2>
struct sized {
  using formats = F;
  template <class K, class S, int Seed>
  static constexpr auto constant = constants<K, S, Seed, Most>::value;
  template <int Seed>
  static constexpr auto w = constant<typename F::w, shape<Units, Inputs>, Seed>;
  template <int Seed>
  static constexpr auto u = constant<recurrent_format<F>, shape<Units, Units>, Seed>;
  template <int Seed>
  static constexpr auto b = constant<typename F::b, shape<Units>, Seed>;
  using value = etch::input<tensor<typename F::x, shape<Batches, Steps, Inputs>>>;

  template <int = 0>
  static constexpr auto lstm = etch::graph([](value x) {
    return etch::dsl::lstm<typename F::h, typename F::c>(x, {}, w<1>, w<2>, w<3>, w<4>, u<5>, u<6>,
                                                         u<7>, u<8>, b<9>, b<10>, b<11>, b<12>);
  });
  template <bool After>
  static constexpr auto gru = etch::graph([](value x) {
    return etch::dsl::gru<typename F::h>(x, {.reset_after = After, .stateful = true}, w<1>, w<2>,
                                         w<3>, u<5>, u<6>, u<7>, b<9>, b<10>, b<11>);
  });
  template <int = 0>
  static constexpr auto fastgrnn = etch::graph([](value x) {
    return etch::dsl::fastgrnn<typename F::h>(x, {.zeta = 0.9F, .nu = 0.1F, .stateful = true}, w<1>,
                                              u<2>, b<3>, b<4>);
  });
  template <int = 0>
  static constexpr auto low_rank = etch::graph([](value x) {
    using k = typename F::w;
    constexpr int rank = 5;
    return etch::dsl::fastgrnn<typename F::h>(
        x, {.stateful = true},
        etch::dsl::low_rank(constant<k, shape<rank, Inputs>, 1>,
                            constant<k, shape<Units, rank>, 2>),
        etch::dsl::low_rank(constant<k, shape<rank, Units>, 3>, constant<k, shape<Units, rank>, 4>),
        b<5>, b<6>);
  });
  template <int = 0>
  static constexpr auto rnn_pool =
      etch::graph([](etch::input<tensor<typename F::x, shape<6, 7, Inputs>>> x) {
        constexpr int outer = 4;
        using k = recurrent_format<F>;
        return etch::dsl::rnn_pool<typename F::h, 4, 2>(
            x, {.first = {0.9F, 0.1F}}, w<1>, u<2>, b<3>, b<4>, constant<k, shape<outer, Units>, 5>,
            constant<k, shape<outer, outer>, 6>, constant<typename F::b, shape<outer>, 7>,
            constant<typename F::b, shape<outer>, 8>);
      });
  template <int Rank, int Memory = 5>
  static constexpr auto svdf =
      etch::graph([](etch::input<tensor<typename F::x, shape<Batches, Inputs>>> x) {
        return etch::dsl::svdf<typename F::y, typename F::s>(
            x, Rank, w<1>, constant<typename F::t, shape<Units, Memory>, 2>,
            constant<typename F::b, shape<Units / Rank>, 3>);
      });
};

/// Whether an operator is one of these layers.
template <class Op>
inline constexpr bool is_recurrent =
    std::is_same_v<Op, etch::ops::lstm> || std::is_same_v<Op, etch::ops::gru> ||
    std::is_same_v<Op, etch::ops::fastgrnn> || std::is_same_v<Op, etch::ops::rnn_pool> ||
    std::is_same_v<Op, etch::ops::svdf>;

}  // namespace test::recurrent
