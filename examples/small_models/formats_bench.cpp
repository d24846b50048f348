// What a small model costs in each number format, MODEL of HEADER.
#include HEADER

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  small_models::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    for (int i = 0; i < 64; ++i) net.input().set(i, i % 17 / 16.0);
    report.add(std::string(name) + "/instructions", "instructions", etch::bench::instructions(net));
  });
}
