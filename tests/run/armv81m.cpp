// The kernels of Armv8.1-M equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;
namespace ops = etch::ops;

constexpr bool has_mve = ETCH_HAS_MVE != 0;

template <class K, class Generic, const auto& G>
void compare() {
  check_kernel<K, Generic, G, has_mve>();
}

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladava, has_mve>();
}
template <layer L>
void conv2d_held() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladav, has_mve>();
}
template <layer L>
void conv2d_lines() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladava_lines, has_mve>();
}
template <layer L>
void depthwise() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_4x1_vmladav, has_mve>();
}
template <layer L>
void conv2d_by_pixels() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_8x1_vmladava, has_mve>();
}
template <layer L>
void depthwise_by_lanes() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_1x16_vmullb, has_mve>();
}
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_8x1_vmladava, has_mve>();
}

template <scheme How, int C>
void windows() {
  each_of<shapes::windows, How, C>([]<layer L>() { conv2d<L>(); });
  each_of<shapes::dilated_windows, How, C>([]<layer L>() { conv2d<L>(); });
}
/// Windows of at most 4 x 4: larger ones are not for this kernel.
template <scheme How, int C>
void channel_windows() {
  each_of<shapes::channel_windows, How, C>([]<layer L>() {
    if constexpr (L.kh <= 4 && L.kw <= 4) depthwise<L>();
  });
}

}  // namespace

