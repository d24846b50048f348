// The passes remove_identity, share_equal_nodes and fold_batch_norm, asserted by the compiler.
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using image = tensor<q<0, 7>, shape<8, 8, 4>>;

inline constexpr const unsigned char* bytes = w::bytes.byte;

template <const auto& G, class... Pass>
constexpr int nodes_left = decltype(run_passes<G, list<Pass...>>())::size.nodes;

// ---- remove_identity
template <class Layout>
inline constexpr auto unchanged = etch::graph([](input<tensor<q<0, 7>, shape<2, 3, 4>, Layout>> x) {
  using namespace etch::dsl;
  return x | dsl::relu | to<q<0, 7>> | reshape<2, 3, 4> | max_pool<2>;
});
static_assert(nodes_left<unchanged<hwc>, remove_identity> == 2);
static_assert(nodes_left<unchanged<chw>, remove_identity> == 3, "reshape reorders the elements");

// Whoever read the node that goes, outputs among them, reads its input, and all of them count.
inline constexpr auto read_twice = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | max_pool<2> | to<q<0, 7>>;
  return outputs(a | dsl::relu, a | dsl::relu6, x | dsl::relu | to<q<0, 7>>);
});
inline constexpr auto bypassed = run_passes<read_twice, list<remove_identity>>();
static_assert(bypassed.size.nodes == 4);
static_assert(bypassed.nodes[bypassed.values[bypassed.outputs[2]].producer].op ==
              &op_id<ops::relu>);
static_assert(nodes_left<read_twice, remove_identity, fuse_activation> == 4);

// What clamps, or stands between two names, stays.
inline constexpr auto clamps = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | to<q<0, 7>> | dsl::relu;
});
static_assert(nodes_left<clamps, remove_identity> == 2);
static_assert(nodes_left<clamps, fuse_activation, remove_identity> == 2);
inline constexpr auto two_names = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | dsl::relu | tap("a") | to<q<0, 7>> | tap("b") | max_pool<2>;
});
static_assert(nodes_left<two_names, remove_identity> == 3);

// ---- fuse_activation
inline constexpr auto limited = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | to<q<1, 6>, rounding::toward_zero> | dsl::clamp(-3, 5);
});
inline constexpr auto merged = run_passes<limited, list<fuse_activation>>();
static_assert(merged.size.nodes == 1 && merged.nodes[0].act == activation::clamp);
static_assert(merged.nodes[0].clamp_low == -3 && merged.nodes[0].clamp_high == 5);
static_assert(merged.values[merged.outputs[0]].round == rounding::toward_zero);
constexpr bool merges(void (*change)(value&)) {
  auto g = limited;
  change(g.values[g.outputs[0]]);
  draft d(g);
  fuse_activation::apply(d);
  return d.left().nodes == 1;
}
static_assert(merges([](value&) {}) && !merges([](value& v) { v.is.number.frac = 5; }));
static_assert(!merges([](value& v) { v.is.number.zero = 1; }));

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

// Whatever a node says tells it from others: each member of `node` and of its value.
constexpr bool tells(void (*change)(node&)) {
  node a{.op = &op_id<ops::add>}, b = a;
  change(b);
  return same_work(a, a) && !same_work(a, b);
}
static_assert(tells([](node& n) { n.op = &op_id<ops::sub>; }));
static_assert(tells([](node& n) { n.what.word[0] = 1; }));
static_assert(tells([](node& n) { n.what.word[23] = 1; }));
static_assert(tells([](node& n) { n.input_count = 2; }));
static_assert(tells([](node& n) { n.output_count = 1; }));
static_assert(tells([](node& n) { n.act = activation::relu; }));
static_assert(tells([](node& n) { n.clamp_low = -1; }));
static_assert(tells([](node& n) { n.clamp_high = 6; }));
static_assert(tells([](node& n) { n.folded.op = &op_id<ops::batch_norm>; }));
static_assert(tells([](node& n) { n.folded.what.word[0] = 1; }));
static_assert(tells([](node& n) { n.folded.input_count = 4; }));
constexpr bool tells(void (*change)(value&)) {
  value a{}, b = a;
  change(b);
  return same_kind(a, a) && !same_kind(a, b);
}
static_assert(tells([](value& v) { v.is.number.zero = 1; }));
static_assert(tells([](value& v) { v.is.shape.d[4] = 1; }));
static_assert(tells([](value& v) { v.is.layout = &layout_id<chw>; }));
static_assert(tells([](value& v) { v.is.is_constant = true; }));
static_assert(tells([](value& v) { v.bytes = w::bytes.byte; }));
static_assert(tells([](value& v) { v.round = rounding::half_up; }));
static_assert(tells([](value& v) { v.lives = lifetime::always; }));

