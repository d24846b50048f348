// A layer whose channels have several filters each, as a depthwise_conv2d with a depth multiplier
// of M: by a kernel for one filter a channel, M times. Plane m is the layer of filters c M + m. A
// row of each plane is made, then they are interleaved. Whatever a target has for one filter a
// channel so serves several, in every format, and nothing is asked of a kernel for it.
#pragma once

#include <etch/kernel/layer/interleave.hpp>
#include <etch/network/lower/code_pools.hpp>
#include <etch/network/lower/kernels_of_op.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Filters of each channel of node N of G; 1 where it is no layer whose filters read one channel,
/// or where not all that belongs to its filters is constant.
template <const auto& G, int N>
constexpr int filters_per_channel() {
  if constexpr (!weights_by_channel<typename call<G, N>::op>) {
    return 1;
  } else {
    const node& at = G.nodes[N];
    for (int i = 1; i < at.input_count; ++i) {
      if (!G.values[at.inputs[i]].is.is_constant) return 1;
    }
    return G.values[at.outputs[0]].is.shape.c() / G.values[at.inputs[0]].is.shape.c();
  }
}

/// What of a constant or a value of node N of G is of plane Plane of Planes: a channel of each
/// Planes.
template <const auto& G, int N, int Planes, int Plane>
struct plane_layer {
  static constexpr int filters = G.values[G.nodes[N].outputs[0]].is.shape.c();
  static constexpr int channels = filters / Planes;
  static constexpr bool is_of_filters(const operand& is) { return is.shape.c() == filters; }

  template <int V>
  static constexpr auto make_codes() {
    constexpr operand is = G.values[V].is;
    constexpr int count = is.shape.size() / Planes;
    byte_pool<bytes_of_codes(is.number, count)> p;
    for (int i = 0; i < count; ++i)
      copy_code(p.byte, i, G.values[V].bytes, i * Planes + Plane, is.number);
    return p;
  }
  template <int V>
  static constexpr auto make_scales() {
    constexpr format f = G.values[V].is.number;
    scale_pool<f.channel_scale == nullptr ? 0 : channels> p;
    for (int c = 0; c < channels && f.channel_scale != nullptr; ++c)
      p.scale[c] = f.channel_scale[c * Planes + Plane];
    return p;
  }
};
template <const auto& G, int N, int Planes, int Plane, int V>
alignas(16) inline constexpr auto plane_codes =
    plane_layer<G, N, Planes, Plane>::template make_codes<V>();
template <const auto& G, int N, int Planes, int Plane, int V>
inline constexpr auto plane_scales = plane_layer<G, N, Planes, Plane>::template make_scales<V>();

/// The graph of that plane: one node.
template <const auto& G, int N, int Planes, int Plane>
constexpr auto make_plane() {
  using from = typename bare<decltype(G)>::type;
  using layer = plane_layer<G, N, Planes, Plane>;
  constexpr int count = G.nodes[N].input_count;
  graph_value<count + 1, 1, 1, 1, typename from::extensions_type> g{};
  for_each_index<count + 1>([&]<int I>() {
    constexpr int v = I < count ? G.nodes[N].inputs[I] : G.nodes[N].outputs[0];
    value& to = g.values[I];
    to = G.values[v];
    to.producer = I < count ? -1 : 0;
    if constexpr (I > 0 && layer::is_of_filters(G.values[v].is)) {
      to.is.shape.d[to.is.shape.rank - 1] = layer::channels;
      if constexpr (G.values[v].is.number.channel_scale != nullptr) {
        to.is.number.channel_scale = plane_scales<G, N, Planes, Plane, v>.scale;
        to.is.number.channels = layer::channels;
      }
      if constexpr (I < count) to.bytes = plane_codes<G, N, Planes, Plane, v>.byte;
    }
  });
  node& at = g.nodes[0];
  at = G.nodes[N];
  for (int i = 0; i < count; ++i) at.inputs[i] = i;
  at.outputs[0] = g.outputs[0] = count;
  return g;
}
template <const auto& G, int N, int Planes, int Plane>
inline constexpr auto plane_graph = make_plane<G, N, Planes, Plane>();

/// Call C as planes: how many, and ::plane, the call that each is.
template <class C>
struct planes_of;
template <const auto& G, int N>
struct planes_of<call<G, N>> {
  static constexpr int count = filters_per_channel<G, N>();
  template <int Plane>
  using plane = call<plane_graph<G, N, count, Plane>, 0>;
};

