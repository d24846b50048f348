// Layers by the kernels of this machine and by the generic ones, timed.
#include "layers.hpp"
#include "comparison.hpp"

namespace {

struct timed {
  bench::comparisons pairs;

  /// The graph on this machine and by generic kernels alone.
  template <const auto& G>
  void add(const std::string& name) {
    static network<G> ours;
    static network<G, generic> theirs;
    fill(ours), fill(theirs);
    pairs.add("layers/" + name, [] { ours.run(); }, [] { theirs.run(); });
  }
};

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  timed all;
  add_layers(all);
  bench::initialise(argv[0]);
  all.pairs.run(figures);
}
