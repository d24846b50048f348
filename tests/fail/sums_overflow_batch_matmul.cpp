// EXPECT: the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; options{.sums = overflow::wraps} takes them as they are
// EXPECT: text<13>{"batch_matmul"}, 33, 32>::enough
#include "support.hpp"

// 255 * 255 * 40,000 leaves 31 bits and a sign
using row = input<tensor<affine<std::int8_t, 0.01, -128>, shape<1, 40'000>>>;

inline constexpr auto graph = etch::graph([](row x, row y) {
  using namespace etch::dsl;
  return batch_matmul<affine<std::int8_t, 100.0>>(x, y, false, true);
});
struct net : etch::network<graph> {};
