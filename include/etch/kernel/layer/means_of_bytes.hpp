// What the means of codes of 8 and 16 bits share on all targets: conditions, and the loops around
// sums of a few channels.
#pragma once

#include <etch/kernel/generic/global_avg_pool.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// As many signed bytes as a halfword holds the sum of: 256 times -128 is its least number.
inline constexpr int most_summed_bytes = 256;

/// Whether call C pools codes of its input, channel last.
template <class C>
inline constexpr bool pools_codes =
    __is_same(typename C::template in<0>::layout, hwc) &&
    __is_same(typename C::template out<>::layout, hwc) && !C::template in<0>::is.is_constant;
/// Whether they are signed bytes.
template <class C>
inline constexpr bool pools_bytes = [] {
  using in = typename C::template in<0>;
  return in::is.number.bits == 8 && __is_same(typename in::storage, std::int8_t) && pools_codes<C>;
}();
/// Whether their order is that of signed bytes: posits have it too, whose NaR is the least byte and
/// less than no number.
template <class C>
inline constexpr bool compares_bytes =
    pools_bytes<C> || (C::template in<0>::is.number.bits == 8 &&
                       is_posit(C::template in<0>::is.number) && pools_codes<C>);
/// The same of codes that are compared as T, bytes or halfwords.
template <class C, class T>
inline constexpr bool compares_as =
    __is_same(T, std::int8_t) ? compares_bytes<C>
                              : __is_same(typename C::template in<0>::storage, T) &&
                                    C::template in<0>::is.number.bits >= 8 && pools_codes<C>;
/// Codes as bytes, rows of them, and their limits.
template <class T>
ETCH_GLUE std::int8_t* as_bytes(T* codes) {
  return reinterpret_cast<std::int8_t*>(codes);
}
template <class T>
ETCH_GLUE const std::int8_t* as_bytes(const T* codes) {
  return reinterpret_cast<const std::int8_t*>(codes);
}
template <class Rows>
struct rows_as_bytes {
  Rows rows;
  ETCH_GLUE const std::int8_t* row(int r) const { return as_bytes(rows.row(r)); }
};
template <class T>
ETCH_GLUE strided_rows<const std::int8_t> in_bytes(strided_rows<const T> x) {
  return {as_bytes(x.base), x.stride * static_cast<int>(sizeof(T))};
}
template <class Rows>
ETCH_GLUE rows_as_bytes<Rows> in_bytes(const Rows& x) {
  return {x};
}
template <class Code, class T>
constexpr limits<Code> in_codes(limits<T> l) {
  return {__builtin_bit_cast(Code, l.low), __builtin_bit_cast(Code, l.high)};
}
/// Geometry g of codes of `size` bytes, each of which counts as a channel.
constexpr window_geometry in_bytes(window_geometry g, unsigned size) {
  g.c *= static_cast<int>(size);
  return g;
}
/// The least code of T, whose complement is the greatest.
template <class T>
inline constexpr auto lowest_of =
    static_cast<T>(static_cast<T>(-1) < 0 ? std::uint32_t{1} << (8 * sizeof(T) - 1) : 0U);
/// Whether there is a code that limits leave out.
template <class T>
constexpr bool are_limits(const limits<T>& l) {
  return l.low != lowest_of<T> || l.high != static_cast<T>(~lowest_of<T>);
}
/// A word of the same code in each place.
template <class Code>
constexpr std::uint32_t repeated(Code code) {
  constexpr bool is_byte = sizeof(Code) == 1;
  return (static_cast<std::uint32_t>(code) & (is_byte ? 0xffU : 0xffffU)) *
         (is_byte ? 0x01010101U : 0x00010001U);
}

/// Whether value V holds codes T of at least 8 bits that have a unit.
template <class V, class T>
inline constexpr bool holds_units_of =
    holds_codes_of<V, T> && (is_q(V::is.number) || is_scaled(V::is.number));

/// How many codes T vectors take the mean of in single precision: halfwords hold the sum of bytes,
/// and twice that of halfwords, with 1 for each, is below 2^24. The quotient of an integer below
/// 2^24 is rounded to an integer only if it is that: an integer lies at least 1 / divisor off, and
/// the error is less. As twice the sum is such a dividend, neither is a mean rounded to a tie.
template <class T>
inline constexpr int most_averaged = sizeof(T) == 1 ? most_summed_bytes : 255;

