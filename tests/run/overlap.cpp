// Layers that make their output over the input that dies with them: every kernel of this target
// gives what it gives apart, as close as the planner may put both, in blocks of rows that rise and,
// where the kernel allows it, fall; and networks of such layers, in memory full of rubbish.
// LONG: instrumented aarch64
#include <catch2/catch.hpp>
#include <cstring>

#include <etch/etch.hpp>

#include "../support/layers.hpp"
#include "../support/poison.hpp"
#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using test::kind, test::layer, test::one_node, test::scheme;

constexpr int room = 40 * 1024;
alignas(16) unsigned char memory[room];

/// The output of the node of G by kernel K, in one memory with the input; every block of rows is
/// spoilt before it is made.
template <class K, const auto& G, class Code>
auto made_over_its_input(const std::vector<Code>& x, int input_at, int output_at,
                         row_blocks blocks) {
  using c = call<G, 0>;
  using out = typename c::template out<>;
  using code = typename out::storage;
  constexpr int width = out::bytes / out::is.shape.rows();
  REQUIRE(input_at + static_cast<int>(x.size() * sizeof(Code)) <= room);
  REQUIRE(output_at + out::bytes <= room);
  std::memcpy(memory + input_at, x.data(), x.size() * sizeof(Code));
  std::memset(test::kernel_scratch, 0x5a, sizeof test::kernel_scratch);
  arguments<c> a;
  set_input<0>(a, reinterpret_cast<const Code*>(memory + input_at));
  set_output<0>(a, reinterpret_cast<code*>(memory + output_at));
  a.scratch_memory = test::kernel_scratch;
  for (int k = 0; k < blocks.count(); ++k) {
    const row_block rows{blocks.first(k), blocks.size(k)};
    std::memset(memory + output_at + rows.first * width, 0x5a,
                static_cast<std::size_t>(rows.count * width));
    K::template run<c>(a, rows);
  }
  std::vector<code> y(static_cast<std::size_t>(out::span));
  std::memcpy(y.data(), memory + output_at, y.size() * sizeof(code));
  return y;
}

/// The kernel of this target for the node of G, whose first input alone is no constant.
template <const auto& G>
void check_node() {
  using c = call<G, 0>;
  using k = selected_kernel<this_target, c>;
  using out = typename c::template out<>;
  const operand x[3]{G.values[0].is, G.values[1].is, G.values[2].is};
  for (int block = 1; block <= 3; ++block) {
    const auto& at = G.nodes[0];
    const overlap apart = overlap_of(*at.op, at.what, {x, at.input_count}, 0, G.values[8].is,
                                     c::template in<0>::bytes, out::bytes, block);
    INFO(k::name << ", block " << block << ": under " << apart.under << ", over " << apart.over);
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
      const auto codes = test::random_codes<G, 0>(seed);
      const auto want = test::rows_of<k, G>(1 << 20, codes);
      const row_blocks rising{out::is.shape.rows(), block};
      const int under = round_up(apart.under, 8), over = round_up(apart.over, 8);
      CHECK(made_over_its_input<k, G>(codes, under, 0, rising) == want);
      if constexpr (etch::detail::keeps_nothing<k, c>()) {
        const row_blocks falling{out::is.shape.rows(), block, true};
        CHECK(made_over_its_input<k, G>(codes, 0, over, falling) == want);
      }
    }
  }
}

template <kind K, layer... L>
void check_layers() {
  (check_node<test::tried<L, K>::node>(), ...);
}

}  // namespace

TEST_CASE("conv2d over its input") {
  check_layers<kind::conv2d, layer{}, layer{.h = 25, .w = 5, .c = 64, .oc = 64, .kh = 1, .kw = 1},
               layer{.n = 2, .h = 6, .w = 5, .c = 3, .oc = 8, .stride = 2},
               layer{.h = 13, .w = 6, .c = 4, .oc = 5, .around = valid},
               layer{.h = 12, .w = 11, .c = 16, .oc = 8, .kh = 5, .kw = 3, .dilation = 2},
               layer{.h = 14, .w = 10, .c = 1, .oc = 8, .kh = 10, .kw = 4, .stride = 2},
               layer{.h = 9, .w = 8, .c = 8, .oc = 24, .kh = 1, .kw = 1, .how = scheme::tensor},
               layer{
                   .h = 8, .w = 8, .c = 16, .oc = 8, .how = scheme::q, .round = rounding::half_up},
               layer{.h = 7, .w = 6, .c = 5, .oc = 7, .how = scheme::floats}>();
}
TEST_CASE("depthwise_conv2d over its input") {
  check_layers<kind::depthwise, layer{}, layer{.h = 25, .w = 5, .c = 64},
               layer{.n = 2, .h = 8, .w = 6, .c = 24, .stride = 2},
               layer{.h = 9, .w = 7, .c = 5, .around = valid},
               layer{.h = 12, .w = 9, .c = 16, .kh = 5, .kw = 5, .how = scheme::tensor},
               layer{.h = 6, .w = 6, .c = 8, .how = scheme::floats}>();
}

namespace {

using s8 = affine<std::int8_t, 0.01, 5>;
template <class F, int... D>
inline constexpr test::value x = test::given<F, shape<D...>>;
inline constexpr one_node halved(ops::max_pool{2, {2, 1, valid}}, {x<s8, 3, 6, 4, 8>});
inline constexpr one_node widest(ops::max_pool{3, {1, 1, same}}, {x<q<0, 7>, 11, 5, 16>});
/// Figure 11 of CMSIS-NN's paper, and random shapes: windows of Size, Stride apart, around which as
/// much lies as `same` puts there.
template <int Size, int Stride, int... D>
inline constexpr one_node pooled(ops::max_pool{Size, {Stride, 1, same}}, {x<q<0, 7>, D...>});
inline constexpr one_node mean(ops::avg_pool{2, {2, 1, valid}}, {x<s8, 2, 8, 6, 4>});
inline constexpr one_node bordered(ops::pad{.top = 2, .bottom = 1, .left = 1}, {x<s8, 2, 4, 3, 2>});
inline constexpr one_node enlarged(ops::resize_nearest{{9, 3}}, {x<s8, 2, 4, 3, 2>});
inline constexpr one_node flipped(ops::slice{3, {5, 0, 0}, {6, 2, 3}, {-1, 1, 1}},
                                  {x<s8, 6, 2, 3>});

using image = tensor<q<0, 7>, shape<18, 9, 4>>;
inline constexpr auto windows = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<8, 3, 4>) | to<q<1, 6>> | conv2d(w::conv<8, 1, 8>) | to<q<1, 6>> |
         conv2d(w::conv<16, 3, 8>, {.stride = 2}) | to<q<1, 6>> | relu |
         max_pool<3>({.stride = 1, .pad = same}) | conv2d(w::conv<8, 3, 16>) | to<q<1, 6>> |
         avg_pool<2> | conv2d(w::conv<24, 1, 8>) | to<q<1, 6>> | resize_nearest<9, 9>();
});
inline constexpr auto branches = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu;
  auto a =
      stem | conv2d(w::conv<8, 3, 8>) | to<q<2, 5>> | relu | conv2d(w::conv<8, 1, 8>) | to<q<3, 4>>;
  auto sum = add<q<3, 4>>(a, stem) | relu;
  auto both = concat(sum, sum | max_pool<3>({.stride = 1, .pad = same}));
  return outputs(both | global_avg_pool | dense(w::fc<10, 16>) | to<q<4, 3>>, sum | max_pool<2>);
});
/// Layers that run in blocks of rows, of those of Net.
template <class Net>
constexpr int layers_over_inputs() {
  int count = 0;
  for (int n = 0; n < Net::layer_count; ++n)
    count += blocks_of(Net::graph, Net::placed::memory, n).count() > 1 ? 1 : 0;
  return count;
}
/// Whether the network of G with its layers over their inputs gives the outputs of the one without.
template <const auto& G, class Target, bool Keep = false, region_list R = region_list{}>
bool equals(unsigned seed) {
  using whole = network<G, Target, options{.sums = overflow::wraps}>;
  using net = network<
      G, Target,
      options{.keep_input = Keep, .sums = overflow::wraps, .ram = ram::overlapping, .regions = R}>;
  static_assert(Keep || R.count > 0 || net::ram_bytes < whole::ram_bytes);
  static whole one;
  static net over;
  test::lcg random{seed};
  for (int i = 0; i < one.input().size(); ++i) one.input()[i] = over.input()[i] = random.code();
  one.run();
  over.run();
  bool equal = test::survives_poison<net>(seed) && layers_over_inputs<net>() > 0;
  for (int i = 0; i < one.output().size(); ++i)
    equal = equal && one.output()[i] == over.output()[i];
  return equal;
}

}  // namespace

TEST_CASE("what moves rows over its input") {
  check_node<halved>();
  check_node<widest>();
  check_node<pooled<3, 2, 16, 16, 32>>();
  check_node<pooled<2, 2, 9, 13, 4>>();
  check_node<pooled<3, 1, 7, 5, 12>>();
  check_node<pooled<3, 2, 2, 11, 7, 20>>();
  check_node<pooled<5, 3, 13, 6, 8>>();
  check_node<pooled<3, 2, 15, 14, 3>>();
  check_node<mean>();
  check_node<bordered>();
  check_node<enlarged>();
  check_node<flipped>();
}
TEST_CASE("networks whose layers lie over their inputs") {
  CHECK(equals<windows, this_target>(1));
  CHECK(equals<windows, generic>(2));
  CHECK(equals<branches, this_target>(3));
  CHECK(equals<branches, generic>(4));
  CHECK(equals<windows, this_target, true>(5));
  CHECK(equals<windows, this_target, false, region_list{{"fast", 2400}, {"slow", 65536}}>(6));
}
