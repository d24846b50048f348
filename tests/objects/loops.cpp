// The loops that multiply in conv2d: few instructions beside the products, none to the stack but
// the end of a filter's weights on Cortex-M4, which has no register left. With AVX512-VNNI two
// branches a step leave out padding at the edges of rows.
// LOOPS: cortex-m4 smlad 1.66 stack=1
// LOOPS: cortex-m55 vmlava 1.6
// LOOPS: aarch64 sdot 1.2 neoverse-n2=98%of2 neoverse-v2=98%of4
// LOOPS: aarch64-i8mm-bf16 smmla 1.3 neoverse-n2=98%of2 neoverse-v2=98%of4
// LOOPS: host-gcc pmaddwd 3.35
// LOOPS: host-gcc-v3 vpmaddwd 3.25
// LOOPS: host-gcc-v4 vpdpbusd 1.7
// FLAGS: -O2
// UNDEFINED: any
// INDIRECT-CALLS: allowed
#include <etch/etch.hpp>

namespace {

using namespace etch;
using namespace etch::dsl;

constexpr int filters = 64, window = 3;
struct noise {
  unsigned char byte[filters * window * window * filters]{};
  constexpr noise() {
    unsigned state = 12345;
    for (unsigned char& b : byte) {
      state = state * 1664525U + 1013904223U;
      b = static_cast<unsigned char>(state >> 24);
    }
  }
};
alignas(16) constexpr noise weights;

using value = affine<std::int8_t, 0.05, 3>;
using result = affine<std::int8_t, 0.07, -5>;
using weight = affine<std::int8_t, 0.003>;

template <int Channels>
constexpr constant<tensor<weight, shape<Channels, window, window, Channels>, ohwi>> packed{
    +weights.byte};
template <int Channels>
constexpr parameters kernel{packed<Channels>};
template <int Side, int Channels>
constexpr auto layer = graph([](input<tensor<value, shape<Side, Side, Channels>>> x) {
  return x | conv2d(kernel<Channels>, {}) | to<result>;
});

network<layer<28, 16>> few_channels;
network<layer<8, 64>> many_channels;

}  // namespace

void run();
void run() {
  few_channels.run();
  many_channels.run();
}