/// Whether avg_pool C takes means of codes T, at least `Channels` of them side by side, with ties
/// as in CMSIS-NN or TensorFlow Lite.
template <class C, int Channels, class T>
constexpr bool averages_codes() {
  constexpr window_geometry g = C::attributes.at(C::inputs());
  return pools_codes<C> && holds_units_of<typename C::template in<0>, T> &&
         C::round != rounding::half_even && !is_onnxruntime(C::round) && g.c >= Channels &&
         g.kh * g.kw <= most_averaged<T>;
}

/// Output rows of avg_pool, Block channels at a time: Means::sums::add(x) adds the codes at x, and
/// Means(cells).write(y, sums, limits) writes their means.
template <window_geometry G, int Block, class Means, class T>
ETCH_KERNEL void write_mean_rows(T* y,        // (N,OH,OW,C)
                                 const T* x,  // (N,H,W,C)
                                 limits<T> l, row_block rows) {
  for_each_pixel<G>(
      y, x, rows, [&](T* to, const T* from, const window_cells& in) __attribute__((always_inline)) {
        const Means mean((in.bottom - in.top) * (in.right - in.left));
        for_each_block<G.c, Block>([&](int c) __attribute__((always_inline)) {
          typename Means::sums sums;
          for_each_cell<G>(
              in, [&](int at, int) __attribute__((always_inline)) { sums.add(from + at + c); });
          mean.write(to + c, sums, l);
        });
      });
}

/// Base of the global_avg_pool kernel K, which sums `Channels` channels at a time:
/// K::sum_block(x, cells, channels, end) calls end(i, sum) for channels i = 0 .. Channels - 1 of
/// cells that lie `channels` codes of T apart, at most K::most_cells, or most_summed_bytes where K
/// names none.
template <class K, int Channels, class T = std::int8_t>
struct global_means : kernel_base {
  using op = ops::global_avg_pool;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    return holds_units_of<in, T> && holds_units_of<out, T> && __is_same(typename in::layout, hwc) &&
           in_logical_order<typename out::layout> && !in::is.is_constant && e.c() >= Channels;
  }();
  template <class C>
  static constexpr auto pack() {
    return global_avg_pool_generic::pack<C>();
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    static_assert(K::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    if (rows.count == 0) return;  // the whole output is one row
    constexpr extents e = C::template in<0>::is.shape;
    constexpr int cells = e.h() * e.w();
    K::template with_end<C>(a, [&](const auto& end) {
      K::template means<(cells > K::most_at_once())>(a.template out<0>(), a.template in<0>(), e.n(),
                                                     cells, e.c(), output_limits<C>(), end);
    });
  }

 protected:
  /// Calls f with what makes a mean of a sum.
  template <class C, class A, class F>
  static void with_end([[maybe_unused]] const A& a, const F& f) {
    using in = typename C::template in<0>;
    constexpr int cells = in::is.shape.h() * in::is.shape.w();
    if constexpr (global_avg_pool_generic::scales<C>()) f(kernel_constants<K, C>(a));
    else f(global_avg_pool_generic::code_mean<global_avg_pool_generic::method<C>, cells>{});
  }
  /// Cells that a block sums at once.
  static constexpr int most_at_once() {
    if constexpr (requires { K::most_cells; }) return K::most_cells;
    else return most_summed_bytes;
  }
  /// `InParts`: there are more.
  template <bool InParts, class F>
  ETCH_KERNEL static void means(T* y,        // (N,C)
                                const T* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<T> l,
                                const F& epilogue) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      for (int next = 0; next < channels; next += Channels) {
        // The last block of channels overlaps the one before: what both write is the same.
        const int c = minimum(next, channels - Channels);
        const auto write = [&](int i, std::int32_t sum) __attribute__((always_inline)) {
          y[c + i] = static_cast<T>(clamp<std::int32_t>(epilogue(sum), l.low, l.high));
        };
        if constexpr (!InParts) {
          K::sum_block(x + c, cells, channels, write);
        } else {
          std::int32_t all[Channels];
          for (std::int32_t& sum : all) sum = 0;
          const T* part = x + c;
          for (int left = cells; left > 0; left -= most_at_once()) {
            const int count = minimum(left, most_at_once());
            K::sum_block(part, count, channels,
                         [&](int i, std::int32_t sum)
                             __attribute__((always_inline)) { all[i] += sum; });
            part += count * channels;
          }
          for (int i = 0; i < Channels; ++i) write(i, all[i]);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
