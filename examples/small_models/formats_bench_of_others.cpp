// What a model that others trained, MODEL of HEADER, called NAME, costs in each number format.
#include "samples_of_others.hpp"

#include HEADER

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  small_models::MODEL::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    small_models::MODEL::set_sample(net, 0);
    etch::bench::measure_once(report, std::string(NAME "/") + name, net);
  });
}
