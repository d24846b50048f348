// A convolution and a pooling without the tensor between them: the model of tflite-micro's issue
// 2513, 125 x 90 numbers, 32 filters of 3 x 3 and a pooling of 4 x 4, which takes 1.47 MB there.
// Its output alone has 87,296 bytes, four rows before the pooling 46,080: together 130 KiB, which
// is less than 134 KiB by the last rows of the input. The others lie under rows of the output.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include "../support/poison.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using namespace etch::literals;
using etch::shape, etch::tensor;

/// Numbers from -2 to 2, as little-endian bytes.
struct small_numbers {
  unsigned char byte[4 * 32 * 3 * 3]{};
  constexpr small_numbers() {
    for (int i = 0; i < 32 * 3 * 3; ++i) {
      const auto bits = __builtin_bit_cast(
          unsigned, static_cast<float>(static_cast<signed char>(w::bytes.byte[i])) / 64);
      for (int b = 0; b < 4; ++b) byte[4 * i + b] = static_cast<unsigned char>(bits >> 8 * b);
    }
  }
};
alignas(4) inline constexpr small_numbers numbers{};
inline constexpr parameters filters{
    constant<tensor<f32, shape<32, 3, 3, 1>, ohwi>>{&numbers.byte[0]}};

inline constexpr auto graph = etch::graph([](etch::input<tensor<f32, shape<125, 90, 1>>> x) {
  using namespace etch::dsl;
  return x | conv2d(filters) | relu | max_pool<4>;
});
using whole = network<graph>;
using by_rows = whole::with<options{.ram = ram::smallest}>;
using lines = whole::with<options{.ram = ram::smallest, .input = arrival::rows}>;

static_assert(whole::ram_bytes >= 1440000);  // the tensor
static_assert(by_rows::ram_bytes <= 134_KiB);
static_assert(lines::ram_bytes <= 134_KiB);

whole layers;  // once: boards have 3 MiB

/// Runs Net and the network in layers on the same numbers; whether their outputs are equal.
template <class Net>
bool equals_whole() {
  static Net rows;
  test::lcg random{3};
  static float x[125 * 90];
  for (float& number : x) number = static_cast<float>(random.code()) / 16;
  for (int i = 0; i < layers.input().size(); ++i) layers.input()[i] = x[i];
  layers.run();
  if constexpr (Net::input_arrives) {
    rows.begin();
    for (int r = 0, ready = 0; ready == 0; ++r) {
      float* const to = rows.next_row();
      for (int i = 0; i < 90; ++i) to[i] = x[90 * r + i];
      ready = rows.push_row() ? 1 : 0;
    }
  } else {
    for (int i = 0; i < rows.input().size(); ++i) rows.input()[i] = x[i];
    rows.run();
  }
  int equal = 0;
  for (int i = 0; i < layers.output().size(); ++i)
    equal += layers.output()[i] == rows.output()[i] ? 1 : 0;
  return equal == layers.output().size();
}

}  // namespace

TEST_CASE("convolution and pooling, row by row") {
  CHECK(equals_whole<by_rows>());
  CHECK(equals_whole<lines>());
}
