// EXPECT: the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; options{.sums = overflow::wraps} takes them as they are
// EXPECT: text<7>{"logits"}, 33, 32>::enough
#include "support.hpp"

// 70,000 products of up to 255 and 128: a filter that is proved in two pieces
using code = affine<std::int8_t, 0.01, -128>;
constexpr parameters wide{constant<tensor<code, shape<2, 70'000>, ohwi>>{zeros<140'000>}};

inline constexpr auto graph = etch::graph([](input<tensor<code, shape<70'000>>> x) {
  using namespace etch::dsl;
  return x | dense(wide) | to<affine<std::int8_t, 100.0>> | tap("logits");
});
struct net : etch::network<graph> {};
