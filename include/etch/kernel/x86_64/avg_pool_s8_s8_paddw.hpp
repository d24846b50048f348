// avg_pool of signed 8-bit codes, up to 64 channels at a time: sums by PADDW, the division by
// DIVPS.
//
// Needs: SSE2; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN or
// TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_X86
namespace x86 {

/// Sums of the Block channels that a vector V holds, as many codes as 16 bits hold the sum of.
template <class V, int Block>
struct sums_of_codes {
  typename V::vector low = V::all_16(0), high = V::all_16(0);
  ETCH_GLUE void add(const std::int8_t* x) {
    const auto codes = V::template load<Block>(x);
    low = V::add_16(low, V::low_as_16(codes));
    high = V::add_16(high, V::high_as_16(codes));
  }
};

/// Their means.
template <rounding R, class V, int Block>
class means {
 public:
  ETCH_GLUE explicit means(int cells) : by_(cells) {}
  ETCH_GLUE void write(std::int8_t* y, const sums_of_codes<V, Block>& sums,
                       limits<std::int8_t> l) const {
    V::template store<Block>(y, V::pack_16(half(sums.low, l), half(sums.high, l)));
  }

 private:
  ETCH_GLUE typename V::vector half(typename V::vector sums, limits<std::int8_t> l) const {
    const auto means = V::pack_32(quotient(V::low_as_32(sums)), quotient(V::high_as_32(sums)));
    return V::clamp_16(by_.truncates ? means : V::add_16(means, V::all_16(-128)), l.low, l.high);
  }
  ETCH_GLUE typename V::vector quotient(typename V::vector sum) const {
    if constexpr (mean_of_bytes<R>::truncates) return V::quotient(sum, by_.divisor);
    auto above = V::add_32(V::all_32(by_.above), V::add_32(sum, sum));
    if constexpr (mean_of_bytes<R>::ties_down) {
      above = V::add_32(above, V::template shift_right_by<31>(sum));
    }
    return V::quotient(above, by_.divisor);
  }
  mean_of_bytes<R> by_;
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
    constexpr window_geometry g = C::attributes.at(C::inputs());
    using V = decltype(x86::vectors_within<g.c>());
    constexpr int block = g.c < 16 ? 8 : V::bytes;
    write_mean_rows<g, block, x86::sums_of_codes<V, block>, x86::means<C::round, V, block>>(
        a.template out<0>(), a.template in<0>(), output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_paddw: compile for x86-64");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
