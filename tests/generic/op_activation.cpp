// sigmoid and tanh: published hashes of every code, the tables against the direct kernels, and f32
// against the functions of the C library.
#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::activation_function;
using etch::chw;
using etch::hwc;
using etch::shape;
namespace ops = etch::ops;

/// FNV-1a over the bytes of little-endian codes.
template <class T, class At>
constexpr std::uint32_t hash(int count, const At& at) {
  std::uint32_t h = 2166136261U;
  for (int i = 0; i < count; ++i) {
    const auto code = static_cast<std::uint32_t>(at(i));
    for (unsigned b = 0; b < sizeof(T); ++b) h = (h ^ (code >> 8 * b & 0xff)) * 16777619U;
  }
  return h;
}

// ---- CMSIS-NN's legacy tables, and what they make of every code
template <activation_function F, class Y>
constexpr std::uint32_t table_hash() {
  return hash<Y>(256, [](int i) { return etch::shared_table<etch::legacy_table<F, Y>>.code[i]; });
}
static_assert(table_hash<activation_function::sigmoid, std::int8_t>() == 0xf5ebadca);
static_assert(table_hash<activation_function::tanh, std::int8_t>() == 0xb94abc17);
static_assert(table_hash<activation_function::sigmoid, std::int16_t>() == 0x83303d60);
static_assert(table_hash<activation_function::tanh, std::int16_t>() == 0x0fb8f5b5);
static_assert(hash<std::uint16_t>(256, [](int i) {
                return etch::shared_table<etch::sigmoid_codes>.code[i];
              }) == 0x4fb821ec);

/// The operator of F on input format X, all codes in a row.
template <activation_function F>
struct words;
template <>
struct words<activation_function::sigmoid> {
  using op = ops::sigmoid;
  using direct = etch::sigmoid_generic;
  using table = etch::sigmoid_table;
};
template <>
struct words<activation_function::tanh> {
  using op = ops::tanh;
  using direct = etch::tanh_generic;
  using table = etch::tanh_table;
};

template <activation_function F, class X, class K = typename words<F>::direct>
std::uint32_t hash_of_all(int first) {
  using kind = typename X::kind;
  using code = typename kind::template storage<X::bits>;
  constexpr int count = 1 << X::bits;
  static constexpr one_node g(typename words<F>::op{}, {given<X, shape<count>>});
  std::vector<code> x;
  for (int i = 0; i < count; ++i) x.push_back(static_cast<code>(first + i));
  std::vector<typename value_type<g, 8>::storage> y(x.size());
  run_rows<K, g>({0, 1}, y.data(), x.data());
  return hash<typename value_type<g, 8>::storage>(
      count, [&](int i) { return y[static_cast<std::size_t>(i)]; });
}

