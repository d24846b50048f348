// global_avg_pool of codes of 8 to 16 bits by VADD: of signed bytes eight channels at a time, of
// more than 256 cells sixteen.
//
// Needs: MVE; hwc; at most 65,536 cells; of at most 256 signed bytes no ties to even and a factor
// of at most 1/2; of other codes at least 8 channels, of 16 bits 4. Reads: x (N,H,W,C). Writes: y
// (N,C).
#pragma once

#include <etch/kernel/armv81m/sums_in_lanes.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_vadd : global_means<global_avg_pool_s8_s8_vadd, 1> {
  static constexpr const char* name = "global_avg_pool_s8_s8_vadd";
  static constexpr bool is_available = ETCH_HAS_MVE;

  template <class C>
  static constexpr bool accepts = [] {
    constexpr extents e = C::template in<0>::is.shape;
    if constexpr (!global_means::accepts<C> || e.h() * e.w() > 65'536) return false;
    else if constexpr (e.h() * e.w() > most_summed_bytes) return true;
    else if constexpr (global_avg_pool_generic::scales<C>()) return pack<C>().factor.shift < 0;
    else return C::round != rounding::half_even && !is_onnxruntime(C::round);
  }();

#if ETCH_HAS_MVE
 private:
  friend global_means;
  template <rounding R>
  struct scaled {
    global_avg_pool_generic::scaled_mean<R> mean;
    ETCH_GLUE int32x4_t operator()(int32x4_t sum) const {
      using armv81m::epilogue_step;
      constexpr epilogue_step step = R == rounding::tflite_single ? epilogue_step::factor_single
                                                                  : epilogue_step::factor_double;
      const int32x4_t y = armv81m::rounded<step>(vsubq_n_s32(sum, mean.zeros),
                                                 mean.factor.multiplier, mean.factor.shift);
      return vaddq_n_s32(y, mean.zero);
    }
  };
  template <class C, class A, class F>
  static void with_end([[maybe_unused]] const A& a, const F& f) {
    constexpr extents e = C::template in<0>::is.shape;
    if constexpr (e.h() * e.w() > most_summed_bytes) global_means::template with_end<C>(a, f);
    else if constexpr (!global_avg_pool_generic::scales<C>()) {
      armv81m::means_of_lanes<C::round, std::int8_t> mean;
      mean.over(e.h() * e.w());
      f(mean);
    } else f(scaled<C::round>{kernel_constants<global_avg_pool_s8_s8_vadd, C>(a)});
  }
  template <bool InParts, class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& epilogue) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      if constexpr (!InParts) {
        armv81m::means_of_cells(y, x, channels, 1, cells, channels, 0, l, epilogue);
      } else if (channels < 16) {
        for (int c = 0; c < channels; c += 8) {
          const int count = minimum(channels - c, 8);
          const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count));
          means_of_vectors<1>(y + c, x + c, cells, channels, count, l, epilogue,
                              [&](const std::int8_t* from) __attribute__((always_inline)) {
                                return vldrbq_z_s16(from, inside);
                              });
        }
      } else {
        for (int next = 0; next < channels; next += 16) {
          // The last 16 overlap those before: what both write is the same.
          const int c = minimum(next, channels - 16);
          means_of_vectors<2>(y + c, x + c, cells, channels, 16, l, epilogue,
                              [](const std::int8_t* from)
                                  __attribute__((always_inline)) { return vldrbq_s16(from); });
        }
      }
    }
  }
  /// `count` channels, of which `load` reads eight.
  template <int Vectors, class F, class Load>
  ETCH_GLUE static void means_of_vectors(std::int8_t* y, const std::int8_t* x, int cells,
                                         int channels, int count, limits<std::int8_t> l,
                                         const F& epilogue, const Load& load) {
    int32x4_t even[Vectors], odd[Vectors];
    for (int k = 0; k < Vectors; ++k) even[k] = odd[k] = vdupq_n_s32(0);
    for (int part = 0; cells > 0; cells -= part) {
      part = minimum(cells, most_summed_bytes);
      int16x8_t sum[Vectors];
      for (int k = 0; k < Vectors; ++k) sum[k] = vdupq_n_s16(0);
      for (int i = part; i > 0; --i, x += channels) {
        unroll<Vectors>([&]<int K>() __attribute__((always_inline)) {
          sum[K] = vaddq_s16(sum[K], load(x + 8 * K));
        });
      }
      unroll<Vectors>([&]<int K>() __attribute__((always_inline)) {
        even[K] = vaddq_s32(even[K], vmovlbq_s16(sum[K]));
        odd[K] = vaddq_s32(odd[K], vmovltq_s16(sum[K]));
      });
    }
    std::int32_t all[8 * Vectors];
    unroll<Vectors>([&]<int K>() __attribute__((always_inline)) {
      vstrwq_s32(all + 8 * K, even[K]);
      vstrwq_s32(all + 8 * K + 4, odd[K]);
    });
    for (int i = 0; i < count; ++i) {
      const std::int32_t mean = epilogue(all[i / 8 * 8 + i % 2 * 4 + i % 8 / 2]);
      y[i] = static_cast<std::int8_t>(clamp<std::int32_t>(mean, l.low, l.high));
    }
  }
#endif
};

namespace armv81m {

/// Base of the global_avg_pool kernel K of codes Code, a vector of channels at a time.
template <class K, class Code>
struct global_means_in_lanes : global_means<K, sizeof(Code) == 1 ? 8 : 4, Code> {
  static constexpr bool is_available = ETCH_HAS_MVE;
  static constexpr wide_int most_cells = sizeof(Code) == 1 ? most_summed_bytes : 65'536;

#if ETCH_HAS_MVE
  template <class End>
  ETCH_GLUE static void sum_block(const Code* x, int cells, int channels, const End& end) {
    using sums = sums_in_lanes<Code>;
    const mve_pred16_t all = sums::first(sums::channels);
    sums found;
    for (int i = cells; i > 0; --i, x += channels) found.add(etch::as_bytes(x), all);
    found.tell(end);
  }
#endif
};

}  // namespace armv81m

/// global_avg_pool of unsigned 8-bit codes.
struct global_avg_pool_u8_u8_vadd
    : armv81m::global_means_in_lanes<global_avg_pool_u8_u8_vadd, std::uint8_t> {
  static constexpr const char* name = "global_avg_pool_u8_u8_vadd";
};
/// global_avg_pool of signed codes of 9 to 16 bits.
struct global_avg_pool_s16_s16_vadd
    : armv81m::global_means_in_lanes<global_avg_pool_s16_s16_vadd, std::int16_t> {
  static constexpr const char* name = "global_avg_pool_s16_s16_vadd";
};

}  // namespace ETCH_NAMESPACE
