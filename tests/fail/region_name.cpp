// EXPECT: region_bytes: the network has no region of this name
// EXPECT: region_name.cpp:12:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
constexpr etch::options options{.regions = {{"dtcm", 64_KiB}}};
struct net : etch::network<graph, etch::generic, options> {};

unsigned char bytes[net::region_bytes<"itcm">()];
