// sigmoid and tanh of 16-bit codes by straight lines: a machine's codes are the compiler's.
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>

#include <catch2/catch.hpp>

namespace {

using etch::activation_function;

/// Codes 37 apart, and with them all rests of a line.
inline constexpr int step = 37, count = 65536 / step;
struct codes_of_function {
  std::int16_t code[count];
};
template <activation_function F, int Power>
constexpr etch::interpolated_activation<F> function{etch::power_of_two(Power)};
template <activation_function F, int Power>
constexpr codes_of_function wanted = [] {
  codes_of_function all{};
  for (int i = 0; i < count; ++i) all.code[i] = function<F, Power>(i * step - 32768, 0);
  return all;
}();

template <activation_function F, int Power>
bool is_as_compiled() {
  for (int i = 0; i < count; ++i) {
    volatile std::int32_t code = i * step - 32768;
    if (function<F, Power>(code, 0) != wanted<F, Power>.code[i]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("sigmoid and tanh by straight lines are those of the compiler") {
  CHECK(is_as_compiled<activation_function::sigmoid, -12>());
  CHECK(is_as_compiled<activation_function::sigmoid, -15>());
  CHECK(is_as_compiled<activation_function::tanh, -12>());
  CHECK(is_as_compiled<activation_function::tanh, -11>());
  CHECK(is_as_compiled<activation_function::tanh, -14>());
}
