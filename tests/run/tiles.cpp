// A convolution in tiles of 16 x 16 with a halo of 1 gives the bits of the plain one: pictures of
// random sizes, most with remainders, random codes and weights, a poisoned arena.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include "../../examples/detector/tiles.hpp"

#include "../support/poison.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using etch::shape, etch::tensor;

constexpr int channels = 4, filters = 8;
using value = q<3, 4>;

template <int H, int W, padding Pad>
inline constexpr auto convolution =
    etch::graph([](etch::input<tensor<value, shape<H, W, channels>, hwc>> x) {
      using namespace etch::dsl;
      return x | conv2d(w::conv<filters, 3, channels>, {.pad = Pad}) | to<value> | relu;
    });
using tile = network<convolution<18, 18, valid>>;
using tiles = detector::tiled<tile>;

template <int H, int W>
void check() {
  static network<convolution<H, W, same>> plain;
  static std::int8_t x[H * W * channels], y[H * W * filters];
  test::guarded_arena<tile> memory(0x5a);
  test::lcg random{H * 1000 + W};
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < H * W * channels; ++i) plain.input()[i] = x[i] = random.code();
    for (std::int8_t& code : y) code = 99;
    plain.run();
    const auto traffic = tiles::run(memory.arena(), x, H, W, std::int8_t{0}, y);
    int different = 0;
    for (int i = 0; i < H * W * filters; ++i) different += y[i] != plain.output()[i];
    CHECK(different == 0);
    CHECK(traffic.written == H * W * filters);
    CHECK(memory.guards_hold(0x5a));
  }
}

/// Codes that tiles read in a line of this length: 1 of each halo is read twice.
constexpr int read_in(int length) { return length + (ceil_div(length, 16) - 1) * 2; }

}  // namespace

TEST_CASE("a convolution in tiles") {
  check<16, 16>();
  check<1, 1>();
  check<5, 15>();
  check<17, 16>();
  check<16, 33>();
  check<31, 18>();
  check<40, 29>();
  check<64, 48>();
}

TEST_CASE("what tiles read") {
  static std::int8_t x[40 * 29 * channels], y[40 * 29 * filters];
  test::guarded_arena<tile> memory(0);
  const auto traffic = tiles::run(memory.arena(), x, 40, 29, std::int8_t{0}, y);
  CHECK(traffic.read == read_in(40) * read_in(29) * channels);
}
