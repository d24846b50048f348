// EXPECT: the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; options{.sums = overflow::wraps} takes them as they are
// EXPECT: text<7>{"logits"}, 33, 32>::enough
#include "support.hpp"

constexpr unsigned char ones[8]{0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f};
constexpr parameters wide{constant<tensor<q<0, 15>, shape<1, 4>, ohwi>>{ones}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(wide) | to<q<0, 15>> | tap("logits");
});
struct net : etch::network<graph> {};
