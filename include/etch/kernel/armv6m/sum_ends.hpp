// The end of a sum without DSP instructions: its constants a channel, and the last step in
// instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/armv7em/codes.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

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

/// Facts on the N channels of a call.
template <int N>
struct channel_facts {
  armv7em::filter_facts of[N]{};
  bool are_exact = true;
  bool share_a_factor = true;
};
/// Facts on the channels of call C: `taps` weights each, `step` bytes apart, those of channel c
/// from byte c `from` on. `allows` has conditions beside that of an exact end.
template <class C, int N, class Allows>
constexpr channel_facts<N> examine_channels(int from, int step, int taps, const Allows& allows) {
  channel_facts<N> all;
  constexpr auto finish = make_finish<C, N>();
  for (int c = 0; c < N; ++c) {
    const armv7em::filter_facts& f = all.of[c] =
        armv7em::examine_filter<C>(c, c * from, step, taps, finish);
    const armv7em::output_factor &a = f.factor, &b = all.of[0].factor;
    all.are_exact = all.are_exact && f.is_exact && allows(f, c);
    all.share_a_factor = all.share_a_factor && a.multiplier == b.multiplier &&
                         a.offset == b.offset && a.shift == b.shift;
  }
  return all;
}

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

/// The factor of a channel, for an end that counts codes from `lift` on.
template <class C>
constexpr sum_factor make_sum_factor(const armv7em::filter_facts& f, int lift) {
  using e = armv7em::ending<C>;
  if constexpr (e::shifts) {
    return {};
  } else {
    const std::int32_t half = 1 << (f.factor.shift - 1);
    const std::int32_t zero = (f.factor.offset - half) / (1 << f.factor.shift) + e::lift - lift;
    return {f.factor.multiplier, zero * (1 << 16) + f.factor.shift};
  }
}
/// The constants of a channel, whose sum is of products of raw codes.
template <class C, class End>
constexpr End make_sum_end(const armv7em::filter_facts& f, int lift) {
  using e = armv7em::ending<C>;
  if constexpr (e::shifts) {
    const long long start = f.start - static_cast<long long>(lift - e::lift) * (1 << e::shift);
    return {static_cast<std::int32_t>(start)};
  } else if constexpr (__is_same(End, commonly_factored_sum)) {
    return {f.start};
  } else {
    return {make_sum_factor<C>(f, lift), f.start};
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
/// The end of all sums of call C, from facts on its first channel.
template <class C>
constexpr layer_end make_layer_end(const armv7em::filter_facts& f, int lift) {
  using e = armv7em::ending<C>;
  return {e::shift, e::to.low, e::to.high - e::to.low, make_sum_factor<C>(f, lift)};
}

#if ETCH_HAS_M_PROFILE

/// a + b modulo 2^32: a sum may leave 31 bits until its start is added.
ETCH_GLUE std::int32_t sum_from(std::int32_t start, std::int32_t sum) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start) +
                                   static_cast<std::uint32_t>(sum));
}

/// A number counted from the lower limit as a code.
template <class Ending>
ETCH_GLUE std::int8_t code_in(const layer_end& e, std::int32_t v) {
  using armv7em::saturation;
  constexpr bool is_known = Ending::limit != saturation::to_range;
  constexpr int known_low = Ending::limit == saturation::to_int8 ? -128 : 0;
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
template <class Ending>
ETCH_GLUE std::int8_t end_by_factor(const layer_end& e, const sum_factor& f, std::int32_t sum) {
  using armv7em::factor_step;
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
  if constexpr (Ending::step == factor_step::single) {
    sum += part >> 15;
  } else {
    __asm(".syntax unified\n\tasrs %1,%1,#15\n\tadcs %0,%0,%1" : "+l"(sum), "+l"(part)::"cc");
    if constexpr (Ending::step == factor_step::half_away) sum += sum >> 31;
  }
  const std::int32_t last = f.last;
  part = last >> 16;
  __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
        : "+l"(sum)
        : "l"(part), "l"(last)
        : "cc");
  return code_in<Ending>(e, sum);
}

template <class Ending>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const shifted_sum& k, std::int32_t sum) {
  return code_in<Ending>(e, sum_from(k.start, sum) >> e.shift);
}
template <class Ending>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const commonly_factored_sum& k,
                              std::int32_t sum) {
  return end_by_factor<Ending>(e, e.factor, sum_from(k.start, sum));
}
template <class Ending>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const factored_sum& k, std::int32_t sum) {
  return end_by_factor<Ending>(e, k.factor, sum_from(k.start, sum));
}

#endif

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
