// Which targets have a kernel of their own for a layer, asked at the borders of what kernels do:
// one thing is changed at a time, and those that cannot do it leave the layer to the generic ones.
#define ETCH_USE_XSIMD 0  // kernels that need no other library
#include <etch/kernel/xsimd.hpp>
#include <etch/network/lower/select.hpp>
#include <etch/network/proof/ranges.hpp>

#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::affine, etch::chw, etch::f32, etch::hwc, etch::rounding, etch::shape;
namespace ops = etch::ops;

template <class Target, class C, class Kernels = typename etch::own_kernels<Target>::type>
inline constexpr bool has_own = false;
template <class Target, class C, class... K>
inline constexpr bool has_own<Target, C, etch::list<K...>> = [] {
  const auto takes = []<class Kernel>(Kernel*) {
    if constexpr (__is_same(typename Kernel::op, typename C::op))
      return Kernel::template accepts<C>;
    else return false;
  };
  return (takes(static_cast<K*>(nullptr)) || ...);
}();

/// Targets with kernels of their own.
constexpr unsigned none = 0, m0 = 1, m3 = 2, m4 = 4, m55 = 8, neon = 16, x86 = 32;
constexpr unsigned cortex = m0 | m3 | m4 | m55, all = cortex | neon | x86;
/// Those of them that run node G themselves; of AArch64 only what every one has.
template <const auto& G>
inline constexpr unsigned takers = [] {
  using namespace etch;
  using c = call<G, 0>;
  return (has_own<cortex_m0, c> ? m0 : 0U) | (has_own<cortex_m3, c> ? m3 : 0U) |
         (has_own<arm_v7em, c> ? m4 : 0U) | (has_own<arm_v8_1m_mve, c> ? m55 : 0U) |
         (has_own<aarch64, c> ? neon : 0U) | (has_own<x86_64, c> ? x86 : 0U);
}();

// ---- layers
constexpr layer plain{.h = 4, .w = 5, .c = 8, .oc = 16};
constexpr layer with(layer l, void (*change)(layer&)) {
  change(l);
  return l;
}
template <kind K, layer L>
inline constexpr unsigned taken_by = takers<tried<L, K>::node>;
template <layer L>
inline constexpr unsigned conv2d = taken_by<kind::conv2d, L>;
template <layer L>
inline constexpr unsigned depthwise = taken_by<kind::depthwise, L>;
template <layer L>
inline constexpr unsigned dense = taken_by<kind::dense, L>;
constexpr layer shifted(rounding r, int shift) {
  layer l = plain;
  l.how = scheme::q, l.round = r, l.shift = shift;
  return l;
}
template <rounding R>
constexpr layer rounded = with(plain, [](layer& l) { l.round = R; });

static_assert(conv2d<plain> == all && dense<plain> == all);
// what a kernel's own last step does not do, another's does that ends sums as the generic ones
static_assert(conv2d<rounded<rounding::tflite_single>> == all);
static_assert(conv2d<rounded<rounding::half_even>> == all);
static_assert(dense<rounded<rounding::half_even>> == all);
static_assert(depthwise<rounded<rounding::half_even>> == (all & ~m55));
static_assert((conv2d<rounded<rounding::xnnpack>> & cortex) == cortex);
static_assert((dense<rounded<rounding::xnnpack>> & cortex) == cortex);
static_assert((depthwise<rounded<rounding::xnnpack>> & cortex) == cortex);
static_assert(conv2d<rounded<rounding::half_away>> == all);
static_assert(dense<rounded<rounding::toward_zero>> == all);

// posits of 8 bits, in windows of at most 1,024 codes
constexpr layer posits =
    with(plain, [](layer& l) { l.how = scheme::p8, l.round = rounding::half_even; });
