// Layers of 8-bit codes of either sign and with any zero points (layer/byte_sums.hpp) on Armv7E-M:
// the tile of 16-bit codes, which widens codes by SXTAB16 or UXTAB16, zero points taken off, and
// ends sums as layers of signed bytes do.
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/byte_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Ends sums of differences, all Count filters by one factor where it is 1.
template <class Y, epilogue_code E, code_range Range, int Shift, int Count>
struct known_ends {
  output_factor factor[Count];
#if ETCH_HAS_DSP
  ETCH_GLUE Y operator()(std::int32_t sum, int c) const {
    std::int32_t steps = sum >> Shift;
    if constexpr (!E.shifts) steps = core::scaled<E.step>(2 * sum, factor[Count == 1 ? 0 : c]);
    return static_cast<Y>(core::limited<E.limit>(Range, steps));
  }
#endif
};

/// The tile.
struct any_bytes_tile : short_tile {
  /// Whether sums of call C end as those of layers of signed bytes.
  template <class C>
  static constexpr bool ends = [] {
    constexpr byte_layer l = layer_of<C>;
    if constexpr (!(l.is_bytes || l.is_wide) || !cortex_m::has_epilogue<core>(l)) return false;
    else return cortex_m::accumulators_of<C>.are_exact;
  }();
  /// What ends them.
  template <class C>
  static constexpr auto make_ends() {
    using y = typename C::template out<>::storage;
    constexpr epilogue e = layer_of<C>.end;
    constexpr const auto& all = cortex_m::accumulators_of<C>;
    constexpr int count = e.shifts() || all.share_a_factor ? 1 : layer_of<C>.filters();
    known_ends<y, cortex_m::code_of(e), cortex_m::range_of(e), cortex_m::shift_of(e), count> k{};
    for (int i = 0; i < count; ++i) k.factor[i] = factor_in_place<C>(all.of[i].factor);
    return k;
  }
  /// Where sum o starts.
  template <class C>
  static constexpr std::int32_t start(int o) {
    return start_of(cortex_m::accumulators_of<C>.of[o], products_of::differences);
  }

#if ETCH_HAS_DSP
  /// Codes less Zero.
  template <int Zero, class Code>
  ETCH_GLUE static void widen(std::int16_t* to, const Code* from, int count) {
    constexpr std::uint32_t minus = (static_cast<std::uint32_t>(-Zero) & 0xffff) * 0x10001u;
    const auto put = [&](int i) __attribute__((always_inline)) {
      const std::uint32_t four = load_word(from + i);
      std::uint32_t even = 0, odd = 0;
      if constexpr (static_cast<Code>(-1) < 0)
        even = add_even(minus, four), odd = add_odd(minus, four);
      else even = add_unsigned_even(minus, four), odd = add_unsigned_odd(minus, four);
      reinterpret_cast<unaligned_word*>(to + i)->value = join_low(even, odd);
      reinterpret_cast<unaligned_word*>(to + i + 2)->value = join_high(even, odd);
    };
    for (; count >= 16; count -= 16, to += 16, from += 16) {
      put(0);
      put(4);
      put(8);
      put(12);
    }
    for (; count >= 4; count -= 4, to += 4, from += 4) put(0);
    for (int i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i] - Zero);
  }
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
