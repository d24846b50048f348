// What one network costs on this target, the same figures for every network.
#pragma once

#include <etch/network/network.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "cycle_model.hpp"
#include "instruction_clock.hpp"
#include "report.hpp"
#include "stack.hpp"

namespace etch::bench {

/// Executed instructions of each layer of Net.
template <class Net>
using layer_counter = layer_costs<Net, instruction_clock>;

/// Executed instructions of one run of `net`, whose input is set; 0 where nothing counts.
template <class Net>
std::uint64_t instructions(Net& net) {
  instruction_clock::start();
  net.run();
  return instruction_clock::stop();
}

/// Adds what a run took by the model of its core.
inline void add_cycles(report& r, const std::string& model, const modelled_cycles& took) {
  r.add(model + "/modelled_cycles", "cycles", took.middle());
  r.add(model + "/modelled_cycles_least", "cycles", took.least);
  r.add(model + "/modelled_cycles_most", "cycles", took.most);
  if (took.waits > 0) r.add(model + "/modelled_cycles_flash", "cycles", took.middle() + took.waits);
}

/// Adds what one run of `net` takes by the model of its core, and each layer.
template <class Net, class Fill>
void model_cycles(report& r, const std::string& model, Net& net, Fill fill) {
  fill(net, 0);
  cycle_model::start();
  net.run();
  add_cycles(r, model, cycle_model::stop());
  if constexpr (!Net::runs_by_rows) {
    layer_costs<Net, cycle_model_clock> layers;
    fill(net, 0);
    net.run(layers);
    for (int n = 0; n < Net::layer_count; ++n) {
      r.add(model + "/" + Net::layer(n).c_str() + "/modelled_cycles", "cycles", layers.of[n]);
    }
  }
}

/// FNV-1a over bytes: thousands of outputs, compared by one number.
struct fingerprint {
  std::uint32_t hash = 2166136261U;
  void add(unsigned char byte) { hash = (hash ^ byte) * 16777619U; }
  void add(const void* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) add(static_cast<const unsigned char*>(bytes)[i]);
  }
};

/// Adds all figures of Net to the report under `model`; `fill(net, k)` sets the input of run k,
/// 0 <= k < inputs. The first input is the one that is counted on. Outputs of integer formats, of
/// which `digest` is made, are promised to be equal on all machines; others are `digest_of_floats`.
template <class Net, class Fill>
void measure(report& r, const std::string& model, int inputs, Fill fill) {
  static Net net;
  if (instruction_clock::available()) {
    fill(net, 0);
    r.add(model + "/instructions", "instructions", instructions(net));
    if constexpr (!Net::runs_by_rows) {
      layer_counter<Net> layers;
      fill(net, 0);
      net.run(layers);
      for (int n = 0; n < Net::layer_count; ++n) {
        r.add(model + "/" + Net::layer(n).c_str() + "/instructions", "instructions", layers.of[n]);
      }
    }
  }
  if (cycle_model::available()) model_cycles(r, model, net, fill);
  fill(net, 0);
  if (stack_is_real) r.add(model + "/stack_bytes", "bytes", stack_bytes([] { net.run(); }));
  r.add(model + "/macs", "products", Net::macs);
  if constexpr (Net::leaves_out_channels) {
    r.add(model + "/channels", "channels", Net::channels().total);
    r.add(model + "/live_channels", "channels", Net::channels().live);
  }
  r.add(model + "/ram_bytes", "bytes", Net::ram_bytes);
  r.add(model + "/constant_bytes", "bytes", Net::constant_bytes);
  fingerprint outputs;
  if constexpr (Net::has_state) net.reset();  // what is counted above runs more or less often
  for (int k = 0; k < inputs; ++k) {
    fill(net, k);
    net.run();
    const auto y = net.output();
    outputs.add(y.data(), static_cast<std::size_t>(y.size()) * sizeof y[0]);
  }
  const char* name = is_f32(net.output().number) ? "/digest_of_floats" : "/digest";
  r.add(model + name, "fnv-1a", outputs.hash);
}

/// Adds what the only run of `net` takes, whose input is set, and the digest of all its outputs:
/// for networks that an emulator runs for minutes. Posits, whose sums are exact, promise equal
/// outputs as integers do.
template <class Net>
void measure_once(report& r, const std::string& model, Net& net) {
  modelled_cycles took;
  if (cycle_model::available()) {
    cycle_model::start();
    net.run();
    took = cycle_model::stop();
    add_cycles(r, model, took);
  } else {
    took.instructions = instructions(net);
  }
  if (took.instructions > 0) r.add(model + "/instructions", "instructions", took.instructions);
  r.add(model + "/macs", "products", Net::macs);
  r.add(model + "/ram_bytes", "bytes", Net::ram_bytes);
  r.add(model + "/constant_bytes", "bytes", Net::constant_bytes);
  fingerprint outputs;
  bool exact = true;
  for_each_index<Net::graph.size.outputs>([&]<int I>() {
    const auto y = net.template output<I>();
    for (int i = 0; i < y.size(); ++i) {
      const typename Net::template output_value<I>::storage code = y[i];
      outputs.add(&code, sizeof code);
    }
    exact = exact && (y.number.kind->is_integer || y.number.kind->sums == sum_rule::exact);
  });
  r.add(model + (exact ? "/digest" : "/digest_of_floats"), "fnv-1a", outputs.hash);
}

/// A network whose input arrives in rows, run as others are, on codes that lie somewhere.
template <class Net>
struct fed_by_rows : Net {
  using value = typename Net::template input_value<0>;
  const typename value::storage* codes = nullptr;
  void run() {
    Net::begin();
    const auto* from = codes;
    do {
      auto to = Net::next_row();
      for (int i = 0; i < value::row; ++i) to[i] = from[i];
      from += value::row;
    } while (!Net::push_row());
  }
};

/// Net, whose constants memcpy fetches.
template <class Net>
struct fetching : Net {
  static void copy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
  void run() { Net::run(copy); }
  template <class Tracer>
  void run(Tracer& tracer) {
    Net::run(copy, tracer);
  }
};

}  // namespace etch::bench
