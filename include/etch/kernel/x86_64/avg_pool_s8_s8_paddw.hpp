// avg_pool of signed 8-bit codes, up to 64 channels at a time: sums by PADDW, the division by
// DIVPS.
//
// Needs: SSE2; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN or
// TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_X86
namespace x86 {

/// Sums of a vector V of channels, as many codes as 16 bits hold the sum of.
template <class V>
struct sums_of_codes {
  typename V::vector low = V::all_16(0), high = V::all_16(0);
  ETCH_GLUE void add(typename V::vector codes) {
    low = V::add_16(low, V::low_as_16(codes));
    high = V::add_16(high, V::high_as_16(codes));
  }
};

/// The means of `cells` codes from their sums, as mean_of<R>; R is not half_even, 1 <= cells <=
/// 256. Numerators and divisors are below 2^18: their quotient in single precision is never rounded
/// up to an integer. But for toward_zero, 128 more makes what is divided positive: the integer
/// below is the one towards 0.
template <rounding R, class V>
class means {
 public:
  ETCH_GLUE explicit means(int cells)
      : divisor_(static_cast<float>(truncates ? cells : 2 * cells)), above_(257 * cells) {}

  /// Within limits l.
  ETCH_GLUE typename V::vector of(const sums_of_codes<V>& sums, limits<std::int8_t> l) const {
    return V::pack_16(V::clamp_16(half(sums.low), l.low, l.high),
                      V::clamp_16(half(sums.high), l.low, l.high));
  }

 private:
  static constexpr bool truncates = R == rounding::toward_zero;

  ETCH_GLUE typename V::vector half(typename V::vector sums) const {
    const auto means = V::pack_32(quotient(V::low_as_32(sums)), quotient(V::high_as_32(sums)));
    return truncates ? means : V::add_16(means, V::all_16(-128));
  }
  ETCH_GLUE typename V::vector quotient(typename V::vector sum) const {
    if constexpr (truncates) return V::quotient(sum, divisor_);
    auto above = V::add_32(V::all_32(above_), V::add_32(sum, sum));
    if constexpr (R != rounding::half_up) {
      above = V::add_32(above, V::template shift_right_by<31>(sum));  // ties: one less
    }
    return V::quotient(above, divisor_);
  }
  float divisor_;
  int above_;
};

}  // namespace x86
#endif

/// avg_pool of signed 8-bit codes by vectors.
struct avg_pool_s8_s8_paddw : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_paddw";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 8>();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    mean_rows<C::attributes.at(C::inputs()), C::round>(a.template out<0>(), a.template in<0>(),
                                                       output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_paddw: compile for x86-64");
#endif
  }

#if ETCH_HAS_X86
 private:
  template <window_geometry G, rounding R>
  ETCH_KERNEL static void mean_rows(std::int8_t* y,        // (N,OH,OW,C)
                                    const std::int8_t* x,  // (N,H,W,C)
                                    limits<std::int8_t> l, row_block rows) {
    using V = decltype(x86::vectors_within<G.c>());
    constexpr int block = G.c < 16 ? 8 : V::bytes;
    for_each_pixel<G>(y, x, rows,
                      [&](std::int8_t* to, const std::int8_t* from,
                          const window_cells& in) __attribute__((always_inline)) {
                        const x86::means<R, V> mean((in.bottom - in.top) * (in.right - in.left));
                        for_each_block<G.c, block>([&](int c) __attribute__((always_inline)) {
                          x86::sums_of_codes<V> sums;
                          for_each_cell<G>(in, [&](int at, int) __attribute__((always_inline)) {
                            sums.add(V::template load<block>(from + at + c));
                          });
                          V::template store<block>(to + c, mean.of(sums, l));
                        });
                      });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
