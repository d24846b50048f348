// EXPECT: error::softmax_shares_integers_among_65535_at_most, 70000, 0>
// EXPECT: softmax_channels.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<70'000>>> x) {
  using namespace etch::dsl;
  return x | softmax;
});
