// The language in which networks are written: wires, `|`, and one word an operator. Over 400 lines:
// a word for every operator.
#pragma once

#include <etch/base/text.hpp>
#include <etch/graph/graph.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void this_name_is_taken_by_another_value(long, long) {}
inline void this_value_has_a_name_already(long, long) {}
inline void a_branch_ends_nowhere_its_value_is_neither_read_nor_an_output(long /*node*/, long) {}
inline void an_input_of_the_graph_is_never_read(long /*input*/, long) {}
inline void the_wires_belong_to_different_graphs(long, long) {}
inline void an_operator_takes_at_most_sixteen_inputs(long /*inputs*/, long) {}
inline void a_constant_has_a_code_outside_its_format(long /*code*/, long /*bits*/) {}
}  // namespace error

/// An input of a graph, of tensor type T.
template <class T>
struct input : wire {
  static_assert(!__is_same(typename T::format_type::kind, accumulator_kind),
                "input: bias32 and bias64 are formats of biases, not of values");
  using tensor_type = T;
};

/// What infers its output from its inputs.
template <class Op>
concept Operator = requires(const Op& op, const operands& x) { op.infer(x).output; };

namespace detail {

/// Whether the user names the output format of Op (to<F>, add<F>).
template <class Op>
inline constexpr bool format_is_given = requires { requires Op::format_is_given; };

template <class Op>
constexpr wire apply(const Op& op, const wire* x, int count, const format* given, rounding round) {
  builder& g = *x[0].graph;
  if (g.idle()) return x[0];
  if (count > most_inputs) {
    g.refuse({.refuse = error::an_operator_takes_at_most_sixteen_inputs,
              .message = "an operator takes at most sixteen inputs, not {}",
              .have = count});
    return x[0];
  }
  operand seen[most_inputs]{};
  node n{.op = &op_id<Op>, .what = pack(op), .input_count = count, .output_count = 1};
  for (int i = 0; i < count; ++i) {
    if (x[i].graph != &g) g.refuse({.refuse = error::the_wires_belong_to_different_graphs});
    if (g.idle()) return x[0];
    seen[i] = x[i]->is;
    n.inputs[i] = x[i].id;
  }
  inference made = op.infer({seen, count});
  if (!made.refused) made.refused = needs_less_room(made.output);
  if (!made.refused) {
    if (given != nullptr) made.output.number = *given;
    if constexpr (requires { op.check_output(operands{seen, count}, made.output); }) {
      made.refused = op.check_output({seen, count}, made.output);
    }
    if (!made.refused && given != nullptr) made.refused = needs_one_scale(*given);
  }
  if (!made.refused) {
    made.refused = check_rounding({seen, count}, made.output, round, __is_same(Op, ops::to));
  }
  if (made.refused) {
    g.refuse(made.refused);
    return x[0];
  }
  n.outputs[0] = g.add(value{.is = made.output, .producer = g.size.nodes, .round = round});
  g.add(n);
  return {&g, n.outputs[0]};
}

template <int Bytes>
struct array_sink_of : array_sink {
  constant_bytes_of<Bytes> bytes{};
};
/// The bytes of a constant that lies in a typed array, in the run that has them.
template <class T>
constexpr const unsigned char* bytes_of_codes(builder& g, const constant<T>& c) {
  const int number = g.arrays++;
  if (g.met != nullptr) g.met[number] = {c.codes.address(), c.byte_count};
  if (g.sink != nullptr && g.sink->wanted == number) {
    static_cast<array_sink_of<constant<T>::byte_count>*>(g.sink)->bytes = c.codes.copy();
    g.full = true;  // nothing else is asked of this run
  }
  return g.made == nullptr ? nullptr : g.made[number];
}
/// Refuses integers of a constant that have more bits than its format: sums are proved by what the
/// format can hold.
template <class T>
constexpr diagnosis check_codes([[maybe_unused]] const constant<T>& c) {
  using format_type = typename T::format_type;
  using kind = typename format_type::kind;
  using storage = typename constant<T>::storage;
  if constexpr (kind::is_integer && format_type::bits > 8 &&
                format_type::bits < 8 * static_cast<int>(sizeof(storage))) {
    constexpr format f = format_type::descriptor;
    const bytes_in<T> codes(c);
    for (int i = 0; i < constant<T>::count; ++i) {
      const auto code = load<storage>(codes.data(), i);
      if (kind::lowest(f) <= code && code <= kind::highest(f)) continue;
      return {.refuse = error::a_constant_has_a_code_outside_its_format,
              .message = "a constant has the code {}, its format {} bits",
              .have = static_cast<long>(code),
              .want = f.bits};
    }
  }
  return {};
}
template <class T>
constexpr wire constant_wire(builder& g, const constant<T>& c) {
  const unsigned char* bytes = c.bytes;
  if constexpr (!constant<T>::codes_type::is_for_bytes_alone) {
    if (c.codes.is_set()) bytes = bytes_of_codes(g, c);
  }
  if (const diagnosis d = check_codes(c)) g.refuse(d);
  return {&g, g.add(value{.is = describe<T>(true), .bytes = bytes})};
}

/// A value that lives through all runs, real 0 at first.
constexpr wire state_wire(builder& g, const operand& is) {
  if (g.idle()) return {&g, 0};
  return {&g, g.add(value{.is = is, .lives = lifetime::always})};
}

/// A wire as it is, a constant as a value of the graph that is being written.
constexpr wire to_wire(builder&, wire x) { return x; }
template <class T>
constexpr wire to_wire(builder& g, constant<T> c) {
  return g.idle() ? wire{&g, 0} : constant_wire(g, c);
}
template <class A, class B>
constexpr builder& graph_of(const A& a, const B& b) {
  if constexpr (requires { a.graph; }) return *a.graph;
  else return *b.graph;
}
/// Op on two values, at most one of them a constant.
template <class Op, class A, class B>
constexpr wire apply_to_two(const A& a, const B& b, const format* given, rounding round, int line) {
  builder& g = graph_of(a, b);
  g.line = line;
  const wire both[2]{to_wire(g, a), to_wire(g, b)};
  return apply(Op{}, both, 2, given, round);
}

/// An operator with weights, waiting for its value.
template <class Op, class P>
struct weighted {
  Op op;
  P parameters;
};
/// An operator whose output format is named, waiting for its value.
template <class Op, class F, rounding R>
struct formatted {
  Op op{};
};
struct named {
  const char* name;
};

/// False, and only where T is known.
template <class... T>
inline constexpr bool never = sizeof...(T) > 1000;

template <class P>
inline constexpr bool is_parameters = false;
template <class W, class B>
inline constexpr bool is_parameters<parameters<W, B>> = true;
template <class P>
inline constexpr bool is_constant = false;
template <class T>
inline constexpr bool is_constant<constant<T>> = true;
struct no_parameters {};
/// Op with the parameters P that its word is given, waiting for its value.
template <class Op, class P>
constexpr auto with_parameters(const Op& op, const P& p) {
  static_assert(is_parameters<P>,
                "a layer takes etch::parameters, not one of its constants: conv2d(w), not "
                "conv2d(w.weights)");
  if constexpr (is_parameters<P>) return weighted<Op, P>{op, p};
  else if constexpr (is_constant<P>) return weighted<Op, parameters<P>>{op, {p}};
  else return weighted<Op, no_parameters>{op, {}};
}

/// A word without parentheses.
template <class Op>
struct word : Op {
  template <class... A>
  constexpr auto operator()(const A&...) const {
    static_assert(never<A...>, "this word has no parentheses: x | relu, not x | relu()");
    return *this;
  }
};
/// A batch_norm waiting for its value; M and V are void where gamma and beta are all.
template <class G, class B, class M = void, class V = void>
struct normalised {
  ops::batch_norm op;
  G gamma;
  B beta;
  M mean;
  V variance;
};
template <class G, class B>
struct normalised<G, B> {
  ops::batch_norm op;
  G gamma;
  B beta;
};

}  // namespace detail

