// What a run of SqueezeNet takes on a Cortex-M, by rows.
#include "random_weights.hpp"

#include "model.hpp"

namespace {

/// Figures of graph G.
template <const auto& G>
void count(etch::bench::report& figures, const std::string& name) {
  using network = etch::network<G, etch::this_target, squeezenet::in_rows>;
  static network net;
  const auto fill = [](network& n, int) { squeezenet::draw(n.input().data(), 1); };
  fill(net, 0);
  figures.add(name + "/instructions", "instructions", etch::bench::instructions(net));
  etch::bench::fingerprint outputs;
  outputs.add(net.output().data(), 1000);
  figures.add(name + "/digest", "fnv-1a", outputs.hash);
  if (etch::bench::cycle_model::available()) {
    etch::bench::model_cycles(figures, name, net, fill);
  }
  figures.add(name + "/ram_bytes", "bytes", network::ram_bytes);
  figures.add(name + "/constant_bytes", "bytes", network::constant_bytes);
  figures.add(name + "/macs", "products", network::macs);
}

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  count<squeezenet::graphs::version_1_0>(figures, "squeezenet_1_0");
  count<squeezenet::graphs::version_1_1>(figures, "squeezenet_1_1");
}
