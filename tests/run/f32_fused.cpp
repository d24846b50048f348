// f32_fused: this machine adds a product in one rounding, by its instruction or without, and a
// graph of f32 becomes one of it.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace {

using math = etch::fused_single_arithmetic;

/// a + x w, rounded once by integers alone.
float by_parts(float a, float x, float w) {
  return etch::float_of(
      etch::add(etch::parts_of(a), multiply(etch::parts_of(x), etch::parts_of(w))));
}
std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
float number_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

// 1 + 2^-24 (1 - 2^-23) lies below the middle between 1 and the next number: a product that is
// rounded first lies on it.
static_assert(math::multiply_add(1, 0x1p-12F + 0x1p-35F, 0x1p-12F - 0x1p-35F) < 1 + 0x1p-23F);
static_assert(math::multiply_add(-1, 1 + 0x1p-12F, 1 - 0x1p-12F) < 0);  // -2^-24; 0 by two steps

using numbers = std::array<float, 4>;
inline constexpr numbers weights{0.5F, -1, 1 + 0x1p-12F, 0.25F};
alignas(16) inline constexpr auto bytes = std::bit_cast<std::array<unsigned char, 16>>(weights);
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<2, 2>, etch::ohwi>> matrix{
    bytes.data()};
inline constexpr auto small_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<2>>> x) {
      return x | etch::dsl::dense(etch::parameters{matrix});
    });
struct plain : etch::network<small_graph> {};
struct fused : etch::network<etch::fused_products<small_graph>> {};
static_assert(etch::is_kind(fused::input_value<>::is.number,
                            etch::format_id<etch::f32_fused_kind>));
static_assert(etch::is_kind(fused::output_value<>::is.number,
                            etch::format_id<etch::f32_fused_kind>));

}  // namespace

TEST_CASE("a product is added in one rounding") {
  int other = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    // near numbers cancel; each eighth time the sum is below the normal numbers
    const auto draw = [&](std::uint64_t k, int exponent) {
      const std::uint64_t r = etch::counted_random(3 * i + k);
      const auto power =
          static_cast<std::uint32_t>(exponent + static_cast<int>((r >> 40) % 28) - 14);
      return number_of((static_cast<std::uint32_t>(r) & 0x807fffffU) | power << 23);
    };
    const bool tiny = i % 8 == 0;
    const float x = draw(0, tiny ? 64 : 127), w = draw(1, tiny ? 62 : 127);
    float a = draw(2, tiny ? 15 : 127);
    if (i % 5 == 0) a = -x * w;
    const float have = math::multiply_add(a, x, w), want = by_parts(a, x, w);
    CHECK(bits_of(have) == bits_of(want));
    other += bits_of(etch::float_arithmetic::multiply_add(a, x, w)) != bits_of(want) ? 1 : 0;
  }
  CHECK(other > 2000);
  CHECK(bits_of(math::multiply_add(0, -1, 0)) == 0);
  CHECK(bits_of(math::multiply_add(-0.0F, -1, 0)) == 0x80000000U);
}
TEST_CASE("a graph of f32 in f32_fused") {
  static plain p;
  static fused f;
  const float x[]{1 + 0x1p-12F, 1 - 0x1p-12F};
  for (int i = 0; i < 2; ++i) p.input()[i] = f.input()[i] = x[i];
  p.run(), f.run();
  // 0.5 x0 - x1 is exact; in the other sum only one of them keeps the last bit of the product
  CHECK(bits_of(p.output()[0]) == bits_of(f.output()[0]));
  const float in_steps =
      math::multiply_add(math::multiply_add(0, x[0], weights[2]), x[1], weights[3]);
  CHECK(bits_of(f.output()[1]) == bits_of(in_steps));
}