/// Applies an operator to one value.
template <Operator Op>
requires(!detail::format_is_given<Op>)
constexpr wire operator|(wire_at x, const Op& op) {
  return detail::apply(op, &x, 1, nullptr, rounding::standard);
}
template <class Op, class W, class B>
constexpr wire operator|(wire_at x, const detail::weighted<Op, parameters<constant<W>, B>>& layer) {
  builder& g = *x.graph;
  if (g.idle()) return x;
  wire all[3]{x, detail::constant_wire(g, layer.parameters.weights), {&g, 0}};
  if constexpr (__is_same(B, void)) {
    return detail::apply(layer.op, all, 2, nullptr, rounding::standard);
  } else {
    all[2] = detail::constant_wire(g, layer.parameters.bias);
    return detail::apply(layer.op, all, 3, nullptr, rounding::standard);
  }
}
template <class G, class B, class M, class V>
constexpr wire operator|(wire_at x, const detail::normalised<G, B, M, V>& layer) {
  builder& g = *x.graph;
  if (g.idle()) return x;
  wire all[5]{x, detail::constant_wire(g, layer.gamma), detail::constant_wire(g, layer.beta)};
  if constexpr (__is_same(M, void)) {
    return detail::apply(layer.op, all, 3, nullptr, rounding::standard);
  } else {
    all[3] = detail::constant_wire(g, layer.mean);
    all[4] = detail::constant_wire(g, layer.variance);
    return detail::apply(layer.op, all, 5, nullptr, rounding::standard);
  }
}
template <class Op>
constexpr wire operator|(wire_at x, const detail::word<Op>& op) {
  return detail::apply(static_cast<const Op&>(op), &x, 1, nullptr, rounding::standard);
}
/// After a layer was refused its parameters.
template <class Op>
constexpr wire operator|(wire_at x, const detail::weighted<Op, detail::no_parameters>&) {
  return x;
}
/// x | tanh and x | tanh(): a function, since <math.h> has one of the same name.
constexpr wire operator|(wire_at x, ops::tanh (*word)()) { return x | word(); }
/// x | pad(1), x | pad(top, left, bottom, right): a border of real 0.
constexpr wire operator|(wire_at x, const padding& p) {
  return x | ops::pad{p.top, p.bottom, p.left, p.right};
}
template <class Op, class F, rounding R>
constexpr wire operator|(wire_at x, const detail::formatted<Op, F, R>& layer) {
  constexpr format given = F::descriptor;
  return detail::apply(layer.op, &x, 1, &given, R);
}
/// Names the value: makes no node and changes no other value.
constexpr wire operator|(wire_at x, detail::named tap) {
  builder& g = *x.graph;
  if (g.idle()) return x;
  if (const diagnosis d = needs_format(x->is)) g.refuse(d);
  for (int v = 0; v < g.size.values && !g.idle(); ++v) {
    if (same_text(g.values[v].name, tap.name)) {
      g.refuse({.refuse = error::this_name_is_taken_by_another_value,
                .message = "tap: this name is taken by another value"});
    }
  }
  if (!g.idle() && x->name[0] != '\0') {
    g.refuse({.refuse = error::this_value_has_a_name_already,
              .message = "tap: this value has a name already"});
  }
  if (!g.idle()) x->name = tap.name;
  return x;
}

