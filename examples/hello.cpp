// The smallest network: g++ -std=c++20 -Iinclude examples/hello.cpp && ./a.out
#include <cstdio>
#include <etch/etch.hpp>

// Weights are bytes with linkage: here a 2 x 4 matrix of q<0, 7> codes and two 16-bit biases.
inline constexpr unsigned char weight_bytes[] = "\100\040\020\010\370\360\340\300";
inline constexpr unsigned char bias_bytes[] = "\000\001\000\377";

namespace w {
using namespace etch;
inline constexpr constant<tensor<q<0, 7>, shape<2, 4>>> weights{weight_bytes};
inline constexpr constant<tensor<q<4, 11>, shape<2>>> bias{bias_bytes};
inline constexpr parameters fc{weights, bias};
}  // namespace w

using input_type = etch::tensor<etch::q<2, 5>, etch::shape<4>>;

inline constexpr auto hello_graph = etch::graph([](etch::input<input_type> x) {
  using namespace etch::dsl;
  return x | dense(w::fc) | to<etch::q<3, 4>> | relu | tap("y");
});

struct hello : etch::network<hello_graph> {};

using namespace etch::literals;
static_assert(hello::ram_bytes <= 16);        // checked by the compiler: inputs, outputs, all
static_assert(etch::fits_ram<hello, 1_KiB>);  // the same, and an error names the layer

// A whole inference inside the compiler: the unit test is the build.
constexpr signed char sample[4] = {32, 64, -32, 16};
static_assert(hello::evaluate(sample).code[0] == 17);

int main() {
  static hello net;
  for (int i = 0; i < 4; ++i) net.input()[i] = sample[i];
  net.run();
  std::printf("y = %g %g  (%d bytes of RAM, %d of constants, %lld MACs)\n", net.output().real(0),
              net.output().real(1), hello::ram_bytes, hello::constant_bytes, hello::macs);
}
