// How many seconds of each test set a words network, MODEL of HEADER, called NAME, hears right in
// each number format.
#include HEADER

#include <report.hpp>

#include "test_sets.hpp"

#include <string>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  words::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    for (const words::test_set& set : words::test_sets) {
      int right = 0;
      for (int k = set.first; k < set.first + set.count; ++k) {
        words::set_second(net, k);
        net.run();
        right += etch::arg_max(net.output()) == words::label_of(k) ? 1 : 0;
      }
      report.add(std::string(NAME "/") + name + "/right_" + set.name, "answers", right);
    }
  });
}
