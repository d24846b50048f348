// What a small model, MODEL of HEADER, called NAME, costs in each number format.
#include HEADER

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  small_models::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    for (int i = 0; i < 64; ++i) net.input().set(i, i % 17 / 16.0);
    etch::bench::measure_once(report, std::string(NAME "/") + name, net);
  });
}
