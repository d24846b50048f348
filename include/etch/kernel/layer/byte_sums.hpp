// conv2d, dense and depthwise_conv2d of 8-bit codes of either sign and with any zero points, by the
// tiles of short_sums.hpp: codes less their zero point lie on the stack as 16 bits
// (widened_sums.hpp), weights less theirs in flash. For layers that no kernel of signed bytes
// takes: unsigned codes, weights that 8 bits do not hold without their zero point, roundings that
// are rare. No scratch memory; at most 2 KiB of stack, or 8 KiB where a tile keeps rows.
#pragma once

#include <etch/kernel/layer/widened_sums.hpp>

namespace ETCH_NAMESPACE {

namespace byte_sums {

#if ETCH_HAS_NEON || ETCH_HAS_X86
using eight_signed = std::int8_t __attribute__((vector_size(8)));
using eight_unsigned = std::uint8_t __attribute__((vector_size(8)));
using eight_numbers = std::int16_t __attribute__((vector_size(16)));
template <class Codes>
ETCH_GLUE eight_numbers widen_eight(const void* from) {
  Codes codes;
  __builtin_memcpy(&codes, from, sizeof codes);
  return __builtin_convertvector(codes, eight_numbers);
}
ETCH_GLUE eight_numbers load_eight(const std::int8_t* from) {
  return widen_eight<eight_signed>(from);
}
ETCH_GLUE eight_numbers load_eight(const std::uint8_t* from) {
  return widen_eight<eight_unsigned>(from);
}
#endif

/// Codes less Zero, by Tile if it can.
template <class Tile, int Zero>
struct less_zero {
  template <class Code>
  ETCH_KERNEL static bool widen(std::int16_t* to, const Code* from, int count) {
    if constexpr (requires { Tile::template widen<Zero>(to, from, count); }) {
      Tile::template widen<Zero>(to, from, count);
      return false;
    }
#if ETCH_HAS_NEON || ETCH_HAS_X86
    for (; count >= 8; count -= 8, to += 8, from += 8) {
      const eight_numbers wide = load_eight(from) - std::int16_t{Zero};
      __builtin_memcpy(to, &wide, sizeof wide);
    }
#else
    for (; count >= 4; count -= 4, to += 4, from += 4) {
      const int a = from[0], b = from[1], c = from[2], d = from[3];
      to[0] = static_cast<std::int16_t>(a - Zero);
      to[1] = static_cast<std::int16_t>(b - Zero);
      to[2] = static_cast<std::int16_t>(c - Zero);
      to[3] = static_cast<std::int16_t>(d - Zero);
    }
#endif
    for (int i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i] - Zero);
    return false;
  }
};

/// Whether V holds integers of Bits bits.
template <class V, int Bits>
constexpr bool holds() {
  const format& f = V::is.number;
  return f.bits == Bits && 8 * sizeof(typename V::storage) == Bits && (is_q(f) || is_scaled(f));
}
/// Whether V holds weights of at most 4 bits that count from 0.
template <class V>
constexpr bool are_narrow() {
  const format& f = V::is.number;
  return f.bits <= 4 && f.zero == 0 && (is_q(f) || is_scaled(f));
}
/// Whether call C is a layer of sums that tiles take, of weights that are Narrow or of 8 or 16
/// bits.
template <class C, bool Narrow = false>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    using y = typename C::template out<>;
    if constexpr (!holds<x, 8>() || x::is.is_constant || !w::is.is_constant || C::folded) {
      return false;
    } else if constexpr (Narrow ? !are_narrow<w>()
                                : !holds<w, 8>() && !(holds<w, 16>() && w::is.number.zero == 0)) {
      return false;
    } else if constexpr (y::is.number.bits < 8 || !y::kind::is_integer ||
                         !__is_same(typename x::layout, hwc) ||
                         !__is_same(typename y::layout, hwc)) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      return has_constant_bias<C>() && sum_bits(C::inputs()) == 32 &&
             widened_sums::pixels_at_once(g) > 0 &&
             (weights_by_channel<typename C::op> ? g.c == g.oc
                                                 : short_sums::runs_of(g) <= short_sums::most_runs);
    }
  }
}

/// Whether Tile ends the sums of call C; what ends them.
template <class Tile, class C>
constexpr bool ends_sums() {
  if constexpr (requires { Tile::template ends<C>; }) return Tile::template ends<C>;
  else return false;
}
template <class Tile, class C>
constexpr auto make_ends() {
  if constexpr (ends_sums<Tile, C>()) return Tile::template make_ends<C>();
  else return make_generic_epilogue<C, C::template out<>::is.shape.c()>();
}

/// Where sum o of call C starts.
template <class Tile, class C>
constexpr std::int32_t start_of(int o) {
  if constexpr (ends_sums<Tile, C>()) return Tile::template start<C>(o);
  else return sum_bias<C>(o);
}

/// Base of kernel K, which runs operator Op by a tile.
template <class K, class Op, class Tile>
struct kernel : widened_sums::kernel_of_rows<Op> {
  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    using weights = typename C::template in<1>;
    constexpr int channels = C::template out<>::is.shape.c(), count = weights::span;
    constexpr auto end = make_ends<Tile, C>();
    weighted_parameters<std::int16_t[count], std::int32_t, channels, decltype(make_ends<Tile, C>())>
        p{{}, {}, end};
    const unsigned char* bytes = C::bytes(1);
    for (int i = 0; i < count; ++i)
      p.weights[i] = static_cast<std::int16_t>(weights::load(bytes, i) - weights::is.number.zero);
    for (int c = 0; c < channels; ++c) p.bias[c] = start_of<Tile, C>(c);
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr int zero = C::template in<0>::is.number.zero;
    const auto& p = kernel_constants<K, C>(a);
    const auto& end_sum = short_sums::end_of<C, Tile>(p);
    widened_sums::rows_of_tile<Tile, g> kept;
    kernel::template for_each_row<C>(
        a, rows, [&](int, auto* y, int n, int i) __attribute__((always_inline)) {
          widened_sums::write_row<g, Tile, std::int32_t, less_zero<Tile, zero>,
                                  weights_by_channel<Op>>(kept, p, end_sum, a.template rows<0>(), y,
                                                          n, i);
        });
  }
};

}  // namespace byte_sums

}  // namespace ETCH_NAMESPACE
