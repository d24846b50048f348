// conv2d, depthwise_conv2d, whose channels are its groups, and dense of posits of 8 and 16 bits, on
// every target the same but for names: products of two integers of 32 bits are summed in 64, where
// the weights prove that those hold every sum of values below a limit. The numbers of a row of
// windows lie on the stack as integers, with zeros around; weights stay the codes that they are,
// each taken apart once for up to four pixels. Sums are exact, and rounded once, as by the generic
// kernel, which writes the rows that meet a NaR or a number that is no such integer: too large, or
// with digits below its unit. No scratch memory; at most 2 KiB of stack.
#pragma once

#include <etch/kernel/generic/conv2d.hpp>
#include <etch/kernel/layer/posit_sums.hpp>

namespace ETCH_NAMESPACE {

namespace long_posit_sums {

/// Numbers on the stack, at most.
inline constexpr int most_widened = 512;

/// The units of a layer's integers.
struct units {
  int weights = 0, values = 0;  ///< fraction bits
  int value_bits = 0;           ///< values have fewer bits, a sign besides; 0: sums may leave 64
  constexpr int sums() const { return weights + values; }
};
/// Values have so many fraction bits if they can, and at least so many bits before the point.
inline constexpr int most_fraction_bits = 24, least_whole_bits = 5;

/// The fraction bits of all posits of so many bits from this one on, whose size is positive.
template <int Bits, int Es>
constexpr int fraction_bits_from(posit_code<Bits, Es> least) {
  const int exponent = parts_of(least).exponent, k = exponent >> Es;
  const int regime = k < 0 ? 1 - k : k + 2;
  return maximum(maximum(Bits - 1 - regime - Es, 0) - exponent, 0);
}
/// Fraction bits of constant I of call C, and a bound of its numbers.
template <class C, int I>
constexpr auto extremes_of() {
  struct {
    int fraction = 0;
    double largest = 0;
  } found;
  using code = typename C::template in<I>::storage;
  using integer = typename code::integer;
  const unsigned char* const bytes = C::bytes(I);
  int least = code::highest, most = 0;
  for (int i = 0; i < C::template in<I>::span; ++i) {
    const int bits = load<integer>(bytes, i), size = bits < 0 ? -bits : bits;
    if (size > most) most = size;
    if (size < least && size > 0) least = size;
  }
  found.fraction = fraction_bits_from(code{static_cast<integer>(least)});
  found.largest = most == 0 ? 0 : double_of(parts_of(code{static_cast<integer>(most)}));
  return found;
}
/// The units of layer C, whose weights and biases are numbers.
template <class C>
constexpr units units_of() {
  constexpr auto weights = extremes_of<C, 1>();
  if (weights.largest * power_of_two(weights.fraction) >= 0x1p31) return {};
  constexpr int finest = C::template in<0>::is.number.frac;
  constexpr int filters = C::template out<>::is.shape.c();
  double bias = 0;
  int bias_fraction = 0;
  if constexpr (C::input_count > 2) {
    constexpr auto found = extremes_of<C, 2>();
    bias = found.largest, bias_fraction = found.fraction;
  }
  const double filter = weights.largest * (C::template in<1>::is.shape.size() / filters);
  for (int bits = 31; bits > least_whole_bits; --bits) {
    const int values = minimum(minimum(most_fraction_bits, finest), bits - least_whole_bits);
    const units u{weights.fraction, values, bits};
    if (bias_fraction > u.sums()) return {};
    const double most = filter * power_of_two(u.weights + bits) + bias * power_of_two(u.sums());
    if (most < 0x1p62) return u;
  }
  return {};
}
/// The same, found once.
template <class C>
inline constexpr units units_for = units_of<C>();

/// A weight that is not 0, in units of 2^-Fraction.
template <int Fraction, class Code>
ETCH_GLUE std::int32_t weight_of(Code code) {
  const posit_parts w = take_apart(code);
  const auto size = static_cast<std::int32_t>(w.significand >> (31 - Fraction - w.exponent));
  return w.negative ? -size : size;
}
/// Codes as integers below 2^Bits in units of 2^-Fraction.
template <int Fraction, int Bits>
struct integers_of_codes {
  /// Widens `count` codes; whether one of them is no such integer.
  template <class Code>
  ETCH_KERNEL static bool widen(std::int32_t* to, const Code* from, int count) {
    std::uint32_t lost = 0;
    for (const Code* const end = from + count; from != end; ++from, ++to) {
      std::int32_t number = 0;
      if (from->bits != 0) {
        if (from->is_nar()) return true;
        const posit_parts x = take_apart(*from);
        const int shift = 31 - Fraction - x.exponent;
        if (shift < 32 - Bits || shift > 31) return true;
        number = static_cast<std::int32_t>(x.significand >> shift);
        lost |= x.significand ^ static_cast<std::uint32_t>(number) << shift;
        if (x.negative) number = -number;
      }
      *to = number;
    }
    return lost != 0;
  }
};

/// The pixels of a row whose windows lie on the stack.
template <window_geometry G>
struct widened_geometry {
  static constexpr bool has_all_rows = true;
  static constexpr int most = widened_sums::pixels_at_once(G, most_widened), c = G.c;
  static constexpr int w = (most - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int dilation_h = G.dilation_h;
};

/// Whether call C is a layer that this file sums.
template <class C>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using y = typename C::template out<>;
    constexpr bool posits = is_posit(x::is.number) && x::is.number.bits <= 16 &&
                            is_posit(y::is.number) && y::is.number.bits <= 16;
    constexpr bool plain = !x::is.is_constant && x::is.layout == &layout_id<hwc> &&
                           y::is.layout == &layout_id<hwc> && !C::folded;
    if constexpr (!posits || !plain) {
      return false;
    } else if constexpr (!posit_sums::is_constant_of_numbers<C, 1>(16) ||
                         !posit_sums::has_bias_of_numbers<C>(16)) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      if constexpr (widened_sums::pixels_at_once(g, most_widened) == 0) return false;
      else return units_for<C>.value_bits > 0;
    }
  }
}

