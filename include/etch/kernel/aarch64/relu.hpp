// relu of codes of 8 or 16 bits, 16 bytes of them at a time, by SMAX or UMAX.
//
// Needs: Advanced SIMD; values in logical order. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may
// be x.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Base of kernel K, relu of codes T.
template <class K, class T>
struct relu_of_codes : kernel_base {
  using op = ops::relu;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    return holds_codes_of<in, T> && !in::is.is_constant && in_logical_order<typename in::layout> &&
           in_logical_order<typename C::template out<>::layout>;
  }();
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    call_on_rows<C>(a, rows, [](T* y, const T* x, int count) {
      rectify(y, x, count, static_cast<T>(C::template in<0>::is.number.zero));
    });
  }

 private:
  ETCH_KERNEL static void rectify([[maybe_unused]] T* y, [[maybe_unused]] const T* x,
                                  [[maybe_unused]] int count, [[maybe_unused]] T zero) {
#if ETCH_HAS_NEON
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    const auto least = all_lanes(zero);
    const auto whole = [&](int i) __attribute__((always_inline)) {
      store_lanes(y + i, larger(load_all_lanes(x + i), least));
    };
    int i = 0;
    for (; i + 4 * lanes <= count; i += 4 * lanes)
      whole(i), whole(i + lanes), whole(i + 2 * lanes), whole(i + 3 * lanes);
    for (; i + lanes <= count; i += lanes) whole(i);
    for (; i < count; ++i) y[i] = x[i] < zero ? zero : x[i];
#endif
  }
};

}  // namespace neon

/// relu of signed 8-bit codes.
struct relu_s8_s8_smax : neon::relu_of_codes<relu_s8_s8_smax, std::int8_t> {
  static constexpr const char* name = "relu_s8_s8_smax";
};
/// relu of unsigned 8-bit codes.
struct relu_u8_u8_umax : neon::relu_of_codes<relu_u8_u8_umax, std::uint8_t> {
  static constexpr const char* name = "relu_u8_u8_umax";
};
/// relu of 16-bit codes.
struct relu_s16_s16_smax : neon::relu_of_codes<relu_s16_s16_smax, std::int16_t> {
  static constexpr const char* name = "relu_s16_s16_smax";
};

}  // namespace ETCH_NAMESPACE
