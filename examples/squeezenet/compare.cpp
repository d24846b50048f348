// SqueezeNet 1.0 and 1.1 with random weights in each number format: ./dev compare squeezenet
#include "compare_in.hpp"

#include <etch/base/list.hpp>

int main(int argc, char** argv) {
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  squeezenet::comparisons both{etch::host::comparison(*options), etch::host::comparison(*options)};
  etch::for_each_index<examples::format_count>([&]<int I>() { squeezenet::compare_in<I>(both); });
  fmt::print("\nSqueezeNet 1.0\n");
  const bool older = both.older.finish() == 0;
  fmt::print("\nSqueezeNet 1.1\n");
  const bool newer = both.newer.finish() == 0;
  if (!both.all_vary) fmt::print(stderr, "compare: outputs are the same for all pictures\n");
  return older && newer && both.all_vary ? 0 : 1;
}
