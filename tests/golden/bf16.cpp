// bfloat16 against the data of folder bf16: conversions, and BFDOT and BFMMLA in the portable
// arithmetic and, where the machine has them, by the instructions.
#include <etch/format/bf16.hpp>

#include "../support/npy.hpp"

#if ETCH_HAS_BF16
#include <arm_neon.h>
#endif

namespace {

using code = etch::minifloat_code<etch::bf16_description>;

TEST_CASE("single precision to bfloat16", "[apart:data]") {
  const auto in = test::npy<std::uint32_t>("bf16/f32_bits.npy");
  const auto out = test::npy<std::uint16_t>("bf16/bf16_bits_rne_quiet_nan.npy");
  const auto cut = test::npy<std::uint16_t>("bf16/bf16_bits_truncate.npy");
  REQUIRE(in.size() == out.size());
  long wrong = 0, wrong_parts = 0, wrong_cut = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float x = __builtin_bit_cast(float, in[i]);
    if (etch::nearest_minifloat<etch::bf16_description>(x, etch::beyond_range::escapes).bits !=
        out[i])
      ++wrong;
    if (x != x) continue;  // parts have no payload
    const etch::parts p = etch::parts_of(x);
    if (etch::minifloat_of<etch::bf16_description>(p, etch::rounding::half_even,
                                                   etch::beyond_range::escapes)
            .bits != out[i])
      ++wrong_parts;
    const bool finite = p.is != etch::parts::what::infinite;
    if (finite &&
        etch::minifloat_of<etch::bf16_description>(p, etch::rounding::toward_zero).bits != cut[i])
      ++wrong_cut;
  }
  CHECK(wrong == 0);
  CHECK(wrong_parts == 0);
  CHECK(wrong_cut == 0);
}

struct cases {
  std::vector<std::uint16_t> a = test::npy<std::uint16_t>("bf16/bfdot_a_bits.npy");
  std::vector<std::uint16_t> b = test::npy<std::uint16_t>("bf16/bfdot_b_bits.npy");
  std::vector<std::uint32_t> sum = test::npy<std::uint32_t>("bf16/bfdot_acc.npy");
  std::vector<std::uint32_t> dot = test::npy<std::uint32_t>("bf16/bfdot_out.npy");
  std::vector<std::uint32_t> matrix = test::npy<std::uint32_t>("bf16/bfmmla_out.npy");
};

std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }

/// The sum that arithmetic makes of `count` products, from `first` on.
float chain(float first, const std::uint16_t* x, const std::uint16_t* w, int count) {
  using math = etch::bfdot_arithmetic;
  math::sum sum = first;
  for (int i = 0; i < count; ++i) {
    sum = math::multiply_add(sum, math::read(code{x[i]}, 0), math::read(code{w[i]}, 0));
  }
  return static_cast<float>(sum);
}

TEST_CASE("the portable arithmetic is that of BFDOT and BFMMLA", "[apart:data]") {
  const cases c;
  long wrong_dot = 0, wrong_matrix = 0;
  for (std::size_t i = 0; i < c.sum.size(); ++i) {
    const float sum = __builtin_bit_cast(float, c.sum[i]);
    if (bits_of(chain(sum, &c.a[2 * i], &c.b[2 * i], 2)) != c.dot[i]) ++wrong_dot;
    const std::size_t block = i / 4 * 8, row = i / 2 % 2 * 4, column = i % 2 * 4;
    if (bits_of(chain(sum, &c.a[block + row], &c.b[block + column], 4)) != c.matrix[i]) {
      ++wrong_matrix;
    }
  }
  CHECK(wrong_dot == 0);
  CHECK(wrong_matrix == 0);
}

TEST_CASE("what is known of single steps") {
  const auto step = [](float sum, float x, float w) {
    return bits_of(etch::bfdot(sum, {x, 0}, {w, 0}));
  };
  CHECK(step(1, 0x1p-15F, 0x1p-15F) == 0x3f800001U);
  CHECK(step(0, 0x1p-70F, 0x1p-70F) == 0);
  CHECK(step(__builtin_bit_cast(float, 0x200U), 0, 0) == 0);
  CHECK(step(1, -1, 1) == 0);
}

#if ETCH_HAS_BF16
bfloat16x8_t halves(const std::uint16_t* x) { return vreinterpretq_bf16_u16(vld1q_u16(x)); }
float32x4_t words(const std::uint32_t* x) { return vreinterpretq_f32_u32(vld1q_u32(x)); }
#endif

TEST_CASE("the instructions give the same", "[apart:data]") {
#if ETCH_HAS_BF16
  const cases c;
  long wrong_dot = 0, wrong_matrix = 0;
  for (std::size_t i = 0; i < c.sum.size(); i += 4) {
    std::uint32_t y[4];
    vst1q_u32(y, vreinterpretq_u32_f32(
                     vbfdotq_f32(words(&c.sum[i]), halves(&c.a[2 * i]), halves(&c.b[2 * i]))));
    for (std::size_t k = 0; k < 4; ++k) wrong_dot += y[k] != c.dot[i + k];
    vst1q_u32(y, vreinterpretq_u32_f32(
                     vbfmmlaq_f32(words(&c.sum[i]), halves(&c.a[2 * i]), halves(&c.b[2 * i]))));
    for (std::size_t k = 0; k < 4; ++k) wrong_matrix += y[k] != c.matrix[i + k];
  }
  CHECK(wrong_dot == 0);
  CHECK(wrong_matrix == 0);
#endif
}

TEST_CASE("the instructions give the same of any bits at all", "[apart:bfdot]") {
#if ETCH_HAS_BF16
  long wrong = 0;
  std::uint64_t counter = 0;
  for (int n = 0; n < 20000; ++n) {
    std::uint16_t a[8], b[8];
    std::uint32_t sum[4], y[4];
    for (auto& x : a) x = static_cast<std::uint16_t>(etch::counted_random(counter++));
    for (auto& x : b) x = static_cast<std::uint16_t>(etch::counted_random(counter++));
    for (auto& x : sum) x = static_cast<std::uint32_t>(etch::counted_random(counter++));
    vst1q_u32(y, vreinterpretq_u32_f32(vbfdotq_f32(words(sum), halves(a), halves(b))));
    for (int k = 0; k < 4; ++k) {
      wrong += y[k] != bits_of(chain(__builtin_bit_cast(float, sum[k]), a + 2 * k, b + 2 * k, 2));
    }
    vst1q_u32(y, vreinterpretq_u32_f32(vbfmmlaq_f32(words(sum), halves(a), halves(b))));
    for (int k = 0; k < 4; ++k) {
      wrong += y[k] !=
               bits_of(chain(__builtin_bit_cast(float, sum[k]), a + k / 2 * 4, b + k % 2 * 4, 4));
    }
  }
  CHECK(wrong == 0);
#else
  std::puts("skipped: this machine has no BFDOT (preset aarch64-i8mm-bf16 has)");
#endif
}

}  // namespace
