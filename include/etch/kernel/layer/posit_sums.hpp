// conv2d, dense and depthwise_conv2d of posit<8, 0>, on every target the same but for its tile: the
// numbers of a row of windows, 64 times as large in 14 bits, lie on the stack (widened_sums.hpp),
// and the tiles of short_sums.hpp sum their products, whose 32 or 64 bits the weights prove wide
// enough. Weights are widened at compile time. Each sum is rounded once, as by the generic kernel,
// which writes the rows that meet a NaR. No scratch memory; at most 2 KiB of stack, or 8 KiB where
// a tile keeps rows.
#pragma once

#include <etch/kernel/generic/conv2d.hpp>
#include <etch/kernel/generic/dense.hpp>
#include <etch/kernel/layer/widened_sums.hpp>

namespace ETCH_NAMESPACE {

namespace posit_sums {

using code = posit_code<8, 0>;

/// Whether none of the codes of constant I of call C is NaR.
template <class C, int I>
constexpr bool has_no_nar() {
  using code = typename C::template in<I>::storage;
  const unsigned char* bytes = C::bytes(I);
  for (int i = 0; i < C::template in<I>::span; ++i) {
    if (load<code>(bytes, i).is_nar()) return false;
  }
  return true;
}
/// Whether input I of call C is a constant of posits of at most so many bits, without NaR.
template <class C, int I>
constexpr bool is_constant_of_numbers(int bits = 8) {
  using value = typename C::template in<I>;
  if constexpr (!value::is.is_constant || !is_posit(value::is.number)) return false;
  else return value::is.number.bits <= bits && has_no_nar<C, I>();
}
/// The same of the bias of call C, if it has one.
template <class C>
constexpr bool has_bias_of_numbers(int bits = 8) {
  if constexpr (C::input_count > 2) return is_constant_of_numbers<C, 2>(bits);
  else return true;
}
template <class V>
inline constexpr bool holds_codes =
    __is_same(typename V::storage, code) && __is_same(typename V::layout, hwc);

/// Whether call C is a layer of sums that tiles take.
template <class C>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    if constexpr (!holds_codes<x> || x::is.is_constant || !__is_same(typename w::storage, code) ||
                  !holds_codes<typename C::template out<>> || C::folded) {
      return false;
    } else if constexpr (!is_constant_of_numbers<C, 1>()) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      constexpr bool fits =
          widened_sums::pixels_at_once(g) > 0 &&
          (weights_by_channel<typename C::op> ? g.c == g.oc
                                              : short_sums::runs_of(g) <= short_sums::most_runs);
      if constexpr (!fits) return false;
      else if constexpr (!has_bias_of_numbers<C>()) return false;
      else return requires { sum_arithmetic<C>::nar_sum; };
    }
  }
}

/// Codes as their numbers.
struct numbers_of_codes {
  static constexpr std::int32_t most_of_four = 4 * 4096;
  /// Widens `count` codes; whether one of them is NaR.
  ETCH_KERNEL static bool widen(std::int16_t* to, const code* from, int count) {
    const auto& number = shared_table<posit_integers<code>>.number;
    const auto* bytes = reinterpret_cast<const unsigned char*>(from);
    const auto half = [&](std::uint32_t byte) __attribute__((always_inline)) {
      return std::uint32_t{static_cast<std::uint16_t>(number[byte])};
    };
    if constexpr (ETCH_HAS_M_PROFILE && !ETCH_HAS_LONG_MULTIPLY) {  // words may lie nowhere
      std::int32_t any = 0;  // below 0: a NaR, to which three numbers do not add up
      const auto take = [&](int i) __attribute__((always_inline)) {
        const std::int32_t n = number[bytes[i]];
        to[i] = static_cast<std::int16_t>(n);
        return n;
      };
      for (; count >= 4; count -= 4, bytes += 4, to += 4)
        any |= take(0) + take(1) + take(2) + take(3) + most_of_four;
      for (int i = 0; i < count; ++i) any |= take(i) + most_of_four;
      return any < 0;
    }
    std::uint32_t differ = 0;  // the first two bits of a number, which are equal but for NaR
    for (; count >= 4; count -= 4, bytes += 4, to += 4) {
      std::uint32_t four;
      __builtin_memcpy(&four, bytes, 4);
      const std::uint32_t low = half(four & 0xff) | half(four >> 8 & 0xff) << 16;
      const std::uint32_t high = half(four >> 16 & 0xff) | half(four >> 24) << 16;
      __builtin_memcpy(to, &low, 4);
      __builtin_memcpy(to + 2, &high, 4);
      differ |= low ^ low << 1;
      differ |= high ^ high << 1;
    }
    for (int i = 0; i < count; ++i) {
      const std::uint32_t one = half(bytes[i]);
      to[i] = static_cast<std::int16_t>(one);
      differ |= one ^ one << 1;
    }
    return (differ & 0x80008000U) != 0;
  }
};

