// EXPECT: take together no more bytes than an int counts: bytes_of_buffers<have, most>
// EXPECT: bytes_of_buffers<40000, 32767>::fit
#include <etch/etch.hpp>

using value = etch::tensor<etch::q<0, 7>, etch::shape<100, 200>>;
inline constexpr auto graph = etch::graph([](etch::input<value> x) {
  using namespace etch::dsl;
  return x | transpose<1, 0>;
});
struct net : etch::network<graph> {};
constexpr int bytes = net::ram_bytes;
