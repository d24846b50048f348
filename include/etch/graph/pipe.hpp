// The pipe, x | layer: the types of its right-hand sides (operators, with weights or an output
// format, and names) and the operator| that applies each to a wire.
#pragma once

#include <etch/base/text.hpp>
#include <etch/graph/builder.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void this_name_is_taken_by_another_value(long, long) {}
inline void this_value_has_a_name_already(long, long) {}
}  // namespace error

namespace detail {

/// An operator and its weights, to be applied to a value.
template <class Op, class P>
struct weighted {
  Op op;
  P parameters;
};
/// An operator and its output format F, to be applied to a value.
template <class Op, class F, rounding R>
struct formatted {
  Op op{};
};
/// The name that tap gives a value.
struct named {
  const char* name;
};

/// False, dependent on T: a static_assert of it fails only when it is instantiated.
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
/// Stands for wrong parameters once they are refused.
struct no_parameters {};
/// Op with the argument of its word, which must be parameters.
template <class Op, class P>
constexpr auto with_parameters(const Op& op, const P& p) {
  static_assert(is_parameters<P>,
                "a layer takes etch::parameters, not one of its constants: conv2d(w), not "
                "conv2d(w.weights)");
  if constexpr (is_parameters<P>) return weighted<Op, P>{op, p};
  else if constexpr (is_constant<P>) return weighted<Op, parameters<P>>{op, {p}};
  else return weighted<Op, no_parameters>{op, {}};
}

/// An operator without options, written without parentheses.
template <class Op>
struct word : Op {
  template <class... A>
  constexpr auto operator()(const A&...) const {
    static_assert(never<A...>, "this word has no parentheses: x | relu, not x | relu()");
    return *this;
  }
};
/// An operator of a scale and an offset a channel, or of the four numbers that say them, and these
/// constants, to be applied to a value; M and V are void where only gamma and beta are given.
template <class Op, class G, class B, class M = void, class V = void>
struct normalised {
  Op op;
  G gamma;
  B beta;
  M mean;
  V variance;
};
template <class Op, class G, class B>
struct normalised<Op, G, B> {
  Op op;
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
/// Applies a layer with its weights and, where there is one, its bias.
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
/// Applies an operator of a scale and an offset a channel.
template <class Op, class G, class B, class M, class V>
constexpr wire operator|(wire_at x, const detail::normalised<Op, G, B, M, V>& layer) {
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
/// Applies an operator without options.
template <class Op>
constexpr wire operator|(wire_at x, const detail::word<Op>& op) {
  return detail::apply(static_cast<const Op&>(op), &x, 1, nullptr, rounding::standard);
}
/// Passes x through: the parameters of the layer are refused already.
template <class Op>
constexpr wire operator|(wire_at x, const detail::weighted<Op, detail::no_parameters>&) {
  return x;
}
/// Applies an operator with the output format F.
template <class Op, class F, rounding R>
constexpr wire operator|(wire_at x, const detail::formatted<Op, F, R>& layer) {
  constexpr format given = F::descriptor;
  return detail::apply(layer.op, &x, 1, &given, R);
}
/// Names the value of x. Adds no node.
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

}  // namespace ETCH_NAMESPACE
