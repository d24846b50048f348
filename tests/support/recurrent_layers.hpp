// Recurrent layers of any size and format, and whether a kernel gives what the definition does.
#pragma once

#include <etch/kernel/candidates.hpp>

#include <catch2/catch.hpp>

#include "recurrent.hpp"

namespace test::recurrent {

/// A layer with formats of F, made where it is asked for: `Batches` sequences of Steps values of
/// Inputs numbers, Units units, weights from -Most to Most.
template <class F, int Inputs, int Units, int Most = F::most, int Batches = 2, int Steps = 2>
struct sized {
  using formats = F;
  template <class K, class S, int Seed>
  static constexpr auto& constant = constants<K, S, Seed, Most>::value;
  template <int Seed>
  static constexpr auto& w = constant<typename F::w, shape<Units, Inputs>, Seed>;
  template <int Seed>
  static constexpr auto& u = constant<recurrent_format<F>, shape<Units, Units>, Seed>;
  template <int Seed>
  static constexpr auto& b = constant<typename F::b, shape<Units>, Seed>;
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
  template <int Rank>
  static constexpr auto svdf =
      etch::graph([](etch::input<tensor<typename F::x, shape<Batches, Inputs>>> x) {
        return etch::dsl::svdf<typename F::y, typename F::s>(
            x, Rank, w<1>, constant<typename F::t, shape<Units, 5>, 2>,
            constant<typename F::b, shape<Units / Rank>, 3>);
      });
};

/// A target whose one kernel is K, before the definitions.
template <class K>
struct machine_of {
  using kernels = etch::list<K>;
  using falls_back_to = etch::generic;
};

/// Whether kernel K runs the layer G; if so, checks that some runs give what the definition gives.
template <class K, const auto& G>
int try_on_layer() {
  constexpr etch::options o{.sums = etch::overflow::wraps};
  using ours = etch::network<G, machine_of<K>, o>;
  using call = etch::call<ours::graph, 0>;
  if constexpr (!std::is_same_v<typename call::op, typename K::op>) {
    return 0;
  } else if constexpr (!K::template accepts<call>) {
    return 0;
  } else {
    static ours net;
    static etch::network<G, etch::generic, o> definition;
    INFO(K::name << " of " << G.values[0].is.shape.size() << " codes");
    if constexpr (ours::has_state) net.reset(), definition.reset();
    bool equal = true;
    for (std::uint32_t run = 1; run <= 3; ++run) {
      fill(net.input(), run);
      fill(definition.input(), run);
      net.run();
      definition.run();
      for (int i = 0; i < net.output().size(); ++i)
        equal = equal && net.output()[i] == definition.output()[i];
    }
    CHECK(equal);
    return 1;
  }
}
template <class K, class L>
int try_on_layers() {
  using op = typename K::op;
  if constexpr (std::is_same_v<op, etch::ops::lstm>) return try_on_layer<K, L::template lstm<>>();
  else if constexpr (std::is_same_v<op, etch::ops::gru>)
    return try_on_layer<K, L::template gru<true>>() + try_on_layer<K, L::template gru<false>>();
  else if constexpr (std::is_same_v<op, etch::ops::fastgrnn>)
    return try_on_layer<K, L::template fastgrnn<>>() + try_on_layer<K, L::template low_rank<>>();
  else if constexpr (std::is_same_v<op, etch::ops::rnn_pool>)
    return try_on_layer<K, L::template rnn_pool<>>();
  else if constexpr (std::is_same_v<op, etch::ops::svdf>)
    return try_on_layer<K, L::template svdf<1>>();
  else return 0;
}

/// Whether an operator is tried here.
template <class Op>
inline constexpr bool is_recurrent =
    std::is_same_v<Op, etch::ops::lstm> || std::is_same_v<Op, etch::ops::gru> ||
    std::is_same_v<Op, etch::ops::fastgrnn> || std::is_same_v<Op, etch::ops::rnn_pool> ||
    std::is_same_v<Op, etch::ops::svdf>;

}  // namespace test::recurrent
