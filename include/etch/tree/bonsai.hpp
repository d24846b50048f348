// Bonsai: a decision tree that sums what all nodes of one path say, for machines of a few KB. An
// operator from outside of etch.hpp, which costs nobody else anything:
//
//   etch::graph<etch::tree::operators>([](etch::input<tensor<f32, shape<64>>> x) {
//     using namespace etch::dsl;
//     return bonsai<f32>(x | dense(project), {.depth = 3}, branches, weights, gates);
//   });
#pragma once

#include <etch/graph/builder.hpp>
#include <etch/kernel/arithmetic/gates.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void bonsai_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void bonsai_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void bonsai_a_tree_of_this_depth_has_another_number_of_nodes(long /*nodes*/, long) {}
inline void bonsai_the_depth_is_1_to_10(long /*depth*/, long) {}
}  // namespace error

namespace ops {

/// Bonsai on a projected value. Node k, from the root 0 to a leaf, adds to every score l
///   (weights[k,l] x) tanh(sigma gates[k,l] x)
/// and where branches[k] x > 0 its child 2 k + 1 is next, else, at 0 too, 2 k + 2.
///
/// x (D) or (N,D), branches (2^depth - 1, D), weights and gates (2^(depth+1) - 1, L, D); y (L) or
/// (N,L) in the format that the user gives. Numbers with a point of their own in single precision.
/// Integers of 8 to 16 bits: products in 16, those with weights with `inner_bits` fraction bits,
/// those with gates with 12, their tanh in steps of 2^-15; no zero points but of x and y.
struct bonsai {
  static constexpr const char* name = "bonsai";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  int depth = 1;
  wide_int sigma_bits = 0x3f800000;  ///< bits of a float
  int inner_bits = 12;               ///< fraction bits of products with weights

  static constexpr int branches = 1, weights = 2, gates = 3, count = 4;
  constexpr float sigma() const { return __builtin_bit_cast(float, sigma_bits); }
  constexpr int inner_nodes() const { return (1 << depth) - 1; }
  constexpr int nodes() const { return (2 << depth) - 1; }

  constexpr inference infer(const operands& x) const {
    if (x.count != count) return shape(x.count);
    if (depth < 1 || depth > 10) {
      return {{.refuse = error::bonsai_the_depth_is_1_to_10,
               .message = "bonsai: the depth is 1 to 10, not {}",
               .have = depth}};
    }
    const extents &e = x[0].shape, &b = x[branches].shape, &w = x[weights].shape;
    if (e.rank > 2) return shape(0);
    if (b.rank != 2 || b.d[1] != e.c()) return shape(branches);
    if (w.rank != 3 || w.d[2] != e.c()) return shape(weights);
    if (!(x[gates].shape == w)) return shape(gates);
    if (b.d[0] != inner_nodes()) return other_nodes(b.d[0], inner_nodes());
    if (w.d[0] != nodes()) return other_nodes(w.d[0], nodes());
    extents y = e;
    y.d[e.rank - 1] = w.d[1];
    return {{}, {x[0].number, y, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    int wrong = -1;
    for (int i = gates; i >= 0; --i) {
      if (!is_in_order(x[i]) || !fits(x[0].number, i, x[i].number)) wrong = i;
    }
    const bool ends = is_real(y.number) ? is_plain_real(y.number)
                                        : is_plain_whole(y.number) && ends_scores(y.number);
    if (is_real(x[0].number) != is_real(y.number) || !ends) wrong = 0;
    if (wrong < 0) return {};
    return {.refuse = error::bonsai_the_format_of_an_input_does_not_fit_the_others,
            .message = "bonsai: the format of input {} does not fit the others",
            .have = wrong};
  }
  constexpr long long macs(const operands& x, const operand&) const {
    const extents& w = x[weights].shape;
    const long long of_node = 2LL * w.d[1] * w.d[2];
    return (of_node * (depth + 1) + depth * w.d[2]) * (x[0].shape.size() / w.d[2]);
  }
  constexpr row_range input_rows(const operands& x, int input, int) const {
    return all_rows(x[input]);
  }
  /// The real factors from sums of products to a product with weights and with gates, and from
  /// sums of the former times tanh of the latter to y.
  constexpr double to_product(const format& x, const format& w) const {
    return x.unit() * w.unit() * power_of_two(inner_bits);
  }
  constexpr double to_gate(const format& x, const format& v) const {
    return x.unit() * v.unit() * static_cast<double>(sigma()) * 4096;
  }
  constexpr double to_output(const format& y) const { return power_of_two(-inner_bits) / y.unit(); }

 private:
  /// Scores are below 2^19 steps before their factor.
  constexpr bool ends_scores(const format& y) const { return places_left(to_output(y)) <= 30 - 19; }
  constexpr bool fits(const format& value, int i, const format& f) const {
    if (is_real(value)) return is_plain_real(f);
    if (!is_plain_whole(f) || (i > 0 && f.zero != 0)) return false;
    if (i == weights) return ends_sums(to_product(value, f), 32);
    return i != gates || ends_sums(to_gate(value, f), 32);
  }
  static constexpr inference shape(int input) {
    return {{.refuse = error::bonsai_the_shape_of_an_input_does_not_fit_the_others,
             .message = "bonsai: the shape of input {} does not fit the others",
             .have = input}};
  }
  static constexpr inference other_nodes(int have, int want) {
    return {{.refuse = error::bonsai_a_tree_of_this_depth_has_another_number_of_nodes,
             .message = "bonsai: a tree of this depth has another number of nodes: {}, not {}",
             .have = have,
             .want = want}};
  }
};

}  // namespace ops

/// bonsai in every format that it has.
struct bonsai_generic : kernel_base {
  using op = ops::bonsai;
  static constexpr const char* name = "bonsai_generic";