/// What kernel K reads for plane Plane.
template <class K, class Call, int Plane>
struct constants_of_plane {
  using type = decltype(K::template pack<Call>());
  alignas(flash_alignment<type>) type of;
};
template <class K, class C, class Planes>
struct constants_of_planes;
template <class K, class C, int... Plane>
struct constants_of_planes<K, C, indices<Plane...>>
    : constants_of_plane<K, typename planes_of<C>::template plane<Plane>, Plane>... {};

/// The arguments of kernel K for a plane of some rows of a call, whose arguments are `of`.
template <class K, class A, class Y>
struct plane_arguments {
  using kernel = K;
  const A& of;
  Y y;  ///< where its first row would lie
  unsigned char* scratch_memory;
  const unsigned char* constants_memory;

  template <int I>
  ETCH_GLUE auto in() const {
    return of.template in<I>();
  }
  template <int I>
  ETCH_GLUE auto rows() const {
    return of.template rows<I>();
  }
  template <int O = 0>
  ETCH_GLUE Y out() const {
    return y;
  }
  ETCH_GLUE unsigned char* scratch() const { return scratch_memory; }
};

/// Whether kernel K finds nothing in scratch memory that an earlier call of C left there.
template <class K, class C>
constexpr bool keeps_nothing() {
  if constexpr (K::template scratch<C> == 0) return true;
  else if constexpr (requires { requires K::template reads_rows<C>; }) return true;
  else return requires { requires K::template keeps_nothing<C>; };
}

/// Whether what it leaves there for call C serves call D too.
template <class K, class C, class D>
constexpr bool keeps_the_same() {
  return requires { requires K::template keeps_the_same<C, D>; };
}

/// A kernel that makes more rows together is no good for one at a time.
inline constexpr int most_rows_in_turn = 8;

/// Kernel K, which takes one filter a channel, for layers of several. One that writes codes that
/// lie apart makes plane after plane in the output; others make some rows of each plane, all but
/// the last in scratch memory, that in the output, which are interleaved. Together: as many rows as
/// K makes at once, where that is more than one.
template <class K, bool Together>
struct by_planes {
  using op = typename K::op;
  static constexpr const char* name = K::name;

  template <class C>
  using first_plane = typename planes_of<C>::template plane<0>;

