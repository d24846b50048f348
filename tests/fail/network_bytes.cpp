// EXPECT: the values of a network and the scratch memory of its kernels take together no more bytes than an int counts: bytes_of_buffers<have, most>
// EXPECT: bytes_of_buffers<3200160004, 2147483647>::fit
// EXPECT: network_bytes.cpp:12:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<40000, 40000, 1>>> x) {
  using namespace etch::dsl;
  return x | pad(1);
});
struct net : etch::network<graph> {};

static_assert(net::ram_bytes > 0);
