// A program with one network: reads nothing, runs once, prints how deep the run reached.
#include "../../examples/digits/network.hpp"

#include <cstdio>
#include <stack.hpp>

static digits::s8 net;

extern "C" [[gnu::noinline]] void infer() { net.run(); }

int main() {
  const auto bytes = static_cast<unsigned>(etch::bench::stack_bytes([] { infer(); }));
  std::printf("firmware/stack_bytes %u\n", bytes);
}
