// What the means of signed 8-bit codes share on all targets: conditions, and the loop of
// global_avg_pool around sums of a few channels.
#pragma once

#include <etch/kernel/generic/global_avg_pool.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// As many signed bytes as a halfword holds the sum of: 256 times -128 is its least number.
inline constexpr int most_summed_bytes = 256;

/// Whether call C pools signed bytes, channel last.
template <class C>
inline constexpr bool pools_bytes = [] {
  using in = typename C::template in<0>;
  return in::is.number.bits == 8 && __is_same(typename in::storage, std::int8_t) &&
         __is_same(typename in::layout, hwc) &&
         __is_same(typename C::template out<>::layout, hwc) && !in::is.is_constant;
}();

/// Whether the largest of some codes of V is the largest byte: signed bytes, and posits of 8 bits,
/// whose NaR is the least and no number's code.
template <class V>
inline constexpr bool orders_bytes =
    V::is.number.bits == 8 && sizeof(typename V::storage) == 1 &&
    (__is_same(typename V::storage, std::int8_t) || is_posit(V::is.number));
/// Whether call C takes the largest of such codes, channel last.
template <class C>
inline constexpr bool compares_bytes =
    C::attributes.least == 0 && orders_bytes<typename C::template in<0>> &&
    __is_same(typename C::template in<0>::layout, hwc) &&
    __is_same(typename C::template out<>::layout, hwc) && !C::template in<0>::is.is_constant;
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
  return {as_bytes(x.base), x.stride};
}
template <class Rows>
ETCH_GLUE rows_as_bytes<Rows> in_bytes(const Rows& x) {
  return {x};
}
template <class T>
constexpr limits<std::int8_t> in_bytes(limits<T> l) {
  return {__builtin_bit_cast(std::int8_t, l.low), __builtin_bit_cast(std::int8_t, l.high)};
}

/// Whether avg_pool C takes means of signed bytes, at least `Channels` of them side by side, with
/// ties as in CMSIS-NN or TensorFlow Lite.
template <class C, int Channels>
constexpr bool averages_bytes() {
  constexpr window_geometry g = C::attributes.at(C::inputs());
  return pools_bytes<C> && has_signed_bytes<typename C::template in<0>> &&
         C::round != rounding::half_even && !is_onnxruntime(C::round) && g.c >= Channels &&
         g.kh * g.kw <= most_summed_bytes;
}

/// Base of the global_avg_pool kernel K, which sums `Channels` channels at a time:
/// K::sum_block(x, cells, channels, end) calls end(i, sum) for channels i = 0 .. Channels - 1 of
/// cells that lie `channels` codes apart.
template <class K, int Channels>
struct global_means : kernel_base {
  using op = ops::global_avg_pool;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    return has_signed_bytes<in> && has_signed_bytes<out> && __is_same(typename in::layout, hwc) &&
           in_logical_order<typename out::layout> && !in::is.is_constant && e.c() >= Channels &&
           e.h() * e.w() <= most_summed_bytes;
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
    K::template with_end<C>(a, [&](const auto& end) {
      K::means(a.template out<0>(), a.template in<0>(), e.n(), e.h() * e.w(), e.c(),
               output_limits<C>(), end);
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
  template <class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& epilogue) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      for (int next = 0; next < channels; next += Channels) {
        // The last block of channels overlaps the one before: what both write is the same.
        const int c = minimum(next, channels - Channels);
        K::sum_block(
            x + c, cells, channels, [&](int i, std::int32_t sum) __attribute__((always_inline)) {
              y[c + i] =
                  static_cast<std::int8_t>(clamp<std::int32_t>(epilogue(sum), l.low, l.high));
            });
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
