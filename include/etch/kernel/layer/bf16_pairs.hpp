// What kernels that join pairs of bfloat16 share: the layers they run.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, which runs Op, conv2d or dense, on Values, bfloat16 of joined_pairs, times
/// constant bfloat16, in memory order, into a format that is no integer: of more cells than one
/// where no pair joins two. K::make<G> makes output rows.
template <class K, class Op, class Values>
struct bf16_pairs : kernel_base {
  using op = Op;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using weights = typename C::template in<1>;
    using out = typename C::template out<>;
    constexpr bool formats = __is_same(typename in::kind, typename Values::kind) &&
                             __is_same(typename weights::storage, typename Values::kind::code) &&
                             is_real(out::is.number);
    constexpr window_geometry g = geometry_of<C>;
    return formats && __is_same(typename in::layout, hwc) && __is_same(typename out::layout, hwc) &&
           weights::is.is_constant && !in::is.is_constant && !C::folded && g.groups == 1 &&
           (g.c % 2 == 0 || g.kh * g.kw == 1);
  }();
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = geometry_of<C>;
    if constexpr (g.n * g.oh == 1) {
      if (rows.count == 0) return;
      rows = {0, 1};
    }
    K::template make<g>(a.template out<0>(), a.template in<0>(), kernel_constants<K, C>(a), rows);
  }
};

}  // namespace ETCH_NAMESPACE
