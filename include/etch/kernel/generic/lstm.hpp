#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/joint_rows.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm by Products.
template <class Products>
struct layer_by_rows<ops::lstm, Products> {
  using op = ops::lstm;

  template <class C>
  static constexpr auto pack() {
    if constexpr (is_joint<C>) {
      return constants<C>{
          {joint_type<C, op::weights, 0>(load_any<C, op::weights>, load_any<C, op::biases>),
           joint_type<C, op::recurrent, op::hidden>(load_any<C, op::recurrent>)}};
    } else {
      return constants<C>{{{gate_of<C, 0>(), gate_of<C, 1>(), gate_of<C, 2>(), gate_of<C, 3>()}}};
    }
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
    } else if constexpr (is_accumulator(from::is.number)) {
      for (int i = 0; i < Count; ++i) to[i] = static_cast<T>(from::load(C::bytes(I), i));
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
  /// Loads constant First + k.
  template <class C, int First>
  static constexpr auto load_any = [](auto& to, int k) {
    for_each_index<4>([&]<int K>() {
      if (k == K) load<C, First + K>(to);
    });
  };
  struct places {
    int batches, steps, inputs, units;
  };
  /// The largest sum of gate K over the input, with its bias, or over the hidden state.
  template <class C, int Gate, bool OfHidden>
  static constexpr std::int64_t largest_sum() {
    constexpr int value = OfHidden ? op::hidden : 0,
                  w = (OfHidden ? op::recurrent : op::weights) + Gate;
    using in = typename C::template in<value>;
    constexpr std::int64_t most = largest_step(in::is.number) * largest_row<C, w>;
    if constexpr (OfHidden) return most;
    else return most + largest_bias<C, in, w, op::biases + Gate>;
  }
  template <class C, int... Gate>
  static constexpr bool fit_32_bits(detail::indices<Gate...>) {
    return (
        (largest_sum<C, Gate, false>() <= INT32_MAX && largest_sum<C, Gate, true>() <= INT32_MAX) &&
        ...);
  }
  /// Whether codes have 16 bits, whose sums have 64 by definition, and whether those here need
  /// them.
  template <class C>
  static constexpr bool has_long_sums =
      is_affine(C::template in<0>::is.number) && C::template in<0>::is.number.bits == 16;
  template <class C>
  static constexpr bool is_wide() {
    if constexpr (!has_long_sums<C>) return false;
    else return !fit_32_bits<C>(detail::first<4>{});
  }
  /// From a sum of gate K to a code of 2^-12.
  template <class C, int Gate, bool OfHidden>
  static constexpr fixed_point_factor factor_of_gate() {
    constexpr int x = OfHidden ? op::hidden : 0,
                  w = (OfHidden ? op::recurrent : op::weights) + Gate;
    return quantise_factor(op::factor_of_gate(C::inputs()[x].number, C::inputs()[w].number));
  }
  /// What ends sums of gate K within 32 bits: of codes of 16 bits by wide_factor_epilogue's
  /// rounding of a multiplier of 16 bits.
  template <class C, int Gate, bool OfHidden>
  static constexpr auto known_end_of_gate() {
    constexpr fixed_point_factor f = factor_of_gate<C, Gate, OfHidden>();
    constexpr std::int64_t most = largest_sum<C, Gate, OfHidden>();
    if constexpr (has_long_sums<C>) {
      constexpr fixed_point_factor short_factor{short_multiplier(f) * (std::int32_t{1} << 16),
                                                f.shift};
      return known_gate<rounding::tflite_single, short_factor, most>{};
    } else {
      return known_gate<factor_rounding(C::round), f, most>{};
    }
  }
  template <class C, int Gate, bool OfHidden>
  using gate_end = decltype(known_end_of_gate<C, Gate, OfHidden>());
  template <class C, int... Gate>
  static constexpr bool ends_by_blocks(detail::indices<Gate...>) {
    if constexpr (is_f32(C::template in<0>::is.number) || is_wide<C>()) return false;
    else return ends_gates<Products, gate_end<C, Gate, false>..., gate_end<C, Gate, true>...>;
  }
  /// Whether Products ends gates, finds the functions of them, and does the rest of a step.
  template <class C>
  static constexpr bool by_blocks = ends_by_blocks<C>(detail::first<4>{});
  template <class C>
  static constexpr bool activates_blocks =
      by_blocks<C> && activates<Products, interpolated_activation<activation_function::sigmoid>,
                                interpolated_activation<activation_function::tanh>>;
  template <class C>
  static constexpr bool steps_by_blocks() {
    if constexpr (!activates_blocks<C>) {
      return false;
    } else {
      using unit = integer_unit<C>;
      constexpr format h = unit::h_format, c = unit::c_format;
      return (h.bits == 8 || (h.bits == 16 && h.zero == 0)) && c.bits == 16 && c.zero == 0 &&
             multiplies_gates<Products, unit::round, unit::keep, unit::take, unit::out>;
    }
  }
  /// From a sum of gate K to a code of 2^-12 in 16 bits.
  template <class C, int Gate, bool OfHidden, class Sum>
  static constexpr auto end_sum(Sum sum) {
    if constexpr (is_f32(C::template in<0>::is.number)) {
      return float_epilogue{}(sum, 0);
    } else {
      if constexpr (is_wide<C>()) {
        constexpr fixed_point_factor f = factor_of_gate<C, Gate, OfHidden>();
        constexpr auto end = make_factor_epilogue<std::int16_t, C::round, true>(
            [=](int) { return f; }, 0, {-32768, 32767});
        return std::int32_t{end(sum, 0)};
      } else {
        return gate_end<C, Gate, OfHidden>{}(sum);
      }
    }
  }
  /// What becomes of the four gates of a unit of call C, in fixed point.
  template <class C>
  struct integer_unit {
    using number = std::int32_t;
    using tables = list<sigmoid_codes>;
    static constexpr format c_format = C::template in<op::cell>::is.number,
                            h_format = C::template in<op::hidden>::is.number;
    static constexpr rounding round = factor_rounding(C::round);
    static constexpr fixed_point_factor keep = quantise_factor(0x1p-15),
                                        take = quantise_factor(0x1p-30 / c_format.unit()),
                                        out = quantise_factor(0x1p-30 / h_format.unit());
    static constexpr interpolated_activation<activation_function::sigmoid> sigmoid{0x1p-12};
    static constexpr interpolated_activation<activation_function::tanh> tanh{0x1p-12};
    static constexpr interpolated_activation<activation_function::tanh> tanh_of_cell = [] {
      const split_double s = split(c_format.unit());
      const int power = s.fraction * s.fraction >= 0.5 ? s.exponent : s.exponent - 1;
      return interpolated_activation<activation_function::tanh>{power_of_two(power)};
    }();
    static constexpr std::int32_t clip = [] {
      const double steps = static_cast<double>(C::attributes.clip()) / c_format.unit();
      return static_cast<std::int32_t>(clamp(steps, -32768.0, 32767.0));
    }();

    /// A product of two numbers of 15 bits and a sign, the first of them not -2^15.
    template <fixed_point_factor F, int Bits = 16>
    static constexpr std::int32_t scale(std::int32_t product) {
      constexpr std::int64_t most = std::int64_t{32767} * 32768;
      return scale_by_known<round, F, most, Bits>(product);
    }
    static constexpr std::int32_t sum(std::int32_t a, std::int32_t b) {
      return within_16_bits(a + b);
    }
    template <class Cell>
    static constexpr auto step(const std::int32_t (&gate)[4], Cell& cell) {
      const std::int32_t input = sigmoid(gate[0], 0), forget = sigmoid(gate[1], 0);
      return step_of({input, forget, tanh(gate[2], 0), sigmoid(gate[3], 0)}, cell);
    }
    /// The same of what the functions give.
    template <class Cell>
    static constexpr auto step_of(const std::int32_t (&gate)[4], Cell& cell) {
      std::int32_t c = sum(scale<keep>(gate[1] * cell), scale<take>(gate[0] * gate[2]));
      if constexpr (clip > 0) c = clamp<std::int32_t>(c, -clip, clip);
      cell = static_cast<Cell>(c);
      const std::int32_t product = tanh_of_cell(c, 0) * gate[3];
      constexpr int bits = h_format.bits;
      if constexpr (h_format.zero == 0) return scale<out, bits>(product);
      else return within_bits<bits>(scale<out, 32>(product) + h_format.zero);
    }
    /// The same of a block by Products.
    template <int Block, class Y>
    ETCH_GLUE static void step_block(Y* y, const std::int16_t (&gate)[4][Block],
                                     std::int16_t* cell) {
      std::int16_t kept[Block], taken[Block];
      Products::template multiply_gates<round, keep>(kept, gate[1], cell);
      Products::template multiply_gates<round, take>(taken, gate[0], gate[2]);
      Products::template add_gates<maximum<std::int32_t>(clip, 0)>(kept, kept, taken);
      for (int i = 0; i < Block; ++i) cell[i] = kept[i];
      Products::activate(kept, tanh_of_cell);
      if constexpr (sizeof(Y) == 2) {
        Products::template multiply_gates<round, out>(y, kept, gate[3]);
      } else {
        Products::template multiply_gates<round, out>(kept, kept, gate[3]);
        Products::template narrow_gates<h_format.zero>(y, kept);
      }
    }
  };
  template <class C>
  struct float_unit {
    using number = float;
    static constexpr float_activation<activation_function::sigmoid> sigmoid{};
    static constexpr float_activation<activation_function::tanh> tanh{};
    static constexpr float clip = C::attributes.clip();

    static constexpr float sum(float a, float b) { return a + b; }
    static constexpr float step(const float (&gate)[4], float& c) {
      const float taken = sigmoid(gate[0], 0) * tanh(gate[2], 0);
      c = sigmoid(gate[1], 0) * c + taken;
      if (clip > 0) c = clamp(c, -clip, clip);
      return tanh(c, 0) * sigmoid(gate[3], 0);
    }
  };
  template <class C>
  using unit_of = element_t<list<integer_unit<C>, float_unit<C>>,
                            is_f32(C::template in<op::hidden>::is.number) ? 1 : 0>;
  template <class C>
  using math_of =
      element_t<list<typename C::template in<0>::kind::arithmetic, wide_integer_arithmetic>,
                is_wide<C>() ? 1 : 0>;
  template <class C, int Value>
  using sums_with = sums_of_codes<math_of<C>, typename C::template in<Value>>;
  /// The rows of all gates together, where Products sums and ends them so.
  template <class C, int First, int Value>
  using joint_type = joint_rows_t<Products, C, First, 4, sums_with<C, Value>, weights_of<C, First>>;
  template <class C>
  using joint =
      joint_gates<joint_type<C, op::weights, 0>, joint_type<C, op::recurrent, op::hidden>>;
  template <class C>
  static constexpr bool is_joint =
      by_blocks<C> &&
      are_joint<joint_type<C, op::weights, 0>, joint_type<C, op::recurrent, op::hidden>>;
  template <class C>
  struct separate_gates {
    template <int First, int Value>
    using rows_of = matrix_rows<Products, C, First, 4, sums_with<C, Value>, weights_of<C, First>>;
    struct gate_constants {
      rows_of<op::weights, 0> weights;
      rows_of<op::recurrent, op::hidden> recurrent;
      typename math_of<C>::sum
          bias[takes_bias<rows_of<op::weights, 0>> ? 1 : C::template in<op::biases>::span];
    };
    gate_constants gate[4];
  };
  template <class C>
  struct constants : element_t<list<separate_gates<C>, joint<C>>, is_joint<C> ? 1 : 0> {
    using math = math_of<C>;
    using sum = typename math::sum;
    using by_products =
        tables_of_functions<Products, interpolated_activation<activation_function::sigmoid>,
                            interpolated_activation<activation_function::tanh>>;
    using by_units = tables_of_t<unit_of<C>>;
    using tables = element_t<list<by_units, all_tables<by_units, by_products>, by_products>,
                             !activates_blocks<C>   ? 0
                             : steps_by_blocks<C>() ? 2
                                                    : 1>;
  };

  template <class C, int Gate>
  static constexpr auto gate_of() {
    using gate = typename separate_gates<C>::gate_constants;
    typename constants<C>::sum bias[C::template in<op::biases>::span]{};
    load<C, op::biases + Gate>(bias);
    gate g{make_matrix<decltype(gate::weights)>([](auto& to) { load<C, op::weights + Gate>(to); },
                                                bias),
           decltype(gate::recurrent)([](auto& to) { load<C, op::recurrent + Gate>(to); }),
           {}};
    if constexpr (!takes_bias<decltype(gate::weights)>)
      for (int j = 0; j < C::template in<op::biases>::span; ++j) g.bias[j] = bias[j];
    return g;
  }

  template <class C, places At, class Y, class X, class Cell, class P>
  ETCH_KERNEL static constexpr void step(Y* y,        // (H)
                                         const X* x,  // (I)
                                         Y* hidden, Cell* cell, const P& p) {
    using math = typename constants<C>::math;
    using unit = unit_of<C>;
    constexpr int block = Products::block;
    constexpr bool ends_blocks = by_blocks<C>;
    const auto& any = any_gate(p);
    const auto of_x = vector_for(any.weights, x);
    const auto of_hidden = vector_for(any.recurrent, hidden);
    for (int first = 0; first < At.units; first += block) {
      [[maybe_unused]] typename math::sum a[4][block], b[4][block];
      [[maybe_unused]] std::int16_t ended[4][ends_blocks ? block : 1];
      if constexpr (ends_blocks && At.units % block != 0) {
        for (int k = 0; k < 4; ++k) clear(a[k]), clear(b[k]);
      }
      if constexpr (is_joint<C>) {
        p.weights.add_here(a[0], of_x, first);
        unroll<4>([&]<int K>() __attribute__((always_inline)) {
          Products::template end_gates<gate_end<C, K, false>>(ended[K], a[K]);
        });
        p.recurrent.add_here(b[0], of_hidden, first);
        unroll<4>([&]<int K>() __attribute__((always_inline)) {
          std::int16_t more[block];
          Products::template end_gates<gate_end<C, K, true>>(more, b[K]);
          Products::template add_gates<0>(ended[K], ended[K], more);
        });
      } else {
        for (int k = 0; k < 4; ++k) {
          p.gate[k].weights.template add<block>(a[k], of_x, first);
          p.gate[k].recurrent.template add<block>(b[k], of_hidden, first);
        }
        if constexpr (ends_blocks) {
          unroll<4>([&]<int K>() __attribute__((always_inline)) {
            if constexpr (!takes_bias<decltype(p.gate[0].weights)>) {
              for (int i = 0; i < rows_in_block<At.units, block>(first); ++i)
                a[K][i] = math::add(a[K][i], p.gate[K].bias[first + i]);
            }
            Products::template join_gates<gate_end<C, K, false>, gate_end<C, K, true>>(ended[K],
                                                                                       a[K], b[K]);
          });
        }
      }
      if constexpr (activates_blocks<C>) {
        activate_both<Products>(ended[0], unit::sigmoid, ended[1], unit::sigmoid);
        activate_both<Products>(ended[2], unit::tanh, ended[3], unit::sigmoid);
      }
      if constexpr (steps_by_blocks<C>()) {
        if constexpr (At.units % block == 0) {
          unit::step_block(y + first, ended, cell + first);
        } else {
          const int count = rows_in_block<At.units, block>(first);
          copied_block<block, Cell> cells(cell + first, count);
          Y codes[block];
          unit::step_block(codes, ended, cells.of);
          for (int i = 0; i < count; ++i) y[first + i] = codes[i], cell[first + i] = cells.of[i];
        }
      } else {
        for (int i = 0, j = first; i < rows_in_block<At.units, block>(first); ++i, ++j) {
          // Constants of the code: what ends sums is a few instructions each.
          typename unit::number gate[4]{};
          unroll<4>([&]<int K>() __attribute__((always_inline)) {
            if constexpr (ends_blocks) {
              gate[K] = ended[K][i];
            } else {
              typename math::sum sum = a[K][i];
              if constexpr (!takes_bias<decltype(p.gate[0].weights)>)
                sum = math::add(sum, p.gate[K].bias[j]);
              gate[K] = unit::sum(end_sum<C, K, false>(sum), end_sum<C, K, true>(b[K][i]));
            }
          });
          if constexpr (activates_blocks<C>) y[j] = static_cast<Y>(unit::step_of(gate, cell[j]));
          else y[j] = static_cast<Y>(unit::step(gate, cell[j]));
        }
      }
    }
    if constexpr (steps_by_blocks<C>()) __builtin_memcpy(hidden, y, At.units * sizeof(Y));
    else
      for (int j = 0; j < At.units; ++j) hidden[j] = y[j];
  }
};

/// lstm in every format that it has.
struct lstm_generic : kernel_by_rows<plain_products, void> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_generic";
};

}  // namespace ETCH_NAMESPACE
