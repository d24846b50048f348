// What a kernel is, what it may ask, and how one is chosen.
//
// A kernel K is a struct in its own file:
//   using op = conv2d;                       the operator that it runs
//   static constexpr const char* name;       the name of the struct
//   template <class C> static constexpr bool accepts;     whether it can run call C
//   template <class C> static constexpr int scratch;      bytes of scratch memory, 16-aligned
//   template <class C> static constexpr auto pack();      its constants: packed weights, factors;
//                                    run reads them by kernel_constants<K, C>(a)
//   template <class C> using tables = list<T, ...>;       the objects shared_table<T> that it
//                                    reads, where the type of its constants does not say so
//   template <class C, class A> static void run(const A& a, row_block rows);
//   template <class C> static constexpr bool reads_rows;  whether it can run on rows that lie apart
//   template <class C> static constexpr bool takes_spare_memory;  whether its scratch memory is for
//                                    networks that have memory to spare
//   template <class C> static constexpr bool takes_idle_memory;  or where it costs nothing
//   template <class C> static constexpr bool keeps_nothing;      whether it finds nothing in there
//                                    that an earlier call left
//   template <class C, class D> static constexpr bool keeps_the_same;    whether what it leaves
//                                    there for call C serves D, of the same value and geometry
//   template <class C> static constexpr bool writes_spaced;      whether it can write codes some
//                                    way apart (spaced_pointer)
//   template <class C> static constexpr int rows_at_once;        the rows that it makes together
//   template <class C> static constexpr bool bakes_constants;    whether it reads packed<K, C>
//                                    itself, so that a copy of its constants is of no use
//   template <class C> static constexpr int takes_runs_of, with state<C>, begin, take and finish:
//                                    it can take its value in pieces (kernel_base says how)
// `run` writes output rows [rows.first, rows.first + rows.count) of the N OH rows; calls come in
// rising order without gaps, so that scratch may carry rows over. It exists and parses on every
// compiler; instructions stand behind #if ETCH_HAS_... and a static_assert in its body.
#pragma once

#include <etch/base/tables.hpp>
#include <etch/op/operator.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

/// Output rows first .. first + count - 1.
struct row_block {
  int first = 0;
  int count = 0;
};

/// Rows of one value in memory, `stride` elements apart.
template <class T>
struct strided_rows {
  T* base;
  int stride;
  constexpr T* row(int r) const { return base + r * stride; }
};
template <class T>
strided_rows(T*, int) -> strided_rows<T>;  // clang 16 does not deduce it

namespace detail {
/// The place in a list of the type that a tag is of; -1: none.
template <class... Kinds>
constexpr int find_kind(list<Kinds...>, pointer_to<format_tag> tag) {
  int place = 0;
  return ((tag == &format_id<Kinds> || (++place, false)) || ...) ? place : -1;
}
template <class... Layouts>
constexpr int find_layout(list<Layouts...>, pointer_to<layout_tag> tag) {
  int place = 0;
  return ((tag == &layout_id<Layouts> || (++place, false)) || ...) ? place : -1;
}
template <class... Ops>
constexpr int find_op(list<Ops...>, pointer_to<char> identity) {
  int place = 0;
  return ((identity == &detail::identity<Ops> || (++place, false)) || ...) ? place : -1;
}
}  // namespace detail

/// Value V of graph G as types.
template <const auto& G, int V>
struct typed_value {
  using graph_type = typename detail::bare<decltype(G)>::type;
  static constexpr operand is = G.values[V].is;
  using kind = element_t<typename graph_type::format_kinds,
                         detail::find_kind(typename graph_type::format_kinds{}, is.number.kind)>;
  using storage = typename kind::template storage<is.number.bits>;
  using layout = element_t<typename graph_type::layouts,
                           detail::find_layout(typename graph_type::layouts{}, is.layout)>;
  static constexpr int span = layout::span(is.shape);
  /// Codes of a row: W C.
  static constexpr int row = is.shape.w() * is.shape.c();
  /// How its codes lie in memory: ::element, ::pointer, ::const_pointer.
  using memory = detail::code_memory<storage, is.number.bits>;
  static constexpr int bytes = memory::bytes(span);
  /// Code i of little-endian bytes, as constants have them.
  static constexpr storage load(const unsigned char* from, int i) {
    if constexpr (is.number.bits < 8) {
      return typename memory::const_pointer(from)[i];
    } else if constexpr (requires { kind::load(from, i, span); }) {
      return kind::load(from, i, span);
    } else {
      return etch::load<storage>(from, i);
    }
  }
};

