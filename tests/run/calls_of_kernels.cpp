// What a compiler learns of the bodies of kernels lets it drop none of their calls: g++ 12 dropped
// that of a state of one step where it optimises least. This program is compiled with -O1.
#include <catch2/catch.hpp>

#include "../support/recurrent_layers.hpp"

namespace {

using formats = test::recurrent::bytes;
using layers = test::recurrent::sized<formats, 9, 12, 128>;
using value = etch::tensor<formats::x, etch::shape<2, 9>>;
constexpr auto no_bias = test::recurrent::constants<formats::b, etch::shape<12>, 3, 0>::value;
constexpr auto graph = etch::graph([](etch::input<value> x) {
  return etch::dsl::svdf<formats::y, formats::s>(
      x, 1, layers::w<1>, layers::constant<formats::t, etch::shape<12, 1>, 2>, no_bias);
});

/// Whether real 0, whatever the weights, gives real 0.
template <class Target>
bool keeps_zero() {
  static etch::network<graph, Target> net;
  auto x = net.input();
  for (int i = 0; i < decltype(x)::size(); ++i) x[i] = formats::x::descriptor.zero;
  net.run();
  bool kept = true;
  for (const auto code : net.output()) kept = kept && code == formats::y::descriptor.zero;
  return kept;
}

}  // namespace

TEST_CASE("a network runs its kernels", "[network]") {
  CHECK(keeps_zero<etch::generic>());
  CHECK(keeps_zero<etch::this_target>());
}