TEST_CASE("conv2d by VMLADAVA equals the generic kernel", "[armv81m]") {
  windows<scheme::q, 3>();
  windows<scheme::channels, 16>();
  conv2d<as(shapes::windows[0], scheme::channels, 1)>();
  conv2d<as(shapes::windows[1], scheme::tensor, 21)>();
}
TEST_CASE("conv2d by VMLADAVA equals the generic kernel for vectors and groups", "[armv81m]") {
  conv2d<layer{.n = 2, .h = 5, .w = 8, .c = 32, .oc = 3}>();
  conv2d<layer{.h = 9, .w = 11, .c = 32, .oc = 4, .stride = 2, .how = scheme::tensor}>();
  conv2d<layer{.h = 4, .w = 5, .c = 48, .oc = 1, .kh = 1, .kw = 1, .how = scheme::halves}>();
  conv2d<layer{.n = 2, .h = 5, .w = 5, .c = 12, .oc = 9, .groups = 3}>();
  conv2d<layer{.h = 6, .w = 4, .c = 32, .oc = 4, .dilation = 2, .groups = 2}>();
}
TEST_CASE("conv2d of windows that overlap equals the generic kernel", "[armv81m]") {
  conv2d<layer{.n = 2, .h = 5, .w = 8, .c = 16, .oc = 3, .kh = 2, .kw = 2, .x_zero = 127}>();
  conv2d<layer{.h = 6, .w = 9, .c = 32, .oc = 2, .kh = 1, .kw = 2, .around = pad(0, 1, 0, 0)}>();
  conv2d<layer{.h = 4, .w = 7, .c = 16, .oc = 6, .kh = 3, .kw = 4, .x_zero = -128, .weights = 2}>();
  conv2d<layer{.h = 7, .w = 4, .c = 48, .oc = 2, .kh = 2, .kw = 4, .stride = {2, 1}}>();
  conv2d<layer{.n = 2, .h = 5, .w = 12, .c = 32, .oc = 5, .kh = 5, .kw = 5, .how = scheme::q}>();
  conv2d<layer{.h = 9, .w = 8, .c = 16, .oc = 2, .kh = 5, .kw = 5, .around = etch::valid}>();
  conv2d<layer{.h = 9, .w = 8, .c = 16, .oc = 4, .kh = 2, .kw = 5, .dilation = {3, 1}}>();
  conv2d<layer{.h = 3, .w = 4, .c = 16, .oc = 2, .kh = 7, .kw = 5, .around = pad(3, 3, 4, 4)}>();
}
TEST_CASE("windows that overlap are read where they lie", "[armv81m]") {
  conv2d<layer{.n = 2, .h = 5, .w = 19, .c = 16, .oc = 5, .x_zero = -7}>();
  conv2d<layer{.h = 4, .w = 14, .c = 16, .oc = 4, .kh = 2, .kw = 4, .around = etch::valid}>();
  conv2d<layer{.h = 3, .w = 17, .c = 16, .oc = 2, .kh = 1, .kw = 5, .around = pad(0, 4, 0, 1)}>();
  conv2d<layer{.h = 9, .w = 13, .c = 16, .oc = 3, .kw = 5, .dilation = {3, 1}, .how = scheme::q}>();
}
TEST_CASE("windows overlap across gaps and in groups of channels", "[armv81m]") {
  conv2d<layer{.h = 6, .w = 8, .c = 16, .oc = 5, .dilation = 2, .x_zero = -128}>();
  conv2d<layer{.n = 2, .h = 5, .w = 15, .c = 32, .oc = 4, .kw = 2, .dilation = {1, 3}}>();
  conv2d<layer{.h = 4, .w = 7, .c = 32, .oc = 6, .around = pad(0, 1, 2, 1), .groups = 2}>();
  conv2d<layer{.h = 7, .w = 16, .c = 64, .oc = 4, .kh = 2, .dilation = {1, 2}, .groups = 2}>();
}
TEST_CASE("conv2d takes weights with a zero point", "[armv81m]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, scheme::zeros, 3>(check);
  each_of<shapes::dilated_windows, scheme::zeros, 16>(check);
  each_of<shapes::grouped_windows, scheme::zeros, 12>(check);
  conv2d<layer{.h = 5, .w = 8, .c = 16, .oc = 5, .how = scheme::zeros, .x_zero = -128}>();
  conv2d<layer{.h = 4, .w = 9, .c = 5, .oc = 4, .kh = 1, .kw = 1, .how = scheme::zeros}>();
}
TEST_CASE("conv2d pixel by pixel equals the generic kernel", "[armv81m]") {
  each_of<shapes::windows, scheme::q, 3>([]<layer L>() { conv2d_by_pixels<L>(); });
  each_of<shapes::windows, scheme::channels, 16>([]<layer L>() { conv2d_by_pixels<L>(); });
  each_of<shapes::dilated_windows, scheme::tensor, 32>([]<layer L>() { conv2d_by_pixels<L>(); });
  each_of<shapes::dilated_windows, scheme::q, 5>([]<layer L>() { conv2d_by_pixels<L>(); });
  conv2d_by_pixels<layer{.n = 2, .h = 5, .w = 5, .c = 64, .oc = 24, .kh = 1, .kw = 1}>();
  conv2d_by_pixels<layer{.h = 7, .w = 6, .c = 48, .oc = 9, .kh = 1, .kw = 1, .stride = 2}>();
  conv2d_by_pixels<layer{.h = 8, .w = 8, .c = 16, .oc = 8, .kh = 7, .kw = 7}>();
  conv2d_by_pixels<layer{.h = 20, .w = 6, .c = 1, .oc = 64, .kh = 10, .kw = 4, .stride = 2}>();
}
TEST_CASE("conv2d whose weights stay in registers equals the generic kernel", "[armv81m]") {
  // windows in scratch memory: half a vector to three, inside, at every side and across rows
  conv2d_held<layer{.n = 2, .h = 5, .w = 7, .c = 2, .oc = 6, .kh = 2, .kw = 2}>();
  conv2d_held<layer{.n = 2, .h = 9, .w = 10, .c = 3, .oc = 8, .stride = 2}>();
  conv2d_held<layer{.h = 11, .w = 13, .c = 3, .oc = 4, .x_zero = -128, .weights = 2}>();
  conv2d_held<layer{.h = 12, .w = 12, .c = 5, .oc = 2, .how = scheme::tensor}>();
  conv2d_held<layer{.h = 21, .w = 6, .c = 1, .oc = 6, .kh = 10, .kw = 4, .stride = 2}>();
  conv2d_held<layer{.n = 3, .h = 2, .w = 1, .c = 4, .oc = 2, .how = scheme::q}>();
  conv2d_held<layer{.h = 7, .w = 9, .c = 4, .oc = 4, .dilation = 2, .how = scheme::halves}>();
  conv2d_held<layer{.h = 3, .w = 9, .c = 17, .oc = 4, .kh = 1, .kw = 2}>();
  conv2d_held<layer{.h = 5, .w = 9, .c = 24, .oc = 4, .kh = 1, .kw = 1, .stride = 2}>();
  conv2d_held<layer{.h = 5, .w = 3, .c = 32, .oc = 4, .kh = 1, .kw = 1}>();
  // windows that lie in the input
  conv2d_held<layer{.h = 3, .w = 7, .c = 8, .oc = 6, .kh = 1, .kw = 1}>();
  conv2d_held<layer{.n = 2, .h = 3, .w = 5, .c = 16, .oc = 4, .kh = 1, .kw = 1}>();
  conv2d_held<layer{.h = 4, .w = 4, .c = 32, .oc = 8, .kh = 1, .kw = 1, .x_zero = 127}>();
  conv2d_held<layer{.h = 2, .w = 9, .c = 48, .oc = 4, .kh = 1, .kw = 1, .how = scheme::q}>();
  // windows in strips of columns, of which a row may have several
  conv2d_held<layer{.n = 2, .h = 5, .w = 32, .c = 3, .oc = 4, .x_zero = -7}>();
  conv2d_held<layer{.h = 4, .w = 119, .c = 3, .oc = 2, .stride = 2, .weights = 2}>();
  conv2d_held<layer{.h = 9, .w = 32, .c = 1, .oc = 2, .kh = 10, .kw = 4, .stride = 2}>();
  conv2d_held<layer{.h = 3, .w = 131, .c = 4, .oc = 2, .kh = 2, .kw = 2, .around = etch::valid}>();
  conv2d_held<layer{.h = 6, .w = 19, .c = 2, .oc = 6, .dilation = {2, 1}, .how = scheme::halves}>();
  // every epilogue, with and without a spare register
  conv2d_held<layer{.c = 4, .oc = 2, .kh = 2, .kw = 1, .act = activation::relu, .y_zero = -128}>();
  conv2d_held<layer{.c = 5, .oc = 4, .act = activation::clamp, .y_zero = 3}>();
  conv2d_held<layer{.c = 5, .oc = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d_held<layer{.c = 3, .oc = 2, .how = scheme::q, .round = rounding::half_up, .shift = 0}>();
  conv2d_held<layer{.c = 3, .oc = 2, .how = scheme::q, .round = rounding::toward_zero}>();
  conv2d_held<layer{.c = 3, .oc = 2, .how = scheme::q, .round = rounding::half_away}>();
  conv2d_held<layer{.c = 5, .oc = 2, .how = scheme::q, .round = rounding::toward_zero}>();
  conv2d_held<layer{.c = 5, .oc = 2, .how = scheme::q, .round = rounding::half_away}>();
}
TEST_CASE("conv2d of windows one behind the other equals the generic kernel", "[armv81m]") {
  // windows in scratch memory: inside, at every side, across rows, fewer than four
  conv2d_lines<layer{.n = 2, .h = 9, .w = 13, .c = 3, .oc = 6, .kh = 5, .kw = 5, .x_zero = 127}>();
  conv2d_lines<layer{.h = 12, .w = 10, .c = 7, .oc = 3, .weights = 2}>();
  conv2d_lines<layer{.h = 9, .w = 9, .c = 16, .oc = 4, .stride = 2, .how = scheme::tensor}>();
  conv2d_lines<layer{.n = 3, .h = 2, .w = 1, .c = 13, .oc = 5, .how = scheme::q}>();
  conv2d_lines<layer{.h = 7, .w = 9, .c = 9, .oc = 4, .dilation = 2, .how = scheme::halves}>();
  conv2d_lines<layer{.h = 1, .w = 70, .c = 17, .oc = 1, .kh = 1, .kw = 9, .x_zero = -128}>();
  conv2d_lines<layer{.h = 5, .w = 5, .c = 49, .oc = 4, .kh = 1, .kw = 1, .stride = 2}>();
  conv2d_lines<layer{.h = 5, .w = 3, .c = 160, .oc = 2, .kh = 1, .kw = 1}>();
  // windows that lie in the input
  conv2d_lines<layer{.h = 3, .w = 7, .c = 64, .oc = 7, .kh = 1, .kw = 1}>();
  conv2d_lines<layer{.n = 2, .h = 3, .w = 5, .c = 96, .oc = 4, .kh = 1, .kw = 1, .x_zero = 127}>();
  conv2d_lines<layer{.h = 1, .w = 4, .c = 160, .oc = 8, .kh = 1, .kw = 1, .how = scheme::q}>();
}
TEST_CASE("a kernel refuses what it would not do exactly", "[armv81m]") {
  static constexpr const auto& large =
      tried<layer{.c = 4, .kh = 1, .kw = 1, .factor = 3.7}, kind::conv2d>::node;
  static constexpr const auto& left =
      tried<layer{.how = scheme::q, .round = rounding::half_up, .shift = -1}, kind::conv2d>::node;
  static constexpr const auto& wide = tried<layer{.kh = 5}, kind::depthwise>::node;
  CHECK_FALSE(etch::conv2d_s8_s8_s8_2x4_vmladava::accepts<etch::call<large, 0>>);
  CHECK_FALSE(etch::conv2d_s8_s8_s8_2x4_vmladava::accepts<etch::call<left, 0>>);
  CHECK_FALSE(etch::depthwise_conv2d_s8_s8_s8_4x1_vmladav::accepts<etch::call<wide, 0>>);
  static constexpr const auto& lowest = tried<layer{.c = 16, .weights = 2}, kind::depthwise>::node;
  CHECK_FALSE(etch::depthwise_conv2d_s8_s8_s8_1x16_vmullb::accepts<etch::call<lowest, 0>>);
}
TEST_CASE("conv2d by VMLADAVA rounds as the generic kernel for all factors", "[armv81m]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.c = 16, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.c = 16, .kh = 1, .kw = 1, .x_zero = 127, .weights = 2}>();
}
TEST_CASE("conv2d by VMLADAVA shifts as the generic kernel", "[armv81m]") {
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 0}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 30}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::half_away}>();
}
TEST_CASE("depthwise_conv2d by VMLADAV equals the generic kernel", "[armv81m]") {
  channel_windows<scheme::q, 11>();
  channel_windows<scheme::tensor, 40>();
  depthwise<layer{.h = 6, .w = 12, .x_zero = 127, .weights = 2}>();
  depthwise<layer{.n = 3, .h = 1, .w = 1, .c = 17, .act = activation::relu, .y_zero = -128}>();
  depthwise<layer{.h = 5, .w = 35, .c = 16, .kh = 2, .how = scheme::halves}>();
  depthwise<layer{.h = 9, .w = 18, .c = 20, .kh = 4, .kw = 2, .stride = {1, 2}}>();
  depthwise<layer{.h = 4, .w = 6, .c = 9, .how = scheme::int4}>();  // weights as bytes
}
TEST_CASE("depthwise_conv2d by VMULLB equals the generic kernel", "[armv81m]") {
  each_of<shapes::channel_windows, scheme::tensor, 40>([]<layer L>() { depthwise_by_lanes<L>(); });
  each_of<shapes::channel_windows, scheme::q, 16>([]<layer L>() { depthwise_by_lanes<L>(); });
  depthwise_by_lanes<layer{.n = 2, .h = 5, .w = 5, .c = 64, .act = activation::relu}>();
  depthwise_by_lanes<layer{.h = 9, .w = 12, .c = 32, .stride = 2, .weights = 3}>();
  depthwise_by_lanes<layer{.h = 6, .w = 12, .c = 8, .x_zero = 127, .weights = 3}>();
  depthwise_by_lanes<layer{.h = 5, .w = 9, .c = 4, .kh = 2, .kw = 4, .how = scheme::halves}>();
  depthwise_by_lanes<layer{.n = 2, .h = 4, .w = 17, .c = 1, .x_zero = -128, .weights = 3}>();
  depthwise_by_lanes<layer{.n = 2, .h = 7, .w = 9, .c = 4, .kh = 5, .kw = 5, .weights = 3}>();
  depthwise_by_lanes<layer{.h = 4, .w = 33, .c = 48, .kh = 2, .kw = 5, .x_zero = 127}>();
}
TEST_CASE("dense by VMLADAVA equals the generic kernel", "[armv81m]") {
  each_of<shapes::denses, scheme::q>([]<layer L>() { dense<L>(); });
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 15, .kh = 1, .kw = 1, .how = scheme::tensor}>();
}

