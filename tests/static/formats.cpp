// Codes of known numbers in every family of formats, asserted by the compiler: ties, the ends of
// the range, the smallest numbers, signs, packed codes.
#include <etch/format/formats.hpp>
#include <etch/format/mx.hpp>

namespace {

using namespace etch;
constexpr auto standard = rounding::standard;

// ---- integers
template <class F>
constexpr int code(double real, rounding r = standard) {
  return static_cast<int>(F::kind::encode(F::descriptor, real, r));
}
template <class F>
constexpr double real(int code, int channel = 0) {
  return F::kind::decode(F::descriptor, code, channel);
}
using s8 = affine<std::int8_t, 0.5, -7>;
using u8 = affine<std::uint8_t, 0.5, 200>;
constexpr double scales[2]{0.5, 0.25};
using channels = affine_channels<std::int8_t, scales>;
static_assert(code<s8>(0) == -7 && code<s8>(1.25) == -4 && code<s8>(-1.25) == -10);
static_assert(code<s8>(0.25, rounding::half_up) == -6 && code<s8>(-0.25, rounding::half_up) == -7);
static_assert(code<s8>(0.2, rounding::half_up) == -7 && code<s8>(0.3, rounding::half_up) == -6);
static_assert(code<s8>(0.25, rounding::half_even) == -7 &&
              code<s8>(0.75, rounding::half_even) == -5);
static_assert(code<s8>(0.49, rounding::toward_zero) == -7);
static_assert(code<s8>(-0.49, rounding::toward_zero) == -7);
static_assert(code<s8>(1e9) == 127 && code<s8>(-1e9) == -128);
static_assert(code<s8>(66.9) == 127 && code<s8>(67.3) == 127 && code<s8>(-60.4) == -128);
static_assert(code<u8>(27.5) == 255 && code<u8>(28) == 255 && code<u8>(-100) == 0 &&
              code<u8>(-101) == 0);
static_assert(real<s8>(-7) == 0 && real<s8>(-6) == 0.5 && real<u8>(0) == -100);
static_assert(real<channels>(3, 0) == 1.5 && real<channels>(3, 1) == 0.75);
static_assert(code<q<0, 7>>(0.5) == 64 && code<q<3, 4>>(0.5) == 8 && code<q<-2, 9>>(0.125) == 64);
static_assert(code<uq<0, 8>>(1) == 255 && code<uq<3, 5>>(4) == 128 && code<uq<0, 8>>(-1) == 0);
static_assert(q<-2, 9>::descriptor.unit() == 1.0 / 512 && uq<10, -2>::descriptor.unit() == 4);
static_assert(fraction_bits(1, 8, group::activations) == 8);
static_assert(fraction_bits(1.01, 8, group::activations) == 7);
static_assert(fraction_bits(0.5, 8, group::parameters) == 8 &&
              fraction_bits(6, 8, group::parameters) == 4);

// ranges: 0 is a code, [-1, 3] in 255 steps
using over = affine_over<std::int8_t, -1.0, 3.0>;
using over_unsigned = affine_over<std::uint8_t, -1.0, 3.0>;
static_assert(over::descriptor.zero == -64 && over_unsigned::descriptor.zero == 64);
static_assert(affine_over<std::int8_t, 1.0, 3.0>::descriptor.zero == -128);
static_assert(affine_over<std::uint8_t, -3.0, -1.0>::descriptor.zero == 255);
constexpr range_codes bytes{-1, 3, 8, true, true};
static_assert(bytes.encode(3) == 127 && bytes.encode(-1) == -128 && bytes.encode(9) == 127);
constexpr float infinite = __builtin_inff();
constexpr float some[]{1, -2, infinite, -infinite, __builtin_nanf(""), 0.5F};
static_assert(range_of(some, 6).low == -2 && range_of(some, 6).high == 1);
constexpr byte_codes two_fifty_five = byte_range({0, 255});
static_assert(two_fifty_five.encode(0.5F) == 0 && two_fifty_five.encode(1.5F) == 2);
static_assert(two_fifty_five.encode(2.5F) == 2 && two_fifty_five.encode(300) == 255);
static_assert(byte_range({-255, 0}).zero == 255 && byte_range({-255, 0}).encode(-1.5F) == 253);

// QUANTIZE: ties away from 0, NaN as real 0
constexpr float_to_integer<std::int8_t, rounding::half_away> lite{0.5F, -7, -128, 127};
static_assert(lite(0.25F, 0) == -6 && lite(-0.25F, 0) == -8 && lite(0.24F, 0) == -7);
static_assert(lite(__builtin_nanf(""), 0) == -7 && lite(infinite, 0) == 127 &&
              lite(-1e30F, 0) == -128);

// ---- packed codes: 3 bits over bytes, 7 bits nine to a word
template <int Bits, bool Sign>
constexpr bool packs() {
  constexpr int count = 40;
  unsigned char memory[packed_bytes(Bits, count)]{};
  const auto at = [](int i) {
    const int all = 1 << Bits;
    return (i * 11 + 3) % all - (Sign ? all / 2 : 0);
  };
  for (int i = 0; i < count; ++i) write_packed(memory, Bits, i, at(count - 1 - i));
  for (int i = count - 1; i >= 0; --i) write_packed(memory, Bits, i, at(i));
  for (int i = 0; i < count; ++i) {
    if (read_packed(memory, Bits, Sign, i) != at(i)) return false;
  }
  return true;
}
static_assert(packs<1, false>() && packs<2, true>() && packs<3, true>() && packs<3, false>());
static_assert(packs<4, true>() && packs<5, true>() && packs<6, false>() && packs<7, true>());
static_assert(packed_bytes(3, 9) == 4 && packed_bytes(7, 9) == 8 && packed_bytes(7, 10) == 16);
static_assert(packed_bit(7, 9) == 64 && packed_bit(5, 3) == 15);

// ---- floating point of 16 and 8 bits: every tie to even, numbers below the normal ones
template <class F>
constexpr unsigned bits(float x) {
  return F::kind::from_float(x).bits;
}
template <class F>
constexpr unsigned bits_of_parts(double x, rounding r = standard) {
  return F::kind::encode(F::descriptor, x, r).bits;
}
constexpr float step = 1.0F / 2048;  // half the last place of 1 in f16
static_assert(bits<f16>(1) == 0x3c00 && bits<f16>(-2) == 0xc000);
static_assert(bits<f16>(1 + step) == 0x3c00 && bits<f16>(1 + 3 * step) == 0x3c02);
static_assert(bits<f16>(1 + 1.01F * step) == 0x3c01);
static_assert(bits<f16>(65504) == 0x7bff && bits<f16>(1e30F) == 0x7bff &&
              bits<f16>(-1e30F) == 0xfbff);
constexpr float tiny = 1.0F / 16777216;  // 2^-24, the least number
static_assert(bits<f16>(tiny) == 1 && bits<f16>(tiny / 2) == 0 && bits<f16>(1.5F * tiny) == 2);
static_assert(bits<f16>(1023 * tiny) == 1023 && bits<f16>(1024 * tiny) == 1024);
static_assert(bits_of_parts<f16>(1023.6 / 16777216) == 1024);
static_assert(bits_of_parts<f16>(2.5 / 16777216) == 2 && bits_of_parts<f16>(3.5 / 16777216) == 4);
static_assert(bits_of_parts<f16>(1e300) == 0x7bff &&
              bits_of_parts<f16>(0.3, rounding::toward_zero) == 0x34cc);
static_assert(bits<bf16>(1 + 1.0F / 256) == 0x3f80 && bits<bf16>(1 + 3.0F / 256) == 0x3f82);
static_assert(bits<e4m3>(448) == 0x7e && bits<e4m3>(1e9F) == 0x7e && bits<e4m3>(1.0F / 512) == 1);
static_assert(bits<e5m2>(57344) == 0x7b && bits<e5m2>(1.125F) == 0x3c &&
              bits<e5m2>(1.375F) == 0x3e);
static_assert(nearest_minifloat<f16_description>(1e30F, beyond_range::escapes).bits == 0x7c00);
static_assert(minifloat_of<f16_description>(parts_of(1e30), rounding::half_even,
                                            beyond_range::escapes)
                  .bits == 0x7c00);
using half = minifloat_code<f16_description>;
static_assert(half{0xc000} < half{0x3c00} && half{0xc000} < half{0xbc00} &&
              !(half{0x8000} < half{0}));
static_assert(!(half{0x7e00} < half{0x3c00}) && !(half{0x3c00} < half{0x7e00}));
static_assert(static_cast<float>(half{1}) == tiny &&
              static_cast<float>(half{0x83ff}) == -1023 * tiny);

// ---- posits: 1 is 0100..0, each step of the regime doubles (es 0) or quadruples (es 1)
template <class F>
constexpr int pattern(double x) {
  return F::kind::encode(F::descriptor, x).bits;
}
using p8 = posit<8, 0>;
using p16 = posit<16, 1>;
static_assert(pattern<p8>(1) == 0x40 && pattern<p8>(2) == 0x60 && pattern<p8>(0.5) == 0x20);
static_assert(pattern<p8>(64) == 0x7f && pattern<p8>(1e9) == 0x7f && pattern<p8>(1e-9) == 1);
static_assert(pattern<p8>(-1e-9) == -1 && pattern<p8>(0) == 0 && pattern<p8>(-1.5) == -0x50);
static_assert(pattern<p8>(1.0 / 64) == 1 && pattern<p8>(0.25) == 0x10 && pattern<p8>(3.25) == 0x6a);
static_assert(pattern<p16>(1) == 0x4000 && pattern<p16>(2) == 0x5000 && pattern<p16>(4) == 0x6000);
static_assert(pattern<p16>(0.25) == 0x2000 && pattern<p16>(1e30) == 0x7fff &&
              pattern<p16>(1e-30) == 1);
// a quire of many limbs: the lowest bit alone, and far below the highest
constexpr parts of_limbs(std::uint32_t low, std::uint32_t high) {
  quire<6> sum;
  sum.limb[0] = low, sum.limb[5] = high;
  return parts_of(sum, 0);
}
static_assert(of_limbs(1, 0).exponent == 0 && of_limbs(0, 1).exponent == 160);
static_assert((of_limbs(1, 1).significand & 1) == 1 && (of_limbs(0, 1).significand & 1) == 0);
constexpr bool each_limb_is_seen() {
  for (int i = 0; i < 4; ++i) {
    quire<6> sum;
    sum.limb[i] = 1, sum.limb[5] = 1;
    if ((parts_of(sum, 0).significand & 1) == 0) return false;
  }
  return true;
}
static_assert(each_limb_is_seen() && limbs_for(6) == 2 && limbs_for(28) == 3);

// ---- parts: bits that are lost leave an odd last one
static_assert(detail::shift_to_odd(12, 2) == 3 && detail::shift_to_odd(13, 2) == 3);
static_assert(detail::shift_to_odd(8, 2) == 2 && detail::shift_to_odd(9, 2) == 3);
static_assert(detail::shift_to_odd(1, 64) == 1 && detail::shift_to_odd(0, 64) == 0);
static_assert(detail::shift_to_odd(5, 100) == 1);
static_assert((add(parts_of(1.0), parts_of(power_of_two(-100))).significand & 7) != 0);
// BFDOT's sums: of an inexact one the odd neighbour
static_assert(add_to_odd(1, static_cast<float>(power_of_two(-30))) ==
              1 + static_cast<float>(power_of_two(-23)));
static_assert(add_to_odd(1, -static_cast<float>(power_of_two(-30))) ==
              1 - static_cast<float>(power_of_two(-24)));
static_assert(add_to_odd(-1, static_cast<float>(power_of_two(-30))) ==
              -1 + static_cast<float>(power_of_two(-24)));
static_assert(add_to_odd(1, 2) == 3);

// ---- blocks of 32: the scale of the largest exponent, less that of the largest element
constexpr bool block_is_right() {
  using memory = mx_memory<e2m1_description>;  // elements up to 6 = 1.5 * 2^2
  unsigned char stored[memory::bytes(34)]{};
  memory::store(stored, 34, [](int i) { return i == 3 ? 12.0F : i == 33 ? 0.5F : 1.0F; });
  return static_cast<float>(memory::load(stored, 3, 34)) == 12.0F &&
         static_cast<float>(memory::load(stored, 0, 34)) == 1.0F &&
         static_cast<float>(memory::load(stored, 33, 34)) == 0.5F &&
         memory::load(stored, 0, 34).scale == 128 && memory::load(stored, 33, 34).scale == 125;
}
static_assert(block_is_right());

}  // namespace
