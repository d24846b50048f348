#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/to.hpp>

namespace ETCH_NAMESPACE {

/// to in any formats and layout.
struct to_generic : element_kernel<to_generic> {
  using op = ops::to;
  static constexpr const char* name = "to_generic";

  template <class C>
  static constexpr auto pack() {
    return make_conversion<C>();
  }
};

/// to from codes of 8 bits to codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: integer formats of 8 bits, one scale for all channels, and a value of at least four times
/// the table.
struct to_table : element_kernel<to_table> {
  using op = ops::to;
  static constexpr const char* name = "to_table";

  template <class C>
  static constexpr bool accepts = [] {
    using x = typename C::template in<0>;
    using y = typename C::template out<>;
    return x::kind::is_integer && y::kind::is_integer && sizeof(typename x::storage) == 1 &&
           sizeof(typename y::storage) == 1 && x::is.number.bits == 8 && y::is.number.bits == 8 &&
           x::is.number.channel_scale == nullptr && !is_stochastic(C::round) &&
           y::is.shape.size() >= 4 * 256;
  }();
  template <class C>
  static constexpr auto pack() {
    return tabulate<C>(make_conversion<C>());
  }
};

/// A code of 8 bits as one of Y, the upper bit flipped.
template <class Y, class X>
ETCH_GLUE constexpr Y flip_sign(X code) {
  return static_cast<Y>(static_cast<unsigned char>(code) ^ 0x80U);
}
struct flip_by_words {
  /// y[i] = x[i] with the upper bit flipped, `count` bytes; by words where both lie alike. y may be
  /// x.
  template <class Y, class X>
  ETCH_KERNEL static constexpr void flip_signs(Y* to, const X* from, int count) {
    if (!__builtin_is_constant_evaluated()) {
      const auto lies = reinterpret_cast<std::uintptr_t>(to);
      if (((lies ^ reinterpret_cast<std::uintptr_t>(from)) & 3) == 0) {
        for (auto head = -lies & 3; head > 0 && count > 0; --head, --count)
          *to++ = flip_sign<Y>(*from++);
        constexpr std::uint32_t signs = 0x80808080U;
        for (; count >= 16; count -= 16, to += 16, from += 16) {
          words_of_codes four = *reinterpret_cast<const words_of_codes*>(from);
          for (std::uint32_t& word : four.value) word ^= signs;
          *reinterpret_cast<words_of_codes*>(to) = four;
        }
        for (; count >= 4; count -= 4, to += 4, from += 4) {
          reinterpret_cast<word_of_codes*>(to)->value =
              reinterpret_cast<const word_of_codes*>(from)->value ^ signs;
        }
      }
    }
    for (; count > 0; --count) *to++ = flip_sign<Y>(*from++);
  }
};

/// The same to Codes that do not lie one behind the other, in a run by rows.
template <class Code, class Y, class X>
ETCH_KERNEL constexpr void flip_each(Y to, X from, int count) {
  for (int i = 0; i < count; ++i) to[i] = flip_sign<Code>(from[i]);
}

/// to between affine int8 and uint8 whose codes of one number differ by 128: by any rounding the
/// same code but for its upper bit. Flip has flip_signs.
template <class Flip>
struct to_flipped_by : kernel_base {
  using op = ops::to;

  template <class C>
  static constexpr bool accepts = [] {
    using x = typename C::template in<0>;
    using y = typename C::template out<>;
    constexpr format a = x::is.number, b = y::is.number;
    if (!is_scaled(a) || !is_scaled(b) || a.kind == b.kind || a.bits != 8 || b.bits != 8)
      return false;
    return a.channel_scale == nullptr && a.unit() == b.unit() &&
           a.zero - b.zero == (is_unsigned_affine(a) ? 128 : -128) && !x::is.is_constant &&
           C::act == activation::none && !is_stochastic(C::round) &&
           go_in_steps<cursor_of<x>, cursor_of<y>>;
  }();
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    call_on_rows<C>(a, rows, [](auto y, auto x, int count) __attribute__((always_inline)) {
      if constexpr (requires { *y; }) Flip::flip_signs(y, x, count);
      else flip_each<typename C::template out<>::storage>(y, x, count);
    });
  }
};

/// By words.
struct to_flipped : to_flipped_by<flip_by_words> {
  static constexpr const char* name = "to_flipped";
};

}  // namespace ETCH_NAMESPACE