/// What a slip of the pen finds; each stops with a sentence.
template <class T = void>
constexpr auto operator+(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no +: add<F>(x, y), or add(x, y) in the format of x");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
template <class T = void>
constexpr auto operator-(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no -: sub<F>(x, y)");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
template <class T = void>
constexpr auto operator*(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no *: mul<F>(x, y)");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
/// Found by its argument where the words are not, and no match for them where they are.
template <class... A>
constexpr auto conv2d(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: conv2d is a word of it");
  return ops::flatten{};
}
template <class... A>
constexpr auto depthwise_conv2d(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: depthwise_conv2d is a word of it");
  return ops::flatten{};
}
template <class... A>
constexpr auto dense(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: dense is a word of it");
  return ops::flatten{};
}

namespace dsl {

using etch::pad;
using etch::same;
using etch::valid;

/// Attributes of conv2d: {.stride = 2, .pad = valid, .dilation = 1, .groups = 1}.
struct conv2d_options {
  pair stride{};
  padding pad = same;
  pair dilation{};
  int groups = 1;
};
/// x | conv2d(w): a convolution whose filters and window size come from the weights.
template <class P>
constexpr auto conv2d(P p, conv2d_options o = {}) {
  return detail::with_parameters(ops::conv2d{{o.stride, o.dilation, o.pad}, o.groups}, p);
}

/// Attributes of depthwise_conv2d and of pools but their size.
struct window_options {
  pair stride{};
  padding pad = same;
  pair dilation{};
};
/// x | depthwise_conv2d(w): every channel with its own filters.
template <class P>
constexpr auto depthwise_conv2d(P p, window_options o = {}) {
  return detail::with_parameters(ops::depthwise_conv2d{{o.stride, o.dilation, o.pad}}, p);
}

/// x | dense(w): a fully connected layer over all elements in H W C order.
template <class P>
constexpr auto dense(P p) {
  return detail::with_parameters(ops::dense{}, p);
}

/// x | dynamic_range(conv2d(w)), likewise depthwise_conv2d and dense: f32 values, integer weights;
/// each run quantises the value by its own range.
template <class Op, class P>
constexpr auto dynamic_range(const detail::weighted<Op, P>& layer) {
  using kinds = ops::dynamic_range::layer;
  ops::dynamic_range op{};
  if constexpr (__is_same(Op, ops::dense)) {
    op.of = kinds::dense;
  } else {
    op.move = layer.op.move;
    op.of = __is_same(Op, ops::conv2d) ? kinds::conv2d : kinds::depthwise_conv2d;
    if constexpr (__is_same(Op, ops::conv2d)) op.groups = layer.op.groups;
  }
  return detail::weighted<ops::dynamic_range, P>{op, layer.parameters};
}

/// Attributes of pools; a stride of 0 is the window's size.
struct pool_options {
  pair stride = 0;
  padding pad = valid;
  constexpr pair stride_for(pair size) const {
    return {stride.h == 0 ? size.h : stride.h, stride.w == 0 ? size.w : stride.w};
  }
};
/// A pool that works as it is, max_pool<2>, and takes options: max_pool<3>({.stride = 2}).
template <class Op, int KH, int KW>
struct pool : Op {
  constexpr explicit pool(pool_options o) : Op{{KH, KW}, {o.stride_for({KH, KW}), 1, o.pad}} {}
  constexpr Op operator()(pool_options o) const { return static_cast<const Op&>(pool(o)); }
};
template <class Op, int KH, int KW>
constexpr wire operator|(wire_at x, const pool<Op, KH, KW>& op) {
  return x | static_cast<const Op&>(op);
}
/// x | max_pool<KH, KW>: the largest element of each window.
template <int KH, int KW = KH>
inline constexpr pool<ops::max_pool, KH, KW> max_pool{pool_options{}};
/// x | avg_pool<KH, KW>: the mean of each window.
template <int KH, int KW = KH>
inline constexpr pool<ops::avg_pool, KH, KW> avg_pool{pool_options{}};

/// Without attributes: x | global_avg_pool, x | relu, ...; what they compute: etch/op/<name>.hpp.
inline constexpr detail::word<ops::global_avg_pool> global_avg_pool{};
inline constexpr detail::word<ops::relu> relu{};
inline constexpr detail::word<ops::relu6> relu6{};
inline constexpr detail::word<ops::hard_swish> hard_swish{};
inline constexpr detail::word<ops::flatten> flatten{};
inline constexpr detail::word<ops::sigmoid> sigmoid{};
constexpr ops::tanh tanh() { return {}; }
inline constexpr detail::word<ops::softmax> softmax{};
/// x | leaky_relu(slope): slope * x below zero; 0 <= slope <= 1.
constexpr ops::leaky_relu leaky_relu(float slope) { return {__builtin_bit_cast(int, slope)}; }
/// x | reshape<D...>: the same elements in the same logical order; one D may be -1, what is left.
template <int... D>
inline constexpr ops::reshape reshape{static_cast<int>(sizeof...(D)), {D...}};
/// x | clamp(low, high): limits in codes of the value's format.
constexpr ops::clamp clamp(int low, int high) { return {low, high}; }

/// x | transpose<D...>: dimension k of the result is dimension D[k] of x.
template <int... D>
inline constexpr ops::transpose transpose{static_cast<int>(sizeof...(D)), {D...}};

/// x | arg_max(axis): the places of the largest elements along an axis, -1 is the last one;
/// arg_min: of the smallest.
constexpr ops::arg_max arg_max(int axis) { return {axis}; }
constexpr ops::arg_max arg_min(int axis) { return {axis, 1}; }
/// How cells of a changed size lie over those of the value.
struct resize_options {
  bool align = false;        ///< the corners of both are one
  bool half_pixels = false;  ///< a cell lies at its middle
};
/// x | resize_nearest<H, W>() and x | resize_bilinear<H, W>(): H rows and W columns.
template <int H, int W>
constexpr ops::resize_nearest resize_nearest(resize_options o = {}) {
  return {{H, W, o.align ? 1 : 0, o.half_pixels ? 1 : 0}};
}
template <int H, int W>
constexpr ops::resize_bilinear resize_bilinear(resize_options o = {}) {
  return {{H, W, o.align ? 1 : 0, o.half_pixels ? 1 : 0}};
}
/// x | transpose_conv2d(w, {.stride = 2, .top = 1, .left = 1, .h = 8, .w = 8}).
struct transpose_conv2d_options {
  pair stride{};
  int top = 0, left = 0;  ///< cells cut off before the first row and column
  int h = 0, w = 0;       ///< rows and columns of the output
};
template <class P>
constexpr auto transpose_conv2d(P p, transpose_conv2d_options o) {
  return detail::with_parameters(ops::transpose_conv2d{o.stride, o.top, o.left, o.h, o.w}, p);
}

/// `size` places of a dimension: begin, begin + step, begin + 2 step, ...
struct range {
  int begin = 0;
  int size = 1;
  int step = 1;
};
/// x | slice(range{0, 8}, range{4, 4}, range{2, 1}): one range for each dimension of x.
template <class... R>
constexpr ops::slice slice(range first, R... rest) {
  const range all[]{first, range(rest)...};
  ops::slice s{1 + static_cast<int>(sizeof...(R))};
  for (int k = 0; k < s.rank; ++k) {
    s.begin[k] = all[k].begin, s.size[k] = all[k].size, s.step[k] = all[k].step;
  }
  return s;
}

/// Cells of a constant border on each side of H, W and C.
struct border {
  int top = 0, bottom = 0;
  int left = 0, right = 0;
  int front = 0, back = 0;
};
/// x | pad({.top = 1, .back = 2}): a border of real 0.
constexpr ops::pad pad(border b) { return {b.top, b.bottom, b.left, b.right, b.front, b.back}; }
/// The same of a code of the value's format.
constexpr ops::pad pad(border b, int code) {
  return {b.top, b.bottom, b.left, b.right, b.front, b.back, 1, code};
}

/// Attributes of batch_norm.
struct batch_norm_options {
  float epsilon = 1e-3F;
  epsilon_at place = epsilon_at::variance;
};
/// x | batch_norm(gamma, beta, mean, variance): constants of one number for each channel.
template <class G, class B, class M, class V>
constexpr auto batch_norm(constant<G> gamma, constant<B> beta, constant<M> mean,
                          constant<V> variance, batch_norm_options o = {}) {
  using made = detail::normalised<constant<G>, constant<B>, constant<M>, constant<V>>;
  return made{{__builtin_bit_cast(int, o.epsilon), o.place}, gamma, beta, mean, variance};
}
/// x | batch_norm(scale, offset): scale x + offset.
template <class G, class B>
constexpr auto batch_norm(constant<G> scale, constant<B> offset) {
  return detail::normalised<constant<G>, constant<B>>{{}, scale, offset};
}

/// x | to<F>: the value in format F, rounded by R or else by the graph's numerics.
template <class F, rounding R = rounding::standard>
inline constexpr detail::formatted<ops::to, F, R> to{};

/// x | sigmoid_to<F>, x | tanh_to<F>: the curve in any integer format F, directly or by a table.
template <class F, by Method = by::direct>
inline constexpr detail::formatted<ops::function, F, rounding::standard> sigmoid_to{
    {curve::sigmoid, Method}};
template <class F, by Method = by::direct>
inline constexpr detail::formatted<ops::function, F, rounding::standard> tanh_to{
    {curve::tanh, Method}};

/// add<F>(x, y): the sum in format F. One of the values may be a constant, and either broadcasts
/// along dimensions in which it has size 1.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire add(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::add>(x, y, &given, R, line);
}
/// add(x, y): the sum in the format of x.
template <class B>
constexpr wire add(wire x, const B& y, int line = __builtin_LINE()) {
  const format given = x->is.number;
  return detail::apply_to_two<ops::add>(x, y, &given, rounding::standard, line);
}

/// sub<F>(x, y) and mul<F>(x, y): the difference and the product in format F. One of the values may
/// be a constant, and either broadcasts along dimensions in which it has size 1.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire sub(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::sub>(x, y, &given, R, line);
}
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire mul(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::mul>(x, y, &given, R, line);
}
/// prelu<F>(x, slope): slope * x below zero, in format F.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire prelu(const A& x, const B& slope, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::prelu>(x, slope, &given, R, line);
}
/// batch_matmul<F>(x, y): the products of matrices (M,K) and (K,N) in format F; either value may be
/// a constant. transpose_y: y is (N,K).
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire batch_matmul(const A& x, const B& y, bool transpose_x = false,
                            bool transpose_y = false, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  builder& g = detail::graph_of(x, y);
  g.line = line;
  const wire both[2]{detail::to_wire(g, x), detail::to_wire(g, y)};
  return detail::apply(ops::batch_matmul{transpose_x ? 1 : 0, transpose_y ? 1 : 0}, both, 2, &given,
                       R);
}
/// minimum(x, y) and maximum(x, y) of two values of one format, as sub for the rest.
template <class A, class B>
constexpr wire minimum(const A& x, const B& y, int line = __builtin_LINE()) {
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, line);
}
template <class A, class B>
constexpr wire maximum(const A& x, const B& y, int line = __builtin_LINE()) {
  return detail::apply_to_two<ops::maximum>(x, y, nullptr, rounding::standard, line);
}