TEST_CASE("add by VMLA equals the generic kernel for all codes", "[armv81m]") {
  check_sums_by_products<etch::add_s8_s8_s8_vmla, has_mve>();
  check_differences_by_products<etch::sub_s8_s8_s8_vmla, has_mve>();
  check_unsigned_sums_by_products<etch::add_u8_u8_u8_vmla, etch::sub_u8_u8_u8_vmla, has_mve>();
}
TEST_CASE("add by VQRDMULH equals the generic kernel", "[armv81m]") {
  check_sums<etch::add_s8_s8_s8_vqrdmulh, has_mve>();
  check_short_sums<etch::add_s16_s16_s16_vqrdmulh, has_mve>();
  check_short_sums<etch::sub_s16_s16_s16_vqrdmulh, has_mve>();
}

// ---- the last step alone
#if ETCH_HAS_MVE
namespace {

using namespace etch::armv81m;

constexpr int edges[] = {0,         1,          -1,         2,          -2,        3,
                         -3,        511,        -512,       513,        1 << 15,   -(1 << 15),
                         INT32_MAX, -INT32_MAX, 1073741823, 1073741824, INT32_MIN, -1073741824};
std::int32_t any_sum(random_numbers& r) {
  const auto any = static_cast<std::int32_t>(r.next() << 8 ^ r.next()) >> r.between(0, 31);
  return r.between(0, 1) == 0 ? edges[r.between(0, 17)] : any;
}

/// Sums that are biases alone, by the tiles of all kinds, and by f.
template <epilogue_step S, bool Whole, class F>
void check_ends(std::int32_t multiplier, int shift, std::int32_t zero, int low, int high,
                const F& f) {
  alignas(16) static const std::int8_t none[256] = {};
  random_numbers r{static_cast<std::uint32_t>(shift + 77)};
  int wrong = 0;
  for (int i = 0; i < 40; ++i) {
    const auto minus = static_cast<std::int8_t>(-shift);
    const auto half = S == epilogue_step::shift_up && shift > 0 ? 1U << (shift - 1) : 0U;
    const auto with_half = [&](std::int32_t sum) {
      return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + half);
    };
    const std::int32_t to_end = is_shift(S) ? minus : zero;
    std::int32_t sum[8];
    for (std::int32_t& s : sum) s = any_sum(r);
    tile_constants<2, is_shift(S)> pair{};
    tile_constants<8, is_shift(S)> eight{};
    for (int k = 0; k < 2; ++k) pair.bias[k] = with_half(sum[k]);
    for (int k = 0; k < 8; ++k) eight.bias[k] = with_half(sum[k]);
    if constexpr (!is_shift(S)) {
      for (int k = 0; k < 2; ++k) pair.multiplier[k] = multiplier, pair.shift[k] = minus;
      for (int k = 0; k < 8; ++k) eight.multiplier[k] = multiplier, eight.shift[k] = minus;
    }
    std::int8_t y[4][8];
    tile_task task{none, 0, none, &pair,  y[0], 1, {to_end, low, high}, {0, 1, 2, 3, 4, 5, 6, 7},
                   {},   0, 1,    nullptr};
    tile_of_sums<tile::windows, S, Whole>(&task);
    task.steps = 1;
    task.y = y[1];
    tile_of_sums<tile::columns, S, Whole, 3>(&task);
    task.y = y[2];
    tile_of_sums<tile::lines, S, Whole, 1>(&task);
    for (int k = 0; k < 8; ++k) {
      if (y[2][k] != y[1][k]) ++wrong;
    }
    task.constants = &eight;
    task.y = y[2];
    tile_of_sums<tile::filters, S, Whole>(&task);
    task.y = y[3];
    y[3][3] = 99;
    tile_of_sums<tile::filters, S, Whole, 3>(&task);
    if (y[3][3] != 99) ++wrong;
    for (int k = 0; k < 8; ++k) {
      const std::int8_t pair_code = f(sum[k % 2], 0);
      if (y[0][k] != pair_code || y[1][k] != pair_code || y[2][k] != f(sum[k], 0)) ++wrong;
      if (k < 3 && y[3][k] != y[2][k]) ++wrong;
    }
  }
  CHECK(wrong == 0);
}
template <epilogue_step S, rounding R>
void check_factor(int shift) {
  for (const std::int32_t m : {0x7fffffff, 0x40000000, 0x5a827999, 0x40000001, 0}) {
    const auto s = static_cast<std::int8_t>(-shift);
    using epilogue = etch::factor_epilogue<std::int8_t, R, 1>;
    if constexpr (S != epilogue_step::factor_hidden) {
      check_ends<S, true>(m, shift, -5, -128, 127, epilogue{{m}, {s}, -5, -128, 127});
      check_ends<S, false>(m, shift, 77, -100, 90, epilogue{{m}, {s}, 77, -100, 90});
    } else {
      check_ends<S, true>(m, shift, -128, -128, 127, epilogue{{m}, {s}, -128, -128, 127});
      check_ends<S, false>(m, shift, 3, 3, 90, epilogue{{m}, {s}, 3, 3, 90});
    }
  }
}
/// XNNPACK's: tiles take the float, the generic epilogue its 24 bits.
void check_float(int shift) {
  for (const std::int32_t m : {0x7fffff80, 0x40000000, 0x5a827980, 0x40000080}) {
    const auto s = static_cast<std::int8_t>(-shift);
    using epilogue = etch::factor_epilogue<std::int8_t, rounding::xnnpack, 1>;
    const float factor = static_cast<float>(m) / static_cast<float>(1LL << (31 + shift));
    const auto bits = __builtin_bit_cast(std::int32_t, factor);
    constexpr epilogue_step step = epilogue_step::float_factor;
    check_ends<step, true>(bits, shift, -5, -128, 127, epilogue{{m}, {s}, -5, -128, 127});
    check_ends<step, false>(bits, shift, 77, -100, 90, epilogue{{m}, {s}, 77, -100, 90});
  }
}
template <epilogue_step S, rounding R>
void check_shift(int shift) {
  using epilogue = etch::shift_epilogue<std::int8_t, R>;
  check_ends<S, true>(0, shift, 0, -128, 127, epilogue{shift, -128, 127});
  check_ends<S, false>(0, shift, 0, 0, 100, epilogue{shift, 0, 100});
}

}  // namespace

TEST_CASE("sums become codes as in the generic kernels, the largest too", "[armv81m]") {
  check_shift<epilogue_step::shift_up, rounding::half_up>(0);
  for (int shift = 1; shift < 31; ++shift) {
    check_factor<epilogue_step::factor_hidden, rounding::tflite_double>(shift);
    check_factor<epilogue_step::factor_double, rounding::tflite_double>(shift);
    check_factor<epilogue_step::factor_single, rounding::tflite_single>(shift);
    check_float(shift);
    check_shift<epilogue_step::shift_up, rounding::half_up>(shift);
    check_shift<epilogue_step::shift_away, rounding::half_away>(shift);
    check_shift<epilogue_step::shift_to_zero, rounding::toward_zero>(shift);
  }
  check_factor<epilogue_step::factor_hidden, rounding::tflite_double>(31);
  check_factor<epilogue_step::factor_double, rounding::tflite_double>(31);
}
#endif
