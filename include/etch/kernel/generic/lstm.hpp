#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/op/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm by Products.
template <class Products>
struct layer_by_rows<ops::lstm, Products> {
  using op = ops::lstm;

  template <class C>
  static constexpr auto pack() {
    return constants<C>{{gate_of<C, 0>(), gate_of<C, 1>(), gate_of<C, 2>(), gate_of<C, 3>()},
                        make_unit<C>()};
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    constexpr extents x = C::template in<0>::is.shape;
    constexpr bool major = C::attributes.time_major != 0;
    constexpr places at{major ? x.d[1] : x.d[0], major ? x.d[0] : x.d[1], x.d[2],
                        C::template out<>::is.shape.d[2]};
    // a row is a sequence, or a step of all sequences
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      for (int k = 0; k < (major ? at.batches : at.steps); ++k) {
        const int batch = major ? k : r, row = r * (major ? at.batches : at.steps) + k;
        step<C, at>(a.template out<0>() + row * at.units, a.template in<0>() + row * at.inputs,
                    a.template state<op::hidden>() + batch * at.units,
                    a.template state<op::cell>() + batch * at.units, p);
      }
    }
  }

 private:
  /// Loads constant I of call C.
  template <class C, int I, class T, int Count>
  static constexpr void load(T (&to)[Count]) {
    using from = typename C::template in<I>;
    if constexpr (is_real(from::is.number) && !__is_same(T, typename from::storage)) {
      for (int i = 0; i < Count; ++i) to[i] = read_float<from>(from::load(C::bytes(I), i));
    } else {
      load_all(to, C::bytes(I));
    }
  }
  /// What holds the weights of the gates, inputs First to First + 3: real numbers of one format
  /// that become single precision by themselves stay as they are, others are in single precision.
  template <class C, int First>
  static constexpr bool keeps_format = [] {
    const format& f = C::inputs()[First].number;
    bool same = true;
    for (int k = 1; k < 4; ++k) same = same && C::inputs()[First + k].number == f;
    using storage = typename C::template in<First>::storage;
    return !is_real(f) || (same && requires(storage code) { code.operator float(); });
  }();
  template <class C, int First>
  using weights_of = element_t<list<float, typename C::template in<First>::storage>,
                               keeps_format<C, First> ? 1 : 0>;
  struct places {
    int batches, steps, inputs, units;
  };
  template <class C>
  static constexpr bool is_wide =
      is_affine(C::template in<0>::is.number) && C::template in<0>::is.number.bits == 16;
  /// From sums of products of inputs x and w to codes of 2^-12 in 16 bits.
  template <class C>
  static constexpr auto gate_epilogue(int x, int w) {
    if constexpr (is_f32(C::template in<0>::is.number)) {
      return float_epilogue{};
    } else {
      const double factor = op::factor_of_gate(C::inputs()[x].number, C::inputs()[w].number);
      return make_factor_epilogue<std::int16_t, C::round, is_wide<C>>(
          [=](int) { return quantise_factor(factor); }, 0, {-32768, 32767});
    }
  }
  /// What becomes of the four gates of a unit, in fixed point.
  template <class Y, rounding R>
  struct integer_unit {
    using tables = list<sigmoid_codes>;
    interpolated_activation<activation_function::sigmoid> sigmoid{0x1p-12};
    interpolated_activation<activation_function::tanh> tanh{0x1p-12}, tanh_of_cell{0x1p-12};
    fixed_point_factor keep, take, out;
    std::int32_t clip, zero;

    static constexpr std::int16_t sum(std::int32_t a, std::int32_t b) { return within(a + b); }
    static constexpr std::int16_t within(std::int32_t x) {
      return static_cast<std::int16_t>(clamp<std::int32_t>(x, -32768, 32767));
    }
    template <class Gate>
    constexpr Y operator()(const Gate (&gate)[4], std::int16_t& c) const {
      const std::int32_t input = sigmoid(gate[0], 0), forget = sigmoid(gate[1], 0);
      const std::int32_t taken = within(scale_by<R>(input * tanh(gate[2], 0), take));
      c = within(within(scale_by<R>(forget * c, keep)) + taken);
      if (clip > 0) c = static_cast<std::int16_t>(clamp<std::int32_t>(c, -clip, clip));
      const std::int32_t y = scale_by<R>(tanh_of_cell(c, 0) * sigmoid(gate[3], 0), out) + zero;
      constexpr int most = sizeof(Y) == 1 ? 127 : 32767;
      return static_cast<Y>(clamp<std::int32_t>(y, -most - 1, most));
    }
  };
  struct float_unit {
    float_activation<activation_function::sigmoid> sigmoid{};
    float_activation<activation_function::tanh> tanh{};
    float clip;

    static constexpr float sum(float a, float b) { return a + b; }
    constexpr float operator()(const float (&gate)[4], float& c) const {
      const float taken = sigmoid(gate[0], 0) * tanh(gate[2], 0);
      c = sigmoid(gate[1], 0) * c + taken;
      if (clip > 0) c = clamp(c, -clip, clip);
      return tanh(c, 0) * sigmoid(gate[3], 0);
    }
  };
  template <class C>
  static constexpr auto make_unit() {
    constexpr format h = C::template in<op::hidden>::is.number;
    constexpr format c = C::template in<op::cell>::is.number;
    if constexpr (is_f32(h)) {
      return float_unit{.clip = C::attributes.clip()};
    } else {
      const split_double s = split(c.unit());
      const int power = s.fraction * s.fraction >= 0.5 ? s.exponent : s.exponent - 1;
      const double clip = static_cast<double>(C::attributes.clip()) / c.unit();
      return integer_unit<typename C::template in<op::hidden>::storage, factor_rounding(C::round)>{
          .tanh_of_cell = interpolated_activation<activation_function::tanh>{power_of_two(power)},
          .keep = quantise_factor(0x1p-15),
          .take = quantise_factor(0x1p-30 / c.unit()),
          .out = quantise_factor(0x1p-30 / h.unit()),
          .clip = static_cast<std::int32_t>(clamp(clip, -32768.0, 32767.0)),
          .zero = h.zero};
    }
  }
  template <class C>
  struct constants {
    using narrow = typename C::template in<0>::kind::arithmetic;
    using math = element_t<list<narrow, wide_integer_arithmetic>, is_wide<C> ? 1 : 0>;
    using sum = typename math::sum;
    template <int First, int Value>
    using rows_of =
        matrix_rows<Products, C, First, 4, sums_of_codes<math, typename C::template in<Value>>,
                    weights_of<C, First>>;
    struct gate_constants {
      rows_of<op::weights, 0> weights;
      rows_of<op::recurrent, op::hidden> recurrent;
      sum bias[C::template in<op::biases>::span];
      decltype(gate_epilogue<C>(0, 0)) of_input,
          of_hidden;  ///< ends sums as what an activation function takes
    };
    using unit_type = decltype(make_unit<C>());
    using tables = tables_of_t<unit_type>;
    gate_constants gate[4];
    unit_type unit;
  };

  template <class C, int Gate>
  static constexpr auto gate_of() {
    typename constants<C>::gate_constants g{
        decltype(constants<C>::gate_constants::weights)(
            [](auto& to) { load<C, op::weights + Gate>(to); }),
        decltype(constants<C>::gate_constants::recurrent)(
            [](auto& to) { load<C, op::recurrent + Gate>(to); }),
        {},
        gate_epilogue<C>(0, op::weights + Gate),
        gate_epilogue<C>(op::hidden, op::recurrent + Gate)};
    load<C, op::biases + Gate>(g.bias);
    return g;
  }

  template <class C, places At, class Y, class X, class Cell, class P>
  ETCH_KERNEL static constexpr void step(Y* y,        // (H)
                                         const X* x,  // (I)
                                         Y* hidden, Cell* cell, const P& p) {
    using math = typename constants<C>::math;
    constexpr int block = Products::block;
    const auto of_x = vector_for(p.gate[0].weights, x);
    const auto of_hidden = vector_for(p.gate[0].recurrent, hidden);
    for (int first = 0; first < At.units; first += block) {
      typename math::sum a[4][block], b[4][block];
      for (int k = 0; k < 4; ++k) {
        p.gate[k].weights.template add<block>(a[k], of_x, first);
        p.gate[k].recurrent.template add<block>(b[k], of_hidden, first);
      }
      for (int i = 0, j = first; i < rows_in_block<At.units, block>(first); ++i, ++j) {
        decltype(gate_epilogue<C>(0, op::weights)(a[0][0], 0)) gate[4]{};
        for (int k = 0; k < 4; ++k) {
          const auto& g = p.gate[k];
          const auto end = g.of_input(math::add(a[k][i], g.bias[j]), 0);
          gate[k] = p.unit.sum(end, g.of_hidden(b[k][i], 0));
        }
        y[j] = p.unit(gate, cell[j]);
      }
    }
    for (int j = 0; j < At.units; ++j) hidden[j] = y[j];
  }
};

/// lstm in every format that it has.
struct lstm_generic : kernel_by_rows<plain_products, void> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_generic";
};

}  // namespace ETCH_NAMESPACE
