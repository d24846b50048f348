// Sums of a layer that is too large for the compiler: proved at run time by the same function.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>
#ifdef ETCH_HAS_HOST
#include <etch/host/report.hpp>
#endif

namespace {

using namespace etch;

constexpr int inputs = 520, outputs = 200;
struct codes {
  unsigned char byte[inputs * outputs]{};
};
constexpr codes largest = [] {
  codes c;
  for (int i = 0; i < inputs; ++i) c.byte[7 * inputs + i] = 0x7f;  // one neuron of 127s
  c.byte[9 * inputs] = 0x80;
  return c;
}();
using weights = tensor<q<0, 7>, shape<outputs, inputs>, ohwi>;
constexpr parameters layer{constant<weights>{largest.byte}};

template <class X>
constexpr auto one_layer = graph([](input<tensor<X, shape<inputs>>> x) {
  using namespace etch::dsl;
  return x | dense(layer) | to<q<8, 7>>;
});
using wide = network<one_layer<q<0, 15>>>;
using narrow = network<one_layer<q<0, 7>>>;

TEST_CASE("the sums of 104,000 weights are worked out at run time") {
  CHECK(wide::layer_sums(0) ==
        interval{-32768LL * 127 * inputs, 32767LL * 127 * inputs + (1 << 14)});
  CHECK(wide::layer_sum_bits(0) == 33);
  CHECK(wide::layer_sum_capacity(0) == 32);
  CHECK(narrow::layer_sums(0).low == -128LL * 127 * inputs);
  CHECK(narrow::layer_sum_bits(0) == 25);
}

#ifdef ETCH_HAS_HOST
TEST_CASE("the report names layers that overflow") {
  CHECK(host::overflowing_layers<wide>() ==
        "dense: the sums are -2163998720 .. 2163949064 and need 33 bits, there are 32\n");
  CHECK(host::overflowing_layers<narrow>().empty());
  CHECK(host::describe_sums<narrow>(0) == "25/32");
}
#endif

}  // namespace
