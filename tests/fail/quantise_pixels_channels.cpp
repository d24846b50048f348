// EXPECT: quantise_pixels: a picture has three channels or one
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};
void give(const unsigned char* frame) { etch::quantise_pixels(net::input(nullptr), frame); }
