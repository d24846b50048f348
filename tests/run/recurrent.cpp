// Every kernel of the target for a recurrent layer gives, run after run, what the definition does:
// rows in whole blocks and some that are left, vectors in whole words and not, weights of -128.
// LONG: host aarch64
#include <etch/kernel/candidates.hpp>

#include <catch2/catch.hpp>

#include <numeric>

#include "../support/are_long.hpp"
#include "../support/recurrent_layers.hpp"

#if ETCH_HAS_HANA
#include <boost/hana/for_each.hpp>

namespace {

using namespace test::recurrent;
namespace hana = boost::hana;
using etch::affine;

struct bytes_from_zero : bytes {
  using x = affine<std::int8_t, 0.02>;
  using h = affine<std::int8_t, 1.0 / 128>;
};
struct bytes_by_shorts : s8 {
  using w = affine<std::int16_t, 1.0 / 65536>;
  static constexpr int most = 32767;
};
struct q8_by_q12 : q12 {
  using x = etch::q<2, 5>;
  using h = etch::q<0, 7>;
};
struct bytes_of_long_state : bytes {
  using t = affine<std::int16_t, 1.0 / 65536>;
  using s = affine<std::int16_t, 1.0 / 4096>;
  static constexpr int most = 32767;
};
struct bytes_of_coarse_state : bytes_of_long_state {  // whose sums lie around 0
  using s = affine<std::int16_t, 1.0 / 16>;
};
struct singles : real {
  using y = f32;
  using t = f32;
  using s = f32;
};

/// A target whose one kernel is K, before the definitions.
template <class K>
struct machine_of {
  using kernels = etch::list<K>;
  using falls_back_to = etch::generic;
};

/// The layer G for kernel K alone.
template <class K, const auto& G>
struct alone {
  static constexpr etch::options o{.sums = etch::overflow::wraps};
  using net = etch::network<G, machine_of<K>, o>;
  using call = etch::call<net::graph, 0>;
  static constexpr bool is_taken = [] {
    if constexpr (!std::is_same_v<typename call::op, typename K::op>) return false;
    else return K::template accepts<call>;
  }();
};
/// Checks, if kernel K runs the layer G, that some runs give what the definition gives; how many
/// layers that was.
template <class K, const auto& G>
int try_on_layer() {
  if constexpr (!alone<K, G>::is_taken) {
    return 0;
  } else {
    using ours = typename alone<K, G>::net;
    static ours net;
    static etch::network<G, etch::generic, alone<K, G>::o> definition;
    INFO(K::name << " of " << G.values[0].is.shape.size() << " codes");
    if constexpr (ours::has_state) net.reset(), definition.reset();
    bool equal = true;
    constexpr std::uint32_t runs = std::is_same_v<typename K::op, etch::ops::svdf> ? 20 : 3;
    for (std::uint32_t run = 1; run <= runs; ++run) {
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
/// The sum of f<G>() over the graphs G of operator Op that L stands for.
template <class Op, class L, class F>
constexpr int sum_of_graphs(const F& f) {
  namespace ops = etch::ops;
  if constexpr (std::is_same_v<Op, ops::lstm>) return f.template operator()<L::template lstm<>>();
  else if constexpr (std::is_same_v<Op, ops::gru>)
    return f.template operator()<L::template gru<true>>() +
           f.template operator()<L::template gru<false>>();
  else if constexpr (std::is_same_v<Op, ops::fastgrnn>)
    return f.template operator()<L::template fastgrnn<>>() +
           f.template operator()<L::template low_rank<>>();
  else if constexpr (std::is_same_v<Op, ops::rnn_pool>)
    return f.template operator()<L::template rnn_pool<>>();
  else if constexpr (std::is_same_v<Op, ops::svdf>)
    return f.template operator()<L::template svdf<1>>();
  else return 0;
}

/// Tries kernel K on the layers L, where tests are not long on the first that it takes.
template <class K, class... L>
int try_all(etch::list<L...>) {
  using op = typename K::op;
  constexpr int taken[]{
      sum_of_graphs<op, L>([]<const auto & G>() { return alone<K, G>::is_taken ? 1 : 0; })...};
  int tries = 0;
  etch::for_each_index<static_cast<int>(sizeof...(L))>([&]<int I>() {
    constexpr int before = std::accumulate(taken, taken + I, 0);
    if constexpr (taken[I] > 0 && (test::are_long || before == 0))
      tries += sum_of_graphs<op, etch::element_t<etch::list<L...>, I>>(
          []<const auto & G>() { return try_on_layer<K, G>(); });
  });
  return tries;
}
/// Filters of 1 to 18 steps, 1 to 3 of a unit; where tests are not long, of parts of words and of
/// vectors.
template <class K, class L>
int try_on_memories() {
  const auto from = []<int... M>(std::integer_sequence<int, M...>) {
    return (0 + ... + try_on_layer<K, L::template svdf<1 + M % 3, 1 + M>>());
  };
  if constexpr (test::are_long) return from(std::make_integer_sequence<int, 18>{});
  else return from(std::integer_sequence<int, 1, 16>{});
}
/// Formats of all these layers, and of those of one state alone; of each the first has whole blocks
/// of rows and some that are left.
using of_all = etch::list<sized<bytes, 19, 13>, sized<bytes, 5, 4>, sized<bytes, 32, 24>,
                          sized<bytes_from_zero, 20, 33>, sized<bytes, 8, 16, 128>,
                          sized<bytes, 13, 16>, sized<singles, 9, 29>, sized<singles, 5, 4>>;
using of_one_state =
    etch::list<sized<short_sums, 15, 13>, sized<short_sums, 16, 12>, sized<long_sums, 17, 14>,
               sized<q16, 13, 11>, sized<q12, 7, 8>, sized<q8_by_q12, 16, 20>,
               sized<bytes_by_shorts, 19, 14>, sized<bytes_by_shorts, 14, 17, 500>>;
using of_lstm = etch::list<sized<s16, 15, 13>, sized<s16, 16, 12>>;

}  // namespace

TEST_CASE("kernels of recurrent layers equal their definitions") {
  hana::for_each(etch::candidates<etch::this_target>, [](auto k) {
    using K = typename decltype(k)::type;
    if constexpr (is_recurrent<typename K::op> &&
                  !etch::detail::is_among<K, etch::generic_kernels>) {
      int tries = try_all<K>(of_all{});
      if constexpr (std::is_same_v<typename K::op, etch::ops::lstm>) tries += try_all<K>(of_lstm{});
      else if constexpr (!std::is_same_v<typename K::op, etch::ops::svdf>)
        tries += try_all<K>(of_one_state{});
      else
        tries += try_on_memories<K, sized<bytes, 9, 12, 128>>() +
                 try_on_memories<K, sized<bytes_from_zero, 5, 6>>() +
                 try_on_memories<K, sized<bytes_of_long_state, 6, 6, 127>>() +
                 try_on_memories<K, sized<bytes_of_long_state, 4, 6>>() +
                 try_on_layer<K, sized<bytes_of_coarse_state, 5, 9>::template svdf<1, 16>>() +
                 try_on_layer<K, sized<bytes_of_coarse_state, 5, 16>::template svdf<1, 16>>() +
                 try_on_layer<K, sized<bytes_of_long_state, 6, 32>::template svdf<1, 11>>();
      INFO(K::name << ": no layer of this test fits; add one");
      CHECK(tries > 0);
    }
  });
}
#else
TEST_CASE("kernels of recurrent layers equal their definitions") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif
