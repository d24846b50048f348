// The law of overlap_of: a node whose output lies over its input, as close as the planner may put
// it, makes what it makes apart, in rising and in falling order, even where a kernel writes all its
// block before it reads. One byte closer it does not.
#include <catch2/catch.hpp>
#include <cstring>

#include <etch/network/lower/overlap.hpp>
#include <etch/plan/place.hpp>
#include <etch/plan/verify.hpp>

#include "../support/layers.hpp"
#include "../support/shapes.hpp"

namespace {

namespace ops = etch::ops;
using etch::shape;
using test::one_node;

/// The output of the node of G by kernel K, in one memory with the input; every block of rows is
/// spoilt before it is made.
template <class K, const auto& G>
auto made_over_its_input(const std::vector<std::int8_t>& x, int input_at, int output_at, int block,
                         bool rises) {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  constexpr int rows = out::is.shape.rows(), width = out::span / rows;
  std::vector<std::int8_t> memory(
      static_cast<std::size_t>(std::max(input_at + int(x.size()), output_at + out::span)));
  std::copy(x.begin(), x.end(), memory.begin() + input_at);
  etch::arguments<c> a;
  etch::set_input<0>(a, memory.data() + input_at);
  etch::set_output<0>(a, memory.data() + output_at);
  for (int k = 0; k < rows; k += block) {
    const int first = rises ? k : (rows - 1) / block * block - k;
    const int count = std::min(block, rows - first);
    const auto begin = memory.begin() + output_at + first * width;
    std::fill(begin, begin + count * width, static_cast<std::int8_t>(0x5a));
    K::template run<c>(a, {first, count});
  }
  const auto begin = memory.begin() + output_at;
  return std::vector<std::int8_t>(begin, begin + out::span);
}

template <const auto& G>
etch::overlap overlap_of_node(int block) {
  constexpr auto& node = G.nodes[0];
  etch::operand x[3]{G.values[0].is, G.values[1].is, G.values[2].is};
  using c = etch::call<G, 0>;
  return etch::overlap_of(*node.op, node.what, {x, node.input_count}, 0, G.values[8].is,
                          c::template in<0>::span, c::template out<>::span, block);
}

/// `Tight`: the first byte of each row is read.
template <class K, const auto& G, bool Tight = false>
void check_node() {
  const etch::extents& e = G.values[0].is.shape;
  INFO(K::name << " of N " << e.n() << ", H " << e.h() << ", W " << e.w() << ", C " << e.c());
  for (int block = 1; block <= 3; ++block) {
    const etch::overlap apart = overlap_of_node<G>(block);
    INFO("block " << block << ": under " << apart.under << ", over " << apart.over);
    bool was_spoilt_under = false, was_spoilt_over = false;
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
      const auto x = test::random_codes<G, 0>(seed);
      const auto whole = test::run_whole<K, G>(x.data());
      const std::vector<std::int8_t> want(std::begin(whole.code), std::end(whole.code));
      const auto made = [&](int input_at, int output_at, bool rises) {
        return made_over_its_input<K, G>(x, input_at, output_at, block, rises);
      };
      REQUIRE(made(apart.under, 0, true) == want);
      REQUIRE(made(0, apart.over, false) == want);
      was_spoilt_under |= apart.under == 0 || made(apart.under - 1, 0, true) != want;
      was_spoilt_over |= apart.over == 0 || made(0, apart.over - 1, false) != want;
    }
    if (Tight) CHECK((was_spoilt_under && was_spoilt_over));
  }
}

template <test::kind K, const auto& Table>
void check_layers() {
  test::each_of<Table, test::scheme::tensor, 12>(
      []<test::layer L>() { check_node<test::generic_of<K>, test::tried<L, K>::node>(); });
}
TEST_CASE("overlap: windows with weights") {
  check_layers<test::kind::conv2d, test::shapes::windows>();
  check_layers<test::kind::conv2d, test::shapes::dilated_windows>();
  check_layers<test::kind::depthwise, test::shapes::channel_windows>();
}

using s8 = etch::affine<std::int8_t, 0.01, 5>;
template <int... D>
inline constexpr test::value x = test::given<s8, shape<D...>>;
inline constexpr one_node flipped(ops::slice{3, {5, 0, 0}, {6, 2, 3}, {-1, 1, 1}}, {x<6, 2, 3>});
inline constexpr one_node bordered(ops::pad{.top = 2, .bottom = 1, .left = 1}, {x<2, 4, 3, 2>});
inline constexpr one_node enlarged(ops::resize_nearest{{9, 3}}, {x<2, 4, 3, 2>});
inline constexpr one_node halved(ops::max_pool{2, {2, 1, etch::valid}}, {x<3, 6, 4, 2>});
TEST_CASE("overlap: rows that move") {
  check_node<etch::slice_generic, flipped, true>();
  check_node<etch::pad_generic, bordered, true>();
  check_node<etch::resize_nearest_generic, enlarged, true>();
  check_node<etch::max_pool_generic, halved, true>();
}

// ---- the layers of a keyword spotter, 25 x 5 x 64
template <int Size>
constexpr test::layer between{.n = 1,
                              .h = 25,
                              .w = 5,
                              .c = 64,
                              .oc = 64,
                              .kh = Size,
                              .kw = Size,
                              .how = test::scheme::tensor};
inline constexpr auto& by_channel = test::tried<between<3>, test::kind::depthwise>::node;
inline constexpr auto& by_pixel = test::tried<between<1>, test::kind::conv2d>::node;

TEST_CASE("overlap: eight layers in the memory of one and two rows") {
  constexpr int tensors = 9, bytes = 25 * 5 * 64;
  etch::plan::buffer buffers[tensors];
  etch::plan::separation records[2 * (tensors - 1)];
  for (int t = 0; t < tensors; ++t) {
    buffers[t] = {bytes, t, t + 1, 4};
    if (t == 0) continue;
    const etch::overlap apart =
        t % 2 == 1 ? overlap_of_node<by_channel>(1) : overlap_of_node<by_pixel>(1);
    CHECK(apart.under == (t % 2 == 1 ? 640 : 320));
    CHECK(apart.over == apart.under);
    etch::separate(records + 2 * (t - 1), apart, t - 1, t);
  }
  const auto placed = etch::plan::place(buffers, records);
  CHECK(!verify(buffers, placed, records));
  CHECK(placed.bytes == bytes + 640);
  CHECK(placed.is_optimal());
}

TEST_CASE("overlap: the order of the rows follows from the offsets") {
  constexpr etch::overlap apart{.under = 16, .over = 8};
  CHECK(etch::rises(apart, 16, 0, 100));
  CHECK(!etch::rises(apart, 0, 8, 100));
  CHECK(!etch::rises(apart, 15, 23, 100));
  CHECK(etch::rises(apart, 0, 100, 100));
  CHECK(!etch::rises({.under = 16, .over = 0}, 0, 0, 100));
}

}  // namespace
