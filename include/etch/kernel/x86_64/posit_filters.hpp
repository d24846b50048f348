// conv2d of posit<8, 0> by PMADDWD, filters side by side as those of 16-bit numbers
// (short_filters.hpp): rows are copied to the stack as numbers 64 times as large, whose sums of 32
// bits are rounded once. Sums that a NaR is part of are written over.
#pragma once

#include <etch/kernel/layer/posit_nars.hpp>
#include <etch/kernel/x86_64/short_filters.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Vectors of the numbers of posits, whose filters lie in their order. Adds: twice a sum has 32
/// bits.
template <bool Adds>
struct posit_lanes : element_t<list<sse2, avx2_wide>, ETCH_HAS_AVX2 != 0 ? 1 : 0> {
  static constexpr bool widens = true, adds_codes = Adds, keeps_order = true;
};

/// The numbers of the weights of call C.
template <class C>
struct posit_weights {
  struct numbers {
    std::int16_t number[C::template in<1>::span];
    bool are_small;  ///< twice a sum of products has 32 bits
  };
  static constexpr numbers all = [] {
    const auto& number = shared_table<posit_integers<posit_sums::code>>.number;
    constexpr int row = C::template in<1>::span / C::template out<>::is.shape.c();
    numbers n{{}, true};
    const unsigned char* bytes = C::bytes(1);
    std::int32_t sum = 0;
    for (int i = 0; i < C::template in<1>::span; ++i) {
      n.number[i] = number[bytes[i]];
      if (i % row == 0) sum = 0;
      sum += n.number[i] < 0 ? -n.number[i] : n.number[i];
      if (sum >= std::int32_t{1} << 18) n.are_small = false;
    }
    return n;
  }();
  static constexpr int begin = 0;
  static constexpr const std::int16_t* codes() { return all.number; }
};

/// Base of kernel K, which runs operator Op by filters of posits.
template <class K, class Op>
struct posit_filters : kernel_base {
  using op = Op;

  /// Bytes on the stack, at most.
  static constexpr int most_on_stack = 8192;
  template <class C>
  static constexpr window_geometry windows = C::attributes.at(C::inputs());
  template <class C, bool Adds>
  static constexpr int ring = filter_form<windows<C>, posit_lanes<Adds>>::scratch;
  template <class C>
  static constexpr bool adds = posit_weights<C>::all.are_small && ring<C, true> <= most_on_stack;
  template <class C>
  using vectors = posit_lanes<adds<C>>;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!posit_sums::takes<C>()) return false;
    else if constexpr (C::template in<1>::span > most_short_weights) return false;
    else if constexpr (sizeof(typename sum_arithmetic<C>::sum) > 4) return false;
    else return takes_windows(windows<C>) && ring<C, false> <= most_on_stack;
  }();
  template <class C>
  static constexpr bool keeps_nothing = true;
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    return pack_short_filters<C, vectors<C>, posit_weights<C>>();
  }

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    using V = vectors<C>;
    if constexpr (V::template is_compiled<A>) {
#if ETCH_HAS_X86
      constexpr posit_sums::known_end<make_generic_epilogue<C, windows<C>.oc>()> end_sum;
      const auto& p = kernel_constants<K, C>(a);
      alignas(64) std::uint8_t numbers[ring<C, adds<C>>];
      make_rows_of_tiles<windows<C>, V, ends_in_order, false>(
          a.template out<0>(), a.template in<0>(), numbers, 0, places_of(p, end_sum), rows);
      posit_sums::write_nars<C>(a, rows, p.epilogue);
#endif
    } else {
      V::template refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
