// The kernels of x86-64 equal the generic ones on every code: windows, channels, filters, formats
// and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: host
#include <cstdio>
#include <etch/kernel/x86_64.hpp>

#include "../support/byte_elements.hpp"
#include "../support/pools.hpp"
#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

constexpr bool has_x86 = ETCH_HAS_X86 != 0;

/// The same besides, without scratch memory and with the constants of the generic kernel.
template <kind K, layer L, class Kernel>
void compare() {
  using c = etch::call<tried<L, K>::node, 0>;
  static_assert(Kernel::template scratch<c> == 0);
  static_assert(etch::packed_size<Kernel, c> == etch::packed_size<generic_of<K>, c>);
  check_layer<K, L, Kernel, has_x86>();
}

template <layer L>
void conv2d() {
  compare<kind::conv2d, L, etch::conv2d_s8_s8_s8_pmaddwd>();
}
template <layer L>
void depthwise() {
  compare<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_pmaddwd>();
}
template <layer L>
void dense() {
  compare<kind::dense, L, etch::dense_s8_s8_s8_pmaddwd>();
}

template <scheme How, int C>
void windows() {
  each_of<shapes::windows, How, C>([]<layer L>() { conv2d<L>(); });
}
template <scheme How, int C>
void channel_windows() {
  each_of<shapes::channel_windows, How, C>([]<layer L>() { depthwise<L>(); });
}

}  // namespace

TEST_CASE("conv2d by PMADDWD equals the generic kernel", "[x86_64]") {
  windows<scheme::q, 3>();
  windows<scheme::channels, 16>();
  conv2d<as(shapes::dilated_windows[0], scheme::q, 3)>();
  each_of<shapes::grouped_windows, scheme::channels, 12>([]<layer L>() { conv2d<L>(); });
  each_of<shapes::grouped_windows, scheme::q, 12>([]<layer L>() { conv2d<L>(); });
  conv2d<layer{.n = 2, .h = 4, .w = 5, .c = 48, .oc = 6, .groups = 2}>();
  conv2d<as(shapes::windows[0], scheme::channels, 1)>();
  conv2d<as(shapes::windows[1], scheme::tensor, 21)>();
}
TEST_CASE("conv2d by PMADDWD rounds as the generic kernel for all factors", "[x86_64]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::xnnpack}>();
  conv2d<layer{.c = 4, .how = scheme::tensor, .round = rounding::xnnpack, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.kh = 1, .kw = 1, .factor = 3.7}>();
  conv2d<layer{.c = 16, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.c = 16, .kh = 1, .kw = 1, .x_zero = 127, .weights = 2}>();
}
TEST_CASE("conv2d by PMADDWD shifts as the generic kernel", "[x86_64]") {
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = -3}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 31}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_even}>();
}
TEST_CASE("depthwise_conv2d by PMADDWD equals the generic kernel", "[x86_64]") {
  depthwise<layer{.h = 6, .w = 12, .x_zero = 127, .weights = 2}>();
  channel_windows<scheme::q, 11>();
  channel_windows<scheme::tensor, 40>();
}
TEST_CASE("weights of 4 bits are bytes to kernels by PMADDWD", "[x86_64]") {
  constexpr layer l{.h = 5, .c = 9, .oc = 5, .how = scheme::int4};
  check_layer<kind::conv2d, l, etch::conv2d_s8_s8_s8_pmaddwd, has_x86>();
  check_layer<kind::depthwise, l, etch::depthwise_conv2d_s8_s8_s8_pmaddwd, has_x86>();
  check_layer<kind::dense, l, etch::dense_s8_s8_s8_pmaddwd, has_x86>();
}
TEST_CASE("dense by PMADDWD equals the generic kernel", "[x86_64]") {
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  each_of<shapes::denses, scheme::q>([]<layer L>() { dense<L>(); });
}

// ---- element after element, and the last step alone
namespace {

using byte = etch::affine<std::int8_t, 0.05, 5>;

#if ETCH_HAS_X86
template <etch::x86::epilogue_rule Rule, class F>
void check_epilogue(const F& f) {
  constexpr int edges[] = {0,         1,          -1,         2,          -2,        3,
                           -3,        511,        -512,       513,        1 << 15,   -(1 << 15),
                           INT32_MAX, -INT32_MAX, 1073741823, 1073741824, INT32_MIN, -1073741824};
  random_numbers r{99};
  for (int i = 0; i < 4000; ++i) {
    std::int32_t sum[4];
    std::int8_t have[4], want[4];
    for (int k = 0; k < 4; ++k) {
      const auto any = static_cast<std::int32_t>(r.next() << 8 ^ r.next()) >> r.between(0, 31);
      sum[k] = i % 2 == 0 ? edges[r.between(0, 17)] : any;
      want[k] = f(sum[k], k);
    }
    etch::x86::requantise_four<Rule>(have, etch::x86::load_vector<__m128i>(sum), f, 0);
    for (int k = 0; k < 4; ++k) REQUIRE(int{have[k]} == int{want[k]});
  }
}
#endif

}  // namespace

