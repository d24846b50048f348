// Runs MODEL of HEADER, the model in one of the arithmetics, on every case, here:
//
//   numerics <folder of the inputs> <folder of the outputs> <number of cases> [stream]
//
// A network with state begins anew for each case, but with `stream` goes on.
#include HEADER

#include "cases.hpp"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::printf("usage: numerics <inputs> <outputs> <number of cases> [stream]\n");
    return 2;
  }
  using net = etch_models::MODEL;
  alignas(etch::arena_alignment) static unsigned char arena[net::ram_bytes];
  const int cases = std::atoi(argv[3]);
  for (int c = 0; c < cases; ++c) {
    if (c == 0 || argc == 4) net::reset(arena);
    read_inputs<net>(argv[1], c, arena);
    net::run(arena);
    write_outputs<net>(argv[2], c, arena);
  }
  return 0;
}
