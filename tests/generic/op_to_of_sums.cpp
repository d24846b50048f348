// `to` by itself after a layer gives what the layer gives that ends with it.
#include "../support/compare.hpp"
#include "../support/formats.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::q;
using etch::shape;
namespace ops = etch::ops;

/// A layer that ends in Y is the layer that ends in a sum, and `to<Y>` of it.
template <class K, class F>
void check_split() {
  using f = typename formats_of<F, K::outputs>::type;
  using weights = random_constant<typename f::w::kind::template storage<f::w::bits>,
                                  K::w::descriptor.size(), -127, 127, 5>;
  static constexpr value x = given<typename f::x, typename K::x, chw>,
                         w = stored<typename f::w, typename K::w>(weights::bytes.byte);
  static constexpr wanted y{.number = f::y::descriptor, .round = f::round};
  constexpr auto layer = [](const wanted& end) {
    if constexpr (std::is_same_v<typename f::b, etch::bias64>) {
      using biases = random_constant<std::int64_t, K::outputs, -128, 127, 6>;
      return one_node(K::op, {x, w, stored<etch::bias64, shape<K::outputs>>(biases::bytes.byte)},
                      end);
    } else {
      return one_node(K::op, {x, w}, end);
    }
  };
  static constexpr one_node one = layer(y), first = layer({}),
                            second(ops::to{}, {value{first.values[8].is}}, y);
  const auto codes = random_codes<one, 0>(8);
  const auto sum = run<typename K::kernel, first>(codes);
  using whole = etch::call<one, 0>;
  constexpr const auto& alone = etch::packed<etch::to_generic, etch::call<second, 0>>;
  if constexpr (requires { alone.epilogue.multiplier; }) {
    const auto& have = alone.epilogue.multiplier;
    const auto& want = etch::packed<typename K::kernel, whole>.epilogue.multiplier;
    for (int c = 0; c < static_cast<int>(sizeof(want) / sizeof(want[0])); ++c) {
      CHECK(have[c] == want[c]);
    }
  }
  CHECK(run<typename K::kernel, one>(codes) == run<etch::to_generic, second>(sum));
}
struct conv {
  using x = shape<3, 4, 2>;
  using w = shape<4, 3, 3, 2>;
  using kernel = etch::conv2d_generic;
  static constexpr ops::conv2d op{};
  static constexpr int outputs = 4;
};
struct fully {
  using x = shape<3, 4, 2>;
  using w = shape<4, 24>;
  using kernel = etch::dense_generic;
  static constexpr ops::dense op{};
  static constexpr int outputs = 4;
};
using one_scale = formats<etch::affine<std::int8_t, 1.0>, etch::affine<std::int8_t, 1.0>, void,
                          q<15, 0>, rounding::half_away>;
using left = formats<q<3, 4>, q<2, 5>, void, q<0, 15>, rounding::half_up>;

TEST_CASE("to after a layer is what the layer does itself") {
  check_split<conv, q7>();
  check_split<conv, q15>();
  check_split<conv, left>();
  check_split<conv, one_scale>();
  check_split<conv, double_rounded>();
  check_split<conv, single_rounded>();
  check_split<conv, per_channel>();
  check_split<conv, bytes>();
  check_split<conv, sixteen>();
  check_split<conv, sixteen_wide>();
  check_split<conv, sixteen_channels>();
  check_split<fully, double_rounded>();
  check_split<fully, sixteen_wide>();
  check_split<fully, bytes>();
  check_split<fully, q7>();
}

}  // namespace
