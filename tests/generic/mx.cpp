// Blocks of numbers with one scale: how they are made, where they lie, and a layer that reads them.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>
#include <vector>

namespace {

/// 70 numbers: a block of mixed sizes, one of zeros, one of 6 of which the last is tiny.
double number(int i) {
  if (i < 32) return (i % 2 == 0 ? 1 : -1) * std::ldexp(1 + i / 32.0, i % 9 - 6);
  if (i < 64) return 0;
  return i == 69 ? 1e-30 : std::ldexp(i - 60.5, 20);
}

/// What the block of number i has as exponent, and the element that it becomes, by trial: the
/// nearest of all elements, the one with an even pattern where two are as near.
template <class D>
double expected(int i) {
  using code = etch::mx_element_t<D>;
  double largest = 0;
  for (int k = i / 32 * 32; k < std::min(70, i / 32 * 32 + 32); ++k) {
    largest = std::fmax(largest, std::fabs(number(k)));
  }
  const double largest_element = static_cast<double>(static_cast<float>(code{code::largest}));
  const int scale =
      largest > 0 ? std::max(-127, std::ilogb(largest) - std::ilogb(largest_element)) : -127;
  double best = 0, error = HUGE_VAL;
  unsigned pattern = 1;
  for (unsigned p = 0; p < 1U << code::width; ++p) {
    const code c{static_cast<typename code::integer>(p)};
    const auto value = static_cast<double>(static_cast<float>(c));
    if (!(std::fabs(value) <= largest_element)) continue;
    const double off = std::fabs(std::ldexp(value, scale) - number(i));
    if (off > error || (!(off < error) && (p % 2 != 0 || pattern % 2 == 0))) continue;
    best = value, error = off, pattern = p;
  }
  return std::ldexp(best, scale);
}

template <class F, class D>
void check_blocks() {
  using kind = typename F::kind;
  using blocks = typename kind::blocks;
  unsigned char bytes[blocks::bytes(70)]{};
  blocks::store(bytes, 70, number);
  INFO(kind::name);
  for (int i = 0; i < 70; ++i) {
    const auto code = blocks::load(bytes, i, 70);
    const double have = kind::decode(F::descriptor, code), want = expected<D>(i);
    CHECK((have <= want && have >= want));
  }
}

TEST_CASE("a block has the scale of its largest number, its elements are the nearest") {
  check_blocks<etch::mxfp8_e4m3, etch::e4m3_description>();
  check_blocks<etch::mxfp8_e5m2, etch::e5m2_description>();
  check_blocks<etch::mxfp6_e3m2, etch::e3m2_description>();
  check_blocks<etch::mxfp6_e2m3, etch::e2m3_description>();
  check_blocks<etch::mxfp4, etch::e2m1_description>();
  check_blocks<etch::mxint8, etch::mx_int8_description>();
}

TEST_CASE("elements lie before scales, those of 4 bits two to a byte") {
  using blocks = etch::mxfp4::kind::blocks;
  unsigned char bytes[blocks::bytes(33)]{};
  static_assert(blocks::bytes(33) == 17 + 2);
  blocks::store(bytes, 33, [](int i) {
    return i == 0 ? 6.0 : i == 1 ? -0.5 : i == 32 ? 8.0 : 0.0;
  });
  CHECK(bytes[0] == 0x97);   // 6 is 0111, -0.5 is 1001
  CHECK(bytes[16] == 0x06);  // 8 = 4 * 2: 0110
  CHECK(bytes[17] == 127);
  CHECK(bytes[18] == 128);
}

TEST_CASE("elements of mxint8 are symmetric; the code of -2 is read") {
  using kind = etch::mxint8::kind;
  unsigned char bytes[kind::blocks::bytes(32)]{};
  static_assert(kind::blocks::bytes(33) == 33 + 2);
  kind::blocks::store(bytes, 32, [](int i) {
    return i == 0 ? 1.0 : i == 1 ? -1.999 : i == 2 ? 2.5 / 64 : i == 3 ? -3.5 / 64 : 1.999;
  });
  CHECK(bytes[0] == 64);
  CHECK(bytes[1] == 0x81);  // -127
  CHECK(bytes[2] == 2);     // ties to even
  CHECK(bytes[3] == 0xfc);
  CHECK(bytes[4] == 127);
  CHECK(bytes[32] == 127);  // 2^0
  bytes[0] = 0x80, bytes[32] = 130;
  const double least = kind::decode(etch::mxint8::descriptor, kind::load(bytes, 0, 32));
  CHECK((least <= -16 && least >= -16));
}

TEST_CASE("a number that is none makes its block none") {
  using kind = etch::mxfp8_e4m3::kind;
  unsigned char bytes[kind::blocks::bytes(40)]{};
  kind::blocks::store(bytes, 40, [](int i) { return i == 3 ? std::nan("") : 1.0; });
  const auto at = [&](int i) {
    return kind::decode(etch::mxfp8_e4m3::descriptor, kind::load(bytes, i, 40));
  };
  CHECK(at(0) != at(0));
  CHECK((at(32) <= 1 && at(32) >= 1));
}

// ---- a layer of f32 values, whose sums are those of the decoded weights
constexpr int inputs = 45, outputs = 3;  // blocks that lie across outputs
template <class F>
struct layer_of {
  struct weights {
    alignas(16) unsigned char byte[F::kind::blocks::bytes(inputs * outputs)]{};
    constexpr weights() {
      F::kind::blocks::store(byte, inputs * outputs,
                             [](int i) { return (i * 37 % 64 - 31) / 16.0; });
    }
  };
  static constexpr weights packed{};
  static constexpr etch::parameters layer{
      etch::constant<etch::tensor<F, etch::shape<outputs, inputs>>>{packed.byte}};
  static constexpr auto graph =
      etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<inputs>>> x) {
        using namespace etch::dsl;
        return x | dense(layer);
      });
  struct net : etch::network<graph> {};
};

template <class F>
void check_layer(int constant_bytes) {
  using layer = layer_of<F>;
  static typename layer::net n;
  for (int i = 0; i < inputs; ++i) n.input()[i] = static_cast<float>(i % 7) - 3;
  n.run();
  for (int o = 0; o < outputs; ++o) {
    double sum = 0;
    for (int k = 0; k < inputs; ++k) {
      const auto w = F::kind::load(layer::packed.byte, o * inputs + k, inputs * outputs);
      sum += F::kind::decode(F::descriptor, w) * (k % 7 - 3);
    }
    CHECK(static_cast<double>(n.output()[o]) == Approx(sum));
  }
  CHECK(layer::net::constant_bytes < constant_bytes + 32);
}

TEST_CASE("a dense layer reads blocks") {
  check_layer<etch::mxfp4>(68 + 5);
  check_layer<etch::mxint8>(135 + 5);
}

}  // namespace
