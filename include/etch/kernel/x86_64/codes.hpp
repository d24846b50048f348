// What the kernels by PMADDWD take.
#pragma once

#include <etch/kernel/requantise.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Whether call C multiplies signed bytes by constant signed bytes into signed bytes: what the
/// kernels on q7 (all three are q) and on s8 (one is not) take. Spelt out without calls that take
/// formats: compilers remember each.
enum class codes { s8, q7 };
template <class C, codes Kind>
inline constexpr bool multiplies =
    has_signed_bytes<typename C::template in<0>> && has_signed_bytes<typename C::template in<1>> &&
    has_signed_bytes<typename C::template out<>> && sizeof(typename sum_arithmetic<C>::sum) == 4 &&
    C::norm_count == 0 && C::template in<1>::is.is_constant && !C::template in<0>::is.is_constant &&
    C::template in<1>::is.number.zero == 0 && C::template in<0>::is.layout == &layout_id<hwc> &&
    C::template out<>::is.layout == &layout_id<hwc> &&
    (C::template in<0>::is.number.kind->is_power_of_two &&
     C::template in<1>::is.number.kind->is_power_of_two &&
     C::template out<>::is.number.kind->is_power_of_two) == (Kind == codes::q7);

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
