// Networks as a whole: branches, several inputs and outputs, options, tracing, memory.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include "../support/poison.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cstring>

namespace {

using etch::q, etch::shape, etch::tensor;
using image = tensor<q<0, 7>, shape<9, 7, 4>>;

inline constexpr auto residual_graph = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu | tap("stem");
  auto a = stem | conv2d(w::conv<8, 3, 8>) | to<q<2, 5>> | relu | conv2d(w::conv<8, 1, 8>) |
           to<q<3, 4>> | tap("a");
  auto sum = add<q<3, 4>>(a, stem) | relu | tap("sum");
  auto both = concat(sum, sum | max_pool<3>({.stride = 1, .pad = same}) | tap("pooled"));
  auto logits = both | global_avg_pool | dense(w::fc<10, 16>) | to<q<4, 3>> | tap("logits");
  return outputs(logits, sum);
});
struct residual : etch::network<residual_graph> {};

inline constexpr auto pair_graph = etch::graph(
    [](etch::input<tensor<q<0, 7>, shape<6>>> a, etch::input<tensor<q<1, 6>, shape<6>>> b) {
      using namespace etch::dsl;
      return add<q<1, 6>>(a, b) | relu6 | reshape<2, 3> | tap("y");
    });
struct pair_network : etch::network<pair_graph> {};

template <class Array, class View>
bool equal(const Array& codes, const View& view) {
  for (int i = 0; i < view.size(); ++i) {
    if (codes[i] != view[i]) return false;
  }
  return true;
}

struct watcher {
  int steps = 0;
  char last_layer[32]{};
  int values = 0;
  int value_bytes = 0;
  void before(const etch::traced_step&) { ++steps; }
  void value(const etch::traced_step& s, const etch::traced_value& v) {
    std::strcpy(last_layer, s.layer);
    ++values;
    value_bytes += v.span * v.bytes;
  }
};

}  // namespace

TEST_CASE("run and evaluate agree, on this target's kernels and on the generic ones") {
  static residual net;
  static etch::network<residual_graph, etch::generic> plain;
  test::lcg random{1};
  signed char x[9 * 7 * 4];
  for (signed char& c : x) c = random.code();
  std::memcpy(net.input().data(), x, sizeof x);
  std::memcpy(plain.input().data(), x, sizeof x);
  net.run();
  plain.run();
  const auto y = residual::evaluate(x);
  CHECK(equal(y.code, net.output()));
  CHECK(equal(y.code, plain.output()));
  CHECK(equal(net.output<1>(), plain.output<1>()));
  CHECK(net.output<"logits">().data() == net.output().data());
}

TEST_CASE("two inputs, an alias, and an output in place") {
  pair_network net;
  for (int i = 0; i < 6; ++i) {
    net.input<0>()[i] = static_cast<signed char>(i * 20 - 50);
    net.input<1>()[i] = static_cast<signed char>(i * 10 - 30);
  }
  net.run();
  const int expected[6] = {0, 0, 0, 5, 25, 45};
  for (int i = 0; i < 6; ++i) CHECK(net.output()[i] == expected[i]);
  CHECK(pair_network::ram_bytes <= 16);
  CHECK(decltype(net.output())::shape == (etch::extents{2, {2, 3}}));
}

TEST_CASE("keep_input leaves the input as it was") {
  using keeping = etch::network<pair_graph, etch::this_target, etch::options{.keep_input = true}>;
  keeping net;
  for (int i = 0; i < 6; ++i) net.input<0>()[i] = net.input<1>()[i] = static_cast<signed char>(i);
  net.run();
  for (int i = 0; i < 6; ++i) CHECK(net.input<0>()[i] == i);
  for (int i = 0; i < 6; ++i) CHECK(net.input<1>()[i] == i);
  CHECK(keeping::ram_bytes > pair_network::ram_bytes);
}

TEST_CASE("a tracer sees every step; observe_all shows every value as written") {
  static residual net;
  watcher w;
  net.run(w);
  CHECK(w.steps == residual::layer_count);
  CHECK(w.values == residual::layer_count);
  CHECK(std::strcmp(w.last_layer, "logits") == 0);

  using observed = residual::with<etch::options{.observe_all = true}>;
  static observed all;
  watcher v;
  all.run(v);
  CHECK(observed::layer_count == residual::layer_count + 3);
  CHECK(v.steps == observed::layer_count);
  CHECK(equal(all.output(), net.output()));
}

TEST_CASE("no value is clobbered while it lives") {
  CHECK(test::survives_poison<residual>(3));
  CHECK(test::survives_poison<pair_network>(4));
  CHECK(test::survives_poison<etch::network<residual_graph, etch::generic>>(5));
  CHECK(test::survives_poison<residual::with<etch::options{.observe_all = true}>>(6));
}

TEST_CASE("two objects do not share anything") {
  pair_network a, b;
  for (int i = 0; i < 6; ++i) {
    a.input<0>()[i] = a.input<1>()[i] = 1;
    b.input<0>()[i] = b.input<1>()[i] = 50;
  }
  a.run();
  b.run();
  CHECK(a.output()[0] == 2);
  CHECK(b.output()[0] == 75);
}

namespace {

using bytes = tensor<etch::uq<1, 7>, shape<6, 5, 4>>;

inline constexpr auto unsigned_graph = etch::graph([](etch::input<bytes> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<8, 3, 4>) | to<etch::uq<2, 6>> | max_pool<2> | dense(w::fc<10, 48>) |
         to<q<6, 1>>;
});
struct unsigned_network : etch::network<unsigned_graph> {};

}  // namespace

TEST_CASE("kernels for signed bytes leave unsigned ones to others") {
  static unsigned_network net;
  static etch::network<unsigned_graph, etch::generic> plain;
  test::lcg random{7};
  for (int i = 0; i < net.input().size(); ++i) {
    net.input()[i] = plain.input()[i] = static_cast<unsigned char>(random.next());
  }
  net.run();
  plain.run();
  CHECK(equal(plain.output(), net.output()));
}
