// The kernels of x86-64 by PMADDWD that put filters or channels side by side equal the generic ones
// on every code. Elsewhere only what is known at compile time.
// PROCESSORS: host
// LONG: instrumented
#include "../support/vectors_of_bytes.hpp"

namespace {

namespace vectors = test::vectors;
using etch::rounding;

struct by_sse2 {
  using conv2d = etch::conv2d_s8_s8_s8_16x3_pmaddwd;
  using depthwise = etch::depthwise_conv2d_s8_s8_s8_8x2_pmaddwd;
  using dense = etch::dense_s8_s8_s8_pmaddwd;
  static constexpr bool takes_one_pixel = false;
  static constexpr int first = 2;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};

}  // namespace

TEST_CASE("conv2d by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_windows<by_sse2>();
}
TEST_CASE("conv2d of groups and of gaps by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_parts<by_sse2>();
}
TEST_CASE("conv2d of even rows by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_even_rows<by_sse2>();
}
TEST_CASE("conv2d of single cells by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_single_cells<by_sse2>();
}
TEST_CASE("conv2d by pairs ends sums as the generic kernel", "[x86_64]") {
  vectors::check_ends<by_sse2>();
}
TEST_CASE("all kinds of weights by pairs equal the generic kernel", "[x86_64]") {
  vectors::check_weights<by_sse2>();
}
TEST_CASE("filters of one code by pairs equal the generic kernel", "[x86_64]") {
  vectors::check_filters_of_one_code<by_sse2>();
}
TEST_CASE("depthwise_conv2d by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_channels<by_sse2>();
}
TEST_CASE("two rows of depthwise_conv2d by pairs equal the generic kernel", "[x86_64]") {
  vectors::check_two_rows<by_sse2>();
}
TEST_CASE("dense by pairs equals the generic kernel", "[x86_64]") {
  vectors::check_dense<by_sse2>();
}
TEST_CASE("weights of 4 bits are bytes to kernels by pairs", "[x86_64]") {
  vectors::check_weights_of_4_bits<by_sse2>();
}
TEST_CASE("kernels by pairs leave to others what they cannot do", "[x86_64]") {
  vectors::check_what_is_left<by_sse2>();
}

// ---- the last step alone
namespace {

#if ETCH_HAS_X86
using etch::x86::ending, etch::x86::sse2;

/// Sums of `factors` by a multiplier m and a shift each, as generic kernels and vectors end them.
template <rounding R>
struct ends_of_sums {
  static constexpr etch::epilogue end{.round = R, .zero = 3, .low = -120, .high = 119};
  static constexpr etch::x86::vector_ends how = etch::x86::ends_of<sse2>(end);
  etch::factor_epilogue<std::int8_t, R, 4> generic{{}, {}, 3, -120, 119};
  etch::x86::unsigned_factors<how.how, 4> vectors{};

  ends_of_sums(const std::int32_t (&m)[4], int shift) {
    for (int k = 0; k < 4; ++k) {
      generic.multiplier[k] = m[k];
      generic.shift[k] = static_cast<std::int8_t>(shift);
      vectors.set(k, end, {m[k], shift});
    }
    vectors.set_range(end);
  }
  void check(const std::int32_t (&sum)[4]) const {
    alignas(16) std::int32_t lifted[4];
    std::int8_t have[16];
    for (int k = 0; k < 4; ++k) lifted[k] = sum[k] + vectors.lift;
    const auto v = etch::x86::end_sums<sse2>(sse2::load_aligned(lifted), vectors.places(), 0);
    sse2::store(have, etch::x86::codes_of<sse2, how>(v, v, v, v, vectors));
    for (int k = 0; k < 16; ++k) REQUIRE(int{have[k]} == int{generic(sum[k % 4], k % 4)});
  }
  /// Sums about each border between two codes, and any.
  void check() const {
    test::random_numbers r{7};
    for (int code = -260; code <= 260; ++code) {
      for (int off = -2; off <= 2; ++off) {
        std::int32_t sum[4];
        for (int k = 0; k < 4; ++k) {
          const double unit = generic.multiplier[k] * etch::power_of_two(generic.shift[k] - 31);
          const double at = (code + 0.5) / unit;
          sum[k] = at < 1e9 && at > -1e9 ? static_cast<std::int32_t>(at) + off : off;
        }
        check(sum);
      }
    }
    for (int i = 0; i < 2000; ++i) {
      std::int32_t sum[4];
      for (std::int32_t& s : sum) {
        s = static_cast<std::int32_t>(r.next() << 8 ^ r.next()) >> r.between(2, 31);
      }
      check(sum);
    }
  }
};
#endif

}  // namespace

TEST_CASE("products without a sign end sums as the generic kernels", "[apart:sse]") {
#if ETCH_HAS_X86
  for (int shift = -1; shift >= -sse2::most_shift; --shift) {
    const auto check = [&]<rounding R>() {
      ends_of_sums<R>({0x40000000, 0x7fffffff, 0x5a827999, 0x40000001}, shift).check();
      ends_of_sums<R>({0x60000000, 0x7ffffffe, 0x50000000, 0x6ccccccd}, shift).check();
    };
    check.template operator()<rounding::tflite_double>();
    check.template operator()<rounding::tflite_single>();
  }
#endif
}
#if ETCH_HAS_X86
TEST_CASE("shifts of sums take ties away from 0 as the generic kernels", "[x86_64]") {
  for (std::int8_t shift = 1; shift <= 22; ++shift) {
    const etch::shift_epilogue<std::int16_t, rounding::half_away> generic{shift, -32'768, 32'767};
    etch::x86::unsigned_factors<ending::by_shift_away, 4> vectors{};
    vectors.set_range({.round = rounding::half_away, .shift = shift, .low = -128, .high = 127});
    const std::int32_t half = 1 << (shift - 1);
    for (int code = -260; code <= 260; ++code) {
      std::int32_t sums[4], have[4];
      for (int k = 0; k < 4; ++k) sums[k] = (2 * code + 1) * half + k - 1;  // about a tie
      const auto lifted =
          _mm_setr_epi32(sums[0] + half, sums[1] + half, sums[2] + half, sums[3] + half);
      etch::x86::store_vector(have, etch::x86::end_sums<sse2>(lifted, vectors.places(), 0));
      for (int k = 0; k < 4; ++k) REQUIRE(have[k] == int{generic(sums[k], k)});
    }
  }
}
#endif
