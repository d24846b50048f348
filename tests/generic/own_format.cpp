// A number format from outside that is no integer: 8 bits of sign and logarithm, with nothing but
// what the contract of a kind asks for. Every operator of the library works in it.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>

namespace mine {

/// Sign and a logarithm to base 2 in steps of 1/8; place 0 is the number 0.
struct log_code {
  std::int8_t place;  ///< 64 + 8 log2 |x|, at least 1, with the sign of x
  constexpr bool operator==(const log_code&) const = default;
  constexpr bool operator<(log_code b) const { return place < b.place; }
};

constexpr double power(int eighths) {
  constexpr double root = 1.0905077326652577;  // 2^(1/8)
  double y = etch::power_of_two(eighths >> 3);
  for (int i = 0; i < (eighths & 7); ++i) y *= root;
  return y;
}

/// Numbers as logarithms; products summed in double precision.
struct log_arithmetic {
  using sum = double;
  using operand = double;
  static constexpr sum zero() { return 0; }
  static constexpr operand read(log_code code, int) {
    if (code.place == 0) return 0;
    return code.place < 0 ? -power(-code.place - 64) : power(code.place - 64);
  }
  static constexpr sum add(sum a, sum b) { return a + b; }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    const double product = x * w;
    return a + product;
  }
};

struct log8_kind {
  static constexpr const char* name = "log8";
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  template <int>
  using storage = log_code;
  using arithmetic = log_arithmetic;
  static constexpr log_code lowest(const etch::format&) { return {-127}; }
  static constexpr log_code highest(const etch::format&) { return {127}; }
  static constexpr double decode(const etch::format&, log_code code, int = 0) {
    return log_arithmetic::read(code, 0);
  }
  static constexpr log_code encode(const etch::format&, double real,
                                   etch::rounding = etch::rounding::standard) {
    const double size = real < 0 ? -real : real;
    int place = 0;
    while (place < 127 && size > (decode({}, {static_cast<std::int8_t>(place)}) +
                                  decode({}, {static_cast<std::int8_t>(place + 1)})) /
                                     2) {
      ++place;
    }
    return {static_cast<std::int8_t>(real < 0 ? -place : place)};
  }
};
struct log8 {
  using kind = log8_kind;
  static constexpr int bits = 8;
  static constexpr etch::format descriptor{.kind = &etch::format_id<log8_kind>, .bits = bits};
};

}  // namespace mine

namespace {

using etch::shape;
using etch::tensor;

TEST_CASE("a format of a user's own is a scalar") {
  using number = etch::number<mine::log8>;
  CHECK(number(1).code().place == 64);
  CHECK(number(-2).code().place == -72);
  CHECK((number(4) * number(0.5)).real() == Approx(2));
  CHECK((number(1) + number(1)).real() == Approx(2));
  CHECK(number(4).to<etch::posit<8, 0>>().real() == Approx(4));
  CHECK(etch::number<etch::q<3, 4>>(0.5).to<mine::log8>().code().place == 56);
  CHECK(fma(number(2), number(2), number(4)).real() == Approx(8));
}

alignas(16) inline constexpr float real_weights[2 * 3 * 3 * 2]{
    0.5F, -1, 0.25F, 2, 0, 1,  -0.5F, 0.125F, 1,  -2, 1, 1,    0.5F, 0.5F, -1, 0,  0.25F, 1,
    1,    1,  -1,    1, 0, -2, 0.5F,  1,      -1, 1,  2, 0.5F, 1,    -1,   1,  -1, 0,     0.25F};
struct codes {
  alignas(16) unsigned char byte[2 * 3 * 3 * 2]{};
  constexpr codes() {
    for (int i = 0; i < 36; ++i) {
      const auto real = static_cast<double>(real_weights[i]);
      byte[i] = static_cast<unsigned char>(mine::log8_kind::encode({}, real).place);
    }
  }
};
inline constexpr codes weights;
inline constexpr etch::parameters layer{
    etch::constant<tensor<mine::log8, shape<2, 3, 3, 2>, etch::ohwi>>{weights.byte}};

inline constexpr auto graph = etch::graph<etch::extensions<mine::log8_kind>>(
    [](etch::input<tensor<mine::log8, shape<4, 4, 2>>> x) {
      using namespace etch::dsl;
      auto y = x | conv2d(layer) | leaky_relu(0.25F) | tap("conv");
      auto z = add<mine::log8>(y, x) | max_pool<2>;
      auto m = mul<mine::log8>(z, z) | avg_pool<2>;
      return outputs(y, m | tanh | softmax | global_avg_pool | to<etch::f32> | tap("out"));
    });
struct net : etch::network<graph> {};

TEST_CASE("a format of a user's own runs through a network") {
  static net n;
  double x[4][4][2];
  for (int h = 0; h < 4; ++h)
    for (int w = 0; w < 4; ++w)
      for (int c = 0; c < 2; ++c) {
        n.input().set(h, w, c, (h * 5 + w * 3 + c * 7) % 9 / 4.0 - 1);
        x[h][w][c] = n.input().real(h, w, c);
      }
  n.run();
  const auto y = n.output<"conv">();
  for (int h = 0; h < 4; ++h)
    for (int w = 0; w < 4; ++w)
      for (int o = 0; o < 2; ++o) {
        double sum = 0;
        for (int u = 0; u < 3; ++u)
          for (int v = 0; v < 3; ++v)
            for (int c = 0; c < 2; ++c) {
              const int i = h + u - 1, j = w + v - 1;
              if (i < 0 || i > 3 || j < 0 || j > 3) continue;
              sum += x[i][j][c] * static_cast<double>(real_weights[((o * 3 + u) * 3 + v) * 2 + c]);
            }
        const double want = sum < 0 ? sum / 4 : sum;
        CHECK(y.real(h, w, o) == Approx(want).epsilon(0.1).margin(0.01));
      }
  const auto out = n.output<"out">();
  CHECK(static_cast<double>(out[0] + out[1]) == Approx(1).epsilon(0.06));
}

}  // namespace