// Activations that were merged before: RELU6 and RELU_N1_TO_1 of one sum, RELU6 twice.
inline constexpr auto clamped = etch::graph([](input<image> x, input<image> y) {
  using namespace etch::dsl;
  return concat(dsl::add(x, y) | dsl::clamp(0, 96), dsl::add(x, y) | dsl::clamp(-16, 16),
                dsl::add(x, y) | dsl::clamp(0, 96), dsl::add(x, y) | dsl::relu);
});
static_assert(nodes_left<clamped, fuse_activation> == 5);
static_assert(nodes_left<clamped, fuse_activation, share_equal_nodes> == 4);

// One array of codes read in two orders, or as two formats, is two constants.
template <class F, class Layout>
using numbers = constant<tensor<F, shape<8, 8, 4>, Layout>>;
inline constexpr auto reordered = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  using f = q<0, 7>;
  return concat(dsl::add(x, numbers<f, hwc>{bytes}), dsl::add(x, numbers<f, chw>{bytes}),
                dsl::add(x, numbers<q<2, 5>, hwc>{bytes}), dsl::add(x, numbers<f, hwc>{bytes}));
});
static_assert(nodes_left<reordered, share_equal_nodes> == 4);

// Two nodes that keep one state run twice.
constexpr bool shares(lifetime lives) {
  auto g = clamped;
  g.values[g.inputs[1]].lives = lives;
  draft d(g);
  share_equal_nodes::apply(d);
  return d.left().nodes < g.size.nodes;
}
static_assert(shares(lifetime::transient) && !shares(lifetime::always));

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
static_assert(folded.nodes[0].folded.input_count == 4 && folded.nodes[0].input_count == 6);
static_assert(folded.nodes[2].folded.input_count == 4 && folded.nodes[2].input_count == 7);
// Not behind an activation, not a second one, not where the shape changes.
inline constexpr auto separate = etch::graph([](input<number> x) {
  using namespace etch::dsl;
  const auto norm = batch_norm(four{bytes}, four{bytes}, four{bytes}, four{bytes});
  return x | conv2d(parameters{filters<4, 1, 1, 4>{bytes}}) | dsl::relu | norm | norm |
         conv2d(parameters{filters<4, 1, 1, 4>{bytes}}) | norm | norm;
});
static_assert(separate.size.nodes == 7);
static_assert(nodes_left<separate, fuse_activation, fold_batch_norm> == 5);
static_assert(nodes_left<separate, fold_batch_norm> == 6);
// Weights of bfloat16 are no numbers of f32 that a factor could be multiplied into; of int8 they
// stand for such.
template <class Weight>
inline constexpr auto of_weights = etch::graph([](input<number> x) {
  using namespace etch::dsl;
  using filter = constant<tensor<Weight, shape<4, 1, 1, 4>, ohwi>>;
  return x | conv2d(parameters{filter{bytes}}) | batch_norm(four{bytes}, four{bytes});
});
static_assert(nodes_left<of_weights<bf16>, fold_batch_norm> == 2);
static_assert(nodes_left<of_weights<affine<signed char, 0.5>>, fold_batch_norm> == 1);
static_assert(network<folded, generic>::layer_count == 8, "relu is merged into the first layer");

}  // namespace
