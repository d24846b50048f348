// One kernel for all microkernels: what conv2d, depthwise_conv2d and dense of 8-bit codes have in
// common on every target.
//
// A microkernel M is a struct:
//   static constexpr bool takes(const byte_layer&);      shapes, formats, rounding: no weights
//   template <class C> static constexpr bool proves;     optional: what needs weights or factors
//   template <class C> static constexpr int scratch;     optional: bytes, a multiple of 16
//   template <class C> static constexpr bool reads_rows, takes_spare_memory, takes_idle_memory,
//       keeps_nothing, writes_spaced;                    optional: as kernels
//   template <class C> static constexpr int rows_at_once;    the same
//   template <class C, class D> static constexpr bool keeps_the_same;    the same
//   template <class C> static constexpr auto pack();     constants of the layer
//   template <class C, class K, class A> static void run(const A& a, row_block rows);
//                                                        K is the kernel: kernel_constants<K, C>(a)
//   static constexpr bool widens_weights;                optional: weights of fewer than 8 bits are
//                                                        bytes to it, C is with_weights_in_bytes
//   static constexpr bool takes_zeros;                   optional: weights may have a zero point
// Each question is asked only where the ones before were answered with yes. `takes` is a function
// of a value, so that a page or a test can ask it about layers that no graph has.
#pragma once

#include <etch/kernel/layer/layer.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
template <bool Widens>
struct call_of_layer {
  template <class C>
  using type = C;
};
template <>
struct call_of_layer<true> {
  template <class C>
  using type = element_t<list<C, with_weights_in_bytes<C>>, has_packed_weights<C>() ? 1 : 0>;
};
// A variable: clang 16 takes one value of a requires expression in an alias for every M.
template <class M>
inline constexpr bool widens_weights = requires { requires M::widens_weights; };
template <class M>
using calls_of_layer = call_of_layer<widens_weights<M>>;
}  // namespace detail

/// Whether microkernel M runs call C, which is as M sees it.
template <class M, class C>
constexpr bool accepts_layer() {
  constexpr bool zeros = requires { requires M::takes_zeros; };
  if constexpr (!(zeros ? layer_of<C>.is_signed : layer_of<C>.is_bytes)) return false;
  else if constexpr (!M::takes(layer_of<C>)) return false;
  else if constexpr (requires { M::template proves<C>; }) return M::template proves<C>;
  else return true;
}

/// Base of kernel K, which runs operator Op by microkernel M; K adds its name.
template <class K, class Op, class M>
struct layer_kernel {
  using op = Op;

  template <class C>
  using seen = typename detail::calls_of_layer<M>::template type<C>;  ///< as M sees it

  template <class C>
  static constexpr bool accepts = accepts_layer<M, seen<C>>();
  template <class C>
  static constexpr int scratch = [] {
    if constexpr (requires { M::template scratch<seen<C>>; }) return M::template scratch<seen<C>>;
    else return 0;
  }();
  template <class C>
  static constexpr bool reads_rows = requires { requires M::template reads_rows<seen<C>>; };
  template <class C>
  static constexpr bool takes_spare_memory =
      requires { requires M::template takes_spare_memory<seen<C>>; };
  template <class C>
  static constexpr bool takes_idle_memory =
      requires { requires M::template takes_idle_memory<seen<C>>; };
  template <class C>
  static constexpr bool keeps_nothing = requires { requires M::template keeps_nothing<seen<C>>; };
  template <class C, class D>
  static constexpr bool keeps_the_same =
      requires { requires M::template keeps_the_same<seen<C>, seen<D>>; };
  template <class C>
  static constexpr bool writes_spaced = requires { requires M::template writes_spaced<seen<C>>; };
  template <class C>
  static constexpr int rows_at_once = [] {
    if constexpr (requires { M::template rows_at_once<seen<C>>; })
      return M::template rows_at_once<seen<C>>;
    else return 1;
  }();
  template <class C>
  static constexpr auto pack() {
    return M::template pack<seen<C>>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    M::template run<seen<C>, K>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