constexpr unsigned all_but_m55 = m0 | m3 | m4 | neon | x86;
static_assert(conv2d<posits> == all && dense<posits> == all && depthwise<posits> == all);
static_assert(depthwise<with(posits, [](layer& l) { l.c = 7; })> == all_but_m55);
static_assert(conv2d<with(posits, [](layer& l) { l.round = rounding::toward_zero; })> == all);
static_assert(conv2d<with(posits, [](layer& l) { l.weights = 2; })> == none, "weights of NaR");
static_assert(conv2d<with(posits, [](layer& l) { l.c = 113; })> == all);
static_assert(conv2d<with(posits, [](layer& l) { l.c = 114; })> == none);

// q values and affine ones together
constexpr layer from_q = with(plain, [](layer& l) { l.how = scheme::from_q; });
constexpr layer to_q = with(plain, [](layer& l) { l.how = scheme::to_q; });
static_assert(conv2d<from_q> == all && dense<from_q> == all);
static_assert(conv2d<to_q> == all && dense<to_q> == all);
static_assert(depthwise<from_q> == depthwise<plain> && depthwise<to_q> == depthwise<plain>);

// shifts, of every rounding and in every direction
static_assert(conv2d<shifted(rounding::half_up, 9)> == all);
static_assert(conv2d<shifted(rounding::half_up, 0)> == all);
static_assert(conv2d<shifted(rounding::half_up, -1)> == all);
static_assert(dense<shifted(rounding::half_up, -1)> == all);
static_assert(depthwise<shifted(rounding::half_up, -1)> == (all & ~m55));
static_assert(conv2d<shifted(rounding::half_up, 22)> == all);
static_assert(conv2d<shifted(rounding::half_up, 23)> == all);
static_assert(dense<shifted(rounding::half_up, 31)> == all);
static_assert(conv2d<shifted(rounding::half_away, 9)> == all);
static_assert(dense<shifted(rounding::toward_zero, 9)> == all);
static_assert(depthwise<shifted(rounding::half_away, 9)> == all);

// windows with gaps, groups
constexpr layer gaps_of_rows = with(plain, [](layer& l) { l.dilation = {2, 1}; });
constexpr layer gaps_of_columns = with(plain, [](layer& l) { l.dilation = {1, 2}; });
static_assert(conv2d<gaps_of_rows> == all && conv2d<gaps_of_columns> == all);
// on AArch64 gaps and groups lie between whole words of four channels
static_assert(conv2d<with(gaps_of_columns, [](layer& l) { l.c = 6; })> == all);
static_assert(conv2d<with(gaps_of_rows, [](layer& l) { l.c = 6; })> == all);
static_assert(depthwise<gaps_of_rows> == depthwise<plain>);
constexpr layer grouped = with(plain, [](layer& l) { l.groups = 2; });
static_assert(conv2d<grouped> == all);
static_assert(conv2d<with(grouped, [](layer& l) { l.c = 4; })> == all);

// one filter a channel, of which there are enough
static_assert(depthwise<plain> == all);
constexpr layer seven = with(plain, [](layer& l) { l.c = 7; });
static_assert(depthwise<seven> == all);
static_assert(depthwise<with(plain, [](layer& l) { l.kh = 5; })> == all);
static_assert(depthwise<with(seven, [](layer& l) { l.kh = 5; })> == all);
static_assert(depthwise<with(seven, [](layer& l) { l.kw = 5; })> == all);

// factors: less than 1/2 on Helium, less than 1 on other Cortex-M
constexpr layer of_factor(double f) {
  layer l = plain;
  l.kh = l.kw = 1, l.how = scheme::tensor, l.factor = f;
  return l;
}
static_assert(conv2d<of_factor(0.49)> == all && dense<of_factor(0.49)> == all);
// larger ones by tiles of 16-bit numbers, which end sums as the generic kernels do
static_assert(conv2d<of_factor(0.5)> == all && dense<of_factor(0.5)> == all);
static_assert(conv2d<of_factor(3.7)> == all && dense<of_factor(3.7)> == all);
static_assert((depthwise<of_factor(3.7)> & cortex) == (m0 | m3 | m4));

