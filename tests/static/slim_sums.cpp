// What is proved of the sums of a graph holds for what is left of it without constant channels: the
// same as its own weights make.
#include "../support/unit_networks.hpp"

namespace {

using namespace unit;

/// Whether the sums of each layer of what is left of G are those that its own weights make.
template <const auto& G, int... N>
constexpr bool keeps_sums(etch::detail::indices<N...>) {
  const auto layer = []<int I>() {
    if constexpr (etch::detail::sums_are_integers<G, I>) {
      using ranges = etch::detail::layer_ranges<G, I>;
      constexpr auto& known = etch::detail::sums_of_layer<G, I>;
      constexpr auto made = etch::detail::join_layer<G, I>(etch::detail::first<ranges::pieces>{});
      for (int o = 0; o < ranges::window.oc; ++o) {
        if (known.least[o] != made.least[o] || known.most[o] != made.most[o] ||
            known.codes.low[o] != made.codes.low[o] || known.codes.high[o] != made.codes.high[o])
          return false;
      }
    }
    return true;
  };
  return (... && layer.template operator()<N>());
}
template <class Net>
inline constexpr bool keeps_all_sums =
    keeps_sums<Net::graph>(etch::detail::first<Net::graph.size.nodes>{});

// Of nine channels five are read, and eight kept where kernels take steps of four.
inline constexpr signed char nine[9][1][1][2]{{{{1, 0}}}, {{{0, 1}}}, {{{1, 1}}},
                                              {{{2, 0}}}, {{{0, 2}}}, {{{3, 0}}},
                                              {{{0, 3}}}, {{{2, 2}}}, {{{3, 3}}}};
inline constexpr signed char first_five[1][1][1][9]{{{{1, 1, 1, 1, 1}}}};
inline constexpr auto of_nine = graph([](input<codes<2, 2, 2>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) | conv2d(parameters{weights<9, 1, 1, 2>{nine}}) | to<code> |
         tap("nine") | conv2d(parameters{weights<1, 1, 1, 9>{first_five}}) | to<code>;
});
using nine_in_fours = net<of_nine>::on<cortex_m4>;
static_assert(nine_in_fours::channels("nine").kept == 8);
static_assert(net<of_nine>::channels("nine").kept == 5 && keeps_all_sums<net<of_nine>>);
static_assert(keeps_all_sums<nine_in_fours>);

// Channel 0 is 5 for every input, and goes into the biases of its readers, whose filter 0 goes too.
inline constexpr signed char of_pair[3][1][1][2]{{{{0, 0}}}, {{{0, 1}}}, {{{1, -1}}}};
inline constexpr int five[3]{5, 0, 0};
inline constexpr signed char of_three[3][1][1][3]{{{{1, 0, 0}}}, {{{2, 1, 0}}}, {{{-3, 0, 1}}}};
inline constexpr auto with_constants = graph([](input<codes<2, 2, 2>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) | conv2d(parameters{weights<3, 1, 1, 2>{of_pair}, biases<3>{five}}) |
         to<code> | conv2d(parameters{weights<3, 1, 1, 3>{of_three}}) | to<code> | tap("moved") |
         conv2d(parameters{weights<3, 1, 1, 3>{of_three}}) | to<code>;
});
static_assert(net<with_constants>::channels("moved").kept == 2);
static_assert(keeps_all_sums<net<with_constants>>);

}  // namespace
