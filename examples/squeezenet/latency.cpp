// What a run of SqueezeNet, VERSION called NAME, takes on an emulated processor: by rows on a
// Cortex-M.
#include "random_weights.hpp"

#include "model.hpp"

int main(int argc, char** argv) {
  constexpr etch::options how = ETCH_HAS_M_PROFILE ? squeezenet::in_rows : etch::options{};
  etch::bench::report figures(argc, argv);
  static etch::network<squeezenet::VERSION<squeezenet::seeded>, etch::this_target, how> net;
  squeezenet::draw(net.input().data(), 1);
  etch::bench::measure_once(figures, NAME, net);
}