/// Rounds a sum that is not NaR. The limits are named one by one: an object whose address is taken
/// would be one more constant.
template <auto Epilogue, class Y>
ETCH_KERNEL void end_sum(Y* y, std::int64_t sum) {
  constexpr auto low = Epilogue.l.low.bits, high = Epilogue.l.high.bits;
  if (low >= 0 && sum <= 0) {
    *y = Y{low};
  } else {
    *y = decltype(Epilogue){{Y{low}, Y{high}}}(sum, 0);
  }
}

/// Writes all channels of Pixels pixels, whose first window begins at x.
template <window_geometry G, units U, auto Epilogue, int Pixels, class Y, class P>
ETCH_KERNEL void write_pixels(const P& p, const std::int32_t* x, Y* y) {
  using block = widened_geometry<G>;
  constexpr bool merged = (G.dilation_w == 1 || G.kw == 1) && G.groups == 1;
  constexpr int depth = G.c / G.groups, filters = G.oc / G.groups;
  constexpr int run = merged ? G.kw * depth : depth, cells = merged ? 1 : G.kw;
  const auto* w = p.weights + 0;
  for (int o = 0, next = filters; o < G.oc; ++o, ++y) {
    if (G.groups > 1 && o == next) x += depth, next += filters;
    std::int64_t sum[Pixels];
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) { sum[Q] = p.bias[o]; });
    for (int u = 0; u < G.kh; ++u) {
      for (int v = 0; v < cells; ++v) {
        const std::int32_t* from = x + (u * block::w + v * G.dilation_w) * G.c;
        for (const auto* const end = w + run; w != end; ++w, ++from) {
          if (w->bits == 0) continue;
          const std::int64_t weight = weight_of<U.weights>(*w);
          unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
            sum[Q] += weight * from[Q * G.stride_w * G.c];
          });
        }
      }
    }
    unroll<Pixels>([&]<int Q>()
                       __attribute__((always_inline)) { end_sum<Epilogue>(y + Q * G.oc, sum[Q]); });
  }
}