TEST_CASE("q in 8 bits is CMSIS-NN's, for 0 to 3 integer bits") {
  using etch::q;
  CHECK(hash_of_all<activation_function::sigmoid, q<0, 7>>(0) == 0x42efc5c5);
  CHECK(hash_of_all<activation_function::sigmoid, q<1, 6>>(0) == 0xa9c5b691);
  CHECK(hash_of_all<activation_function::sigmoid, q<2, 5>>(0) == 0x458730e5);
  CHECK(hash_of_all<activation_function::sigmoid, q<3, 4>, etch::sigmoid_table>(0) == 0xf5ebadca);
  CHECK(hash_of_all<activation_function::tanh, q<0, 7>>(0) == 0x04c208bd);
  CHECK(hash_of_all<activation_function::tanh, q<1, 6>>(0) == 0x26a96d51);
  CHECK(hash_of_all<activation_function::tanh, q<2, 5>, etch::tanh_table>(0) == 0xc28fe191);
  CHECK(hash_of_all<activation_function::tanh, q<3, 4>>(0) == 0xb94abc17);
}
TEST_CASE("q in 16 bits is CMSIS-NN's, for 0 to 3 integer bits") {
  using etch::q;
  CHECK(hash_of_all<activation_function::sigmoid, q<0, 15>>(0) == 0xe652f286);
  CHECK(hash_of_all<activation_function::sigmoid, q<1, 14>>(0) == 0x8dc5563f);
  CHECK(hash_of_all<activation_function::sigmoid, q<2, 13>>(0) == 0xd70e2619);
  CHECK(hash_of_all<activation_function::sigmoid, q<3, 12>>(0) == 0x60151630);
  CHECK(hash_of_all<activation_function::tanh, q<0, 15>>(0) == 0xd60fd87a);
  CHECK(hash_of_all<activation_function::tanh, q<1, 14>>(0) == 0x7de06f93);
  CHECK(hash_of_all<activation_function::tanh, q<2, 13>>(0) == 0x7670c083);
  CHECK(hash_of_all<activation_function::tanh, q<3, 12>>(0) == 0xce16dae9);
}
TEST_CASE("affine int8 is TensorFlow Lite Micro's") {
  using std::int8_t;
  CHECK(hash_of_all<activation_function::sigmoid, etch::affine<int8_t, 0.1>>(-128) == 0xde1c978c);
  CHECK(hash_of_all<activation_function::tanh, etch::affine<int8_t, 0.1>>(-128) == 0x4c3ac073);
  CHECK(hash_of_all<activation_function::sigmoid, etch::affine<int8_t, 0.0625>>(-128) ==
        0x8feb3015);
  CHECK(hash_of_all<activation_function::tanh, etch::affine<int8_t, 0.0625>>(-128) == 0x9c9269ef);
  CHECK(hash_of_all<activation_function::sigmoid, etch::affine<int8_t, 0.05, -20>>(-128) ==
        0x47f73966);
}

// ---- the table kernel is the direct one
template <activation_function F, class X, class L>
void check_table() {
  static constexpr one_node g(typename words<F>::op{}, {given<X, shape<2, 3, 8, 8>, L>});
  std::vector<typename value_type<g, 0>::storage> x;
  for (int i = 0; i < 384; ++i) {
    x.push_back(static_cast<typename value_type<g, 0>::storage>(i * 37));
  }
  CHECK(run<typename words<F>::table, g>(x) == run<typename words<F>::direct, g>(x));
}
template <class X>
void check_tables() {
  check_table<activation_function::sigmoid, X, hwc>();
  check_table<activation_function::tanh, X, chw>();
}
TEST_CASE("a table of 256 results is what the direct kernel computes") {
  check_tables<etch::q<0, 7>>();
  check_tables<etch::q<3, 4>>();
  check_tables<etch::affine<std::int8_t, 0.07, -20>>();
  check_tables<etch::affine<std::int8_t, 7.9, 127>>();
  check_tables<etch::affine<std::int8_t, 1e-12>>();
  check_tables<etch::affine<std::uint8_t, 0.03, 200>>();
}

// ---- near the functions themselves
template <activation_function F, class X>
double worst_error() {
  using kind = typename X::kind;
  static constexpr one_node g(typename words<F>::op{}, {given<X, shape<1>>});
  constexpr etch::format fx = g.values[0].is.number, fy = g.values[8].is.number;
  double worst = 0;
  for (int i = kind::lowest(fx); i <= kind::highest(fx); ++i) {
    const auto code = static_cast<typename value_type<g, 0>::storage>(i);
    const auto y = run_whole<typename words<F>::direct, g>(&code);
    const double real = fx.scale * (i - fx.zero);
    const double want =
        F == activation_function::sigmoid ? 1 / (1 + std::exp(-real)) : std::tanh(real);
    worst = std::fmax(worst, std::fabs(fy.scale * (y.code[0] - fy.zero) - want));
  }
  return worst;
}
TEST_CASE("the activation functions stay near exp and tanh") {
  CHECK(worst_error<activation_function::sigmoid, etch::affine<std::int8_t, 0.05, 9>>() <
        1.01 / 256);
  CHECK(worst_error<activation_function::tanh, etch::affine<std::uint8_t, 0.03, 77>>() <
        1.01 / 128);
  // scales that are powers of two, and others
  CHECK(worst_error<activation_function::sigmoid, etch::affine<std::int16_t, 1.0 / 4096>>() <
        4.0 / 32768);
  CHECK(worst_error<activation_function::tanh, etch::affine<std::int16_t, 1.0 / 4096>>() <
        4.0 / 32768);
  CHECK(worst_error<activation_function::tanh, etch::affine<std::int16_t, 1.0 / 2048>>() <
        4.0 / 32768);
  CHECK(worst_error<activation_function::sigmoid, etch::affine<std::int16_t, 0.0003>>() <
        4.0 / 32768);
  CHECK(worst_error<activation_function::tanh, etch::affine<std::int16_t, 0.0003>>() < 4.0 / 32768);
  CHECK(worst_error<activation_function::sigmoid, etch::affine<std::int16_t, 1.9>>() < 4.0 / 32768);
}

