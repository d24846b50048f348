// What is proved of functions and of what moves elements: ranges of their channels.
#include <etch/etch.hpp>

namespace {

using namespace etch;
using code = affine<std::int8_t, 0.05, 5>;

// channel 0 is clamped to 20 .. 60 as a code, 1 is any
constexpr signed char narrow[2]{20, -128}, wide[2]{60, 127};
constexpr constant<tensor<code, shape<2>>> low{narrow}, high{wide};

constexpr auto functions = graph([](input<tensor<code, shape<2, 3, 2>>> x) {
  using namespace etch::dsl;
  const wire y = minimum(maximum(x, low), high) | tap("y");
  return outputs(y | absolute_to<code> | tap("size"), y | negative_to<code> | tap("other"),
                 y | exponential_to<affine<std::int8_t, 0.25, -128>> | tap("power"),
                 y | mirror_pad({.top = 1, .right = 2}) | tap("mirrored"),
                 y | reshape<1, 2, 3, 2> | broadcast_to<4, 2, 3, 2> | tap("repeated"));
});
struct net : network<functions, generic> {};
static_assert(net::range("y", 0) == interval{20, 60});
static_assert(net::range("size", 0) == interval{20, 60});
static_assert(net::range("size", 1) == interval{5, 127});     // |x| of -6.65 .. 6.1
static_assert(net::range("other", 0) == interval{-50, -10});  // 5 - 55 .. 5 - 15
static_assert(net::range("power", 0).low == -120);            // e^0.75 is 8 steps
static_assert(net::range("power", 0).high == -65);            // e^2.75 is 63 steps
static_assert(net::range("mirrored", 0) == interval{20, 60});
static_assert(net::range("repeated", 0) == interval{20, 60});

}  // namespace
