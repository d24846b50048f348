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

/// The kernels of target T itself, without those of the target that it falls back to: the library's
/// below, for a target from outside the list T::kernels, best first, if it has one.
template <class T>
struct own_kernels {
  using type = list<>;
};
template <class T>
requires requires { typename T::kernels; }
struct own_kernels<T> {
  using type = typename T::kernels;
};
template <>
struct own_kernels<generic> {
  using type = generic_kernels;
};
template <>
struct own_kernels<cortex_m0> {
  using type = armv6m_kernels;
};
template <>
struct own_kernels<cortex_m3> {
  using type = armv7m_kernels;
};
template <>
struct own_kernels<arm_v7em> {
  using type = armv7em_kernels;
};
template <>
struct own_kernels<arm_v8_1m_mve> {
  using type = armv81m_kernels;
};
template <>
struct own_kernels<aarch64_bf16> {
  using type = aarch64_bf16_kernels;
};
template <>
struct own_kernels<aarch64_i8mm> {
  using type = aarch64_i8mm_kernels;
};
template <>
struct own_kernels<aarch64_dotprod> {
  using type = aarch64_dotprod_kernels;
};
template <>
struct own_kernels<aarch64> {
  using type = aarch64_kernels;
};
template <>
struct own_kernels<x86_64> {
  using type = x86_64_kernels;
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