  template <class C>
  static constexpr auto pack() {
    constants<C, decltype(numbers_of<C>())> p{{}, {}, {}, numbers_of<C>()};
    load_all(p.branches, C::bytes(op::branches));
    load_all(p.weights, C::bytes(op::weights));
    load_all(p.gates, C::bytes(op::gates));
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    constexpr extents x = C::template in<0>::is.shape, y = C::template out<>::is.shape;
    for (int n = 0; n < x.size() / x.c(); ++n) {
      walk<C>(a.template out<0>() + n * y.c(), a.template in<0>() + n * x.c(),
              kernel_constants<bonsai_generic, C>(a));
    }
  }

 private:
  template <class C, class Numbers>
  struct constants {
    template <int I>
    using in = typename C::template in<I>;
    using tables = tables_of_t<Numbers>;
    typename in<op::branches>::storage branches[in<op::branches>::span];
    typename in<op::weights>::storage weights[in<op::weights>::span];
    typename in<op::gates>::storage gates[in<op::gates>::span];
    Numbers numbers;
  };

  /// Single precision.
  template <class C>
  struct real_numbers {
    template <int I>
    using sums = gate_sums<typename C::template in<0>, typename C::template in<I>, false>;
    using number = float;
    float sigma = C::attributes.sigma();

    static constexpr float product(float sum) { return sum; }
    constexpr float gate(float sum) const { return hyperbolic_tangent_of(sigma * sum); }
    static constexpr float times(float product, float gate) { return product * gate; }
    static constexpr auto write(float sum) {
      return write_float<typename C::template out<>, C::round>(sum);
    }
  };
  /// How sums become products and arguments of gates, of 16 bits.
  template <class C>
  struct ends {
    template <int I>
    static constexpr format unit_of = C::template in<I>::is.number;
    using ending = scaled_gate<factor_rounding(C::round)>;
    ending to_product{quantise_factor(C::attributes.to_product(unit_of<0>, unit_of<op::weights>))};
    ending to_gate{quantise_factor(C::attributes.to_gate(unit_of<0>, unit_of<op::gates>))};
  };
  /// Products and gates in 16 bits.
  template <class C>
  struct whole_numbers : ends<C> {
    using tables = list<sigmoid_codes>;
    using number = std::int32_t;
    fixed_point_factor to_output =
        quantise_factor(C::attributes.to_output(C::template out<>::is.number));
    interpolated_activation<activation_function::tanh> tanh{0x1p-12};

