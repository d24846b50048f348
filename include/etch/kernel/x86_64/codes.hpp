// What the kernels by PMADDWD take.
#pragma once

#include <etch/kernel/requantise.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Whether call C multiplies signed bytes by constant signed bytes into signed bytes: what the
/// kernels on s8 (by a factor) and on q7 (by a shift) take.
enum class codes { s8, q7 };
template <class C, codes Kind>
constexpr bool multiplies() {
  if constexpr (!has_signed_bytes<typename C::template in<0>> ||
                !has_signed_bytes<typename C::template in<1>> ||
                !has_signed_bytes<typename C::template out<>>) {
    return false;
  } else {
    constexpr operand x = C::template in<0>::is, w = C::template in<1>::is;
    constexpr operand y = C::template out<>::is;
    constexpr bool shifts = by_shift(x.number, w.number, y.number);
    return sum_bits(C::inputs()) == 32 && C::norm_count == 0 && w.is_constant && !x.is_constant &&
           w.number.zero == 0 && x.layout == &layout_id<hwc> && y.layout == &layout_id<hwc> &&
           shifts == (Kind == codes::q7);
  }
}

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