/// The same by Tile, if it can.
template <class Tile>
constexpr auto numbers_by_tile() {
  if constexpr (requires(std::int16_t* to, const code* from) { Tile::widen(to, from, 1); })
    return Tile{};
  else return numbers_of_codes{};
}

/// Ends sums as `Epilogue`, whose limits compilers know, where no sum is NaR.
template <auto Epilogue>
struct known_end {
  template <class Sum>
  ETCH_GLUE constexpr auto operator()(Sum sum, int c) const {
    if constexpr (requires { Epilogue.end(sum, Epilogue.l.low, Epilogue.l.high); }) {
      if (Epilogue.l.low.bits >= 0 && sum <= 0) return Epilogue.l.low;
      return Epilogue.end(sum, Epilogue.l.low, Epilogue.l.high);
    } else {
      return Epilogue(sum, c);
    }
  }
};

/// Base of kernel K, which runs operator Op by a tile.
template <class K, class Op, class Tile>
struct kernel : widened_sums::kernel_of_rows<Op> {
  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    constexpr int channels = C::template out<>::is.shape.c(), count = C::template in<1>::span;
    constexpr auto epilogue = make_generic_epilogue<C, channels>();
    weighted_parameters<std::int16_t[count], typename sum_arithmetic<C>::sum, channels,
                        decltype(make_generic_epilogue<C, channels>())>
        p{{}, {}, epilogue};
    const auto& number = shared_table<posit_integers<code>>.number;
    const unsigned char* bytes = C::bytes(1);
    for (int i = 0; i < count; ++i) p.weights[i] = number[bytes[i]];
    for (int c = 0; c < channels; ++c) p.bias[c] = sum_bias<C>(c);
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr known_end<make_generic_epilogue<C, C::template out<>::is.shape.c()>()> end_sum;
    const auto& p = kernel_constants<K, C>(a);
    widened_sums::rows_of_tile<Tile, g> kept;
    kernel::template for_each_row<C>(
        a, rows, [&](int r, auto* y, int n, int i) __attribute__((always_inline)) {
          if (!widened_sums::write_row<g, Tile, typename sum_arithmetic<C>::sum,
                                       decltype(numbers_by_tile<Tile>()), weights_by_channel<Op>>(
                  kept, p, end_sum, a.template rows<0>(), y, n, i)) {
            run_generic<C>(a, row_block{r, 1});
          }
        });
  }

 private:
  /// The loops of the generic kernel over the constants of K.
  template <class C, class A>
  static void run_generic(const A& a, row_block rows) {
    if constexpr (C::template in<1>::is.shape.rank > 2) {
      window_sums<K>::template run<C>(a, rows);
    } else {
      dense_generic::run_with<C>(a, kernel_constants<K, C>(a), rows);
    }
  }
};

}  // namespace posit_sums

}  // namespace ETCH_NAMESPACE
