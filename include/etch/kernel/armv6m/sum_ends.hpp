// The end of a sum without DSP instructions: its constants a channel, and the last step in
// instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/cortex_m/accumulators.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

using cortex_m::epilogue_code;

/// What a sum is multiplied by.
struct sum_factor {
  std::int32_t multiplier = 0;
  std::int32_t last = 0;  ///< 2^16 times the zero point, plus the right shift in the lowest byte
};

/// Where the sum of a channel starts; its end is the layer's, a shift or a factor.
struct shifted_sum {
  std::int32_t start;
};
struct commonly_factored_sum {
  std::int32_t start;
};
/// The same with its factor.
struct factored_sum {
  sum_factor factor;
  std::int32_t start;
};

/// What a row loop needs to know of the end of all sums: codes are low .. low + range.
struct layer_end {
  int shift, low, range;
  sum_factor factor;
};

/// The end of a channel as a type.
template <bool Shifts, bool Common>
struct sum_end {
  using type = factored_sum;
};
template <>
struct sum_end<false, true> {
  using type = commonly_factored_sum;
};
template <bool Common>
struct sum_end<true, Common> {
  using type = shifted_sum;
};

template <class C>
using sum_end_t =
    typename sum_end<layer_of<C>.end.shifts(), cortex_m::accumulators_of<C>.share_a_factor>::type;

/// What the epilogue of call C counts codes from: from the lower limit on if Lifts, else where
/// saturation does not limit them.
template <class C, bool Lifts>
inline constexpr int lift_of =
    Lifts ? layer_of<C>.end.low : cortex_m::numbers_of(layer_of<C>.end).lift;

/// The factor of filter o of call C.
template <class C, bool Lifts>
constexpr sum_factor make_sum_factor(int o) {
  if constexpr (layer_of<C>.end.shifts()) {
    return {};
  } else {
    const cortex_m::output_factor f = cortex_m::accumulators_of<C>.of[o].factor;
    const std::int32_t zero =
        (f.offset - (1 << (f.shift - 1))) / (1 << f.shift) + lift_of<C, false> - lift_of<C, Lifts>;
    return {f.multiplier, zero * (1 << 16) + f.shift};
  }
}
/// The constants of filter o of call C, whose sum is of products of raw codes.
template <class C, bool Lifts>
constexpr sum_end_t<C> make_sum_end(int o) {
  const std::int32_t start = cortex_m::accumulators_of<C>.of[o].start;
  if constexpr (layer_of<C>.end.shifts()) {
    constexpr long long lifted = lift_of<C, Lifts> - lift_of<C, false>;
    return {static_cast<std::int32_t>(start - lifted * (1 << layer_of<C>.end.shift))};
  } else if constexpr (__is_same(sum_end_t<C>, commonly_factored_sum)) {
    return {start};
  } else {
    return {make_sum_factor<C, Lifts>(o), start};
  }
}
/// The end of sums whose codes are all `bias` more, where those of `weights` are as they were.
template <class End>
constexpr End with_bias_of_codes(End k, int bias, const unsigned char* weights, int count) {
  std::uint32_t sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += static_cast<std::uint32_t>(static_cast<signed char>(weights[i]));
  }
  const auto start = static_cast<std::uint32_t>(k.start) - static_cast<std::uint32_t>(bias) * sum;
  k.start = static_cast<std::int32_t>(start);
  return k;
}
/// The end of all sums of call C.
template <class C, bool Lifts>
constexpr layer_end make_layer_end() {
  constexpr epilogue e = layer_of<C>.end;
  return {cortex_m::numbers_of(e).shift, e.low, e.high - e.low, make_sum_factor<C, Lifts>(0)};
}

#if ETCH_HAS_M_PROFILE

/// a + b modulo 2^32: a sum may leave 31 bits until its start is added.
ETCH_GLUE std::int32_t sum_from(std::int32_t start, std::int32_t sum) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start) +
                                   static_cast<std::uint32_t>(sum));
}

/// A number counted from the lower limit as a code.
template <epilogue_code E>
ETCH_GLUE std::int8_t code_in(const layer_end& e, std::int32_t v) {
  using cortex_m::saturation;
  constexpr bool is_known = E.limit != saturation::to_range;
  constexpr int known_low = E.limit == saturation::to_int8 ? -128 : 0;
  const int low = is_known ? known_low : e.low, range = is_known ? 127 - known_low : e.range;
  if (static_cast<std::uint32_t>(v) > static_cast<std::uint32_t>(range)) [[unlikely]] {
    v = v < 0 ? 0 : range;
  }
  return static_cast<std::int8_t>(v + low);
}

/// The code of sum * factor by halves of 16 bits: with sum = 2^16 a + b and multiplier = 2^16 m +
/// l, b signed, t = a l + b m + floor(b l / 2^16) has 32 bits, and 2 a m + t / 2^15 is the product
/// by 2^31. Each ASRS leaves in the carry what it cuts off at half, each ADCS rounds by it. |sum| <
/// 2^30.
template <epilogue_code E>
ETCH_GLUE std::int8_t end_by_factor(const layer_end& e, const sum_factor& f, std::int32_t sum) {
  using cortex_m::factor_step;
  std::int32_t low, part, m;
  __asm(
      ".syntax unified\n\t"
      "sxth %[low],%[sum]\n\tsubs %[sum],%[sum],%[low]\n\tasrs %[sum],%[sum],#16\n\t"
      "ldrh %[m],[%[f]]\n\tmovs %[part],%[low]\n\tmuls %[part],%[m],%[part]\n\t"
      "asrs %[part],%[part],#16\n\tmuls %[m],%[sum],%[m]\n\tadds %[part],%[part],%[m]\n\t"
      "ldrh %[m],[%[f],#2]\n\tmuls %[low],%[m],%[low]\n\tadds %[part],%[part],%[low]\n\t"
      "muls %[sum],%[m],%[sum]\n\tadds %[sum],%[sum],%[sum]"
      : [sum] "+l"(sum), [low] "=&l"(low), [part] "=&l"(part), [m] "=&l"(m)
      : [f] "l"(&f), "m"(f)
      : "cc");
  if constexpr (E.step == factor_step::single) {
    sum += part >> 15;
  } else {
    __asm(".syntax unified\n\tasrs %1,%1,#15\n\tadcs %0,%0,%1" : "+l"(sum), "+l"(part)::"cc");
    if constexpr (E.step == factor_step::half_away) sum += sum >> 31;
  }
  const std::int32_t last = f.last;
  part = last >> 16;
  __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
        : "+l"(sum)
        : "l"(part), "l"(last)
        : "cc");
  return code_in<E>(e, sum);
}

template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const shifted_sum& k, std::int32_t sum) {
  return code_in<E>(e, sum_from(k.start, sum) >> e.shift);
}
template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const commonly_factored_sum& k,
                              std::int32_t sum) {
  return end_by_factor<E>(e, e.factor, sum_from(k.start, sum));
}
template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const factored_sum& k, std::int32_t sum) {
  return end_by_factor<E>(e, k.factor, sum_from(k.start, sum));
}

#endif

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