// operands: the layout, the sign, the width and the zero point of each
using s8 = affine<std::int8_t, 0.05, 5>;
using u8 = affine<std::uint8_t, 0.05, 5>;
using s16 = affine<std::int16_t, 0.05>;
using s4 = affine<etch::int4, 0.01>;
constexpr unsigned char zeros[2 * 3 * 3 * 8 * 2]{};
template <class Op, class X, class LX, class W, class Y, class LY>
struct layer_of {
  static constexpr one_node node{
      Op{},
      {given<X, shape<1, 4, 5, 8>, LX>,
       stored<W, etch::element_t<etch::list<shape<1, 3, 3, 8>, shape<2, 3, 3, 8>>,
                                 __is_same(Op, ops::conv2d) ? 1 : 0>>(zeros)},
      {.number = Y::descriptor, .round = rounding::tflite_double, .layout = &etch::layout_id<LY>}};
};
template <unsigned Who, class X, class LX, class W, class Y, class LY>
inline constexpr bool are_taken_by =
    takers<layer_of<ops::conv2d, X, LX, W, Y, LY>::node> == Who &&
    takers<layer_of<ops::depthwise_conv2d, X, LX, W, Y, LY>::node> == Who;
template <class X, class LX, class W, class Y, class LY>
inline constexpr bool all_refuse = are_taken_by<none, X, LX, W, Y, LY>;
using weights = affine<std::int8_t, 0.01>;
static_assert(takers<layer_of<ops::conv2d, s8, hwc, weights, s8, hwc>::node> == all);
// two filters a channel
constexpr one_node doubled{
    ops::depthwise_conv2d{},
    {given<s8, shape<1, 4, 5, 8>>, stored<weights, shape<1, 3, 3, 16>>(zeros)},
    {.number = s8::descriptor, .round = rounding::tflite_double, .layout = &etch::layout_id<hwc>}};
static_assert(takers<doubled> == none);
// which run plane by plane, where the network has room for a row
template <const auto& G, class Target>
inline constexpr bool is_run_by_planes =
    !__is_same(etch::selected_kernel<Target, etch::call<G, 0>>, etch::depthwise_conv2d_generic);
constexpr one_node doubled_high{
    ops::depthwise_conv2d{},
    {given<s8, shape<1, 40, 5, 8>>, stored<weights, shape<1, 3, 3, 16>>(zeros)},
    {.number = s8::descriptor, .round = rounding::tflite_double, .layout = &etch::layout_id<hwc>}};
static_assert(is_run_by_planes<doubled, etch::cortex_m0>);
static_assert(is_run_by_planes<doubled, etch::cortex_m3>);
static_assert(is_run_by_planes<doubled, etch::cortex_m4>);
static_assert(is_run_by_planes<doubled, etch::cortex_m55>);
static_assert(!is_run_by_planes<doubled, etch::aarch64>);
static_assert(is_run_by_planes<doubled_high, etch::aarch64>);
static_assert(is_run_by_planes<doubled_high, etch::x86_64>);
static_assert(all_refuse<s8, chw, weights, s8, hwc>);
static_assert(all_refuse<s8, hwc, weights, s8, chw>);
// unsigned codes by tiles of 16-bit numbers
template <class X, class W, class Y>
inline constexpr bool are_taken_by_all = are_taken_by<all, X, hwc, W, Y, hwc>;
static_assert(are_taken_by_all<u8, weights, s8> && are_taken_by_all<s8, weights, u8>);
static_assert(are_taken_by_all<s16, weights, s8> && are_taken_by_all<s16, weights, s16>);
static_assert(are_taken_by_all<etch::q<3, 8>, etch::q<0, 15>, etch::q<0, 7>>);
static_assert(all_refuse<s16, chw, weights, s16, hwc> && all_refuse<s16, hwc, weights, s16, chw>);
static_assert(all_refuse<affine<std::int16_t, 0.05, 1>, hwc, weights, s16, hwc>);
static_assert(all_refuse<s16, hwc, s4, s16, hwc>);
static_assert(are_taken_by_all<s8, weights, s16>);
// weights of 4 bits, by Cortex-M as narrow as they are, by the others and by channels as bytes
static_assert(are_taken_by_all<s8, s4, s8>);
static_assert(are_taken_by_all<s8, affine<std::int8_t, 0.01, 1>, s8>);
using q7 = etch::q<0, 7>;
using u7 = etch::uq<0, 8>;
static_assert(are_taken_by_all<u7, q7, q7> && are_taken_by_all<q7, q7, u7>);
static_assert(are_taken_by_all<q7, u7, q7>);
// scratch memory that makes a kernel faster is for networks that have it to spare
template <class K, layer L>
constexpr bool has_room =
    etch::detail::has_room_for<etch::cortex_m0, K, etch::call<tried<L, kind::conv2d>::node, 0>>();
