// add of int8 codes, exact as TensorFlow Lite: what a code becomes in units of the sum is
// looked up, and 16 sums at a time are brought to the output by PMULUDQ.
//
// Needs: SSE2; logical order; values of the same shape that are no constants; int8 codes, affine.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/elements.hpp>
#include <etch/kernel/sum_of_two.hpp>
#include <etch/kernel/x86_64/finish.hpp>
#include <etch/op/add.hpp>

namespace etch::inline ETCH_ABI {

/// add of int8 codes through tables of 32-bit numbers.
struct add_s8_s8_s8_pmuludq {
  using op = ops::add;
  static constexpr const char* name = "add_s8_s8_s8_pmuludq";

  template <class C>
  static constexpr bool accepts = [] {
    using a = typename C::template in<0>;
    using b = typename C::template in<1>;
    using y = typename C::template out<>;
    if constexpr (has_signed_bytes<a> && has_signed_bytes<b> && has_signed_bytes<y> &&
                  !is_q(y::is.number)) {
      return in_logical_order<typename a::layout> && in_logical_order<typename b::layout> &&
             in_logical_order<typename y::layout> && a::is.shape.size() == y::is.shape.size() &&
             b::is.shape.size() == y::is.shape.size() &&
             factor_rounding(C::round) == rounding::tflite_double;
    } else {
      return false;
    }
  }();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    constexpr auto sum = make_sum<C>();
    factor_finish<std::int8_t, rounding::tflite_double, 1> end{
        {sum.out.multiplier},
        {static_cast<std::int8_t>(sum.out.shift)},
        sum.out_zero,
        sum.low,
        sum.high};
    tables<decltype(x86::pack_finish<rules<C>, 1>(end))> p{{}, x86::pack_finish<rules<C>, 1>(end)};
    for (int i = 0; i < 2; ++i) {
      for (int code = -128; code < 128; ++code) {
        const std::int32_t near = shift_half_up(code - sum.in_zero[i], -sum.headroom);
        p.of[i][code + 128] =
            static_cast<std::uint32_t>(scale_by<rounding::tflite_double>(near, sum.in[i]));
      }
    }
    return p;
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    sums<rules<C>>(a.template out<0>() + first, a.template in<0>() + first,
                   a.template in<1>() + first, rows.count * row, packed<add_s8_s8_s8_pmuludq, C>);
#else
    static_assert(sizeof(A) == 0, "add_s8_s8_s8_pmuludq: compile for x86-64");
#endif
  }

 private:
  template <class Finish>
  struct tables {
    alignas(64) std::uint32_t of[2][256];  ///< of code + 128 of a and b, in units of the sum
    Finish finish;
  };
  template <class C>
  static constexpr x86::finish_rules rules{x86::finish_rules::kind::by_factor, 0, false,
                                           make_sum<C>().out.shift > 0};

#if ETCH_HAS_X86
  template <x86::finish_rules Rules, class P>
  ETCH_KERNEL static void sums(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                               int count, const P& p) {
    const std::uint32_t* of_a = p.of[0] + 128;
    const std::uint32_t* of_b = p.of[1] + 128;
    const auto some = [&]<int Count>() __attribute__((always_inline)) {
      const auto near = [&](int i) __attribute__((always_inline)) {
        return i < Count ? of_a[a[i]] + of_b[b[i]] : 0;
      };
      x86::lanes4::sums sum[4];
      unroll<4>([&]<int I>() __attribute__((always_inline)) {
        sum[I] = x86::lanes4::sums{near(4 * I), near(4 * I + 1), near(4 * I + 2), near(4 * I + 3)};
      });
      x86::finish_block<Rules, Count, x86::lanes4>(y, sum, p.finish, 0);
      y += Count, a += Count, b += Count;
    };
    for (; count >= 16; count -= 16) some.template operator()<16>();
    for (; count > 0; --count) some.template operator()<1>();
  }
#endif
};

}  // namespace etch::inline ETCH_ABI
