#pragma once

#include <etch/base/functions.hpp>
#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/arithmetic/gemmlowp.hpp>
#include <etch/op/proto_nn.hpp>

namespace ETCH_NAMESPACE {

/// proto_nn in every format that it has.
struct proto_nn_generic : kernel_base {
  using op = ops::proto_nn;
  static constexpr const char* name = "proto_nn_generic";

  template <class C>
  static constexpr auto pack() {
    parameters_of<C> p{{}, {}, {}, pick_numbers<C>()};
    load_all(p.projection, C::bytes(op::projection));
    load_all(p.prototypes, C::bytes(op::prototypes));
    load_all(p.labels, C::bytes(op::labels));
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    if (rows.count == 0) return;  // the whole output is one row
    constexpr int batch = op::batches(in::is.shape), each = in::span / batch;
    constexpr int classes = C::template in<op::labels>::is.shape.d[1];
    for (int n = 0; n < batch; ++n) {
      scores<C>(a.template out<0>() + n * classes, a.template in<0>() + n * each,
                kernel_constants<proto_nn_generic, C>(a));
    }
  }

 private:
  template <class C, class Numbers>
  struct constants {
    template <int I>
    using in = typename C::template in<I>;
    using tables = tables_of_t<Numbers>;
    typename in<op::projection>::storage projection[in<op::projection>::span];
    typename in<op::prototypes>::storage prototypes[in<op::prototypes>::span];
    typename in<op::labels>::storage labels[in<op::labels>::span];
    Numbers numbers;
  };

  /// Double precision.
  template <class C>
  struct real_numbers {
    using projected = double;
    using number = double;
    double gamma;

    template <int I, class Code>
    static constexpr double read(const Code& code) {
      return static_cast<double>(read_float<typename C::template in<I>>(code));
    }
    template <class X, class W>
    static constexpr double project(const X* x, const W* w, int count) {
      double sum = 0;
      for (int k = 0; k < count; ++k) sum += read<0>(x[k]) * read<op::projection>(w[k]);
      return sum;
    }
    static constexpr double square(double apart) { return apart * apart; }
    constexpr double weight(double distance) const {
      const double power = -gamma * gamma * distance;
      return power < -700 ? 0 : natural_exponential(power);
    }
    static constexpr auto write(double sum) {
      return write_float<typename C::template out<>, C::round>(static_cast<float>(sum));
    }
  };
  /// The projected value in 16 bits, weights in steps of 2^-15: products of both with codes have 32
  /// bits, and so has the square of a difference, without a sign; sums of them have 64.
  template <class C>
  struct whole_numbers {
    using projected = std::int32_t;
    using number = std::int64_t;
    using tables = list<powers_of_e>;
    using gate = scaled_gate<factor_rounding(C::round)>;
    gate to_projected, to_output;
    int before;  ///< a shift of distances to the right, so that they have 31 bits
    fixed_point_factor to_power;
    std::int64_t farthest;  ///< distances beyond it weigh nothing

    constexpr explicit whole_numbers(const op& a)
        : to_projected(of_projection()),
          to_output{quantise_factor(unit_of<op::labels>().unit() * 0x1p-15 /
                                    C::template out<>::is.number.unit())},
          before(0),
          to_power{},
          farthest(0) {
      const double unit = static_cast<double>(a.gamma()) * power_of_two(-a.inner_bits);
      const double most = minimum(31 / (unit * unit), 0x1p60);
      farthest = floor_to_integer(most);
      while (farthest >> before > INT32_MAX) ++before;
      to_power = quantise_factor(unit * unit * power_of_two(26 + before));
    }
    template <int I>
    static constexpr format unit_of() {
      return C::template in<I>::is.number;
    }
    static constexpr gate of_projection() {
      return {quantise_factor(C::attributes.factor(unit_of<0>(), unit_of<op::projection>()))};
    }
    template <int I, class Code>
    static constexpr std::int32_t read(Code code) {
      return code;
    }
    template <class X, class W>
    constexpr std::int32_t project(const X* x, const W* w, int count) const {
      constexpr bool is_wide =
          largest_step(unit_of<0>()) * largest_row<C, op::projection> > of_projection().most();
      using sums =
          gate_sums<typename C::template in<0>, typename C::template in<op::projection>, is_wide>;
      return to_projected(sums::of(x, w, count));
    }
    static constexpr std::int64_t square(std::int32_t apart) {
      const auto size = static_cast<std::uint32_t>(apart);
      return size * size;
    }
    constexpr std::int32_t weight(std::int64_t distance) const {
      if (distance > farthest) return 0;
      const auto steps = static_cast<std::int32_t>(distance >> before);
      const std::int32_t e = exp_of_negative(-scale_single_rounding(steps, to_power));
      return (e >> 16) + (e >> 15 & 1);
    }
    constexpr auto write(std::int64_t sum) const {
      constexpr int zero = C::template out<>::is.number.zero;
      return code_within(to_output(sum) + zero, output_limits<C>());
    }
  };
  template <class C>
  static constexpr auto pick_numbers() {
    if constexpr (is_real(C::template in<0>::is.number)) {
      return real_numbers<C>{static_cast<double>(C::attributes.gamma())};
    } else {
      return whole_numbers<C>{C::attributes};
    }
  }
  template <class C>
  using parameters_of = constants<C, decltype(pick_numbers<C>())>;

  template <class C, class Y, class X, class P>
  ETCH_KERNEL static constexpr void scores(Y* y,        // (L)
                                           const X* x,  // (K)
                                           const P& p) {
    constexpr extents w = C::template in<op::projection>::is.shape;
    constexpr extents z = C::template in<op::labels>::is.shape;
    const auto& n = p.numbers;
    using numbers = decltype(pick_numbers<C>());
    using number = typename numbers::number;
    typename numbers::projected projected[w.d[0]]{};
    number sums[z.d[1]]{};
    for (int d = 0; d < w.d[0]; ++d) {
      projected[d] = n.project(x, p.projection + d * w.d[1], w.d[1]);
    }
    for (int m = 0; m < z.d[0]; ++m) {
      number distance = 0;
      for (int d = 0; d < w.d[0]; ++d) {
        distance +=
            n.square(projected[d] - n.template read<op::prototypes>(p.prototypes[m * w.d[0] + d]));
      }
      const auto weight = n.weight(distance);
      for (int l = 0; l < z.d[1]; ++l) {
        sums[l] += weight * n.template read<op::labels>(p.labels[m * z.d[1] + l]);
      }
    }
    for (int l = 0; l < z.d[1]; ++l) y[l] = n.write(sums[l]);
  }
};

}  // namespace ETCH_NAMESPACE
