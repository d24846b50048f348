// The passes share_equal_nodes and fold_batch_norm, asserted by the compiler.
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using image = tensor<q<0, 7>, shape<8, 8, 4>>;

template <const auto& G, class... Pass>
constexpr int nodes_left = decltype(run_passes<G, list<Pass...>>())::size.nodes;

// ---- share_equal_nodes
inline constexpr auto twice = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>> | dsl::relu;
  auto b = x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>> | dsl::relu;
  return dsl::add(a, b);
});
static_assert(twice.size.nodes == 7);
static_assert(nodes_left<twice, share_equal_nodes> == 4, "one chain is left, read twice");

// Whatever the second node made is read from the first.
inline constexpr auto shared = run_passes<twice, list<share_equal_nodes>>();
static_assert(shared.nodes[3].inputs[0] == shared.nodes[3].inputs[1]);

// Other attributes, formats, rounding or inputs: both stay.
inline constexpr auto different = etch::graph([](input<image> x, input<image> y) {
  using namespace etch::dsl;
  return outputs(concat(x | max_pool<2>, x | max_pool<2>({.pad = same})),
                 concat(x | to<q<1, 6>>, x | to<q<1, 6>, rounding::toward_zero>),
                 concat(x | dsl::relu, y | dsl::relu), x | to<q<2, 5>>, x | to<q<3, 4>>);
});
static_assert(nodes_left<different, share_equal_nodes> == different.size.nodes);

// A value that has a name or is an output stays.
inline constexpr auto watched = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | dsl::relu, b = x | dsl::relu | tap("b");
  return outputs(dsl::add(a, b), x | dsl::relu);
});
static_assert(nodes_left<watched, share_equal_nodes> == watched.size.nodes);

// ---- fold_batch_norm
using number = tensor<f32, shape<8, 8, 4>>;
using four = constant<tensor<f32, shape<4>>>;
template <int... D>
using filters = constant<tensor<f32, shape<D...>, ohwi>>;
inline constexpr const unsigned char* bytes = w::bytes.byte;

inline constexpr auto trained = etch::graph([](input<number> x) {
  using namespace etch::dsl;
  const auto norm = batch_norm(four{bytes}, four{bytes}, four{bytes}, four{bytes});
  auto a = x | conv2d(parameters{filters<4, 3, 3, 4>{bytes}}) | norm | dsl::relu;
  auto b = a | depthwise_conv2d(parameters{filters<1, 3, 3, 4>{bytes}, four{bytes}}) | norm;
  auto c = b | conv2d(parameters{filters<4, 1, 1, 4>{bytes}}) | tap("c");
  return outputs(dsl::add(c | norm, c),  // c has another reader
                 b | dsl::relu | norm | batch_norm(four{bytes}, four{bytes}));  // no layer before
});
static_assert(trained.size.nodes == 11);
static_assert(nodes_left<trained, fold_batch_norm> == 9);
inline constexpr auto folded = run_passes<trained, list<fold_batch_norm>>();
static_assert(folded.nodes[0].norm_inputs == 4 && folded.nodes[0].input_count == 6);
static_assert(folded.nodes[2].norm_inputs == 4 && folded.nodes[2].input_count == 7);
static_assert(network<folded, generic>::layer_count == 8, "relu is merged into the first layer");

}  // namespace
