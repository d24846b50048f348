// The kernels of x86-64 for 8-bit codes with any zero points equal the generic ones on every code:
// unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: host
// LONG: instrumented
#include <etch/kernel/x86_64.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_pmaddwd {
  using conv2d = etch::conv2d_u8_u8_u8_4x2_pmaddwd;
  using dense = etch::dense_u8_u8_u8_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
using checked = test::byte_layers<by_pmaddwd>;

using test::kind, test::layer, test::scheme, etch::rounding;
struct filters_by_pmaddwd : by_pmaddwd {
  using conv2d = etch::conv2d_u8_u8_u8_16x3_pmaddwd;
  using dense = etch::dense_u8_u8_u8_16x3_pmaddwd;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_8x2_pmaddwd;
};
using filters = test::byte_layers<filters_by_pmaddwd>;
template <layer L>
void conv2d() {
  filters::check<kind::conv2d, L>();
}
template <scheme How, rounding R>
void rounds() {
  conv2d<layer{.h = 4, .w = 5, .oc = 15, .how = How, .round = R, .y_zero = 9}>();
}

}  // namespace

TEST_CASE("filters of any 8-bit codes side by side equal the generic kernel", "[x86_64]") {
  namespace shapes = test::shapes;
  filters::check_each<kind::conv2d, scheme::u8, shapes::windows, 6>();
  filters::check_each<kind::conv2d, scheme::u8, shapes::dilated_windows, 4, 21>();
  conv2d<layer{.h = 5, .w = 8, .c = 8, .oc = 17, .how = scheme::u8}>();
  conv2d<layer{
      .h = 5, .w = 8, .c = 8, .oc = 12, .how = scheme::u8, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.n = 2, .h = 5, .w = 7, .c = 5, .oc = 70, .stride = {2, 1}, .how = scheme::wide}>();
  conv2d<layer{.h = 4, .w = 6, .c = 16, .oc = 64, .how = scheme::wide}>();
  conv2d<layer{.h = 5, .w = 8, .c = 16, .oc = 20, .how = scheme::zeros, .groups = 2}>();
  conv2d<layer{.h = 5, .w = 8, .c = 6, .oc = 18, .how = scheme::wide, .groups = 2}>();
  conv2d<layer{.h = 5, .w = 12, .c = 8, .oc = 9, .dilation = 3, .how = scheme::u8}>();
}
TEST_CASE("filters of any 8-bit codes side by side round as the generic kernels", "[x86_64]") {
  rounds<scheme::u8, rounding::tflite_single>();
  rounds<scheme::u8, rounding::xnnpack>();
  rounds<scheme::u8, rounding::half_even>();
  rounds<scheme::q, rounding::half_away>();
  rounds<scheme::q, rounding::toward_zero>();
}
TEST_CASE("rows of any 8-bit codes side by side equal the generic kernel", "[x86_64]") {
  filters::check_each<kind::dense, scheme::u8, test::shapes::denses, 0>();
  filters::check_each<kind::dense, scheme::wide, test::shapes::denses, 0, 67>();
}

TEST_CASE("pairs of rows of any 8-bit codes equal the generic kernel", "[x86_64]") {
  namespace shapes = test::shapes;
  constexpr layer some{.h = 4, .w = 5, .c = 8, .how = scheme::zeros, .y_zero = 9};
  filters::check_each<kind::depthwise, scheme::u8, shapes::channel_windows, 16>();
  filters::check_each<kind::depthwise, scheme::zeros, shapes::channel_windows, 8>();
  constexpr auto rounds = []<rounding R>() {
    constexpr layer l = [](layer of) { return of.round = R, of; }(some);
    filters::check<kind::depthwise, l>();
  };
  rounds.operator()<rounding::tflite_single>();
  rounds.operator()<rounding::xnnpack>();
  rounds.operator()<rounding::half_even>();
}

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[x86_64]") { checked::windows(); }
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[x86_64]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[x86_64]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[x86_64]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[x86_64]") {
  checked::channels();
}
