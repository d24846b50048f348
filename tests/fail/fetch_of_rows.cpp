// EXPECT: options{.fetch}: not with an input that arrives in rows, nor with a given plan
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | tap("small");
});
using net =
    etch::network<graph, etch::generic, etch::options{.input = etch::arrival::rows, .fetch = true}>;
static_assert(net::ram_bytes > 0);
