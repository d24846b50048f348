// Layers by the kernels of the target and by the generic ones, their instructions counted.
#define ETCH_USE_XSIMD
#include "layers.hpp"
#include "instruction_clock.hpp"
#include "report.hpp"

namespace {

struct counted {
  bench::report& figures;

  template <class Net>
  static std::uint64_t instructions() {
    static Net net;
    fill(net);
    bench::instruction_clock::start();
    net.run();
    return bench::instruction_clock::stop();
  }
  template <const auto& G>
  void add(const std::string& name) {
    const auto ours = instructions<network<G>>(), theirs = instructions<network<G, generic>>();
    figures.add("layers/" + name + "/instructions", "instructions", ours);
    figures.add("layers/" + name + "/generic_instructions", "instructions", theirs);
  }
};

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  if (!bench::instruction_clock::available()) return 0;
  counted all{figures};
  add_layers(all);
}
