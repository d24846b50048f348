// A words network, MODEL of HEADER, called NAME, in each number format: ./dev compare words_dnn,
// words_ds_cnn, words_fastgrnn.
// --set <name>, in front of all other words, tells which of the test sets; else the clean one.
#include HEADER

#include <etch/host/compare.hpp>

#include "test_sets.hpp"

#include <string_view>

int main(int argc, char** argv) {
  words::test_set set = words::test_sets[0];
  if (argc > 2 && std::string_view(argv[1]) == "--set") {
    const words::test_set* const named = words::find_test_set(argv[2]);
    if (named == nullptr) {
      fmt::print(stderr, "compare: no set '{}'; there are clean, 10dB, 0dB\n", argv[2]);
      return 2;
    }
    set = *named;
    argv[2] = argv[0];
    argc -= 2, argv += 2;
  }
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  etch::host::comparison comparison(*options, NAME);
  if (!comparison.read_figures()) return 1;
  const etch::host::samples seconds{
      set.count, [&](auto& net, int k) { words::set_second(net, set.first + k); },
      [&](int k) { return words::label_of(set.first + k); }};
  words::MODEL::for_each_format(
      [&]<class Net>(const char* name) { comparison.run<Net>(name, seconds); });
  return comparison.finish();
}
