// What one network costs on this target, the same figures for every network.
#pragma once

#include <etch/network/network.hpp>

#include <string>

#include "instruction_clock.hpp"
#include "report.hpp"
#include "stack.hpp"

namespace etch::bench {

/// Executed instructions of each step of Net.
template <class Net>
struct layer_counter {
  std::uint64_t executed[Net::layer_count]{};
  void before(const traced_step&) { instruction_clock::start(); }
  void after(const traced_step& s) { executed[s.index] = instruction_clock::stop(); }
};

/// Executed instructions of one run of `net`, whose input is set; 0 where nothing counts.
template <class Net>
std::uint64_t instructions(Net& net) {
  instruction_clock::start();
  net.run();
  return instruction_clock::stop();
}

/// Adds all figures of Net to the report under `model`; `fill(net)` sets the input before a run.
template <class Net, class Fill>
void measure(report& r, const std::string& model, Fill fill) {
  static Net net;
  if (instruction_clock::available()) {
    fill(net);
    r.add(model + "/instructions", "instructions", instructions(net));
    layer_counter<Net> layers;
    fill(net);
    net.run(layers);
    for (int n = 0; n < Net::layer_count; ++n) {
      r.add(model + "/" + Net::layer(n).c_str() + "/instructions", "instructions",
            layers.executed[n]);
    }
  }
  fill(net);
  r.add(model + "/stack_bytes", "bytes", stack_bytes([] { net.run(); }));
  r.add(model + "/ram_bytes", "bytes", Net::ram_bytes);
  r.add(model + "/constant_bytes", "bytes", Net::constant_bytes);
}

}  // namespace etch::bench
