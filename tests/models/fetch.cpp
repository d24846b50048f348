// A model of TensorFlow Lite that fetches its constants, as late as DMA may: every case gives the
// outputs of the reference, and no byte is read that the plan calls free.
#include HEADER

#include <catch2/catch.hpp>

#include "../support/late_copier.hpp"
#include "../support/recorded.hpp"
#include "../support/rows.hpp"

namespace {

using whole = etch_models::MODEL;

template <etch::ram Ram>
void check_cases() {
  using net = whole::with<etch::options{.ram = Ram, .fetch = true}>;
  static test::guarded_arena<net> memory(0xa7);
  test::array_file inputs(test::in_folder("inputs.npy")), outputs(test::in_folder("outputs.npy"));
  using value = net::template input_value<0>;
  static typename value::storage codes[value::span];
  int k = 0;
  for (; k < 3 && inputs.next(codes, value::bytes); ++k) {
    INFO("case " << k);
    std::memcpy(net::input(memory.arena()).data(), codes, value::bytes);
    if (k == 0) {
      test::poisoner<net> poison{memory.arena(), 0xa7};
      net::run(memory.arena(), test::late_copier{}, poison);
      poison.fill();
    } else {
      net::run(memory.arena(), test::late_copier{});
    }
    const auto y = net::output(memory.arena());
    test::check_next(outputs, y.number, y.data(), y.size());
    CHECK(memory.guards_hold(0xa7));
  }
  CHECK(k > 0);
}

}  // namespace

TEST_CASE("constants from slow memory") {
  check_cases<etch::ram::fastest>();
  check_cases<etch::ram::overlapping>();
}
TEST_CASE("constants from slow memory behind rows") { check_cases<etch::ram::smallest>(); }
