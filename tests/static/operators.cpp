// Operators asked directly, asserted by the compiler: output shapes where height and width differ
// in everything, the input rows of an output row, and what is refused just behind each limit.
#include <etch/op/ops.hpp>
#include <etch/op/resize_bilinear.hpp>

namespace {

using namespace etch;

template <class F, int... D>
inline constexpr operand a = describe<tensor<F, shape<D...>>>();
template <class F, int... D>
inline constexpr operand k = describe<tensor<F, shape<D...>, ohwi>>(true);
using q7 = q<0, 7>;
using s8 = affine<std::int8_t, 0.5, 3>;
using s16 = affine<std::int16_t, 0.5>;
using weights = affine<std::int8_t, 0.25>;

/// Unsigned codes of a kind that the library does not know.
struct own_kind : unsigned_kind<own_kind> {
  static constexpr const char* name = "own";
  static constexpr bool is_power_of_two = true;
};
struct own16 {
  using kind = own_kind;
  static constexpr int bits = 16;
  static constexpr format descriptor{
      .kind = &format_id<own_kind>, .bits = bits, .frac = 16, .scale = power_of_two(-16)};
};

/// What `op` makes of some values.
template <class Op, class... X>
constexpr inference made(const Op& op, const X&... x) {
  const operand all[]{x...};
  return op.infer({all, static_cast<int>(sizeof...(X))});
}
template <class Op, class... X>
constexpr bool refuses(const Op& op, const X&... x) {
  return static_cast<bool>(made(op, x...).refused);
}
template <class Op, class... X>
constexpr bool refuses_output(const Op& op, const format& y, const X&... x) {
  const operand all[]{x...};
  return static_cast<bool>(op.check_output({all, static_cast<int>(sizeof...(X))}, {.number = y}));
}
template <class Op, class... X>
constexpr bool has_shape(const extents& e, const Op& op, const X&... x) {
  const inference y = made(op, x...);
  return !y.refused && y.output.shape == e;
}
template <class Op, class... X>
constexpr bool reads_rows(int first, int last, int input, int row, const Op& op, const X&... x) {
  const operand all[]{x...};
  const row_range r = op.input_rows({all, static_cast<int>(sizeof...(X))}, input, row);
  return r.first == first && r.last == last;
}

// ---- windows: 11 x 17 cells, window 3 x 2, stride 2 x 3, dilation 3 x 4, uneven borders
constexpr operand image = a<q7, 2, 11, 17, 6>;
constexpr window uneven{{2, 3}, {3, 4}, pad(5, 4, 1, 2)};
static_assert(has_shape({4, {2, 6, 7, 6}}, ops::max_pool{{3, 2}, uneven}, image));
static_assert(has_shape({4, {2, 6, 7, 6}}, ops::avg_pool{{3, 2}, uneven}, image));
static_assert(has_shape({4, {2, 6, 7, 4}}, ops::conv2d{uneven}, image, k<q7, 4, 3, 2, 6>));
static_assert(has_shape({4, {2, 6, 7, 12}}, ops::depthwise_conv2d{uneven}, image,
                        k<q7, 1, 3, 2, 12>));
static_assert(geometry(uneven, image.shape, 3, 2, 4, 1) == window_geometry{.n = 2,
                                                                           .h = 11,
                                                                           .w = 17,
                                                                           .c = 6,
                                                                           .oh = 6,
                                                                           .ow = 7,
                                                                           .oc = 4,
                                                                           .kh = 3,
                                                                           .kw = 2,
                                                                           .stride_h = 2,
                                                                           .stride_w = 3,
                                                                           .dilation_h = 3,
                                                                           .dilation_w = 4,
                                                                           .pad_top = 5,
                                                                           .pad_left = 4});
// same: 11 rows by 2 are 6, which reach 17 cells: 3 before and 3 after; 17 columns by 3 are 6,
// which reach 20: 1 before and 2 after
constexpr window_geometry even = geometry({{2, 3}, {3, 4}, same}, image.shape, 3, 2, 4, 1);
static_assert(even.oh == 6 && even.ow == 6 && even.pad_top == 3 && even.pad_left == 1);
constexpr window_geometry whole = geometry({{2, 3}, {}, same}, {3, {12, 18, 1}}, 3, 3, 1, 1);
static_assert(whole.oh == 6 && whole.ow == 6);
static_assert(geometry({{2, 3}, {3, 4}, valid}, image.shape, 3, 2, 4, 1).oh == 3);
static_assert(geometry({{2, 3}, {3, 4}, valid}, image.shape, 3, 2, 4, 1).ow == 5);
static_assert(geometry({{2, 3}, {3, 4}, {padding::rule::valid, 9, 9, 9, 9}}, image.shape, 3, 2, 4,
                       1) == geometry({{2, 3}, {3, 4}, valid}, image.shape, 3, 2, 4, 1));
// columns of output pixels 2, 3, 4, 5 are inside: 2 .. 6, 5 .. 9, 8 .. 12, 11 .. 15
static_assert(inner_pixels(geometry(uneven, image.shape, 3, 2, 4, 1)) == 4);
static_assert(inner_pixels(geometry({{}, {}, same}, {3, {4, 2, 1}}, 3, 3, 1, 1)) == 0);
// rows -5, -2 and 1 of 0 .. 10, then 5, 8 and 11: those outside are not read
static_assert(reads_rows(1, 1, 0, 0, ops::max_pool{{3, 2}, uneven}, image));
static_assert(reads_rows(5, 8, 0, 5, ops::max_pool{{3, 2}, uneven}, image));
static_assert(reads_rows(1, 7, 0, 3, ops::avg_pool{{3, 2}, uneven}, image));
static_assert(reads_rows(0, 3, 0, 1, ops::conv2d{uneven}, image, k<q7, 4, 3, 2, 6>));
static_assert(reads_rows(0, 3, 0, 1, ops::depthwise_conv2d{uneven}, image, k<q7, 1, 3, 2, 6>));

// Padding is less than what a window reaches, on each side: 3 x 4 cells here.
template <int... Sides>
constexpr bool refuses_padding =
    refuses(ops::conv2d{{1, {2, 3}, pad(Sides...)}}, image, k<q7, 4, 2, 2, 6>);
static_assert(!refuses_padding<2, 3, 2, 3>);
static_assert(refuses_padding<3, 3, 2, 3> && refuses_padding<2, 4, 2, 3>);
static_assert(refuses_padding<2, 3, 3, 3> && refuses_padding<2, 3, 2, 4>);
static_assert(refuses_padding<-1, 3, 2, 3> && refuses_padding<2, -1, 2, 3>);
static_assert(refuses_padding<2, 3, -1, 3> && refuses_padding<2, 3, 2, -1>);
static_assert(refuses(ops::max_pool{2, {.stride = {0, 1}}}, image));
static_assert(refuses(ops::max_pool{2, {.stride = {1, 0}}}, image));
static_assert(refuses(ops::max_pool{2, {.dilation = {0, 1}}}, image));
static_assert(refuses(ops::max_pool{2, {.dilation = {1, 0}}}, image));
static_assert(refuses(ops::max_pool{{0, 1}}, image) && refuses(ops::max_pool{{1, 0}}, image));
// Windows as large as the image, and larger by one row or column.
constexpr window inside{.pad = valid};
static_assert(!refuses(ops::max_pool{{11, 17}, inside}, image));
static_assert(refuses(ops::max_pool{{12, 17}, inside}, image));
static_assert(refuses(ops::max_pool{{11, 18}, inside}, image));
static_assert(refuses(ops::conv2d{inside}, image, k<q7, 1, 12, 17, 6>));
static_assert(refuses(ops::conv2d{inside}, image, k<q7, 1, 11, 18, 6>));
static_assert(refuses(ops::max_pool{2}, a<q7, 11, 17>));
// A window with gaps that holds padding only: cells -2 and 2 of 1.
static_assert(refuses(ops::max_pool{{2, 1}, {1, {4, 1}, pad(2, 0, 2, 0)}}, a<q7, 1, 5, 3>));
static_assert(refuses(ops::max_pool{{1, 2}, {1, {1, 4}, pad(0, 2, 0, 2)}}, a<q7, 5, 1, 3>));
static_assert(!refuses(ops::max_pool{{2, 1}, {1, {2, 1}, pad(2, 0, 0, 0)}}, a<q7, 1, 5, 3>));
// Sums of as many codes as fit 32 bits: 2^15 of 16, 2^23 of 8.
static_assert(!refuses(ops::avg_pool{{128, 256}, inside}, a<q<7, 8>, 128, 256, 1>));
static_assert(refuses(ops::avg_pool{{129, 256}, inside}, a<q<7, 8>, 129, 256, 1>));
static_assert(!refuses(ops::global_avg_pool{}, a<q<7, 8>, 128, 256, 1>));
static_assert(refuses(ops::global_avg_pool{}, a<q<7, 8>, 129, 256, 1>));
static_assert(!refuses(ops::global_avg_pool{}, a<q7, 2048, 4096, 1>));
static_assert(refuses(ops::global_avg_pool{}, a<q7, 2049, 4096, 1>));
static_assert(refuses(ops::global_avg_pool{}, a<q7, 3, 4>));
// a sum times 512 has 10 bits less for its cells
static_assert(!refuses_output(ops::global_avg_pool{1}, affine<std::int8_t, 0.5 / 512>::descriptor,
                              a<s8, 64, 64, 1>));
static_assert(refuses_output(ops::global_avg_pool{1}, affine<std::int8_t, 0.5 / 512>::descriptor,
                             a<s8, 128, 256, 1>));
static_assert(!refuses_output(ops::global_avg_pool{}, affine<std::int8_t, 0.5 / 512>::descriptor,
                              a<s8, 128, 256, 1>));

// ---- layers with weights
static_assert(!refuses(ops::conv2d{{}, 3}, image, k<q7, 9, 3, 2, 2>));
static_assert(refuses(ops::conv2d{{}, 3}, image, k<q7, 8, 3, 2, 2>));
static_assert(refuses(ops::conv2d{{}, 4}, image, k<q7, 8, 3, 2, 2>));
static_assert(refuses(ops::conv2d{{}, 0}, image, k<q7, 8, 3, 2, 2>));
static_assert(refuses(ops::conv2d{}, image, k<q7, 4, 3, 2, 5>));
static_assert(refuses(ops::conv2d{}, image, k<q7, 4, 3, 12>));
static_assert(refuses(ops::depthwise_conv2d{}, image, k<q7, 1, 3, 2, 7>));
static_assert(refuses(ops::depthwise_conv2d{}, image, k<q7, 2, 3, 2, 6>));
static_assert(has_shape({2, {4, 5}}, ops::dense{}, a<q7, 4, 3>, k<q7, 5, 3>));
static_assert(has_shape({2, {4, 5}}, ops::dense{}, a<q7, 4, 3, 2, 1>, k<q7, 5, 6>));
static_assert(has_shape({1, {5}}, ops::dense{}, a<q7, 4, 3, 2>, k<q7, 5, 24>));
static_assert(has_shape({1, {5}}, ops::dense{}, a<q7, 6>, k<q7, 5, 6>));
static_assert(refuses(ops::dense{}, a<q7, 4, 3>, k<q7, 5, 12>));
static_assert(refuses(ops::dense{}, a<q7, 6>, k<q7, 5, 2, 3>));
// The bias: a number a filter, in units that the sum has; 64 bits for 16 by 8 without zero point.
constexpr operand few = a<s8, 6>, wide = a<s16, 6>, filters = k<weights, 5, 6>;
static_assert(!refuses(ops::dense{}, few, filters, k<bias32, 5>));
static_assert(refuses(ops::dense{}, few, filters, k<bias32, 4>));
static_assert(refuses(ops::dense{}, few, filters, k<bias32, 6>));
static_assert(refuses(ops::dense{}, few, filters, k<q7, 5>));
static_assert(refuses(ops::dense{}, few, filters, k<bias64, 5>));
static_assert(!refuses(ops::dense{}, wide, filters, k<bias64, 5>));
static_assert(refuses(ops::dense{}, a<affine<std::int16_t, 0.5, 1>, 6>, filters, k<bias64, 5>));
static_assert(refuses(ops::dense{}, wide, k<affine<std::int16_t, 0.5>, 5, 6>, k<bias64, 5>));
static_assert(!refuses(ops::dense{}, a<q7, 6>, k<q7, 5, 6>, k<q<-7, 14>, 5>));
static_assert(refuses(ops::dense{}, a<q7, 6>, k<q7, 5, 6>, k<q<-8, 15>, 5>));
constexpr double scales[5]{1, 2, 3, 4, 5}, more_scales[6]{1, 2, 3, 4, 5, 6};
static_assert(!refuses(ops::dense{}, few, k<affine_channels<std::int8_t, scales>, 5, 6>));
static_assert(refuses(ops::dense{}, few, k<affine_channels<std::int8_t, more_scales>, 5, 6>));
static_assert(refuses(ops::dense{}, few, k<affine_channels<std::int8_t, scales>, 4, 6>));
static_assert(refuses(ops::dense{}, few, k<affine_channels<std::int8_t, scales>, 6, 6>));
static_assert(factor_of_sum(s8::descriptor, affine_channels<std::int8_t, scales>::descriptor,
                            s16::descriptor, true, 3) == 4);
// in single precision, as TensorFlow Lite: 0.1f * 0.1f / 1
static_assert(factor_of_sum(affine<std::int8_t, 0.1>::descriptor,
                            affine<std::int8_t, 0.1>::descriptor,
                            affine<std::int8_t, 1.0>::descriptor, true,
                            0) == static_cast<double>(0.1F * 0.1F));
static_assert(factor_of_sum(affine<std::int8_t, 0.1>::descriptor,
                            affine<std::int8_t, 0.1>::descriptor,
                            affine<std::int8_t, 1.0>::descriptor, false, 0) == 0.1 * 0.1);
// transpose_conv2d: padding less than the window, each way
static_assert(!refuses(ops::transpose_conv2d{{2, 3}, 2, 1, 9, 9}, image, k<q7, 4, 3, 2, 6>));
static_assert(refuses(ops::transpose_conv2d{{2, 3}, 3, 1, 9, 9}, image, k<q7, 4, 3, 2, 6>));
static_assert(refuses(ops::transpose_conv2d{{2, 3}, 2, 2, 9, 9}, image, k<q7, 4, 3, 2, 6>));
static_assert(has_shape({4, {2, 8, 9, 4}}, ops::transpose_conv2d{{2, 3}, 2, 1, 8, 9}, image,
                        k<q7, 4, 3, 2, 6>));
// dynamic_range: the largest sums are 255 * products * 2^bits of weights
using f32s = f32;
static_assert(!refuses(ops::dynamic_range{ops::dynamic_range::layer::dense}, a<f32s, 32896>,
                       k<weights, 1, 32896>));
static_assert(refuses(ops::dynamic_range{ops::dynamic_range::layer::dense}, a<f32s, 32897>,
                      k<weights, 1, 32897>));

// ---- elements that move
static_assert(has_shape({3, {4, 2, 3}}, ops::transpose{3, {2, 0, 1}}, a<q7, 2, 3, 4>));
static_assert(refuses(ops::transpose{3, {2, 0, 0}}, a<q7, 2, 3, 4>));
static_assert(refuses(ops::transpose{3, {0, 1, 3}}, a<q7, 2, 3, 4>));
static_assert(refuses(ops::transpose{2, {1, 0}}, a<q7, 2, 3, 4>));
static_assert(!refuses(ops::slice{2, {1, 4}, {2, 3}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {2, 4}, {2, 3}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {1, 3}, {2, 3}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {-1, 4}, {2, 3}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {1, 6}, {2, 3}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {1, 4}, {2, 0}, {3, -2}}, a<q7, 5, 6>));
static_assert(refuses(ops::slice{2, {1, 4}, {2, 1}, {3, 0}}, a<q7, 5, 6>));
static_assert(reads_rows(7, 7, 0, 2, ops::slice{3, {3, 0, 0}, {3, 1, 1}, {2, 1, 1}},
                         a<q7, 9, 1, 1>));
static_assert(has_shape({3, {9, 15, 20}},
                        ops::pad{
                            .top = 1, .bottom = 5, .left = 2, .right = 9, .front = 3, .back = 12},
                        a<q7, 3, 4, 5>));
static_assert(reads_rows(-1, -1, 0, 1, ops::pad{.top = 2}, a<q7, 3, 4, 5>));
static_assert(refuses(ops::pad{.top = 1}, a<q7, 4, 5>) && refuses(ops::pad{.right = 1}, a<q7, 5>));
static_assert(has_shape({3, {2, 10, 4}}, ops::concat{1}, a<q7, 2, 3, 4>, a<q7, 2, 7, 4>));
static_assert(has_shape({3, {2, 3, 9}}, ops::concat{-1}, a<q7, 2, 3, 4>, a<q7, 2, 3, 5>));
static_assert(refuses(ops::concat{1}, a<q7, 2, 3, 4>, a<q7, 2, 7, 5>));
static_assert(refuses(ops::concat{3}, a<q7, 2, 3, 4>, a<q7, 2, 7, 4>));
static_assert(reads_rows(2, 2, 1, 5, ops::concat{0}, a<q7, 3, 3, 4>, a<q7, 7, 3, 4>));
static_assert(reads_rows(5, 5, 1, 5, ops::concat{1}, a<q7, 7, 3, 4>, a<q7, 7, 2, 4>));
static_assert(has_shape({3, {3, 8, 2}}, ops::reshape{3, {-1, 8, 2}}, a<q7, 4, 6, 2>));
static_assert(has_shape({3, {3, 2, 8}}, ops::reshape{3, {3, 2, -1}}, a<q7, 4, 6, 2>));
static_assert(refuses(ops::reshape{3, {-1, -1, 2}}, a<q7, 4, 6, 2>));
static_assert(refuses(ops::reshape{2, {-1, 7}}, a<q7, 4, 6, 2>));
static_assert(reads_rows(1, 2, 0, 1, ops::reshape{3, {3, 2, 8}}, a<q7, 4, 6, 2>));
static_assert(has_shape({3, {2, 4, 5}}, ops::arg_max{1}, a<q7, 2, 3, 4, 5>));
static_assert(has_shape({3, {2, 3, 4}}, ops::arg_max{}, a<q7, 2, 3, 4, 5>));
static_assert(refuses(ops::arg_max{4}, a<q7, 2, 3, 4, 5>));
static_assert(has_shape({4, {2, 7, 9, 5}}, ops::resize_bilinear{{7, 9}}, a<q7, 2, 3, 4, 5>));
static_assert(refuses(ops::resize_nearest{{7, 0}}, image) &&
              refuses(ops::resize_nearest{{0, 7}}, image));

// ---- two values
static_assert(has_shape({4, {2, 3, 4, 5}}, ops::add{}, a<q7, 3, 1, 5>, a<q7, 2, 1, 4, 1>));
static_assert(has_shape({3, {3, 4, 5}}, ops::mul{}, a<q7, 5>, a<q7, 3, 4, 5>));
static_assert(!refuses_output(ops::mul{}, q<0, 15>::descriptor, a<q<0, 15>, 5>, a<q<0, 15>, 5>));
static_assert(refuses_output(ops::mul{}, uq<0, 16>::descriptor, a<uq<0, 16>, 5>, a<uq<0, 16>, 5>));
static_assert(refuses_output(ops::mul{}, own16::descriptor, a<own16, 5>, a<own16, 5>));
static_assert(refuses(ops::add{}, a<q7, 3, 2, 5>, a<q7, 3, 4, 5>));
static_assert(refuses(ops::add{}, a<q7, 3>, a<q7, 3>, a<q7, 3>));
static_assert(reads_rows(0, 0, 0, 2, ops::sub{}, a<q7, 1, 4, 5>, a<q7, 3, 4, 5>));
static_assert(reads_rows(2, 2, 1, 2, ops::sub{}, a<q7, 1, 4, 5>, a<q7, 3, 4, 5>));
static_assert(!refuses_output(ops::add{}, s8::descriptor, few, few));
static_assert(refuses_output(ops::add{}, s16::descriptor, few, few));
static_assert(refuses_output(ops::add{}, s16::descriptor, wide, few));
static_assert(refuses_output(ops::add{}, q7::descriptor, few, few));
static_assert(has_shape({3, {7, 2, 5}}, ops::batch_matmul{}, a<q7, 2, 3>, a<q7, 7, 3, 5>));
static_assert(has_shape({3, {7, 2, 5}}, ops::batch_matmul{1, 1}, a<q7, 3, 2>, a<q7, 7, 5, 3>));
static_assert(refuses(ops::batch_matmul{1, 0}, a<q7, 2, 3>, a<q7, 7, 3, 5>));

// ---- formats of outputs
static_assert(made(ops::softmax{}, a<affine<std::uint8_t, 0.1>, 4>).output.number ==
              affine<std::uint8_t, 1.0 / 256>::descriptor);
static_assert(made(ops::softmax{}, a<s8, 4>).output.number ==
              affine<std::int8_t, 1.0 / 256, -128>::descriptor);
static_assert(made(ops::softmax{}, a<s16, 4>).output.number ==
              affine<std::int16_t, 1.0 / 32768>::descriptor);
static_assert(refuses(ops::softmax::with_beta(0), few));
constexpr ops::leaky_relu slope(float s) { return {__builtin_bit_cast(int, s)}; }
static_assert(!refuses(slope(1), few) && refuses(slope(1.01F), few) && refuses(slope(-0.01F), few));
static_assert(!refuses_output(ops::hard_swish{}, affine<std::int8_t, 0.00391>::descriptor, few));
static_assert(refuses_output(ops::hard_swish{}, affine<std::int8_t, 0.00390625>::descriptor, few));
constexpr operand four = k<f32, 4>;
constexpr ops::batch_norm norm(float epsilon) { return {__builtin_bit_cast(int, epsilon)}; }
static_assert(!refuses(norm(0), a<f32, 5, 4>, four, four));
static_assert(refuses(norm(-0.5F), a<f32, 5, 4>, four, four));
static_assert(refuses(norm(__builtin_nanf("")), a<f32, 5, 4>, four, four));
static_assert(refuses(norm(0), a<f32, 4, 5>, four, four));
// the zero point of the output has room beside the value, and each channel its factor
template <class X, class Y>
constexpr bool refuses_to = refuses_output(ops::to{}, Y::descriptor, a<X, 4>);
using s32 = affine<std::int32_t, 1.0>;
static_assert(!refuses_to<affine<std::int16_t, 1.0>, s32>);
static_assert(refuses_to<affine<std::int16_t, 1.0>, affine<std::int32_t, 1.0, 5>>);
static_assert(refuses_to<f32, affine<std::int32_t, 1.0, 5>> && !refuses_to<f32, s32>);
static_assert(!refuses_to<f32, affine<signed_code<31>, 1.0, 5>>);
static_assert(refuses_to<s32, affine<std::int16_t, 1 + 0x1p-30, 32767>>);
static_assert(refuses_to<s32, affine<std::int16_t, 1 + 0x1p-30, -32768>>);
static_assert(!refuses_to<s32, affine<std::int16_t, 1 + 0x1p-30>>);
static_assert(!refuses_to<s32, affine<std::int16_t, 1.5, 32767>>);
constexpr double two_scales[2]{0.01, 1e6};
static_assert(refuses_to<affine_channels<std::int8_t, two_scales>, affine<std::int8_t, 0.01>>);
static_assert(!refuses_to<affine_channels<std::int8_t, two_scales>, affine<std::int8_t, 1.0>>);
// sums of 64 bits: less than 2^14 units of the output
constexpr operand sums = describe<tensor<bias64, shape<4>>>();
constexpr operand unit_sums{
    .number = {.kind = sums.number.kind, .bits = 64, .scale = 1, .factor = 1},
    .shape = sums.shape,
    .layout = sums.layout};
static_assert(!refuses_output(ops::to{}, affine<std::int16_t, 1.0 / 16000>::descriptor, unit_sums));
static_assert(refuses_output(ops::to{}, affine<std::int16_t, 1.0 / 16384>::descriptor, unit_sums));

// ---- recurrent: weights without zero point, batches beside steps
template <class W, int Batches, class... Attributes>
constexpr bool refuses_lstm(Attributes... attributes) {
  constexpr operand w = k<W, 5, 3>, r = k<weights, 5, 5>, b = k<bias32, 5>;
  constexpr operand h = a<s8, Batches, 5>, c = a<affine<std::int16_t, 1.0 / 2048>, Batches, 5>;
  return refuses(ops::lstm{attributes...}, a<s8, 2, 7, 3>, w, w, w, w, r, r, r, r, b, b, b, b, h,
                 c);
}
static_assert(!refuses_lstm<weights, 2>() && refuses_lstm<weights, 7>());
static_assert(!refuses_lstm<weights, 7>(1) && refuses_lstm<weights, 2>(1));
static_assert(refuses_lstm<affine<std::int8_t, 0.25, 1>, 2>());
static_assert(refuses_lstm<affine<std::int8_t, 1e9>, 2>());
// gru: weights without zero point, gates whose products join, a state only where it is given
template <class X, class W, class R, class H, class B, class... Hidden>
constexpr bool refuses_gru(ops::gru op, Hidden... hidden) {
  constexpr operand w = k<W, 5, 3>, r = k<R, 5, 5>, b = k<B, 5>;
  const operand all[]{a<X, 2, 7, 3>, w, w, w, r, r, r, b, b, b, hidden...};
  const operands x{all, 10 + static_cast<int>(sizeof...(Hidden))};
  const inference made = op.infer(x);
  operand y = made.output;
  y.number = H::descriptor;
  return made.refused || op.check_output(x, y);
}
using unit8 = affine<std::int8_t, 1.0 / 128>;
static_assert(!refuses_gru<s8, weights, weights, unit8, bias32>({}));
static_assert(refuses_gru<s8, affine<std::int8_t, 0.25, 1>, weights, unit8, bias32>({}));
static_assert(refuses_gru<s8, weights, weights, affine<std::int16_t, 0x1p-16>, bias32>({}));
static_assert(refuses_gru<s8, weights, weights, affine<std::int16_t, 0.25>, bias32>({}));
static_assert(refuses_gru<s8, weights, weights, unit8, bias32>({.stateful = 1}));
static_assert(!refuses_gru<s8, weights, weights, unit8, bias32>({.stateful = 1}, a<unit8, 2, 5>));
static_assert(refuses_gru<s8, weights, weights, unit8, bias32>({}, a<unit8, 7, 5>));
static_assert(refuses_gru<s8, weights, weights, unit8, bias32>({}, a<s16, 2, 5>));
using q15 = q<0, 15>;
static_assert(!refuses_gru<q<2, 13>, q<0, 7>, q<2, 5>, q15, q<0, 7>>({}));
static_assert(refuses_gru<q<2, 13>, q<0, 7>, q<0, 7>, q15, q<0, 7>>({}));
static_assert(refuses_gru<q<2, 13>, q<0, 7>, q<2, 5>, q<1, 14>, q<0, 7>>({}));
static_assert(refuses_gru<q<10, 5>, q<2, 5>, q<12, -5>, q15, q<0, 7>>({}));   // 10 bits are no gate
static_assert(refuses_gru<q<2, 13>, q<0, 7>, q<2, 5>, q15, q<-14, 21>>({}));  // finer than the sum
constexpr operand feature = k<weights, 6, 3>, time_of_filters = k<affine<std::int16_t, 0.5>, 6, 4>,
                  past = a<s16, 2, 24>;
static_assert(has_shape({2, {2, 3}}, ops::svdf{2}, a<s8, 2, 3>, feature, time_of_filters, past));
static_assert(has_shape({2, {2, 6}}, ops::svdf{1}, a<s8, 2, 3>, feature, time_of_filters, past));
static_assert(refuses(ops::svdf{4}, a<s8, 2, 3>, feature, time_of_filters, past));
static_assert(!refuses_output(ops::svdf{2}, s8::descriptor, a<s8, 2, 3>, feature, time_of_filters,
                              past));
static_assert(refuses_output(ops::svdf{2}, affine<std::int8_t, 1e-10>::descriptor, a<s8, 2, 3>,
                             feature, time_of_filters, past));
static_assert(refuses_output(ops::svdf{2}, s8::descriptor, a<affine<std::int8_t, 1e10>, 2, 3>,
                             feature, time_of_filters, past));

}  // namespace
