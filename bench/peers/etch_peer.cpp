// A network of etch as a module of bench/peers/compare.py; FUSED: one of f32 in f32_fused.
#include HEADER

#include <cstddef>
#include <cstring>

#include "peer.hpp"

namespace {

#ifdef FUSED
struct compared : etch::network<etch::fused_products<MODEL::graph>> {};
#else
using compared = MODEL;
#endif

class etch_peer : public etch::bench::peer {
 public:
  void read_input(const void* codes) override {
    const auto x = net_.input();
    std::memcpy(x.data(), codes, static_cast<std::size_t>(x.size()) * sizeof x[0]);
  }
  void run() override { net_.run(); }
  void write_output(void* codes) override {
    const auto y = net_.output();
    std::memcpy(codes, y.data(), static_cast<std::size_t>(y.size()) * sizeof y[0]);
  }

 private:
  compared net_;
};

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
}