constexpr layer wide{.h = 16, .w = 16, .c = 4, .oc = 8, .kh = 1, .kw = 1};
static_assert(has_room<etch::conv2d_s8_s8_s8_1x4_muls, wide>);
static_assert(has_room<etch::conv2d_s8_s8_s8_2x4_mul, wide>);
constexpr layer deep{.h = 4, .w = 4, .c = 32, .oc = 32, .kh = 1, .kw = 1};
static_assert(!has_room<etch::conv2d_s8_s8_s8_1x4_muls, deep>);
static_assert(!has_room<etch::conv2d_s8_s8_s8_2x4_mul, deep>);
static_assert(has_room<etch::conv2d_s8_s8_s8_8x1_muls, deep>);
// windows of x86 have 16,384 codes at the most, patches on its stack, where groups have few
// filters, 4096
constexpr layer of_channels(int c, int gap = 1) {
  layer l = plain;
  l.h = l.w = 3, l.c = c, l.oc = 1, l.dilation = {1, gap};
  return l;
}
constexpr layer of_two_groups(int c) {
  return with(of_channels(2 * c), [](layer& l) { l.oc = l.groups = 2; });
}
static_assert((conv2d<of_channels(1820)> & x86) == x86);
static_assert((conv2d<of_channels(1821)> & x86) == none);
static_assert((conv2d<of_channels(1820, 2)> & x86) == x86);
static_assert((conv2d<of_two_groups(455)> & x86) == x86);
static_assert((conv2d<of_two_groups(456)> & x86) == none);

// rows and filters side by side are for windows that have several pixels, and factors that floats
// shift by
template <kind K, layer L, class Kernel>
constexpr bool takes = Kernel::template accepts<etch::call<tried<L, K>::node, 0>>;
template <layer L>
constexpr bool by_filters = takes<kind::conv2d, L, etch::conv2d_s8_s8_s8_16x3_pmaddwd>;
template <layer L>
constexpr bool by_pairs = takes<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_8x2_pmaddwd>;
static_assert(by_filters<plain> && by_pairs<plain>);
constexpr layer of_one_pixel{.h = 1, .w = 1, .c = 8, .oc = 16, .kh = 1, .kw = 1};
static_assert(!by_filters<of_one_pixel> && (conv2d<of_one_pixel> & x86) == x86);
template <int Places>
constexpr layer scaled_by = with(plain, [](layer& l) {
  l.how = scheme::tensor, l.factor = 1 / static_cast<double>(1 << Places) / 1.5;
});
static_assert(by_filters<scaled_by<14>> && by_pairs<scaled_by<14>>);
static_assert(!by_filters<scaled_by<15>> && !by_pairs<scaled_by<15>>);
static_assert((depthwise<scaled_by<15>> & x86) == x86);
static_assert(!by_pairs<with(plain, [](layer& l) { l.c = 12; })>);
static_assert(!by_pairs<with(plain, [](layer& l) { l.c = 8, l.h = l.w = l.kh = 9, l.kw = 8; })>);

// ---- pools
template <class Op, class F, class Shape, class L = hwc, rounding R = rounding::half_away>
struct pool_of {
  template <Op P>
  static constexpr one_node node{P, {given<F, Shape, L>}, {.round = R}};
};
using image = shape<2, 6, 7, 8>;
template <ops::max_pool P, class F = s8, class Shape = image, class L = hwc>
inline constexpr unsigned max_pool = takers<pool_of<ops::max_pool, F, Shape, L>::template node<P>>;
template <ops::avg_pool P, class F = s8, class Shape = image, class L = hwc,
          rounding R = rounding::half_away>
