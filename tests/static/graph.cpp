// Graphs, passes and plans, asserted by the compiler.
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using namespace etch::literals;
using image = tensor<q<0, 7>, shape<8, 8, 4>>;

/// Nodes that the passes leave of a graph.
template <const auto& G, class Passes = default_passes>
constexpr int nodes_left = decltype(run_passes<G, Passes>())::size.nodes;

// Wires are values: what is done to one changes no other.
inline constexpr auto fork = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto c = x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>>;
  return dsl::add(c, c | dsl::relu);
});
static_assert(nodes_left<fork> == 3, "relu stays: its input has another reader");

// An activation is merged over equal formats only, into one node, once.
inline constexpr auto chain = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>> | dsl::relu | dsl::relu6 | max_pool<2> |
         dsl::relu | to<q<3, 4>> | dsl::relu;
});
static_assert(nodes_left<chain, list<fuse_requantise>> == 7);
static_assert(nodes_left<chain, list<fuse_requantise, fuse_activation>> == 4);
static_assert(nodes_left<chain, observing_passes> == 7);

// `to` the same format, reshape to the same shape: nothing is left of them.
inline constexpr auto idle = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | to<q<0, 7>> | dsl::reshape<8, 8, 4> | dsl::relu | to<q<0, 7>> | tap("y");
});
static_assert(nodes_left<idle> == 1);
static_assert(find_value(idle, "y") >= 0);
static_assert(same_text(network<idle>::graph.values[network<idle>::graph.outputs[0]].name, "y"));

// An input that would become an output keeps its copy.
inline constexpr auto copy = etch::graph([](input<image> x) { return x | dsl::to<q<0, 7>>; });
static_assert(nodes_left<copy> == 1);

// Two readers of one sum: the sum is kept in memory, 32 bits wide.
inline constexpr auto two_formats = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto sum = x | conv2d(w::conv<4, 1, 4>);
  return outputs(sum | to<q<2, 5>>, sum | to<q<3, 4>>);
});
static_assert(nodes_left<two_formats> == 3);
static_assert(network<two_formats, generic>::ram_bytes == 4 * 256 + 2 * 256);

// Element-wise operators work in place, reshape and flatten are other names for the same bytes.
inline constexpr auto in_place = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | dsl::relu | dsl::flatten | dsl::relu6 | dsl::reshape<4, 64> | tap("y");
});
static_assert(network<in_place>::ram_bytes == 256);
static_assert(network<in_place, this_target, options{.keep_input = true}>::ram_bytes == 512);

// Figures of a network.
static_assert(network<chain>::macs == 8 * 8 * 4 * 3 * 3 * 4);
static_assert(network<chain, generic>::ram_bytes == 512);
static_assert(network<chain, generic>::is_optimal());
static_assert(same_text(network<chain>::layer(0).c_str(), "conv2d"));
static_assert(same_text(network<chain>::layer(3).c_str(), "to"));
static_assert(fits_ram<network<chain, generic>, 1_KiB>);
// a graph without a node
inline constexpr auto nothing = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) { return x; });
static_assert(fits_ram<network<nothing, generic>, 16> && fits_constants<network<nothing>, 0>);

// The report's names: numbered where an operator comes twice, the tap's name where there is one.
inline constexpr auto twice = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | tap("small") | max_pool<2>;
});
static_assert(same_text(network<twice>::layer(0).c_str(), "small"));
static_assert(same_text(network<twice>::layer(1).c_str(), "max_pool_2"));

// A whole inference inside the compiler.
inline constexpr auto sum_of_two =
    etch::graph([](input<tensor<q<0, 7>, shape<2>>> a, input<tensor<q<0, 7>, shape<2>>> b) {
      return dsl::add<q<0, 7>>(a, b);
    });
constexpr signed char first[2] = {100, -3}, second[2] = {100, -4};
static_assert(network<sum_of_two>::evaluate(first, second).code[0] == 127);
static_assert(network<sum_of_two>::evaluate(first, second).code[1] == -7);

// Rounding: what `to` says, else the graph's numerics, else the format's own.
inline constexpr auto rounded = etch::graph(
    [](input<tensor<affine<signed char, 0.5>, shape<2>>> x) {
      using namespace etch::dsl;
      return outputs(x | to<affine<signed char, 1.5>>,
                     x | to<affine<signed char, 1.25>, rounding::tflite_double>);
    },
    numerics::litert_xnnpack);
static_assert(rounded.values[rounded.outputs[0]].round == rounding::xnnpack);
static_assert(rounded.values[rounded.outputs[1]].round == rounding::tflite_double);

}  // namespace