/// Whether value V (a typed_value) holds signed 8-bit codes with a unit and a zero point: what the
/// kernels named s8 and q7 read and write.
template <class V>
inline constexpr bool has_signed_bytes =
    V::is.number.bits == 8 && __is_same(typename V::storage, std::int8_t) &&
    (is_q(V::is.number) || is_affine(V::is.number));

/// Node N of graph G: everything that a kernel may ask at compile time.
template <const auto& G, int N>
struct call {
  using graph_type = typename detail::bare<decltype(G)>::type;
  using op = element_t<typename graph_type::operators,
                       detail::find_op(typename graph_type::operators{}, G.nodes[N].op->identity)>;

  /// The operator with its attributes.
  static constexpr op attributes = unpack<op>(G.nodes[N].what);
  /// The operator folded into the layer, whose constants are inputs input_count and on:
  /// pack_weighted applies it, so that kernels of such layers start from that.
  static constexpr const folded_operator& folded = G.nodes[N].folded;
  static constexpr int input_count = G.nodes[N].input_count - G.nodes[N].folded.input_count;
  static constexpr int output_count = G.nodes[N].output_count;

  /// Input I and output O as types: ::kind, ::storage, ::layout, ::is (an operand), ::span.
  template <int I>
  using in = typed_value<G, G.nodes[N].inputs[I]>;
  template <int O = 0>
  using out = typed_value<G, G.nodes[N].outputs[O]>;

  /// All inputs as values.
  static constexpr operands inputs() { return {gathered.x, input_count}; }
  /// Little-endian bytes of input I, which is a constant.
  static constexpr const unsigned char* bytes(int i) {
    return G.values[G.nodes[N].inputs[i]].bytes;
  }
  /// Those of `count` inputs from input `first` on.
  static constexpr bytes_of_constants constants(int first, int count) {
    return {gathered.bytes + first, count};
  }
  /// How the output is rounded; never rounding::standard.
  static constexpr rounding round = G.values[G.nodes[N].outputs[0]].round;
  /// What the output is clamped to.
  static constexpr activation act = G.nodes[N].act;
  static constexpr wide_int clamp_low = G.nodes[N].clamp_low;
  static constexpr wide_int clamp_high = G.nodes[N].clamp_high;

 private:
  static constexpr int all = G.nodes[N].input_count;
  struct gather {
    operand x[maximum(all, 1)]{};
    const unsigned char* bytes[maximum(all, 1)]{};
    constexpr gather() {
      for (int i = 0; i < all; ++i) {
        x[i] = G.values[G.nodes[N].inputs[i]].is;
        bytes[i] = G.values[G.nodes[N].inputs[i]].bytes;
      }
    }
  };
  static constexpr gather gathered{};
};

/// The codes of input I of call C, which is a constant, as a typed array.
template <class C, int I>
struct constant_codes {
  using in = typename C::template in<I>;
  struct array {
    code_array_t<typename in::storage, in::is.number.bits, in::span> code;
  };
  static constexpr array make() {
    array a{};
    load_all(a.code, C::bytes(I));
    return a;
  }
  alignas(flash_alignment<array>) static constexpr array value = make();
};

namespace detail {
template <int I, class Element>
struct input_slot {
  typename element_memory<Element>::const_pointer address{};
};
template <int O, class Element>
struct output_slot {
  typename element_memory<Element>::pointer address{};
};
template <class C, class Inputs, class Outputs>
struct argument_slots;
template <class C, int... I, int... O>
struct argument_slots<C, indices<I...>, indices<O...>>
    : input_slot<I, typename C::template in<I>::memory::element>...,
      output_slot<O, typename C::template out<O>::memory::element>... {};
}  // namespace detail

/// The constants of kernel K for call C, in flash; those of 16 bytes and more aligned to 16 or to
/// what the kernel asks for. A kernel reads them by kernel_constants<K, C>(a), which knows where
/// they lie when it runs; packed<K, C> itself is for what the compiler has to know.
template <class K, class C>
alignas(flash_alignment<decltype(K::template pack<C>())>) inline constexpr auto packed =
    K::template pack<C>();

