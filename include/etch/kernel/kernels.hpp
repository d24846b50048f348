// Which kernels a target has, best first: one include and one line a target.
#pragma once

#include <etch/kernel/aarch64.hpp>
#include <etch/kernel/armv6m.hpp>
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv7m.hpp>
#include <etch/kernel/armv81m.hpp>
#include <etch/kernel/generic.hpp>
#include <etch/kernel/x86_64.hpp>
#include <etch/target/targets.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
generic_kernels kernels_of(generic*);
armv6m_kernels kernels_of(cortex_m0*);
armv7m_kernels kernels_of(cortex_m3*);
armv7em_kernels kernels_of(arm_v7em*);
armv81m_kernels kernels_of(arm_v8_1m_mve*);
aarch64_bf16_kernels kernels_of(aarch64_bf16*);
aarch64_i8mm_kernels kernels_of(aarch64_i8mm*);
aarch64_dotprod_kernels kernels_of(aarch64_dotprod*);
aarch64_kernels kernels_of(aarch64*);
x86_64_v4_bf16_kernels kernels_of(x86_64_v4_bf16*);
x86_64_v4_vnni_kernels kernels_of(x86_64_v4_vnni*);
x86_64_v3_kernels kernels_of(x86_64_v3*);
x86_64_kernels kernels_of(x86_64*);
// a target from outside, with its list or without one
template <class T>
typename T::kernels kernels_of(T*)
requires requires { typename T::kernels; };
template <class T>
list<> kernels_of(T*);
}  // namespace detail

/// The kernels of target T itself, without those of the target that it falls back to: the library's
/// above, for a target from outside the list T::kernels, best first, if it has one.
template <class T>
struct own_kernels {
  using type = decltype(detail::kernels_of(static_cast<T*>(nullptr)));
};

/// All kernels that target T can run, best first.
template <class T>
struct all_kernels {
  using type = typename own_kernels<T>::type;
};
template <class T>
requires requires { typename T::falls_back_to; }
struct all_kernels<T> {
  using type = concatenation_t<typename own_kernels<T>::type,
                               typename all_kernels<typename T::falls_back_to>::type>;
};

}  // namespace ETCH_NAMESPACE
