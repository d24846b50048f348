// What a words network, MODEL of HEADER, called NAME, costs in each number format.
#include HEADER

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  words::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    for (int i = 0; i < 500; ++i) net.input().set(i, i * 97 % 41 / 2.0 - 10);
    etch::bench::measure_once(report, std::string(NAME "/") + name, net);
  });
}
