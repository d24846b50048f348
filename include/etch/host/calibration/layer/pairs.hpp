// Operators on two values: add, sub, mul.
#pragma once

#include <etch/host/calibration/layer.hpp>
#include <etch/op/add.hpp>
#include <etch/op/mul.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// The element of a value of shape e that element `at` of shape y reads where e broadcasts to y.
inline int broadcast_index(const extents& e, const extents& y, int at) {
  int index = 0, step = 1;
  for (int i = y.rank - 1; i >= 0; --i) {
    const int size = etch::detail::aligned(e, y.rank, i);
    index += size == 1 ? 0 : at % y.d[i] * step;
    step *= size;
    at /= y.d[i];
  }
  return index;
}
/// A layer that applies F::of(a, b) to each pair of numbers.
template <class F, class Op>
struct pair_layer : plain_layer {
  using op = Op;
  static constexpr auto format = output_format::own;
  static void run(const layer_run& r) {
    const extents& y = r.y_is.shape;
    for (int i = 0; i < y.size(); ++i) {
      r.y[i] = F::of(r.in[0][broadcast_index(r.x[0].shape, y, i)],
                     r.in[1][broadcast_index(r.x[1].shape, y, i)]);
    }
  }
  static std::string text(const layer_text& t) {
    return std::string(Op::name) + "<" + t.format + ">(" + t.in[0] + ", " + t.in[1] + ")";
  }
};
}  // namespace layer_detail

struct add_layer : layer_detail::pair_layer<add_layer, ops::add> {
  static double of(double a, double b) { return a + b; }
};
struct sub_layer : layer_detail::pair_layer<sub_layer, ops::sub> {
  static double of(double a, double b) { return a - b; }
};
struct mul_layer : layer_detail::pair_layer<mul_layer, ops::mul> {
  static double of(double a, double b) { return a * b; }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
