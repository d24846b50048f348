// The kernels of x86-64 for values of 16 bits and posits of 8 equal the generic ones on every code.
// Elsewhere only what is known at compile time.
// PROCESSORS: host
// LONG: instrumented
#include <etch/kernel/x86_64.hpp>

#include "../support/posit_layers.hpp"
#include "../support/short_layers.hpp"

namespace {

using namespace test;

struct by_pmaddwd {
  using conv2d = etch::conv2d_s16_s16_s16_4x2_pmaddwd;
  using dense = etch::dense_s16_s16_s16_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
struct posits_by_pmaddwd {
  using conv2d = etch::conv2d_p8_p8_p8_4x2_pmaddwd;
  using dense = etch::dense_p8_p8_p8_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
/// Filters in a block and behind it, channels in runs of vectors and behind them.
constexpr layer many{.h = 4, .w = 5, .c = 37, .oc = 11, .how = scheme::q15};

}  // namespace

TEST_CASE("conv2d of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::windows();
  short_layers<by_pmaddwd>::check<kind::conv2d, many>();
}
TEST_CASE("conv2d of 16-bit codes by PMADDWD takes gaps and groups", "[x86_64]") {
  short_layers<by_pmaddwd>::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::denses();
}
TEST_CASE("depthwise_conv2d of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::channels();
}
TEST_CASE("conv2d of posits by PMADDWD equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::windows();
  posit_layers<posits_by_pmaddwd>::gaps_and_groups();
  posit_layers<posits_by_pmaddwd>::pieces();
}
TEST_CASE("dense of posits by PMADDWD equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::denses();
}
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::channels();
}