/// Where the values of call C lie when a kernel runs.
template <class C>
struct arguments
    : detail::argument_slots<C, detail::first<C::input_count>, detail::first<C::output_count>> {
  unsigned char* scratch_memory = nullptr;

  /// The codes of input I: element (n, h, w, c) at C::in<I>::layout::offset(...). A pointer, or
  /// packed_pointer where they have fewer than 8 bits.
  template <int I>
  constexpr typename C::template in<I>::memory::const_pointer in() const {
    using slot = detail::input_slot<I, typename C::template in<I>::memory::element>;
    static_assert(!C::template in<I>::is.is_constant || !packs_parameters<typename C::op>,
                  "in<I>(): the parameters of this operator are for pack(), C::bytes(I)");
    if constexpr (C::template in<I>::is.is_constant) return constant_codes<C, I>::value.code + 0;
    else return static_cast<const slot&>(*this).address;
  }
  /// The codes of input I, which is a state of 8 bits or more a code: the kernel leaves there what
  /// its next run finds.
  template <int I>
  constexpr auto* state() const {
    // states lie in the arena, or in an array of evaluate(), which are not const
    return const_cast<typename C::template in<I>::storage*>(in<I>());
  }
  /// Rows of input I, whose layout is hwc: row(r), 0 <= r < N H, of W C codes.
  template <int I>
  constexpr auto rows() const {
    using value = typename C::template in<I>;
    return strided_rows<const typename value::storage>{in<I>(), value::row};
  }
  /// The codes of output O.
  template <int O = 0>
  constexpr typename C::template out<O>::memory::pointer out() const {
    using slot = detail::output_slot<O, typename C::template out<O>::memory::element>;
    return static_cast<const slot&>(*this).address;
  }
  /// As many bytes as the kernel asked for, 16-aligned; null when it asked for none.
  constexpr unsigned char* scratch() const { return scratch_memory; }
};

/// Arguments of kernel K that reads its constants from a copy: a network that fetches them from
/// slow memory says where (docs/memory.md).
template <class Arguments, class K>
struct fetched_arguments : Arguments {
  using kernel = K;
  const unsigned char* constants_memory = nullptr;
};

/// The constants of kernel K for call C, from its arguments: what its pack<C>() returned, in flash
/// or a copy.
template <class K, class C, class A>
ETCH_GLUE constexpr const auto& kernel_constants([[maybe_unused]] const A& a) {
  if constexpr (requires { a.constants_memory; }) {
    static_assert(__is_base_of(K, typename A::kernel), "a kernel reads what it packed");
    return *reinterpret_cast<decltype(&packed<K, C>)>(a.constants_memory);
  } else {
    return packed<K, C>;
  }
}

/// Says where input I of a call lies, before its kernel runs.
template <int I, class C, class P>
ETCH_GLUE constexpr void set_input(arguments<C>& a, P codes) {
  using element = typename C::template in<I>::memory::element;
  static_cast<detail::input_slot<I, element>&>(a).address = codes;
}
/// Says where output O lies.
template <int O, class C, class P>
ETCH_GLUE constexpr void set_output(arguments<C>& a, P codes) {
  using element = typename C::template out<O>::memory::element;
  static_cast<detail::output_slot<O, element>&>(a).address = codes;
}

/// Row r of output O of call C, whose layout is hwc, from the arguments of its kernel.
template <class C, int O = 0, class A>
ETCH_GLUE constexpr auto out_row(const A& a, int r) {
  if constexpr (requires { a.template out_rows<O>(); }) return a.template out_rows<O>().row(r);
  else return a.template out<O>() + r * C::template out<O>::row;
}

/// Codes from `p` on that lie in one row, as a plain pointer where `p` stands for rows that lie
/// apart: it need not look for the row of each.
template <class Pointer>
ETCH_GLUE constexpr auto codes_in_row(Pointer p) {
  if constexpr (requires { p.in_row(); }) return p.in_row();
  else return p;
}

/// A pointer to codes that lie Step apart.
template <class Code, int Step>
struct spaced_pointer {
  Code* at;
  ETCH_GLUE Code& operator[](int i) const { return at[i * Step]; }
  ETCH_GLUE Code& operator*() const { return *at; }
  ETCH_GLUE spaced_pointer operator+(int i) const { return {at + i * Step}; }
  ETCH_GLUE spaced_pointer& operator+=(int i) {
    at += i * Step;
    return *this;
  }
  ETCH_GLUE spaced_pointer operator++(int) {
    const spaced_pointer old = *this;
    at += Step;
    return old;
  }
};

