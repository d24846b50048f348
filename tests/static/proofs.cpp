// What is proved of the channels of small networks, asserted by the compiler.
#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr options slim{.slim = true};

// ---- rounding by the place of an element
using image = tensor<q<0, 7>, shape<2, 2, 4>>;
template <rounding Round>
inline constexpr auto halved = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(5, 5) | dsl::to<q<3, 4>, Round>;
});
template <rounding Round>
constexpr interval range_of_halves = network<halved<Round>, generic, slim>::range("to", 0);
static_assert(range_of_halves<rounding::half_up> == interval{1, 1});
static_assert(range_of_halves<stochastic(1)> == interval{-128, 127},
              "0 in some places, 1 in others");

}  // namespace
