// What the kernels by PMADDWD take.
#pragma once

#include <etch/kernel/requantise.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// What kernels on q7 (value, weights and output are q) and on s8 (one of them is not) take.
enum class codes { s8, q7 };

/// Whether x times w gives y in codes of 8 bits of a kind, in logical order.
constexpr bool are_codes(const operand& x, const operand& w, const operand& y, codes kind) {
  const format &fx = x.number, &fw = w.number, &fy = y.number;
  if (fx.bits != 8 || fw.bits != 8 || fy.bits != 8 || fw.zero != 0) return false;
  if (!w.is_constant || x.is_constant) return false;
  if (x.layout != &layout_id<hwc> || y.layout != &layout_id<hwc>) return false;
  const bool q[3] = {is_q(fx), is_q(fw), is_q(fy)};
  if (!(q[0] || is_affine(fx)) || !(q[1] || is_affine(fw)) || !(q[2] || is_affine(fy)))
    return false;
  return (q[0] && q[1] && q[2]) == (kind == codes::q7);
}

/// Whether call C multiplies signed bytes by constant signed bytes into signed bytes of a kind, in
/// sums of 32 bits. Operands are named once each: compilers copy them to read one member.
template <class C, codes Kind>
inline constexpr bool multiplies =
    __is_same(typename C::template in<0>::storage, std::int8_t) &&
    __is_same(typename C::template in<1>::storage, std::int8_t) &&
    __is_same(typename C::template out<>::storage, std::int8_t) &&
    sizeof(typename sum_arithmetic<C>::sum) == 4 && C::norm_count == 0 &&
    are_codes(C::template in<0>::is, C::template in<1>::is, C::template out<>::is, Kind);

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