  template <class C>
  static constexpr bool is_spaced =
      requires { requires K::template writes_spaced<first_plane<C>>; };
  template <class C>
  static constexpr int rows_of_kernel = [] {
    if constexpr (requires { K::template rows_at_once<first_plane<C>>; })
      return K::template rows_at_once<first_plane<C>>;
    else return 1;
  }();
  /// Rows that are made at a time.
  template <class C>
  static constexpr int rows_at_once =
      Together ? minimum(rows_of_kernel<C>, C::template out<>::is.shape.rows()) : 1;
  template <class C, int... Plane>
  static constexpr bool are_accepted(indices<Plane...>) {
    return (K::template accepts<typename planes_of<C>::template plane<Plane>> && ...);
  }
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (C::template out<>::is.number.bits < 8) return false;
    else if constexpr (!by_planes::template are_accepted<C>(first<planes_of<C>::count>{}))
      return false;
    else if constexpr (Together) return !is_spaced<C> && rows_at_once<C> > 1;
    else return is_spaced<C> || rows_of_kernel<C> <= most_rows_in_turn;
  }();
  template <class C, int... Plane>
  static constexpr int most_scratch(indices<Plane...>) {
    int most = 0;
    ((most = maximum(most, K::template scratch<typename planes_of<C>::template plane<Plane>>)),
     ...);
    return most;
  }
  /// Of a plane, beside its codes.
  template <class C>
  static constexpr int own_scratch =
      by_planes::template most_scratch<C>(first<planes_of<C>::count>{});

  template <class C>
  static constexpr int codes_of_planes =
      is_spaced<C>
          ? 0
          : (planes_of<C>::count - 1) * rows_at_once<C> * first_plane<C>::template out<>::row;
  template <class C>
  static constexpr int planes_bytes = round_up(
      codes_of_planes<C> * static_cast<int>(sizeof(typename C::template out<>::storage)), 16);
  template <class C>
  static constexpr bool keeps_nothing = detail::keeps_nothing<K, first_plane<C>>();
  template <class C, int... Plane>
  static constexpr bool keep_the_same(indices<Plane...>) {
    return (keeps_the_same<K, first_plane<C>, typename planes_of<C>::template plane<Plane>>() &&
            ...);
  }
  /// A kernel that keeps something from call to call keeps it for all planes, or for each.
  template <class C>
  static constexpr bool shares_scratch =
      keeps_nothing<C> || by_planes::template keep_the_same<C>(first<planes_of<C>::count>{});
  template <class C>
  static constexpr int scratch =
      planes_bytes<C> + own_scratch<C> * (shares_scratch<C> ? 1 : planes_of<C>::count);
  template <class C>
  static constexpr bool reads_rows =
      !Together && requires { requires K::template reads_rows<first_plane<C>>; };
  template <class C>
  static constexpr bool takes_idle_memory =
      requires { requires K::template takes_idle_memory<first_plane<C>>; };
  /// What K takes without asking, for one filter a channel, it takes for several.
  template <class C>
  static constexpr int asked_scratch = [] {
    if constexpr (requires { requires K::template takes_spare_memory<first_plane<C>>; })
      return scratch<C>;
    else return scratch<C> - own_scratch<C>;
  }();
  template <class C>
  static constexpr bool takes_spare_memory = asked_scratch<C> > 0 && !takes_idle_memory<C>;
  template <class C>
  using tables = tables_of_kernel_t<K, first_plane<C>>;

  template <class C>
  static constexpr auto pack() {
    return pack_all<C>(first<planes_of<C>::count>{});
  }
  template <class C, class A>
  ETCH_GLUE static void run(const A& a, row_block rows) {
    constexpr auto planes = first<planes_of<C>::count>{};
    if constexpr (is_spaced<C>) {
      run_planes<C>(a, rows, planes);
    } else {
      const int end = rows.first + rows.count;
      for (int r = rows.first; r < end; r += rows_at_once<C>)
        run_planes<C>(a, row_block{r, minimum(rows_at_once<C>, end - r)}, planes);
    }
  }

 private:
  template <class C, int... Plane>
  static constexpr auto pack_all(indices<Plane...> planes) {
    return constants_of_planes<K, C, decltype(planes)>{
        {packed<K, typename planes_of<C>::template plane<Plane>>}...};
  }
  template <class C, class A, int... Plane>
  ETCH_GLUE static void run_planes(const A& a, row_block rows, indices<Plane...>) {
    auto* const y = out_row<C>(a, rows.first);
    auto* const planes = reinterpret_cast<decltype(y)>(a.scratch());
    const int count = rows.count * first_plane<C>::template out<>::row;
    (run_plane<C, Plane>(a, rows, y, planes, count), ...);
    if constexpr (!is_spaced<C>) interleave<planes_of<C>::count>(y, planes, count);
  }
  /// Plane Plane of rows that begin at y, of `count` codes each.
  template <class C, int Plane, class A, class Code>
  ETCH_GLUE static void run_plane(const A& a, row_block rows, Code* y, Code* planes, int count) {
    using call = typename planes_of<C>::template plane<Plane>;
    const constants_of_plane<K, call, Plane>& k = kernel_constants<by_planes, C>(a);
    constexpr int own = shares_scratch<C> ? 0 : Plane * own_scratch<C>;
    const auto run = [&](auto to) __attribute__((always_inline)) {
      to += -rows.first * call::template out<>::row;
      const plane_arguments<K, A, decltype(to)> plane{
          a, to, a.scratch() + planes_bytes<C> + own,
          reinterpret_cast<const unsigned char*>(&k.of)};
      K::template run<call>(plane, rows);
    };
    if constexpr (is_spaced<C>) run(spaced_pointer<Code, planes_of<C>::count>{y + Plane});
    else run((Plane + 1 < planes_of<C>::count ? planes : y) + Plane * count);
  }
};

/// The kernels for call C, best first.
template <class T, class C, bool Planes>
struct kernels_for_call {
  using type = kernels_of_op<T, typename C::op, typename C::graph_type>;
};
/// Where channels have several filters: those that take them as they are, then those for one filter
/// a channel, plane by plane, then the definition.
template <class T, class C>
struct kernels_for_call<T, C, true> {
  using all = kernels_of_op<T, typename C::op, typename C::graph_type>;
  static constexpr int own =
      all::size - kernels_for_op<typename C::op, generic_kernels>::type::size;
  template <int... I, int... Generic>
  static concatenation_t<
      list<element_t<all, I>...>,
      list<by_planes<element_t<all, I>, true>, by_planes<element_t<all, I>, false>>...,
      list<element_t<all, own + Generic>...>>
      pick(indices<I...>, indices<Generic...>);
  using type = decltype(pick(first<own>{}, first<all::size - own>{}));
};
template <class T, class C>
using kernels_of_call = typename kernels_for_call<T, C, (planes_of<C>::count > 1)>::type;

}  // namespace detail

}  // namespace ETCH_NAMESPACE