TEST_CASE("add by PMADDWD equals the generic kernel for all codes", "[x86_64]") {
  check_sums_by_products<etch::add_s8_s8_s8_pmaddwd, has_x86>();
  check_differences_by_products<etch::sub_s8_s8_s8_pmaddwd, has_x86>();
  check_unsigned_sums_by_products<etch::add_u8_u8_u8_pmaddwd, etch::sub_u8_u8_u8_pmaddwd,
                                  has_x86>();
}
TEST_CASE("add by PMULUDQ equals the generic kernel", "[x86_64]") {
  check_sums<etch::add_s8_s8_s8_pmuludq, has_x86>();
  check_short_sums<etch::add_s16_s16_s16_pmuludq, has_x86>();
  check_short_sums<etch::sub_s16_s16_s16_pmuludq, has_x86>();
  using c = etch::call<summed<byte, byte, byte, activation::none>::node, 0>;
  static_assert(etch::packed_size<etch::add_s8_s8_s8_pmuludq, c> ==
                etch::packed_size<etch::add_generic, c>);
}
TEST_CASE("sums by PADDSB and PADDSW equal the generic kernel", "[x86_64]") {
  check_plain_sums<etch::add_s8_s8_s8_paddsb, etch::add_s16_s16_s16_paddsw,
                   etch::sub_s8_s8_s8_psubsb, etch::sub_s16_s16_s16_psubsw, has_x86>();
}
TEST_CASE("means by PADDW equal the generic kernels", "[x86_64]") {
  using etch::pad;
  using pool = etch::ops::avg_pool;
  check_means<etch::avg_pool_s8_s8_paddw, etch::global_avg_pool_s8_s8_paddw, has_x86, 1,
              etch::affine<std::int8_t, 0.05, 5>, 8>();
  using u8 = etch::affine<std::uint8_t, 0.05, 120>;
  check_kernel<etch::global_avg_pool_u8_u8_paddw, etch::global_avg_pool_generic,
               averaged_images<16, 33, 11, u8, rounding::half_away, u8>::node, has_x86>();
  using s16 = etch::affine<std::int16_t, 0.05>;
  check_kernel<etch::global_avg_pool_s16_s16_paddd, etch::global_avg_pool_generic,
               averaged_images<19, 5, 9, s16, rounding::half_away, s16>::node, has_x86>();
  check_means_of_windows<etch::avg_pool_u8_u8_paddw, u8, has_x86, 1, 8>();
  check_means_of_windows<etch::avg_pool_s16_s16_paddd, s16, has_x86, 1, 4>();
  check_means_of_windows<etch::avg_pool_s16_s16_paddd, etch::q<3, 8>, has_x86, 1, 4>();
  check_means_of_windows<etch::avg_pool_u8_u8_paddw, etch::uq<0, 8>, has_x86, 1, 8>();
  const auto windows = []<class G>(G*) {
    check_kernel<etch::avg_pool_s8_s8_paddw, etch::avg_pool_generic, G::node, has_x86>();
  };
  windows(static_cast<pooled_windows<5, 7, 16, pool{{2, 3}, {2, {}, pad(1, 1, 0, 2)}},
                                     rounding::half_away, activation::relu>*>(nullptr));
  windows(static_cast<pooled_windows<6, 5, 47, pool{{3, 2}, {1, {}, etch::valid}},
                                     rounding::half_up, activation::none>*>(nullptr));
  windows(static_cast<pooled_windows<16, 16, 130, pool{{16, 16}, {.pad = etch::valid}},
                                     rounding::tflite_double, activation::none>*>(nullptr));
  windows(static_cast<pooled_windows<4, 3, 64, pool{{2, 2}, {1, {}, pad(0, 1, 1, 0)}},
                                     rounding::toward_zero, activation::relu6>*>(nullptr));
}
TEST_CASE("mul by PMULUDQ equals the generic kernel", "[x86_64]") {
  check_products<etch::mul_s8_s8_s8_pmuludq, has_x86>();
}
TEST_CASE("sums become codes as in the generic kernels, the largest too", "[apart:sse]") {
#if ETCH_HAS_X86
  using etch::x86::epilogue_rule;
  using one = etch::factor_epilogue<std::int8_t, rounding::tflite_double, 1>;
  using four = etch::factor_epilogue<std::int8_t, rounding::tflite_double, 4>;
  for (int right = 0; right < 32; ++right) {
    const auto s = static_cast<std::int8_t>(-right);
    check_epilogue<epilogue_rule::by_factor>(one{{0x7fffffff}, {s}, -5, -128, 127});
    check_epilogue<epilogue_rule::by_factor>(one{{0x40000000}, {s}, 77, -100, 90});
    check_epilogue<epilogue_rule::by_factors>(
        four{{0x5a827999, 0x40000001, 0x7ffffffe, 0}, {s, 0, -1, -31}, 3, -128, 127});
  }
  for (int right = 1; right < 32; ++right) {
    check_epilogue<epilogue_rule::by_shift>(
        etch::shift_epilogue<std::int8_t, rounding::half_up>{right, -128, 127});
    check_epilogue<epilogue_rule::by_shift_away>(
        etch::shift_epilogue<std::int8_t, rounding::half_away>{right, -128, 127});
  }
#else
  std::puts("skipped: this machine is no x86");
#endif
}
