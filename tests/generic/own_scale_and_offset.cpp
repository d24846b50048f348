// An operator from outside the library, in one file, that has a scale and an offset in each channel
// folds into the layer before it as batch_norm does: it says which in a member of its struct.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace mine {

/// y[..,c] = gain x[..,c], then scale[c] y[..,c] + offset[c] for each pair of inputs behind x.
struct rescale {
  static constexpr const char* name = "rescale";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;

  int gain = 1;

  constexpr etch::scale_and_offset scale_and_offset_of(const etch::bytes_of_constants& k,
                                                       int c) const {
    etch::scale_and_offset y{static_cast<double>(gain), 0};
    for (int i = 0; i < k.count; i += 2) {
      const auto scale = static_cast<double>(etch::load<float>(k[i], c));
      y = {y.scale * scale, y.offset * scale + static_cast<double>(etch::load<float>(k[i + 1], c))};
    }
    return y;
  }
  constexpr etch::inference infer(const etch::operands& x) const { return etch::like(x[0]); }
  constexpr long long macs(const etch::operands&, const etch::operand& y) const {
    return y.shape.size();
  }
  constexpr etch::row_range input_rows(const etch::operands&, int, int y) const {
    return etch::only_row(y);
  }
};

/// rescale of up to one pair in f32: the definition of the operator.
struct rescale_generic : etch::kernel_base {
  using op = rescale;
  static constexpr const char* name = "rescale_generic";

  template <class C, class A>
  static constexpr void run(const A& a, etch::row_block rows) {
    if constexpr (C::input_count == 1) {
      etch::map_rows<C>(a, rows, [](float x, int) { return C::attributes.gain * x; });
    } else {
      const float *scale = a.template in<1>(), *offset = a.template in<2>();
      etch::map_rows<C>(
          a, rows, [=](float x, int c) { return C::attributes.gain * x * scale[c] + offset[c]; });
    }
  }
};

}  // namespace mine

namespace {

using namespace etch;
using ours = extensions<mine::rescale, mine::rescale_generic>;
using image = tensor<f32, shape<3, 5, 4>>;
using four = tensor<f32, shape<4>>;

// small whole numbers, so that f32 rounds nothing whichever comes first
template <int N>
struct numbers {
  float of[N]{};
  constexpr numbers() {
    for (int i = 0; i < N; ++i) of[i] = static_cast<float>(i * 29 % 7 - 3);
  }
};
constexpr numbers<4 * 3 * 3 * 4> weights;
constexpr numbers<1 * 3 * 3 * 4> weights_by_channel;
constexpr numbers<4> bias;
constexpr float scales[4]{1, -0.5F, 4, 0.25F}, offsets[4]{0, 3, -8, 0.5F};

constexpr parameters convolution{constant<tensor<f32, shape<4, 3, 3, 4>, ohwi>>{weights.of},
                                 constant<four>{bias.of}};
constexpr parameters by_channel{
    constant<tensor<f32, shape<1, 3, 3, 4>, ohwi>>{weights_by_channel.of}};
constexpr parameters pair{constant<four>{scales}, constant<four>{offsets}};

constexpr auto trained = graph<ours>([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(convolution) | with_weights(mine::rescale{2}, pair) | relu |
         depthwise_conv2d(by_channel) | mine::rescale{3};
});
constexpr auto folded = run_passes<trained, list<fold_batch_norm>>();
static_assert(trained.size.nodes == 5 && folded.size.nodes == 3);
static_assert(folded.nodes[0].folded.op == &op_id<mine::rescale> &&
              folded.nodes[0].folded.input_count == 2);
static_assert(folded.nodes[2].folded && folded.nodes[2].folded.input_count == 0);

// Scale and offset are constants, in f32, and a layer has sixteen inputs.
constexpr auto of_values = graph<ours>([](input<image> x, input<four> scale, input<four> offset) {
  using namespace etch::dsl;
  return apply(mine::rescale{}, x | conv2d(convolution), scale, offset);
});
static_assert(run_passes<of_values, list<fold_batch_norm>>().size.nodes == 2);
template <bool Bias>
constexpr auto of_seven_pairs = graph<ours>([](input<image> x) {
  using namespace etch::dsl;
  wire all[15]{};
  if constexpr (Bias) all[0] = x | conv2d(convolution);
  else all[0] = x | conv2d(parameters{convolution.weights});
  for (int i = 1; i < 15; i += 2) {
    all[i] = detail::constant_wire(*x.graph, pair.weights);
    all[i + 1] = detail::constant_wire(*x.graph, pair.bias);
  }
  return detail::apply(mine::rescale{}, all, 15, nullptr, rounding::standard);
});
static_assert(run_passes<of_seven_pairs<false>, list<fold_batch_norm>>().size.nodes == 1);
static_assert(run_passes<of_seven_pairs<true>, list<fold_batch_norm>>().size.nodes == 2);

}  // namespace

TEST_CASE("an operator from outside is the same once it is folded", "[operators]") {
  float x[60];
  for (int i = 0; i < 60; ++i) x[i] = static_cast<float>(i * 83 % 11 - 5);
  const auto apart = network<trained, generic>::evaluate(x);
  const auto together = network<folded, generic>::evaluate(x);
  for (int i = 0; i < 60; ++i) CHECK(together.code[i] == apart.code[i]);
}