/// What pack() returns when a kernel needs no constants.
struct nothing {};

/// Base of kernels: takes every call of its operator, needs neither scratch memory nor constants. A
/// kernel says what is otherwise.
struct kernel_base {
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr nothing pack() {
    return {};
  }
  /// Whether it reads values through rows<I>().row(r) alone, writes through out_row alone and
  /// finds nothing in scratch memory that an earlier call left there: rows may then lie anywhere,
  /// and it is called for one at a time.
  /// Generic kernels need not say so: what they index may stand for rows that lie apart.
  template <class C>
  static constexpr bool reads_rows = false;
  /// Whether it has scratch memory to be faster than a kernel behind it in the list, which needs
  /// less: whether there is memory to spare the network says (has_room_for), not the kernel.
  template <class C>
  static constexpr bool takes_spare_memory = false;
  /// The same where so little is gained that the memory may cost nothing: a layer elsewhere in the
  /// network takes as much.
  template <class C>
  static constexpr bool takes_idle_memory = false;
  /// Whether it finds nothing in scratch memory that an earlier call left there: one that
  /// reads_rows need not say so.
  template <class C>
  static constexpr bool keeps_nothing = false;
  /// Whether it asks no more of where it writes than out_row or out<0>() with y[i], *y++ and y + i.
  template <class C>
  static constexpr bool writes_spaced = false;
  /// Rows of output that it makes together: a call of fewer costs more a row.
  template <class C>
  static constexpr int rows_at_once = 1;
  /// Whether its constants are part of its code, so that a copy of them is of no use: a network
  /// that fetches constants leaves these where they are.
  template <class C>
  static constexpr bool bakes_constants = false;
  /// The number of codes of which it can take runs, one after the other in logical order, without
  /// the ones before; 0: it needs all of its value at once. Such a kernel has
  ///   template <class C> struct state;                  what it knows of the codes taken so far
  ///   static void begin<C>(state<C>&);
  ///   static void take<C>(const A& a, state<C>&, int first, int count);  of a.in<0>()
  ///   static void finish<C>(const A& a, const state<C>&);                writes a.out<0>()
  /// which together write the same bits as run.
  template <class C>
  static constexpr int takes_runs_of = 0;
};

namespace detail {
template <class T>
inline constexpr int size_of_type = __is_empty(T) ? 0 : static_cast<int>(sizeof(T));
template <class T>
inline constexpr int bytes_of_packed = flash_bytes<T>;
template <>
inline constexpr int bytes_of_packed<nothing> = 0;

template <class C, int I, bool Constant = C::template in<I>::is.is_constant>
inline constexpr int bytes_of_input = 0;
template <class C, int I>
inline constexpr int bytes_of_input<C, I, true> = flash_bytes<typename constant_codes<C, I>::array>;
/// Constant inputs of call C that its kernel reads as they were written.
template <class C, class Inputs, bool Packed>
inline constexpr int bytes_read_as_written = 0;
template <class C, int... I>
inline constexpr int bytes_read_as_written<C, indices<I...>, false> =
    (0 + ... + bytes_of_input<C, I>);

template <class K, class C>
struct tables_of_kernel : tables_of<decltype(K::template pack<C>())> {};
template <class K, class C>
requires requires { typename K::template tables<C>; }
struct tables_of_kernel<K, C> {
  using type = typename K::template tables<C>;
};
}  // namespace detail
/// Bytes of the constants of K for C.
template <class K, class C>
inline constexpr int packed_size = detail::size_of_type<decltype(K::template pack<C>())>;
/// Bytes of flash that K takes for C alone: its packed constants, and constant inputs that it
/// reads.
template <class K, class C>
inline constexpr int constant_size =
    detail::bytes_of_packed<decltype(K::template pack<C>())> +
    detail::bytes_read_as_written<C, detail::first<C::input_count>,
                                  packs_parameters<typename C::op>>;
/// The tables that it reads beside them.
template <class K, class C>
using tables_of_kernel_t = typename detail::tables_of_kernel<K, C>::type;

}  // namespace ETCH_NAMESPACE
