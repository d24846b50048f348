// Layers by the kernels of the target and by the generic ones, their instructions counted.
#include "layers.hpp"
#include "cycle_model.hpp"
#include "instruction_clock.hpp"
#include "report.hpp"

namespace {

struct counted {
  bench::report& figures;

  template <class Net>
  static inline Net net{};
  template <class Net, class Clock>
  static std::uint64_t cost() {
    fill(net<Net>);
    Clock::start();
    net<Net>.run();
    return Clock::stop();
  }
  template <const auto& G>
  void add(const std::string& name) {
    using clock = bench::instruction_clock;
    using model = bench::cycle_model_clock;
    const auto ours = cost<network<G>, clock>(), theirs = cost<network<G, generic>, clock>();
    figures.add("layers/" + name + "/instructions", "instructions", ours);
    figures.add("layers/" + name + "/generic_instructions", "instructions", theirs);
    if (!bench::cycle_model::available()) return;
    const auto our_cycles = cost<network<G>, model>(),
               their_cycles = cost<network<G, generic>, model>();
    figures.add("layers/" + name + "/modelled_cycles", "cycles", our_cycles);
    figures.add("layers/" + name + "/generic_modelled_cycles", "cycles", their_cycles);
  }
};

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  if (!bench::instruction_clock::available()) return 0;
  counted all{figures};
  add_layers(all);
}