    template <int I>
    static constexpr bool is_wide = largest_step(C::template in<0>::is.number) * largest_row<C, I> >
                                    (I == op::weights ? ends<C>{}.to_product.most()
                                     : I == op::gates ? ends<C>{}.to_gate.most()
                                                      : INT32_MAX);
    template <int I>
    using sums = gate_sums<typename C::template in<0>, typename C::template in<I>, is_wide<I>>;

    template <class Sum>
    constexpr std::int32_t product(Sum sum) const {
      return this->to_product(sum);
    }
    template <class Sum>
    constexpr std::int32_t gate(Sum sum) const {
      return tanh(this->to_gate(sum), 0);
    }
    static constexpr std::int32_t times(std::int32_t product, std::int32_t gate) {
      return (product * gate + (std::int32_t{1} << 14)) >> 15;
    }
    constexpr auto write(std::int32_t sum) const {
      constexpr int zero = C::template out<>::is.number.zero;
      return code_within(scale_by<factor_rounding(C::round)>(sum, to_output) + zero,
                         output_limits<C>());
    }
  };
  template <class C>
  static constexpr auto numbers_of() {
    if constexpr (is_real(C::template in<0>::is.number)) return real_numbers<C>{};
    else return whole_numbers<C>{};
  }

  template <class C, class Y, class X, class P>
  ETCH_KERNEL static constexpr void walk(Y* y,        // (L)
                                         const X* x,  // (D)
                                         const P& p) {
    constexpr extents w = C::template in<op::weights>::is.shape;
    constexpr int scores = w.d[1], length = w.d[2], inner_nodes = C::attributes.inner_nodes();
    using numbers = decltype(numbers_of<C>());
    using of_branches = typename numbers::template sums<op::branches>;
    using of_weights = typename numbers::template sums<op::weights>;
    using of_gates = typename numbers::template sums<op::gates>;
    typename numbers::number sums[scores]{};
    for (int k = 0;;) {
      for (int l = 0; l < scores; ++l) {
        const int at = (k * scores + l) * length;
        const auto product = p.numbers.product(of_weights::of(x, p.weights + at, length));
        const auto gate = p.numbers.gate(of_gates::of(x, p.gates + at, length));
        sums[l] += p.numbers.times(product, gate);
      }
      if (k >= inner_nodes) break;
      const bool first = of_branches::of(x, p.branches + k * length, length) > 0;
      k = 2 * k + (first ? 1 : 2);
    }
    for (int l = 0; l < scores; ++l) y[l] = p.numbers.write(sums[l]);
  }
};

namespace tree {
/// What a graph with trees is made with: etch::graph<etch::tree::operators>(...).
using operators = extensions<ops::bonsai, bonsai_generic>;
}  // namespace tree

namespace dsl {

/// bonsai<F>(x, {.depth = 3}, branches, weights, gates): Bonsai's scores in format F; of integers
/// `inner_bits` are the fraction bits of products with weights.
struct bonsai_options {
  int depth = 1;
  float sigma = 1;
  int inner_bits = 12;
};
template <class F, class B, class W, class V>
constexpr wire bonsai(wire_at x, bonsai_options o, constant<B> branches, constant<W> weights,
                      constant<V> gates) {
  constexpr format given = F::descriptor;
  builder& g = *x.graph;
  const wire all[]{x, detail::to_wire(g, branches), detail::to_wire(g, weights),
                   detail::to_wire(g, gates)};
  return detail::apply(ops::bonsai{o.depth, __builtin_bit_cast(wide_int, o.sigma), o.inner_bits},
                       all, 4, &given, rounding::standard);
}

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
