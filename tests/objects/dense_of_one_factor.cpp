// A dense layer of int8 with one factor and a fused relu keeps sums and factors in registers: code
// that moves them through memory takes twice as many bytes.
// PROCESSORS: aarch64
// FLAGS: -O2
// UNDEFINED: any
// CODE-AT-MOST: 1536
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using x_format = affine<std::int8_t, 0.05, 3>;
using y_format = affine<std::int8_t, 0.07, -128>;
using w_format = affine<std::int8_t, 0.003>;

constexpr parameters weights{constant<tensor<w_format, shape<128, 128>>>{&w::bytes.byte[0]}};
constexpr auto layer = graph([](input<tensor<x_format, shape<128>>> x) {
  return x | dsl::dense(weights) | dsl::to<y_format> | dsl::relu;
});
network<layer> net;

}  // namespace

const std::int8_t* run_layer(const std::int8_t* x) {
  for (int i = 0; i < 128; ++i) net.input<0>()[i] = x[i];
  net.run();
  return &net.output()[0];
}