inline constexpr unsigned avg_pool =
    takers<pool_of<ops::avg_pool, F, Shape, L, R>::template node<P>>;
/// The largest of 2 x 2.
template <class F, class Shape = image>
inline constexpr unsigned largest = max_pool<ops::max_pool{2}, F, Shape>;
static_assert(largest<s8> == (cortex | neon));
static_assert(max_pool<ops::max_pool{2, {}, 1}> == none, "the smallest of a window");
static_assert(largest<u8> == (cortex | neon) && largest<u7> == (cortex | neon));
static_assert(largest<s16> == (cortex | neon) && largest<s16, shape<6, 7, 2>> == cortex);
static_assert(largest<s16, shape<6, 7, 3>> == (m4 | m55) && largest<s16, shape<6, 7, 1>> == m55);
static_assert(largest<etch::posit<8, 0>> == cortex && largest<etch::posit<8, 2>> == cortex);
static_assert(largest<etch::posit<16, 1>> == none);
static_assert(max_pool<ops::max_pool{2}, s8, image, chw> == none);
static_assert(max_pool<ops::max_pool{2, {.dilation = {2, 1}}}> == cortex);
static_assert(max_pool<ops::max_pool{2, {.dilation = {1, 2}}}> == cortex);
static_assert(largest<s8, shape<6, 7, 6>> == (m4 | m55) && largest<s8, shape<6, 7, 3>> == m55);
static_assert(largest<s8, shape<6, 7, 4>> == cortex);

template <class F, class Shape, class L = hwc>
inline constexpr unsigned relu =
    takers<pool_of<ops::relu, F, Shape, L>::template node<ops::relu{}>>;
using zero_at_0 = affine<std::int8_t, 0.1>;
static_assert(relu<zero_at_0, shape<6, 7, 4>> == (cortex | neon));
static_assert(relu<zero_at_0, shape<6, 7, 3>> == (m4 | m55 | neon), "rows of 21 codes");
static_assert(relu<zero_at_0, shape<6, 1, 3>> == (m55 | neon), "rows of 3 codes");
static_assert(relu<affine<std::int8_t, 0.1, 1>, shape<6, 7, 4>> == (cortex | neon));
static_assert(relu<zero_at_0, shape<6, 7, 4>, chw> == none && relu<u8, image> == (cortex | neon));
static_assert(relu<s16, image> == (cortex | neon) && relu<s16, shape<6, 1, 1>> == (m55 | neon));
static_assert(relu<affine<std::int16_t, 0.1, 1>, image> == (m4 | m55 | neon));
static_assert(relu<etch::posit<8, 0>, image> == none, "NaR stays");
static_assert((relu<etch::q<2, 2>, image> | relu<etch::uq<3, 4>, image>) == none, "packed codes");
constexpr unsigned many = all & ~m55, by_division = all & ~m0;
template <class F, class Shape = image, int H = 2, int W = 2>
inline constexpr unsigned means = avg_pool<ops::avg_pool{{H, W}}, F, Shape>;
static_assert(means<s8> == all && means<u8> == all && means<s16> == by_division);
static_assert(means<u7> == all && means<s16, shape<6, 7, 4>> == by_division);
static_assert(means<u8, shape<6, 7, 7>> == (m4 | m55));
static_assert(means<s16, shape<6, 7, 3>> == (m3 | m4 | m55));
static_assert(avg_pool<ops::avg_pool{2}, s8, image, chw> == none);
static_assert(avg_pool<ops::avg_pool{2}, s8, image, hwc, rounding::half_even> == none);
static_assert(means<s8, shape<6, 7, 7>> == (m4 | m55) && means<s8, shape<6, 7, 3>> == m55);
// halfwords hold the sum of 256 bytes, floats twice that of 255 halfwords
static_assert(means<s8, shape<16, 16, 8>, 16, 16> == all);
static_assert(means<s8, shape<1, 257, 8>, 1, 257> == none);
static_assert(means<u8, shape<1, 256, 8>, 1, 256> == all);
static_assert(means<s16, shape<1, 255, 8>, 1, 255> == (by_division & ~m55));
static_assert(means<s16, shape<1, 256, 8>, 1, 256> == none);
template <class F, class Shape, class L = hwc>
inline constexpr unsigned global =
    takers<pool_of<ops::global_avg_pool, F, Shape, L>::template node<ops::global_avg_pool{}>>;
