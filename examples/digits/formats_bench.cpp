// What the digits network costs in each number format.
#include "formats.hpp"

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  unsigned char picture[64];
  for (int i = 0; i < 64; ++i) picture[i] = static_cast<unsigned char>(i % 17);
  digits::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    digits::set_picture(net, picture);
    etch::bench::measure_once(report, std::string("digits/") + name, net);
  });
}
