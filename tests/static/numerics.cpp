// What numerics::standard promises, for every operator: affine values as tflm_reference, q as
// cmsis_legacy. A preset is nothing but the policies that it gives.
#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr format of_affine[]{affine<std::int8_t, 0.1, -3>::descriptor,
                             affine<std::uint8_t, 0.1, 130>::descriptor,
                             affine<std::int16_t, 0.01>::descriptor};
constexpr format of_q[]{q<0, 7>::descriptor, q<3, 12>::descriptor, q<1, 2>::descriptor,
                        uq<1, 7>::descriptor};
constexpr format any[]{affine<std::int8_t, 0.1, -3>::descriptor,
                       affine<std::uint8_t, 0.1, 130>::descriptor,
                       affine<std::int16_t, 0.01>::descriptor,
                       q<0, 7>::descriptor,
                       f32::descriptor,
                       bias32::descriptor,
                       bias64::descriptor};

/// Whether both presets say the same of operator `op` for outputs y, whatever it reads.
template <int Y>
constexpr bool agree(const operator_tag& op, const format (&y)[Y], numerics a, numerics b) {
  for (const format& out : y) {
    for (const format& first : any) {
      for (const format& bias : any) {
        operand x[3]{{.number = first}, {.number = of_affine[0]}, {.number = bias}};
        for (int count = 1; count <= 3; ++count) {
          const operand to{.number = out};
          if (default_rounding(a, &op, {x, count}, to) != default_rounding(b, &op, {x, count}, to))
            return false;
        }
      }
    }
  }
  return true;
}
template <class Op>
inline constexpr bool keeps_promise =
    agree(op_id<Op>, of_affine, numerics::standard, numerics::tflm_reference) &&
    agree(op_id<Op>, of_q, numerics::standard, numerics::cmsis_legacy) &&
    agree(op_id<Op>, of_affine, numerics::tflm_reference, numerics::cmsis_nn);
template <class... Op>
constexpr bool all_keep_it(list<Op...>) {
  return (keeps_promise<Op> && ...);
}
static_assert(all_keep_it(operators{}));

// The policies themselves.
constexpr operand byte{.number = of_affine[0]}, code{.number = of_q[0]};
template <class Op>
constexpr rounding policy(const operand& y) {
  return default_rounding(numerics::standard, &op_id<Op>, {&y, 1}, y);
}
static_assert(policy<ops::global_avg_pool>(byte) == rounding::tflite_double);
static_assert(policy<ops::avg_pool>(byte) == rounding::half_away);
static_assert(policy<ops::conv2d>(byte) == rounding::tflite_double);
static_assert(policy<ops::avg_pool>(code) == rounding::toward_zero);
static_assert(policy<ops::conv2d>(code) == rounding::half_up);

// XNNPACK takes a BATCH_MATMUL whose second value has zero point 0; LiteRT computes others itself.
constexpr rounding product_by(const format& second) {
  const operand x[2]{byte, {.number = second}};
  return default_rounding(numerics::litert_xnnpack, &op_id<ops::batch_matmul>, {x, 2}, byte);
}
static_assert(product_by(affine<std::int8_t, 0.1, 0>::descriptor) == rounding::xnnpack);
static_assert(product_by(affine<std::int8_t, 0.1, 4>::descriptor) == rounding::tflite_double);

}  // namespace
