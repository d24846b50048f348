// A convolution from outside the library, in one file, is one to the passes, the proofs and the
// numerics too: what they ask of an operator is a member of its struct.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace mine {

/// y[n,i,j,o] = bias[o] + sum over c of x[n,i,j,c] w[o,c]: x (H,W,C), weights (O,C), bias (O).
struct pointwise {
  static constexpr const char* name = "pointwise";
  static constexpr bool packs_parameters = true;
  static constexpr bool folds_scale_and_offset = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const etch::operands& x, const etch::operand&) {
    return etch::xnnpack::is_int8(x[0].number);
  }
  static constexpr int kinds_of_products = 1;
  constexpr etch::sums_of_products products(const etch::operands& x, int) const {
    return {.bias = x.count > 2 ? 2 : -1, .window = {.c = x[1].shape.d[1], .oc = x[1].shape.d[0]}};
  }
  constexpr etch::inference infer(const etch::operands& x) const {
    const int filters = x[1].shape.d[0];
    if (const etch::diagnosis d = etch::check_weighted(x, filters)) return {d};
    const etch::extents& e = x[0].shape;
    return {{},
            {etch::sum_format(x[0].number, x[1].number, etch::sum_bits(x), etch::bias_frac(x)),
             etch::with_hwc(e, e.h(), e.w(), filters), x[0].layout}};
  }
  constexpr long long macs(const etch::operands& x, const etch::operand& y) const {
    return static_cast<long long>(y.shape.size()) * x[0].shape.c();
  }
  constexpr etch::row_range input_rows(const etch::operands&, int, int y) const { return {y, y}; }
};

/// pointwise: the definition of the operator.
struct pointwise_generic : etch::kernel_base {
  using op = pointwise;
  static constexpr const char* name = "pointwise_generic";

  template <class C>
  static constexpr auto pack() {
    return etch::pack_weighted<C, C::template in<1>::is.shape.d[0]>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, etch::row_block rows) {
    constexpr etch::extents x = C::template in<0>::is.shape, w = C::template in<1>::is.shape;
    const auto& p = etch::kernel_constants<pointwise_generic, C>(a);
    const auto* from = a.template in<0>() + rows.first * x.w() * x.c();
    auto* to = a.template out<0>() + rows.first * x.w() * w.d[0];
    for (int pixel = rows.count * x.w(); pixel > 0; --pixel, from += x.c()) {
      for (int o = 0; o < w.d[0]; ++o) {
        auto sum = p.bias[o];
        for (int c = 0; c < x.c(); ++c) {
          sum += (from[c] - C::template in<0>::is.number.zero) * p.weights[o * x.c() + c];
        }
        *to++ = p.epilogue(sum, o);
      }
    }
  }
};

}  // namespace mine

namespace {

using namespace etch;
using ours = extensions<mine::pointwise, mine::pointwise_generic>;
using s8 = affine<std::int8_t, 0.05, 3>;
using y8 = affine<std::int8_t, 0.08, -7>;
using value = tensor<s8, shape<3, 5, 6>>;

constexpr signed char codes[4 * 6]{1,    -2,  3, -4, 5, -6, 7, -8, 9,  10, -11, 12,
                                   -128, 127, 1, 0,  4, 4,  4, 4,  -5, -5, -5,  -5};
constexpr std::int32_t biases[4]{100, -200, 3000, 4};
constexpr constant<tensor<bias32, shape<4>>> bias{biases};
using filter = affine<std::int8_t, 0.01>;
constexpr parameters own{constant<tensor<filter, shape<4, 6>, ohwi>>{codes}, bias};
constexpr parameters library{constant<tensor<filter, shape<4, 1, 1, 6>, ohwi>>{codes}, bias};

template <numerics N>
constexpr auto by_own = graph<ours>(
    [](input<value> x) {
      using namespace etch::dsl;
      return x | with_weights(mine::pointwise{}, own) | to<y8> | relu;
    },
    N);
template <numerics N>
constexpr auto by_library = graph(
    [](input<value> x) {
      using namespace etch::dsl;
      return x | conv2d(library) | to<y8> | relu;
    },
    N);
template <numerics N>
struct own_net : network<by_own<N>, generic> {};
template <numerics N>
struct library_net : network<by_library<N>, generic> {};

template <numerics N>
constexpr bool is_one_layer_of_rounding(rounding r) {
  const auto& g = own_net<N>::graph;
  return own_net<N>::layer_count == 1 && g.nodes[0].act == activation::relu &&
         g.values[g.nodes[0].outputs[0]].round == r;
}
static_assert(is_one_layer_of_rounding<numerics::standard>(rounding::tflite_double));
static_assert(is_one_layer_of_rounding<numerics::litert_xnnpack>(rounding::xnnpack));

// the worst case of its sums is that of the library's convolution
static_assert(own_net<numerics::standard>::layer_sum_bits(0) ==
              library_net<numerics::standard>::layer_sum_bits(0));
static_assert(own_net<numerics::standard>::layer_sum_bits(0) < 20);

// a batch_norm becomes part of it
constexpr float ones[4]{1, 2, 3, 4};
constexpr constant<tensor<f32, shape<4>>> factors{ones};
constexpr float real_weights[4 * 6]{0.5F, 0.25F};
constexpr auto trained = graph<ours>([](input<tensor<f32, shape<3, 5, 6>>> x) {
  using namespace etch::dsl;
  constexpr parameters p{constant<tensor<f32, shape<4, 6>, ohwi>>{real_weights}};
  return x | with_weights(mine::pointwise{}, p) | batch_norm(factors, factors);
});
constexpr auto folded = run_passes<trained, list<fold_batch_norm>>();
static_assert(folded.size.nodes == 1 && folded.nodes[0].folded.input_count == 2);

}  // namespace

TEST_CASE("a convolution from outside gives the codes of the library's", "[operators]") {
  std::int8_t x[3 * 5 * 6];
  for (int i = 0; i < 90; ++i) x[i] = static_cast<std::int8_t>(i * 83 % 256 - 128);
  const auto check = [&]<numerics N>() {
    const auto ours_codes = own_net<N>::evaluate(x);
    const auto theirs = library_net<N>::evaluate(x);
    for (int i = 0; i < 3 * 5 * 4; ++i) CHECK(ours_codes.code[i] == theirs.code[i]);
  };
  check.operator()<numerics::standard>();
  check.operator()<numerics::litert_xnnpack>();
}
