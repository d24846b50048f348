// What the layers of rows.hpp cost by the kernels of the target and by the generic ones:
// instructions a product or, where nothing is multiplied, an output.
#include "rows.hpp"

#include <new>
#include <string>
#include <type_traits>

#include "instruction_clock.hpp"
#include "report.hpp"

namespace {

alignas(64) unsigned char memory[256 * 1024];  // of one network after the other

struct counted {
  etch::bench::report& figures;

  template <class Net>
  static double cost() {
    using clock = etch::bench::instruction_clock;
    static_assert(sizeof(Net) <= sizeof memory);
    Net& net = *new (memory) Net;
    using code = typename Net::template input_value<0>::storage;
    const auto fill = [](auto view) {
      for (int i = 0; i < view.size(); ++i) {
        const int number = i * 37 % 251 - 125;
        if constexpr (std::is_arithmetic_v<code>) view[i] = static_cast<code>(number);
        else view[i] = code{};
      }
    };
    fill(net.template input<0>());
    fill(net.template input<Net::graph.size.inputs - 1>());
    if constexpr (Net::has_state) net.reset();  // not what networks before it left there
    clock::start();
    net.run();
    const auto instructions = static_cast<double>(clock::stop());
    const long long outputs = net.output().size();
    return instructions / static_cast<double>(Net::macs > 0 ? Net::macs : outputs);
  }
  template <const auto& G>
  void add(const char* op, const char* format, const char* option) {
    const std::string name =
        "coverage/" + std::string(op) + "/" + std::string(format) + "/" + std::string(option);
    figures.add(name + "/each", "instructions", cost<coverage::network_of<G>>());
    figures.add(name + "/generic_each", "instructions",
                cost<coverage::network_of<G, etch::generic>>());
  }
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  if (!etch::bench::instruction_clock::available()) return 0;
  counted all{figures};
  coverage::add_rows(all);
}
