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
    using number = double;
    double gamma;

    template <int I, class Code>
    static constexpr double read(const Code& code) {
      return static_cast<double>(read_float<typename C::template in<I>>(code));
    }
    static constexpr double project(double sum) { return sum; }
    constexpr double weight(double distance) const {
      const double power = -gamma * gamma * distance;
      return power < -700 ? 0 : natural_exponential(power);
    }
    static constexpr auto write(double sum) {
      return write_float<typename C::template out<>, C::round>(static_cast<float>(sum));
    }
  };
  /// Sums in 64 bits, the projected value in 16, weights in steps of 2^-15.
  template <class C>
  struct whole_numbers {
    using number = std::int64_t;
    using tables = list<powers_of_e>;
    using gate = scaled_gate<factor_rounding(C::round)>;
    gate to_projected, to_output;
    int before;  ///< a shift of distances to the right, so that they have 31 bits
    fixed_point_factor to_power;
    std::int64_t farthest;  ///< distances beyond it weigh nothing

    constexpr explicit whole_numbers(const op& a)
        : to_projected{quantise_factor(a.factor(unit_of<0>(), unit_of<op::projection>()))},
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
    template <int I, class Code>
    static constexpr std::int64_t read(Code code) {
      return static_cast<std::int64_t>(code) - C::template in<I>::is.number.zero;
    }
    constexpr std::int64_t project(std::int64_t sum) const { return to_projected(sum); }
    constexpr std::int64_t weight(std::int64_t distance) const {
      if (distance > farthest) return 0;
      const auto steps = static_cast<std::int32_t>(distance >> before);
      return (exp_of_negative(-scale_single_rounding(steps, to_power)) + (1LL << 15)) >> 16;
    }
    constexpr auto write(std::int64_t sum) const {
      using out = typename C::template out<>;
      constexpr limits<typename out::storage> all{
          static_cast<typename out::storage>(out::kind::lowest(out::is.number)),
          static_cast<typename out::storage>(out::kind::highest(out::is.number))};
      return code_within(to_output(sum) + out::is.number.zero, all);
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
    using number = typename decltype(pick_numbers<C>())::number;
    number projected[w.d[0]]{}, sums[z.d[1]]{};
    for (int d = 0; d < w.d[0]; ++d) {
      number sum = 0;
      for (int k = 0; k < w.d[1]; ++k) {
        sum += n.template read<0>(x[k]) *
               n.template read<op::projection>(p.projection[d * w.d[1] + k]);
      }
      projected[d] = n.project(sum);
    }
    for (int m = 0; m < z.d[0]; ++m) {
      number distance = 0;
      for (int d = 0; d < w.d[0]; ++d) {
        const number apart =
            projected[d] - n.template read<op::prototypes>(p.prototypes[m * w.d[0] + d]);
        distance += apart * apart;
      }
      const number weight = n.weight(distance);
      for (int l = 0; l < z.d[1]; ++l) {
        sums[l] += weight * n.template read<op::labels>(p.labels[m * z.d[1] + l]);
      }
    }
    for (int l = 0; l < z.d[1]; ++l) y[l] = n.write(sums[l]);
  }
};

}  // namespace ETCH_NAMESPACE
