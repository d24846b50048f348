// The figures of the network in 8 and in 16 bits, and of 8 bits in the RAM of figure 11; of plain
// loops, by kinds of layers, and of etch's layers likewise (table 2).
#include "pictures.hpp"
#include "plain.hpp"

#include <model.hpp>

#include <cstring>

namespace {

using namespace cifar10_paper;
using etch::bench::report;

template <class Net>
void measure(report& r, const char* name) {
  etch::bench::measure<Net>(r, name, pictures, [](Net& net, int k) { set_picture(net, k); });
}

/// What layers cost, by kind.
struct parts {
  static constexpr int kinds = 4;
  static constexpr const char* name[kinds] = {"conv", "relu", "pool", "dense"};
  std::uint64_t cost[kinds]{};

  std::uint64_t& of(const char* kind) {
    int k = 0;
    while (std::strcmp(name[k], kind) != 0) ++k;
    return cost[k];
  }
  void add_to(report& r, const char* model, const char* figure, const char* unit) const {
    std::uint64_t all = 0;
    for (int k = 0; k < kinds; ++k) {
      r.add(std::string(model) + "/" + name[k] + "/" + figure, unit, cost[k]);
      all += cost[k];
    }
    r.add(std::string(model) + "/all/" + figure, unit, all);
  }
};

/// Plain loops by Clock.
template <class Clock>
parts parts_of_loops() {
  static plain<codes> net;
  parts p;
  for (int i = 0; i < codes_of_picture; ++i) {
    net.input[i] = static_cast<signed char>(picture_code(0, i));
  }
  net.run([&p](const char* kind, const auto& layer) {
    Clock::start();
    layer();
    p.of(kind) += Clock::stop();
  });
  return p;
}

/// etch's layers by Clock, activations apart.
template <class Clock>
parts parts_of_layers() {
  using net_type = q7::with<etch::options{.observe_all = true}>;
  static net_type net;
  etch::layer_costs<net_type, Clock> layers;
  set_picture(net, 0);
  net.run(layers);
  parts p;
  for (int n = 0; n < net_type::layer_count; ++n) {
    p.of(n == 9 ? "dense" : parts::name[n % 3]) += layers.of[n];
  }
  return p;
}

template <class Clock>
void measure_parts(report& r, const char* figure, const char* unit) {
  parts_of_loops<Clock>().add_to(r, "cifar10_plain", figure, unit);
  parts_of_layers<Clock>().add_to(r, "cifar10_parts", figure, unit);
}

}  // namespace

int main(int argc, char** argv) {
  report r(argc, argv);
  measure<q7>(r, "cifar10_paper");
  measure<q7::with<in_place>>(r, "cifar10_paper_within");
  measure<q15>(r, "cifar10_paper_q15");
  if (etch::bench::instruction_clock::available())
    measure_parts<etch::bench::instruction_clock>(r, "instructions", "instructions");
  if (etch::bench::cycle_model::available())
    measure_parts<etch::bench::cycle_model_clock>(r, "modelled_cycles", "cycles");
}