TEST_CASE("f32 stays below a relative error of 2^-21") {
  double worst_sigmoid = 0, worst_tanh = 0;
  for (std::uint32_t bits = 0x33000000U; bits < 0x42ae0000U; bits += 1024) {  // to 87
    for (const std::uint32_t sign : {0U, 0x80000000U}) {
      const auto x = __builtin_bit_cast(float, bits | sign);
      const double real = static_cast<double>(x);
      const double sigmoid = 1 / (1 + std::exp(-real)), tanh = std::tanh(real);
      const auto error = [](float have, double want) {
        return std::fabs(static_cast<double>(have) / want - 1);
      };
      worst_sigmoid = std::fmax(worst_sigmoid, error(etch::logistic_of(x), sigmoid));
      worst_tanh = std::fmax(worst_tanh, error(etch::hyperbolic_tangent_of(x), tanh));
    }
  }
  CHECK(worst_sigmoid < 1.0 / (1 << 21));
  CHECK(worst_tanh < 1.0 / (1 << 21));
  CHECK(etch::logistic_of(0) == 0.5F);
  CHECK(etch::logistic_of(-1000) == 0.0F);
  CHECK(etch::logistic_of(1000) == 1.0F);
  CHECK(etch::hyperbolic_tangent_of(0) == 0.0F);
  CHECK(etch::hyperbolic_tangent_of(-1e30F) == -1.0F);
  const float none = etch::hyperbolic_tangent_of(__builtin_nanf(""));
  CHECK(none != none);
}

TEST_CASE("constants computed by the compiler are those of the C library") {
  for (int i = -700; i <= 700; ++i) {
    CHECK(std::fabs(etch::natural_exponential(i * 0.997) / std::exp(i * 0.997) - 1) < 1e-15);
    const double square = std::exp(i * 0.5);
    CHECK(std::fabs(etch::square_root(square) / std::sqrt(square) - 1) < 1e-15);
  }
  CHECK(!(etch::square_root(0) > 0));
}

template <class X>
bool refuses() {
  const etch::operand x = given<X, shape<4>>.is;
  return ops::sigmoid{}.infer({&x, 1}).refused && ops::tanh{}.infer({&x, 1}).refused;
}
TEST_CASE("the activation functions refuse what has no table") {
  CHECK(!refuses<etch::q<3, 4>>());
  CHECK(refuses<etch::q<4, 3>>());
  CHECK(refuses<etch::q<-1, 8>>());
  CHECK(refuses<etch::q<0, 31>>());
  CHECK(refuses<etch::uq<1, 7>>());
  CHECK(refuses<etch::affine<std::int16_t, 0.001, 1>>());
  CHECK(refuses<etch::affine<std::int16_t, 2.0>>());
  CHECK(refuses<etch::affine<std::int8_t, 8.0>>());
  CHECK(refuses<etch::affine<std::int32_t, 0.1>>());
  CHECK(refuses<etch::bias32>());
}

}  // namespace