static_assert(global<s8, image> == all && global<s8, image, chw> == none);
static_assert(global<u8, image> == all && global<s16, image> == all);
static_assert(global<s8, shape<16, 16, 8>> == all);
static_assert(global<s8, shape<1, 257, 8>> == all && global<s8, shape<256, 257, 8>> == many);
static_assert(global<s8, shape<6, 7, 7>> == (m4 | m55) && global<s8, shape<6, 7, 3>> == m55);

// ---- sums of two values
template <class A, class B, class Y, rounding R = rounding::tflite_double, class ShapeB = image,
          class LA = hwc, class LY = hwc>
struct sum_of {
  static constexpr one_node node{
      ops::add{},
      {given<A, image, LA>, given<B, ShapeB>},
      {.number = Y::descriptor, .round = R, .layout = &etch::layout_id<LY>}};
};
template <class... T>
inline constexpr unsigned add = takers<sum_of<T...>::node>;
static_assert(add<s8, s8, s8> == all);
static_assert(takers<sum_of<s8, s8, s8, rounding::tflite_single>::node> == all);
static_assert(takers<sum_of<s8, s8, s8, rounding::half_even>::node> == all);
static_assert(takers<sum_of<s8, s8, s8, rounding::xnnpack>::node> == all);
static_assert(takers<sum_of<s8, s8, s8, rounding::half_away>::node> == all);
// two products do not make this sum: its own kernels have factors in double rounding alone
using three = affine<std::int8_t, 0.3, 5>;
using odd = affine<std::int8_t, 0.317, -3>;
using one = affine<std::int8_t, 1.0, 7>;
static_assert(add<three, odd, one> == all);
static_assert(takers<sum_of<three, odd, one, rounding::tflite_single>::node> == none);
static_assert(takers<sum_of<three, odd, one, rounding::half_even>::node> == none);
static_assert(takers<sum_of<three, odd, one, rounding::half_away>::node> == none);
static_assert(takers<sum_of<s8, s8, s8, rounding::tflite_double, shape<1, 6, 7, 8>>::node> == none);
static_assert(takers<sum_of<s8, s8, s8, rounding::tflite_double, shape<8>>::node> == none);
static_assert(takers<sum_of<s8, s8, s8, rounding::tflite_double, image, chw>::node> == none);
static_assert(takers<sum_of<s8, s8, s8, rounding::tflite_double, image, hwc, chw>::node> == none);
static_assert(add<u8, u8, u8> == all && add<s16, s16, s16> == all);
static_assert(add<q7, q7, q7> == (all & ~m0));
// a factor to the output of 1/2 or more, and of 1 or more
static_assert(add<s8, s8, affine<std::int8_t, 0.0000001>> == (neon | x86));
static_assert(add<s8, s8, affine<std::int8_t, 0.00000005>> == none);
// a constant is no value in the arena
constexpr unsigned char codes_of_image[2 * 6 * 7 * 8]{};
constexpr one_node of_constant{ops::add{},
                               {given<s8, image>, stored<s8, image, hwc>(codes_of_image)},
                               {.number = s8::descriptor, .round = rounding::tflite_double}};
static_assert(takers<of_constant> == none);
template <class Target, class Kernel, class... T>
inline constexpr bool adds_by =
    __is_same(etch::selected_kernel<Target, etch::call<sum_of<T...>::node, 0>>, Kernel);
