// EXPECT: the sums of a layer need more bits than their budget: sum_budget<layer, need, budget>
// EXPECT: text<6>{"dense"}, 18, 16>::kept
#include "support.hpp"

inline constexpr signed char w[2][8]{{99, 99, 99, 99, 99, 99, 99, 99}, {1, 2, 3, 4, 5, 6, 7, 8}};
constexpr parameters layer{constant<tensor<affine<std::int8_t, 0.01>, shape<2, 8>, ohwi>>{w}};

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int8_t, 0.1>, shape<8>>> x) {
  using namespace etch::dsl;
  return x | dense(layer) | to<affine<std::int8_t, 1.0>>;
});
struct net : etch::network<graph> {};
static_assert(etch::sums_fit<net, "dense", 16>);
