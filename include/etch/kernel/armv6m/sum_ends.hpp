// The end of a sum without DSP instructions: its constants a channel, and the last step in
// instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/armv7em/codes.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

/// Where the sum of a channel starts.
struct shifted_sum {
  std::int32_t start;
};
/// The same with its factor.
struct factored_sum {
  std::int32_t start;
  std::int32_t multiplier;
  std::int32_t last;  ///< 2^16 times the zero point, plus the right shift in the lowest byte
};
template <bool Shifts>
struct sum_end {
  using type = factored_sum;
};
template <>
struct sum_end<true> {
  using type = shifted_sum;
};

/// What a row loop needs to know of the end of call C beside that: codes are low .. low + range.
struct code_range {
  int shift;  ///< of all sums, where there are no factors
  int low, range;
};
template <class C>
constexpr code_range code_range_of() {
  using e = armv7em::ending<C>;
  return {e::shift, e::to.low, e::to.high - e::to.low};
}

/// The constants of a channel, whose sum is of products of raw codes, from facts on its filter; for
/// an end that counts codes from `lift` on.
template <class C>
constexpr auto make_sum_end(const armv7em::filter_facts& f, int lift) {
  using e = armv7em::ending<C>;
  const auto minus = [](std::int32_t a, long long b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
  };
  if constexpr (e::shifts) {
    return shifted_sum{minus(f.start, static_cast<long long>(lift - e::lift) * (1 << e::shift))};
  } else {
    const std::int32_t half = 1 << (f.factor.shift - 1);
    const std::int32_t zero = (f.factor.offset - half) / (1 << f.factor.shift) + e::lift - lift;
    return factored_sum{f.start, f.factor.multiplier, zero * (1 << 16) + f.factor.shift};
  }
}

#if ETCH_HAS_M_PROFILE

/// A number counted from the lower limit as a code.
template <class Ending>
ETCH_GLUE std::int8_t code_in(const code_range& r, std::int32_t v) {
  using armv7em::saturation;
  constexpr bool is_known = Ending::limit != saturation::to_range;
  constexpr code_range known =
      Ending::limit == saturation::to_int8 ? code_range{0, -128, 255} : code_range{0, 0, 127};
  const int low = is_known ? known.low : r.low, range = is_known ? known.range : r.range;
  if (static_cast<std::uint32_t>(v) > static_cast<std::uint32_t>(range)) [[unlikely]] {
    v = v < 0 ? 0 : range;
  }
  return static_cast<std::int8_t>(v + low);
}

template <class Ending>
ETCH_GLUE std::int8_t end_sum(const code_range& r, const shifted_sum* k, std::int32_t sum) {
  return code_in<Ending>(r, (sum + k->start) >> r.shift);
}

/// sum * factor by halves of 16 bits: with sum = 2^16 a + b and multiplier = 2^16 m + l, b signed,
/// t = a l + b m + floor(b l / 2^16) has 32 bits, and 2 a m + t / 2^15 is the product by 2^31. Each
/// ASRS leaves in the carry what it cuts off at half, each ADCS rounds by it. |sum| < 2^30.
template <class Ending>
ETCH_GLUE std::int8_t end_sum(const code_range& r, const factored_sum* k, std::int32_t sum) {
  using armv7em::factor_step;
  std::int32_t low, part, m;
  __asm(
      ".syntax unified\n\t"
      "ldr %[m],[%[k]]\n\tadds %[sum],%[sum],%[m]\n\t"
      "sxth %[low],%[sum]\n\tsubs %[sum],%[sum],%[low]\n\tasrs %[sum],%[sum],#16\n\t"
      "ldrh %[m],[%[k],#4]\n\tmovs %[part],%[low]\n\tmuls %[part],%[m],%[part]\n\t"
      "asrs %[part],%[part],#16\n\tmuls %[m],%[sum],%[m]\n\tadds %[part],%[part],%[m]\n\t"
      "ldrh %[m],[%[k],#6]\n\tmuls %[low],%[m],%[low]\n\tadds %[part],%[part],%[low]\n\t"
      "muls %[sum],%[m],%[sum]\n\tadds %[sum],%[sum],%[sum]"
      : [sum] "+l"(sum), [low] "=&l"(low), [part] "=&l"(part), [m] "=&l"(m)
      : [k] "l"(k), "m"(*k)
      : "cc");
  if constexpr (Ending::step == factor_step::single) {
    sum += part >> 15;
  } else {
    __asm(".syntax unified\n\tasrs %1,%1,#15\n\tadcs %0,%0,%1" : "+l"(sum), "+l"(part)::"cc");
    if constexpr (Ending::step == factor_step::half_away) sum += sum >> 31;
  }
  const std::int32_t last = k->last;
  part = last >> 16;
  __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
        : "+l"(sum)
        : "l"(part), "l"(last)
        : "cc");
  return code_in<Ending>(r, sum);
}

#endif

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
