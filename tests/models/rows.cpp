// A model of TensorFlow Lite in as little RAM as it can, with its input whole and in rows, and with
// each layer over its input: every case, on emulated microcontrollers the first three, gives the
// outputs of the reference, and no byte is read that the plan calls free.
#include HEADER

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../support/recorded.hpp"
#include "../support/rows.hpp"

namespace {

using test::array_file;
using test::check_next;

/// A whole run, one step by step, and one more, where each takes seconds.
constexpr int most_cases = ETCH_HAS_M_PROFILE ? 3 : 1'000'000;
constexpr int most_bytes[]{MOST_BYTES};  // with its input whole, in rows, in layers over inputs

using whole = etch_models::MODEL;
using smallest = whole::with<etch::options{.ram = etch::ram::smallest}>;
using by_rows =
    whole::with<etch::options{.ram = etch::ram::smallest, .input = etch::arrival::rows}>;
using over_inputs = whole::with<etch::options{.ram = etch::ram::overlapping}>;

/// Runs one case, every other one step by step.
template <class Net, class Code>
void run_case(Net& net, int k, const Code* codes) {
  if constexpr (Net::input_arrives) {
    constexpr int row = Net::template input_value<0>::row;
    net.begin();
    bool ready = false;
    for (int r = 0; !ready; ++r) {
      auto to = net.next_row();
      for (int i = 0; i < row; ++i) to[i] = codes[r * row + i];
      ready = net.push_row();
    }
  } else if (k % 2 == 0) {
    for (int i = 0; i < net.input().size(); ++i) net.input().data()[i] = codes[i];
    net.run();
  } else {
    for (int i = 0; i < net.input().size(); ++i) net.input().data()[i] = codes[i];
    typename Net::progress p;
    while (net.run_step(p)) {
    }
  }
}

template <class Net>
void check_cases() {
  static Net net;
  using value = typename Net::template input_value<0>;
  std::vector<typename value::storage> memory_of_codes(value::span);
  auto* const codes = memory_of_codes.data();
  array_file inputs(test::in_folder("inputs.npy")), outputs(test::in_folder("outputs.npy"));
  int k = 0;
  for (; k < most_cases && inputs.next(codes, value::bytes); ++k) {
    const auto y = net.output();
    INFO("case " << k);
    if (k == 0) {
      static test::guarded_arena<Net> memory(0xa7);
      if constexpr (!Net::input_arrives) {
        const auto x = Net::input(memory.arena());
        for (int i = 0; i < x.size(); ++i) x.data()[i] = codes[i];
      }
      if constexpr (Net::runs_by_rows) {
        test::run_poisoned<Net>(memory.arena(), codes, 0xa7);
      } else {
        test::poisoner<Net> tracer{memory.arena(), 0xa7};
        Net::run(memory.arena(), tracer);
      }
      const auto poisoned = Net::output(memory.arena());
      for (int i = 0; i < y.size(); ++i) y.data()[i] = poisoned.data()[i];
      CHECK(memory.guards_hold(0xa7));
      check_next(outputs, y.number, y.data(), y.size());
      continue;
    }
    run_case(net, k, codes);
    check_next(outputs, y.number, y.data(), y.size());
  }
  CHECK(k > 0);
  CHECK(Net::ram_bytes <= whole::ram_bytes);
}

}  // namespace

TEST_CASE("the smallest RAM") {
  check_cases<smallest>();
  CHECK(smallest::ram_bytes <= most_bytes[0]);
}
TEST_CASE("the input in rows") {
  check_cases<by_rows>();
  CHECK(by_rows::ram_bytes <= most_bytes[1]);
}
TEST_CASE("layers over their inputs") {
  check_cases<over_inputs>();
  CHECK(over_inputs::on<etch::generic>::ram_bytes <= most_bytes[2]);
}
