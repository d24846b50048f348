// What a words network, MODEL of HEADER, called NAME, costs in each number format.
#include HEADER

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  words::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    const auto fill = [](auto& n, int) {
      for (int i = 0; i < 500; ++i) n.input().set(i, i * 97 % 41 / 2.0 - 10);
    };
    fill(net, 0);
    const std::string model = std::string(NAME "/") + name;
    report.add(model + "/instructions", "instructions", etch::bench::instructions(net));
    report.add(model + "/constant_bytes", "bytes", Net::constant_bytes);
    report.add(model + "/ram_bytes", "bytes", Net::ram_bytes);
    if (etch::bench::cycle_model::available()) {
      fill(net, 0);
      etch::bench::cycle_model::start();
      net.run();
      report.add(model + "/modelled_cycles", "cycles", etch::bench::cycle_model::stop().middle());
    }
  });
}
