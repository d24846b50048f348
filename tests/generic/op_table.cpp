// table of the generic kernel: an entry for each code, in every width, layout and shape.
#include <etch/etch.hpp>

#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::shape;
namespace ops = etch::ops;
using q7 = etch::q<0, 7>;
using u8 = etch::affine<std::uint8_t, 0.01, 3>;
using q15 = etch::q<0, 15>;

/// A table of Y for codes of X; y of shape S is as large as x, or each code stands for several.
template <class X, class Y, class SX, class S, class L>
void check_table() {
  constexpr int each = S::descriptor.size() / SX::descriptor.size(), entries = 256 * each;
  using code = typename Y::kind::template storage<Y::bits>;
  using codes = random_constant<code, entries, 0, 120, 7>;
  static constexpr one_node g(
      ops::table::between(SX::descriptor, S::descriptor),
      {given<X, SX, L>, stored<Y, shape<entries>, hwc>(&codes::bytes.byte[0])});
  const auto x = random_codes<g, 0>(1);
  std::vector<double> want;
  for (const auto code_of_x : x) {
    for (int i = 0; i < each; ++i) {
      const int place = static_cast<std::uint8_t>(code_of_x) * each + i;
      want.push_back(static_cast<double>(etch::load<code>(&codes::bytes.byte[0], place)));
    }
  }
  check_equal(run<etch::table_generic, g>(x), want);
}

TEST_CASE("a code for each code") {
  check_table<q7, q7, shape<3, 4, 5>, shape<3, 4, 5>, hwc>();
  check_table<q7, u8, shape<2, 3, 4, 5>, shape<2, 3, 4, 5>, chw>();
  check_table<u8, q15, shape<7>, shape<7>, hwc>();
  check_table<u8, q7, shape<1, 1>, shape<1, 1>, chw>();
}
TEST_CASE("several codes for each code") {
  check_table<q7, q7, shape<1>, shape<3, 4>, hwc>();
  check_table<u8, q15, shape<1, 1>, shape<2, 2, 3>, hwc>();
  check_table<q7, u8, shape<2, 3>, shape<4, 3, 2>, hwc>();
}

// Codes of 5 bits, those below 0 last: x is -x, saturated.
inline constexpr auto negated = [] {
  etch::packed_array<std::int8_t, 5, 32> t;
  for (int i = 0; i < 32; ++i) {
    const int code = i < 16 ? i : i - 32;
    t[i] = static_cast<std::int8_t>(code == -16 ? 15 : -code);
  }
  return t;
}();
using q4 = etch::q<0, 4>;
inline constexpr auto graph = etch::graph([](etch::input<etch::tensor<q4, shape<2, 7>>> x) {
  using namespace etch::dsl;
  return x | table(etch::constant<etch::tensor<q4, shape<32>>>{negated.byte});
});
TEST_CASE("codes of 5 bits, packed") {
  static etch::network<graph> net;
  for (int first = -16; first < 16; first += 14) {
    for (int i = 0; i < 14; ++i) net.input()[i] = static_cast<std::int8_t>(std::min(first + i, 15));
    net.run();
    for (int i = 0; i < 14; ++i) {
      const int code = std::min(first + i, 15);
      CHECK(net.output()[i] == (code == -16 ? 15 : -code));
    }
  }
  CHECK(net.constant_bytes == 32);
}

}  // namespace
