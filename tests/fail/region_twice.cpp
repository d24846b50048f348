// EXPECT: options{.regions}: two have the same name
// EXPECT: region_twice.cpp:10:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
constexpr etch::options options{.regions = {{"dtcm", 64_KiB}, {"dtcm", 128_KiB}}};
struct net : etch::network<graph, etch::generic, options> {};

constexpr int bytes = net::ram_bytes;
