// Operators of .tflite files against what record.py has recorded of them: one model, with an input
// and an output or more for each operator; every case in turn, so that state is kept.
#include HEADER

#include <catch2/catch.hpp>
#include <cstdio>
#include <optional>
#include <vector>

#include "../support/recorded.hpp"

namespace {

using net_type = etch_models::MODEL;
constexpr int input_count = net_type::graph.size.inputs;
constexpr int output_count = net_type::graph.size.outputs;

/// Reads a case; false when there is none left.
bool read_case(net_type& net, test::array_file& inputs) {
  int found = 0;
  etch::for_each_index<input_count>([&]<int I>() {
    const auto x = net.template input<I>();
    found += inputs.next(x.data(), test::size_of(x)) ? 1 : 0;
  });
  CHECK((found == 0 || found == input_count));
  return found == input_count;
}

TEST_CASE("every case gives the recorded outputs") {
  static net_type net;
  test::array_file inputs(test::in_folder("inputs.npy")), outputs(test::in_folder("outputs.npy"));
  net.reset();
  int cases = 0;
  for (; read_case(net, inputs); ++cases) {
    net.run();
    etch::for_each_index<output_count>([&]<int I>() {
      const auto y = net.template output<I>();
      constexpr int layer = net_type::graph.values[net_type::graph.outputs[I]].producer;
      INFO("case " << cases << ", output " << I << ": " << net_type::layer(layer).c_str());
      test::check_next(outputs, y.number, y.data(), y.size());
    });
  }
  std::printf("%d cases of %d outputs\n", cases, output_count);
  CHECK(cases > 0);
}

/// The outputs of fifty frames from reset() on: the recorded inputs, again and again.
std::vector<unsigned char> fifty_frames(net_type& net) {
  std::vector<unsigned char> all;
  std::optional<test::array_file> inputs;
  inputs.emplace(test::in_folder("inputs.npy"));
  net.reset();
  for (int frame = 0; frame < 50; ++frame) {
    if (!read_case(net, *inputs)) {
      inputs.emplace(test::in_folder("inputs.npy"));
      REQUIRE(read_case(net, *inputs));
    }
    net.run();
    etch::for_each_index<output_count>([&]<int I>() {
      const auto y = net.template output<I>();
      const auto* bytes = reinterpret_cast<const unsigned char*>(y.data());
      all.insert(all.end(), bytes, bytes + test::size_of(y));
    });
  }
  return all;
}

TEST_CASE("fifty frames, reset(), and again") {
  static net_type net;
  const auto first = fifty_frames(net);
  CHECK(fifty_frames(net) == first);
}

}  // namespace
