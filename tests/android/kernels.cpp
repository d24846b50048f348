// The layers of docs/coverage.md by the kernels that AArch64 takes for them, as clang compiles
// them: what g++ alone takes fails here.
#include "coverage/rows.hpp"

struct compiled {
  template <const auto& G>
  void add(const char*, const char*, const char*) {
    static coverage::network_of<G> network;
    network.run();
  }
};
void compile_all() {
  compiled all;
  coverage::add_rows(all);
}