static_assert(adds_by<etch::cortex_m0, etch::add_s8_s8_s8_muls, s8, s8, s8>);
static_assert(adds_by<etch::cortex_m0, etch::add_s8_s8_s8_adcs, three, odd, one>);
static_assert(adds_by<etch::cortex_m3, etch::add_s8_s8_s8_mla, s8, s8, s8>);
static_assert(adds_by<etch::cortex_m3, etch::add_s8_s8_s8_smull, three, odd, one>);
static_assert(adds_by<etch::cortex_m4, etch::add_s8_s8_s8_mla, s8, s8, s8>);
static_assert(adds_by<etch::cortex_m4, etch::add_s8_s8_s8_smmlar, three, odd, one>);
static_assert(adds_by<etch::cortex_m55, etch::add_s8_s8_s8_vmla, s8, s8, s8>);
static_assert(adds_by<etch::cortex_m55, etch::add_s8_s8_s8_vqrdmulh, three, odd, one>);
static_assert(adds_by<etch::aarch64, etch::add_s8_s8_s8_16_mla, s8, s8, s8>);
static_assert(adds_by<etch::aarch64, etch::add_s8_s8_s8_sqrdmulh, three, odd, one>);
static_assert(adds_by<etch::x86_64, etch::add_s8_s8_s8_pmaddwd, s8, s8, s8>);
static_assert(adds_by<etch::x86_64, etch::add_s8_s8_s8_pmuludq, three, odd, one>);
static_assert(adds_by<etch::generic, etch::add_products, s8, s8, s8>);
static_assert(adds_by<etch::generic, etch::add_generic, three, odd, one>);
static_assert(adds_by<etch::cortex_m4, etch::add_u8_u8_u8_mla, u8, u8, u8>);
static_assert(adds_by<etch::cortex_m4, etch::add_s8_s8_s8_qadd8, q7, q7, q7>);
static_assert(
    !etch::add_s8_s8_s8_qadd8::accepts<etch::call<sum_of<q7, etch::q<1, 6>, q7>::node, 0>>);
static_assert(adds_by<etch::cortex_m0, etch::add_aligned, q7, q7, q7>);
static_assert(adds_by<etch::x86_64, etch::add_u8_u8_u8_pmaddwd, u8, u8, u8>);
static_assert(adds_by<etch::x86_64, etch::add_s8_s8_s8_paddsb, q7, q7, q7>);

// ---- pools by xsimd and sums of the generic target: what they take
template <class K, const auto& G>
inline constexpr bool accepts = K::template accepts<etch::call<G, 0>>;
using wide_image = shape<6, 7, 16>;
static_assert(accepts<etch::max_pool_s8_s8_xsimd,
                      pool_of<ops::max_pool, s8, wide_image>::node<ops::max_pool{2}>>);
static_assert(!accepts<etch::max_pool_s8_s8_xsimd,
                       pool_of<ops::max_pool, s8, wide_image>::node<ops::max_pool{2, {}, 1}>>);
static_assert(!accepts<etch::max_pool_s8_s8_xsimd,
                       pool_of<ops::max_pool, u8, wide_image>::node<ops::max_pool{2}>>);
static_assert(accepts<etch::add_aligned, sum_of<q7, q7, q7>::node>);
static_assert(!accepts<etch::add_aligned, sum_of<q7, q7, etch::q<1, 6>>::node>);
static_assert(!accepts<etch::add_aligned, sum_of<etch::q<1, 6>, q7, q7>::node>);
static_assert(!accepts<etch::add_aligned, sum_of<q7, etch::q<1, 6>, q7>::node>);
static_assert(!accepts<etch::add_aligned, sum_of<s8, s8, s8>::node>);
static_assert(
    !accepts<etch::add_aligned, sum_of<q7, q7, q7, rounding::half_up, shape<1, 6, 7, 8>>::node>);
static_assert(!accepts<etch::add_aligned, sum_of<q7, q7, q7, rounding::half_up, image, chw>::node>);

}  // namespace
