// avg_pool of codes of 8 or 16 bits, up to 64 bytes of channels at a time: sums by PADDW or PADDD,
// the division by DIVPS.
//
// Needs: SSE2; hwc; at least 8 bytes of channels; windows of at most 256 cells, or 255 of 16-bit
// codes; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_X86
namespace x86 {

/// Sums of the codes T of Block channels, which vectors V hold, in twice their width.
template <class V, class T, int Block>
struct sums_of_codes {
  typename V::vector low = V::zero(), high = V::zero();
  ETCH_GLUE void add(const T* x) {
    const auto codes = V::template load<Block* static_cast<int>(sizeof(T))>(x);
    if constexpr (sizeof(T) == 2) {
      low = V::add_32(low, V::low_as_32(codes));
      high = V::add_32(high, V::high_as_32(codes));
    } else {
      low = V::add_16(low, low_in_16<V, T>(codes));
      high = V::add_16(high, high_in_16<V, T>(codes));
    }
  }
};

/// Their means.
template <class V, class T, rounding R, int Block>
class means_of_codes {
 public:
  using sums = sums_of_codes<V, T, Block>;
  ETCH_GLUE explicit means_of_codes(int cells)
      : cells_(static_cast<float>(cells)),
        half_(__builtin_bit_cast(std::int32_t, cells_ / 2)),
        differ_(half_ ^ __builtin_bit_cast(std::int32_t, R == rounding::half_up ? (1 - cells_) / 2
                                                                                : -cells_ / 2)) {}
  ETCH_GLUE void write(T* y, const sums& of, limits<T> l) const {
    typename V::vector codes;
    if constexpr (sizeof(T) == 2) {
      codes = V::clamp_16(V::pack_32(mean(of.low), mean(of.high)), l.low, l.high);
    } else {
      codes = pack_as<V, T>(V::clamp_16(halfwords(of.low), l.low, l.high),
                            V::clamp_16(halfwords(of.high), l.low, l.high));
    }
    constexpr int bytes = Block * static_cast<int>(sizeof(T));
    V::template store<bytes>(y, codes);
  }

 private:
  static constexpr bool has_sign = static_cast<T>(-1) < 0;
  ETCH_GLUE typename V::vector halfwords(typename V::vector sum) const {
    if constexpr (has_sign) return V::pack_32(mean(V::low_as_32(sum)), mean(V::high_as_32(sum)));
    else
      return V::pack_32(mean(V::zip_low_16(sum, V::zero())), mean(V::zip_high_16(sum, V::zero())));
  }
  /// Half of the cells, with the sum's sign, is added before the quotient is rounded towards 0;
  /// where ties go up, half a cell less to a negative sum.
  ETCH_GLUE typename V::vector mean(typename V::vector sum) const {
    if constexpr (R == rounding::toward_zero) {
      return V::quotient(sum, cells_);
    } else if constexpr (!has_sign) {
      return V::quotient(sum, V::all_32(half_), cells_);
    } else {
      const auto signs = R == rounding::half_up ? V::template shift_right_by<31>(sum) : sum;
      const auto more = V::bits_xor(V::bits_and(signs, V::all_32(differ_)), V::all_32(half_));
      return V::quotient(sum, more, cells_);
    }
  }
  float cells_;
  std::int32_t half_;    ///< the bits of half of them
  std::int32_t differ_;  ///< those of what is added to a negative sum that are others
};

}  // namespace x86
#endif

namespace x86 {

/// Base of kernel K, avg_pool of codes T.
template <class K, class T>
struct avg_pool_of_codes : kernel_base {
  using op = ops::avg_pool;

  template <class C>
  static constexpr bool accepts = averages_codes<C, 8 / static_cast<int>(sizeof(T)), T>();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr int size = sizeof(T), bytes = g.c * size;
    using V = decltype(vectors_within<bytes>());
    constexpr int block = (bytes < 16 ? 8 : V::bytes) / size;
    write_mean_rows<g, block, means_of_codes<V, T, C::round, block>>(
        a.template out<0>(), a.template in<0>(), output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool by PADDW or PADDD: compile for x86-64");
#endif
  }
};

}  // namespace x86

/// avg_pool of signed 8-bit codes.
struct avg_pool_s8_s8_paddw : x86::avg_pool_of_codes<avg_pool_s8_s8_paddw, std::int8_t> {
  static constexpr const char* name = "avg_pool_s8_s8_paddw";
};
/// avg_pool of unsigned 8-bit codes.
struct avg_pool_u8_u8_paddw : x86::avg_pool_of_codes<avg_pool_u8_u8_paddw, std::uint8_t> {
  static constexpr const char* name = "avg_pool_u8_u8_paddw";
};
/// avg_pool of 16-bit codes.
struct avg_pool_s16_s16_paddd : x86::avg_pool_of_codes<avg_pool_s16_s16_paddd, std::int16_t> {
  static constexpr const char* name = "avg_pool_s16_s16_paddd";
};

}  // namespace ETCH_NAMESPACE
