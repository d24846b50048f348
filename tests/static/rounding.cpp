// Whose rounding a graph follows where it does not say itself, asserted by the compiler.
#include <etch/graph/numerics.hpp>

namespace {

using namespace etch;

template <class F, int... D>
inline constexpr operand a = describe<tensor<F, shape<D...>>>();
using s8 = affine<std::int8_t, 0.5, 3>;
using half = affine<std::int8_t, 0.25, 3>;
using s16 = affine<std::int16_t, 0.5>;
using weights = affine<std::int8_t, 0.5>;

/// What operator Op of values X becomes in format Y by policy N.
template <class Op, numerics N, class Y, class... X>
constexpr rounding of() {
  const operand all[]{a<X, 4>...}, y = a<Y, 4>;
  return default_rounding(N, &op_id<Op>, {all, static_cast<int>(sizeof...(X))}, y);
}
constexpr auto reference = numerics::tflm_reference, lite = numerics::litert_xnnpack;
static_assert(of<ops::add, reference, s8, s8, s8>() == rounding::tflite_double);
static_assert(of<ops::add, reference, q<0, 7>, q<0, 7>, q<0, 7>>() == rounding::half_up);
static_assert(of<ops::avg_pool, reference, s8, s8>() == rounding::half_away);
static_assert(of<ops::avg_pool, reference, q<0, 7>, q<0, 7>>() == rounding::toward_zero);
static_assert(of<ops::global_avg_pool, reference, s8, s8>() == rounding::tflite_double);
static_assert(of<ops::to, reference, f16, f32>() == rounding::half_even);
// XNNPACK takes int8 whose scales it can represent; the rest is LiteRT's
static_assert(of<ops::add, lite, s8, s8, s8>() == rounding::xnnpack);
static_assert(of<ops::add, lite, s16, s16, s16>() == rounding::tflite_double);
static_assert(of<ops::add, lite, s8, s8, affine<std::int8_t, 0.0004>>() == rounding::tflite_double);
static_assert(of<ops::add, lite, s8, affine<std::int8_t, 128.0>, s8>() == rounding::tflite_double);
static_assert(of<ops::add, lite, s8, affine<std::int8_t, 127.0>, s8>() == rounding::xnnpack);
// a product of scales up to 256 units of the output: 2^-16 is still taken, as a sum 2^-10 is
using fine = affine<std::int8_t, 0.0001>;
static_assert(of<ops::mul, lite, half, s8, fine>() == rounding::xnnpack);
static_assert(of<ops::mul, lite, s8, s8, fine>() == rounding::xnnpack);
static_assert(of<ops::mul, lite, s8, fine, fine>() == rounding::tflite_double);
static_assert(of<ops::dense, lite, s8, s8, weights, bias32>() == rounding::xnnpack);
static_assert(of<ops::dense, lite, s8, s8, s8, bias32>() == rounding::tflite_double);
static_assert(of<ops::dense, lite, s16, s16, weights, bias64>() == rounding::half_away);
static_assert(of<ops::dense, lite, s16, s16, weights, bias32>() == rounding::tflite_double);
static_assert(of<ops::conv2d, lite, s16, s16, weights, bias64>() == rounding::tflite_double);
static_assert(of<ops::conv2d, lite, s8, s8, weights, bias32>() == rounding::xnnpack);
static_assert(of<ops::avg_pool, lite, s8, s8>() == rounding::half_away);
static_assert(of<ops::max_pool, lite, s8, s8>() == rounding::tflite_double);
static_assert(of<ops::batch_matmul, lite, s8, s8, s8>() == rounding::tflite_double);
// ONNX Runtime ends sums of products as XNNPACK does, and divides by the scale of a number
constexpr auto runtime = numerics::onnxruntime;
static_assert(of<ops::conv2d, runtime, s8, s8, weights, bias32>() == rounding::xnnpack);
static_assert(of<ops::dense, runtime, s8, s8, s8, bias32>() == rounding::xnnpack);
static_assert(of<ops::mul, runtime, half, s8, s8>() == rounding::xnnpack);
static_assert(of<ops::batch_matmul, runtime, s8, s8, half>() == rounding::xnnpack);
static_assert(of<ops::to, runtime, s8, bias32>() == rounding::xnnpack);
static_assert(of<ops::to, runtime, s8, f32>() == rounding::half_even);
static_assert(of<ops::to, runtime, s8, half>() == rounding::half_even);
static_assert(of<ops::add, runtime, s8, s8, half>() == rounding::onnxruntime);
static_assert(of<ops::avg_pool, runtime, s8, s8>() == rounding::onnxruntime);
static_assert(of<ops::global_avg_pool, runtime, half, s8>() == rounding::onnxruntime);

}  // namespace
