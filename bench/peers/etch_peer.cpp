// A network of etch as a module of bench/peers/compare.py, and each of its layers; FUSED: one of
// f32, in f32_fused where the processor fuses.
#include HEADER

#include <cstddef>
#include <cstring>
#include <tuple>

#include "peer.hpp"

namespace {

#if defined FUSED && defined __FMA__
struct net : etch::network<etch::fused_products<NETWORK::graph>> {};
#else
using net = NETWORK;
#endif
using placed = net::placed;

/// Numbers of any format, as bytes.
void read(auto to, const signed char* codes) {
  std::memcpy(to.data(), codes, sizeof(to[0]) * static_cast<std::size_t>(to.size()));
}
void write(signed char* codes, auto from) {
  std::memcpy(codes, from.data(), sizeof(from[0]) * static_cast<std::size_t>(from.size()));
}

class etch_peer : public etch::bench::peer {
 public:
  void read_input(const signed char* codes) override { read(net_.input(), codes); }
  void run() override { net_.run(); }
  void write_output(signed char* codes) override { write(codes, net_.output()); }

 private:
  net net_;
};

/// Layer N alone, from its first input to its output.
template <int N>
class layer_peer : public etch::bench::peer {
 public:
  void read_input(const signed char* codes) override { std::memcpy(at<in>(), codes, bytes<in>); }
  void run() override {
    etch::no_tracer nobody;
    etch::detail::no_fetch nothing;
    etch::detail::run_layer<placed, N>(arena, nobody, nothing);
  }
  void write_output(signed char* codes) override { std::memcpy(codes, at<out>(), bytes<out>); }

 private:
  static constexpr int in = placed::graph.nodes[N].inputs[0];
  static constexpr int out = placed::graph.nodes[N].outputs[0];
  template <int V>
  using value = etch::typed_value<placed::graph, V>;
  template <int V>
  static constexpr std::size_t bytes = sizeof(typename value<V>::storage) * value<V>::span;
  template <int V>
  static auto at() {
    return etch::detail::codes_of<placed, V>(arena);
  }
  alignas(etch::arena_alignment) static inline unsigned char arena[net::ram_bytes];
};

/// The weights that a network of gemm.hpp has.
template <class Net>
const void* weights_of() {
  if constexpr (requires { Net::weights; }) return Net::weights;
  else return nullptr;
}

template <int... N>
etch::bench::peer* layer_at(int n, etch::detail::indices<N...>) {
  static std::tuple<layer_peer<N>...> layers;
  etch::bench::peer* const all[] = {&std::get<N>(layers)...};
  return all[n];
}

}  // namespace

extern "C" {

/// The network, which the module keeps.
etch::bench::peer* etch_open();
etch::bench::peer* etch_open() {
  static etch_peer only;
  return &only;
}

/// The target whose kernels it takes.
const char* etch_target();
const char* etch_target() { return etch::this_target::name; }

/// peak_products of the compiler's flags.
double etch_peak();
double etch_peak() { return etch::bench::peak_products(); }

const void* etch_weights();
const void* etch_weights() { return weights_of<net>(); }

/// How many layers it has; of each its operator, its products and the layer itself.
int etch_layer_count();
int etch_layer_count() { return net::layer_count; }
const char* etch_layer_op(int n);
const char* etch_layer_op(int n) { return placed::graph.nodes[n].op->name; }
long long etch_layer_macs(int n);
long long etch_layer_macs(int n) { return net::layer_macs(n); }
etch::bench::peer* etch_layer(int n);
etch::bench::peer* etch_layer(int n) {
  return layer_at(n, etch::detail::first<net::layer_count>{});
}
}
