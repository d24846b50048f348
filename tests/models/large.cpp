// A layer of 512 Ki weights, more than compilers evaluate unless they are told to: each output
// against its formula, so that every weight has to lie where the kernels look for it.
#include <catch2/catch.hpp>
#include <large.hpp>

namespace {

/// Numbers by chance, as large_file.cpp has them.
struct chance {
  std::uint32_t code = 1;
  int next() {
    code = 1664525 * code + 1013904223;
    return static_cast<int>(code >> 24);
  }
};

constexpr int inputs = 512, outputs = 1024, zero = -3;

TEST_CASE("half a million weights") {
  static etch_models::large net;
  for (int i = 0; i < inputs; ++i) net.input()[i] = static_cast<std::int8_t>(i * 37 % 256 - 128);
  net.run();
  chance weights, biases;
  int wrong = 0;
  for (int o = 0; o < outputs; ++o) {
    int sum = biases.next();
    for (int i = 1; i < 4; ++i) biases.next();  // bytes of a bias that are 0
    for (int i = 0; i < inputs; ++i) {
      const int w = weights.next();
      sum += (w < 128 ? w : w - 256) * (net.input()[i] - zero);
    }
    // sum / 2048: the multiplication by 1/2 rounds up, the shift by 10 away from zero
    const int half = (sum + 1) >> 1;
    const int code = (half < 0 ? -((512 - half) >> 10) : (half + 512) >> 10) + zero;
    wrong += net.output()[o] != etch::clamp(code, -128, 127);
  }
  CHECK(wrong == 0);
}

}  // namespace
