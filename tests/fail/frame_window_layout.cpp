// EXPECT: frame_window: frames are whole bytes one after the other: a channels-last input of codes of 8 bits or more
// EXPECT: frame_window_layout.cpp:11:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 3>, shape<16, 3>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};

etch::frame_window<net> window;
