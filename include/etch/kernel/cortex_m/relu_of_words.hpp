// relu of bytes or halfwords, word by word.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Base of the relu kernel K, which loads and stores words as Words does.
template <class K, class Words>
struct relu_of_words : kernel_base {
  using op = ops::relu;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    constexpr int bytes = in::row * static_cast<int>(sizeof(typename Words::code));
    return holds_codes_of<in, typename Words::code> && !in::is.is_constant &&
           (in::is.number.zero == 0 || Words::has_any_zero) &&
           __is_same(typename in::layout, hwc) && Words::takes(bytes);
  }();
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Words::is_available) {
      constexpr auto zero = static_cast<typename Words::code>(C::template in<0>::is.number.zero);
      for (int r = rows.first; r < rows.first + rows.count; ++r) {
        rectify(as_bytes(out_row<C>(a, r)), as_bytes(a.template rows<0>().row(r)),
                C::template out<>::row * static_cast<int>(sizeof(typename Words::code)),
                repeated(zero));
      }
    } else {
      static_assert(sizeof(A) == 0, "relu of words: compile with the -mcpu of the target");
    }
  }

 private:
  /// `count` bytes of codes.
  ETCH_KERNEL static void rectify(std::int8_t* y,        // (count)
                                  const std::int8_t* x,  // (count), may be y
                                  int count,
                                  std::uint32_t zeros) {  // a word of zero points
    for (; count >= 16; count -= 16) {
      Words::rectify_word(y, x, zeros);
      Words::rectify_word(y, x, zeros);
      Words::rectify_word(y, x, zeros);
      Words::rectify_word(y, x, zeros);
    }
    for (; count > 0; count -= 4, x += 4, y += 4) {
      // The last word may overlap the one before: what both write is the same.
      const int back = count < 4 ? 4 - count : 0;
      Words::store(y - back, Words::at_least(zeros, Words::load(x - back)));
    }
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
