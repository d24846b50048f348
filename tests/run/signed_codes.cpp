// Networks of affine uint8, which run as those of int8: every code is that of the graph as it is
// written, by its generic kernels.
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

namespace {

using namespace etch;

using x_format = affine<std::uint8_t, 0.05, 131>;
using y_format = affine<std::uint8_t, 0.4, 119>;
using z_format = affine<std::uint8_t, 1.5, 7>;
// weights, and bytes of them: W::codes
template <int First>
struct half_of_codes {
  unsigned char byte[4096]{};
  constexpr half_of_codes() {
    for (int i = 0; i < 4096; ++i)
      byte[i] = static_cast<unsigned char>(w::bytes.byte[i] / 2 + First);
  }
};
template <int First>
alignas(16) inline constexpr half_of_codes<First> half{};
struct fitting {  // from -88 to 39
  using format = affine<std::uint8_t, 0.004, 152>;
  static constexpr const unsigned char* codes = &half<64>.byte[0];
};
struct symmetric {
  using format = affine<std::uint8_t, 0.004, 128>;
  static constexpr const unsigned char* codes = &w::bytes.byte[0];
};
struct signed_fitting {  // from -25 to 102
  using format = affine<std::int8_t, 0.004, 25>;
  static constexpr const unsigned char* codes = &half<0>.byte[0];
};
struct wide {  // from -120 to 135
  using format = affine<std::uint8_t, 0.004, 120>;
  static constexpr const unsigned char* codes = &w::bytes.byte[0];
};
template <class W, class Shape>
constexpr parameters of{constant<tensor<typename W::format, Shape>>{W::codes}};

template <const auto& G>
struct net : network<G> {};

/// Fills the input of N and runs it; whether every output is that of G as it is written.
template <class N, const auto& G>
void check() {
  static N n;
  using code = typename N::template input_value<>::storage;
  constexpr int size = N::template input_value<>::span;
  static code x[size];
  unsigned state = 7;
  for (code& c : x) {
    state = state * 1664525U + 1013904223U;
    c = static_cast<code>(state >> 24);
  }
  for (int i = 0; i < size; ++i) n.input().data()[i] = x[i];
  n.run();
  const auto expected = evaluate<G>(x);
  int wrong = 0;
  for (int i = 0; i < n.output().size(); ++i) wrong += n.output().data()[i] != expected.code[i];
  CHECK(wrong == 0);
}
/// Nodes of N's graph whose operator is Op.
template <class N, class Op>
constexpr int count_of() {
  int count = 0;
  for (const node& at : N::graph.nodes) count += at.op == &op_id<Op> ? 1 : 0;
  return count;
}
/// Whether the weights of layer n have no zero point and its value is signed.
template <class N>
constexpr bool is_signed(int n) {
  const node& at = N::graph.nodes[n];
  const format &x = N::graph.values[at.inputs[0]].is.number,
               &w = N::graph.values[at.inputs[1]].is.number;
  return is_affine(x) && is_affine(w) && w.zero == 0;
}

template <class W>
constexpr auto layers = graph([](input<tensor<x_format, shape<9, 7, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(of<W, shape<6, 3, 3, 4>>, {.pad = same}) | to<y_format> | relu |
         depthwise_conv2d(of<W, shape<1, 3, 3, 6>>, {.stride = 2}) | to<z_format> | flatten |
         etch::dsl::dense(of<W, shape<5, 120>>) | to<y_format>;
});

// means and pads keep the sign of the file; one value is read in both, an output too
constexpr auto mixed = graph([](input<tensor<x_format, shape<9, 7, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(of<fitting, shape<4, 3, 3, 4>>) | to<y_format> | clamp(20, 200) | tap("a");
  auto b = add<y_format>(a, a | avg_pool<3>({.stride = 1, .pad = same}));
  auto c = a | pad({.top = 1, .right = 2}) |
           conv2d(of<wide, shape<5, 2, 2, 4>>, {.stride = 2, .pad = valid}) | to<z_format>;
  auto d = b | max_pool<2> | depthwise_conv2d(of<symmetric, shape<1, 3, 3, 4>>) | to<z_format> |
           global_avg_pool | etch::dsl::dense(of<fitting, shape<3, 4>>) |
           to<affine<std::int8_t, 0.9, -30>>;
  return outputs(d, a, c);
});

// few codes, in whole vectors
constexpr auto few_codes = graph([](input<tensor<x_format, shape<112>>> x) {
  using namespace etch::dsl;
  return x | etch::dsl::dense(of<wide, shape<16, 112>>) | to<y_format>;
});

}  // namespace

TEST_CASE("layers of unsigned codes run signed") {
  using n = net<layers<fitting>>;
  static_assert(count_of<n, ops::to>() == 2, "one conversion of the input, one of the output");
  static_assert(is_signed<n>(1) && is_signed<n>(2));
  check<n, layers<fitting>>();
  check<net<layers<symmetric>>, layers<symmetric>>();
  check<net<layers<wide>>, layers<wide>>();
  check<net<layers<signed_fitting>>, layers<signed_fitting>>();
}
TEST_CASE("a few vectors of unsigned codes change their sign") {
  using n = net<few_codes>;
  static_assert(count_of<n, ops::to>() == 2);
  check<n, few_codes>();
}
TEST_CASE("operators that ask for the code, values of both signs") {
  using n = net<mixed>;
  static_assert(is_signed<n>(1));
  check<n, mixed>();
}
TEST_CASE("a tracer that asks for everything finds the codes of the graph") {
  using n = net<layers<fitting>>::with<options{.observe_all = true}>;
  static_assert(!is_signed<n>(0));
  check<n, layers<fitting>>();
}
