// What a long network costs the compiler: convolutions of 16 filters with a factor a channel.
// BUDGET: layers_30 -DLAYERS=30 GCC megabytes=208 allocated_megabytes=246 specialisations=17190 CLANG megabytes=199 expressions=1574000
// BUDGET: layers_200 LONG -DLAYERS=200 GCC megabytes=610 allocated_megabytes=818 specialisations=55260 CLANG megabytes=374 expressions=8120000
// BUDGET: layers_30_xsimd -DLAYERS=30 -DETCH_USE_XSIMD=1 GCC megabytes=256 allocated_megabytes=350 specialisations=26830 CLANG megabytes=252 expressions=1772000
#include <etch/etch.hpp>

namespace {
alignas(16) constexpr unsigned char weight_bytes[16 * 3 * 3 * 16] = {1, 2, 255, 4, 5};
alignas(16) constexpr unsigned char bias_bytes[16 * 4] = {7};
constexpr double scales[16] = {.1, .2, .3, .4, .5, .6, .7, .8, .1, .2, .3, .4, .5, .6, .7, .8};
}  // namespace

namespace w {
using namespace etch;
using weights = tensor<affine_channels<signed char, scales>, shape<16, 3, 3, 16>, ohwi>;
constexpr parameters conv{constant<weights>{weight_bytes},
                          constant<tensor<bias32, shape<16>>>{bias_bytes}};
}  // namespace w

using number_format = etch::affine<signed char, 0.05, 3>;

inline constexpr auto long_graph =
    etch::graph([](etch::input<etch::tensor<number_format, etch::shape<8, 8, 16>>> x) {
      using namespace etch::dsl;
      etch::wire y = x;
      for (int i = 0; i < LAYERS; ++i) y = y | conv2d(w::conv) | to<number_format> | relu;
      return y;
    });

struct long_network : etch::network<long_graph> {};
static_assert(long_network::layer_count == LAYERS);
// two values, and rows of one widened
static_assert(long_network::ram_bytes >= 2 * 8 * 8 * 16 &&
              long_network::ram_bytes < 4 * 8 * 8 * 16);

long_network net;
void run_it();
void run_it() { net.run(); }