/// concat(x, y, ...): the values one after the other along the channels.
template <class... W>
constexpr wire concat(wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(ops::concat{}, all, 1 + static_cast<int>(sizeof...(W)), nullptr,
                       rounding::standard);
}
/// concat<Axis>(x, y, ...): along dimension Axis, counted from the outermost.
template <int Axis, class... W>
constexpr wire concat(wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(ops::concat{Axis}, all, 1 + static_cast<int>(sizeof...(W)), nullptr,
                       rounding::standard);
}

/// lstm<H, Cell>(x, w.., r.., b..): y and the state h in format H, the state c in format Cell.
/// Twelve constants: weights (H,I), recurrent weights (H,H) and biases (H), each four times: of the
/// input, forget, cell and output gate.
struct lstm_options {
  bool time_major = false;  ///< x is (T,B,I) instead of (B,T,I)
  float clip = 0;           ///< c stays within +-clip; 0: wherever it goes
};
template <class H, class Cell, class W, class... K>
requires(sizeof...(K) == 11)
constexpr wire lstm(wire_at x, lstm_options o, W w, K... constants) {
  builder& g = *x.graph;
  const wire given[]{detail::to_wire(g, w), detail::to_wire(g, constants)...};
  if (g.idle()) return x;
  const extents state{2, {x->is.shape.d[o.time_major ? 1 : 0], given[0]->is.shape.d[0]}};
  wire all[15]{x};
  for (int i = 0; i < 12; ++i) all[1 + i] = given[i];
  all[13] = detail::state_wire(g, {H::descriptor, state, &layout_id<hwc>});
  all[14] = detail::state_wire(g, {Cell::descriptor, state, &layout_id<hwc>});
  return detail::apply(ops::lstm{o.time_major ? 1 : 0, __builtin_bit_cast(int, o.clip)}, all, 15,
                       nullptr, rounding::standard);
}
/// svdf<F, State>(x, rank, feature, time, bias): y in format F, the state in format State.
template <class F, class State, class W, class T, class B>
constexpr wire svdf(wire_at x, int rank, W feature, T time, B bias) {
  constexpr format given = F::descriptor;
  builder& g = *x.graph;
  const wire w[]{detail::to_wire(g, feature), detail::to_wire(g, time), detail::to_wire(g, bias)};
  if (g.idle()) return x;
  const extents t = w[1]->is.shape, state{2, {x->is.shape.d[0], t.d[0] * t.d[1]}};
  const wire all[5]{x, w[0], w[1],
                    detail::state_wire(g, {State::descriptor, state, &layout_id<hwc>}), w[2]};
  return detail::apply(ops::svdf{rank}, all, 5, &given, rounding::standard);
}

/// Any operator on several values: apply(my_operator{}, x, y).
template <Operator Op, class... W>
constexpr wire apply(const Op& op, wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(op, all, 1 + static_cast<int>(sizeof...(W)), nullptr, rounding::standard);
}

/// x | with_weights(my_operator{}, parameters{w, b}): an operator whose inputs 1 and 2 are
/// constants.
template <Operator Op, class P>
constexpr auto with_weights(const Op& op, P p) {
  return detail::with_parameters(op, p);
}

/// x | tap("name"): the name by which the value is traced and read.
consteval detail::named tap(const char* name) { return {name}; }

/// What a graph with several outputs returns.
template <int N>
struct output_list {
  wire w[N];
};
/// outputs(a, b, ...): what the function of a graph returns for several outputs.
template <class... W>
constexpr auto outputs(W... w) {
  return output_list<static_cast<int>(sizeof...(W))>{{wire(w)...}};
}

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
