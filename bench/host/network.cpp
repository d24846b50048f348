// A network by the kernels that this machine takes and by the generic ones, and the shortest time
// that each of its layers took in many runs, which the reading of the clock makes some 20 ns
// longer.
#include HEADER

#include <algorithm>
#include <chrono>

#include "comparison.hpp"

namespace {

using ours = NETWORK;
using theirs = ours::on<etch::generic>;

void fill(auto view) {
  for (int i = 0; i < view.size(); ++i) {
    view[i] = static_cast<std::remove_reference_t<decltype(view[i])>>(i * 37 % 251 - 125);
  }
}

class layer_timer {
 public:
  void before(const etch::traced_step&) { start_ = clock::now(); }
  void after(const etch::traced_step& s) {
    const std::chrono::duration<double, std::nano> taken = clock::now() - start_;
    double& best = shortest[s.index];
    best = best == 0 ? taken.count() : std::min(best, taken.count());
  }
  double shortest[ours::layer_count]{};

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point start_;
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  etch::bench::comparisons all;
  static ours a;
  static theirs b;
  fill(a.input()), fill(b.input());
  all.add(NAME, [] { a.run(); }, [] { b.run(); });
  etch::bench::initialise(argv[0]);
  all.run(figures);
  layer_timer layers;
  for (int i = 0; i < 200; ++i) a.run(layers);
  for (int n = 0; n < ours::layer_count; ++n) {
    figures.add(NAME "/" + std::string(ours::layer(n).c_str()) + "/nanoseconds", "ns",
                layers.shortest[n]);
  }
}