/// Row i of picture n of layer G, which begins at y; false: it meets a code that is no such number.
template <window_geometry G, units U, auto Epilogue, class Rows, class Y, class P>
ETCH_KERNEL bool write_row(const P& p, const Rows& x, Y* y, int n, int i) {
  using block = widened_geometry<G>;
  alignas(8) std::int32_t numbers[G.kh * block::w * G.c];
  const auto write = [&]<int Pixels>(int j) __attribute__((always_inline)) {
    write_pixels<G, U, Epilogue, Pixels>(p, numbers + j * G.stride_w * G.c, y);
    y += Pixels * G.oc;
  };
  for (int j = 0; j < G.ow; j += block::most) {
    if (widened_sums::widen_windows<block, integers_of_codes<U.values, U.value_bits>>(
            numbers + 0, x, n, i * G.stride_h - G.pad_top, G.kh, j * G.stride_w - G.pad_left, G.h,
            G.w)) {
      return false;
    }
    const int pixels = minimum(block::most, G.ow - j);
    int q = 0;
    for (; q + 4 <= pixels; q += 4) write.template operator()<4>(q);
    for (; q + 2 <= pixels; q += 2) write.template operator()<2>(q);
    if (q < pixels) write.template operator()<1>(q);
  }
  return true;
}

/// Base of kernel K, which runs operator Op.
template <class K, class Op>
struct kernel : widened_sums::kernel_of_rows<Op> {
  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    constexpr int channels = C::template out<>::is.shape.c(), count = C::template in<1>::span;
    constexpr units u = units_for<C>;
    using out = typename C::template out<>;
    using epilogue = exact_epilogue<out, C::round, u.sums()>;
    weighted_parameters<typename C::template in<1>::storage[count], std::int64_t, channels,
                        epilogue>
        p{{}, {}, {output_limits<C>()}};
    if constexpr (weights_by_channel<Op>) {  // (KH,KW,O) in memory, (O,KH,KW) here
      using code = typename C::template in<1>::storage;
      constexpr int taps = count / channels;
      for (int i = 0; i < count; ++i)
        p.weights[i] = load<code>(C::bytes(1), i % taps * channels + i / taps);
    } else {
      load_all(p.weights, C::bytes(1));
    }
    if constexpr (C::input_count > 2) {
      using bias = typename C::template in<2>;
      for (int c = 0; c < channels; ++c) {
        const double b = double_of(parts_of(load<typename bias::storage>(C::bytes(2), c)));
        p.bias[c] = static_cast<std::int64_t>(b * power_of_two(u.sums()));
      }
    }
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr units u = units_for<C>;
    constexpr exact_epilogue<typename C::template out<>, C::round, u.sums()> epilogue{
        output_limits<C>()};
    const auto& p = kernel_constants<K, C>(a);
    kernel::template for_each_row<C>(
        a, rows, [&](int r, auto* y, int n, int i) __attribute__((always_inline)) {
          if (!write_row<g, u, epilogue>(p, a.template rows<0>(), y, n, i)) {
            write_generic_row<C>(a, p, r);
          }
        });
  }

 private:
  /// A row by the generic loops. It is told where the constants are: a pointer to them that is
  /// known would be one more constant.
  template <class C, class A, class P>
  ETCH_KERNEL static void write_generic_row(const A& a, const P& p, int row) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    const generic_parameters<C, P> of_quires{p};
    window_sums<K>::template sums<g, pair{}, false, sum_arithmetic<C>, hwc, hwc>(
        a.template out<0>(), a.template in<0>(), 0, 0, of_quires, row_block{row, 1});
  }
  /// The constants as the generic loops read them.
  template <class C, class P>
  struct generic_parameters {
    struct biases {
      const P& p;
      auto operator[](int o) const {
        using math = sum_arithmetic<C>;
        auto sum = math::zero();
        if constexpr (requires { sum.add(p.bias[o], 0); }) {
          sum.add(p.bias[o], exact_frac<C> - units_for<C>.sums());
        } else {
          constexpr int places = exact_frac<C> - units_for<C>.sums();
          sum = static_cast<decltype(sum)>(places < 0 ? p.bias[o] >> -places
                                                      : p.bias[o] * (std::int64_t{1} << places));
        }
        return sum;
      }
    };
    decltype(P::weights) const& weights;
    biases bias;
    decltype(make_generic_epilogue<C, C::template out<>::is.shape.c()>()) epilogue =
        make_generic_epilogue<C, C::template out<>::is.shape.c()>();
    explicit generic_parameters(const P& p) : weights(p.weights), bias{p} {}
  };
};

}  // namespace long_posit_sums

}  // namespace ETCH_NAMESPACE
