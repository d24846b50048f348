// What tracers see of networks that run row by row: every step, every value once it is complete,
// and rows of those that are never whole, which a collector puts together.
// PORTABLE: no kernel of one target alone
#include "../support/rows.hpp"
#include "../support/small_weights.hpp"

#include <etch/host/collector.hpp>

#include <catch2/catch.hpp>

#include <vector>

namespace {

using namespace etch;
using etch::q, etch::shape, etch::tensor;

using image = tensor<q<0, 7>, shape<11, 7, 4>>;
inline constexpr auto shapes = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | reshape<11, 14, 2> | conv2d(w::conv<3, 3, 2>) | to<q<1, 6>> | reshape<22, 7, 3> |
           conv2d(w::conv<4, 3, 3>, {.stride = 2}) | to<q<1, 6>> | relu | tap("y");
  auto sum = add<q<2, 5>>(y, y | max_pool<3>({.stride = 1, .pad = same}));
  return sum | flatten | dense(w::fc<9, 176>) | to<q<3, 4>> | relu;
});
// Codes of which two share a byte.
inline constexpr auto narrow = etch::graph([](etch::input<tensor<q<0, 3>, shape<9, 6, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<q<1, 2>> | max_pool<2>({.stride = 1}) | global_avg_pool;
});

// An output in rows, which is there as a whole in the end.
inline constexpr auto picture = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<q<1, 6>> | max_pool<3>({.stride = 1, .pad = same}) |
         conv2d(w::conv<6, 3, 4>) | to<q<1, 6>>;
});

template <class Net>
struct keeper {
  std::vector<unsigned char> values[Net::layer_count];
  void value(const traced_step& s, const traced_value& v) {
    const auto* const from = static_cast<const unsigned char*>(v.data);
    values[s.index].assign(from, from + v.size());
  }
};
struct counter {
  int steps = 0;
  void before(const traced_step&) { ++steps; }
};

/// The layers of Rows make what those of Whole make, in memory full of rubbish.
template <class Whole, class Rows>
void check_values() {
  static_assert(Rows::runs_by_rows && Rows::layer_count == Whole::layer_count);
  static Whole whole;
  static test::guarded_arena<Rows> memory(0x5a);
  test::lcg random{5};
  test::fill_with_noise(whole.input(), random);
  if constexpr (!Rows::input_arrives) {
    const auto x = Rows::input(memory.arena());
    for (int i = 0; i < x.size(); ++i) x.data()[i] = whole.input().data()[i];
  }
  keeper<Rows> kept;
  etch::host::collector<Rows, keeper<Rows>> collector(kept);
  test::run_traced<Rows>(memory.arena(), whole.input().data(), collector, [] {});
  keeper<Whole> wanted;
  whole.run(wanted);
  for (int n = 0; n < Whole::layer_count; ++n) {
    INFO("layer " << n << ", " << Whole::layer(n).c_str());
    CHECK(kept.values[n].size() > 0);
    CHECK(kept.values[n] == wanted.values[n]);
  }
}
template <const auto& G>
void check_values_in_all_ways() {
  using whole = network<G, generic>;
  constexpr int nodes = whole::layer_count;
  check_values<whole, typename whole::template with<options{.ram = ram::by_rows({nodes})}>>();
  check_values<whole,
               typename whole::template with<options{.ram = ram::by_rows({nodes - 2, 1})}>>();
  check_values<whole, typename whole::template with<options{.ram = ram::by_rows({nodes}),
                                                            .input = arrival::rows}>>();
}

/// Counts up by one with each look.
struct looks {
  static inline int count = 0;
  static void start() {}
  static unsigned long long stop() { return static_cast<unsigned long long>(++count); }
};

}  // namespace

TEST_CASE("every value, under all of its names") { check_values_in_all_ways<shapes>(); }
TEST_CASE("an output in rows") { check_values_in_all_ways<picture>(); }
TEST_CASE("values of packed codes") { check_values_in_all_ways<narrow>(); }

TEST_CASE("a tracer sees each row of a layer, and costs add up") {
  using net = network<shapes, generic, options{.ram = ram::by_rows({20})}>;
  static net rows;
  counter steps;
  rows.run(steps);
  CHECK(steps.steps == net::placed::memory.end - 1);
  layer_costs<net, looks> costs;
  for (int again = 0; again < 2; ++again) {
    looks::count = 0;
    rows.run(costs);
    unsigned long long all = 0;
    for (const unsigned long long cost : costs.of) all += cost;
    const auto n = static_cast<unsigned long long>(steps.steps);
    CHECK(all == n * (n + 1) / 2);  // those of the last run alone
  }
}
