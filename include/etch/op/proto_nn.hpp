#pragma once

#include <etch/op/gates.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void proto_nn_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void proto_nn_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void proto_nn_gamma_is_a_positive_number(long, long) {}
}  // namespace error

namespace ops {

/// ProtoNN: scores by the distances of a projected value to prototypes,
///   y[l] = sum over m of labels[m,l] exp(-gamma^2 |projection x - prototypes[m]|^2)
///
/// x of K elements in logical order, projection (D,K), prototypes (M,D), labels (M,L), y (L) in the
/// format that the user gives; of rank 2 or 4 x is a batch, and y (N,L). Numbers with a point of
/// their own in double precision. Integers of 8 to 16 bits, the projected value in 16 with
/// `inner_bits` fraction bits: the unit that prototypes have; no zero points but of x and y.
struct proto_nn {
  static constexpr const char* name = "proto_nn";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  wide_int gamma_bits = 0x3f800000;  ///< bits of a float
  int inner_bits = 12;               ///< fraction bits of the projected value

  static constexpr int projection = 1, prototypes = 2, labels = 3, count = 4;
  constexpr float gamma() const { return __builtin_bit_cast(float, gamma_bits); }

  /// Values of x: those of a batch, or one.
  static constexpr int batches(const extents& x) { return x.rank % 2 == 0 ? x.d[0] : 1; }

  constexpr inference infer(const operands& x) const {
    if (x.count != count) return shape(x.count);
    const extents &e = x[0].shape, &w = x[projection].shape, &b = x[prototypes].shape;
    const extents& z = x[labels].shape;
    const int batch = batches(e);
    if (w.rank != 2 || e.size() != batch * w.d[1]) return shape(projection);
    if (b.rank != 2 || b.d[1] != w.d[0]) return shape(prototypes);
    if (z.rank != 2 || z.d[0] != b.d[0]) return shape(labels);
    if (!(gamma() > 0 && gamma() <= 1e9F)) {
      return {{.refuse = error::proto_nn_gamma_is_a_positive_number,
               .message = "proto_nn: gamma is a positive number"}};
    }
    const bool is_batch = e.rank % 2 == 0;
    const extents y = is_batch ? extents{2, {batch, z.d[1]}} : extents{1, {z.d[1]}};
    return {{}, {x[0].number, y, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format& value = x[0].number;
    int wrong = is_plain_real(value) == is_plain_real(y.number) && is_in_order(x[0]) ? -1 : 0;
    if (!is_real(value) && !(is_plain_whole(value) && is_plain_whole(y.number))) wrong = 0;
    for (int i = projection; wrong < 0 && i < count; ++i) {
      if (!is_in_order(x[i]) || !fits(value, i, x[i].number)) wrong = i;
    }
    if (wrong < 0) return {};
    return {.refuse = error::proto_nn_the_format_of_an_input_does_not_fit_the_others,
            .message = "proto_nn: the format of input {} does not fit the others",
            .have = wrong};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    const extents &w = x[projection].shape, &z = x[labels].shape;
    const long long of_one = w.size() + x[prototypes].shape.size() + z.size();
    return of_one * (y.shape.size() / z.d[1]);
  }
  constexpr row_range input_rows(const operands& x, int input, int) const {
    return all_rows(x[input]);
  }
  /// The real factor from sums of products x * w to the projected value.
  constexpr double factor(const format& x, const format& w) const {
    return x.unit() * w.unit() * power_of_two(inner_bits);
  }

 private:
  constexpr bool fits(const format& value, int i, const format& f) const {
    if (is_real(value)) return is_plain_real(f);
    if (!is_plain_whole(f) || f.zero != 0) return false;
    if (i == projection) return ends_sums(factor(value, f), 32);
    const double unit = f.unit() * power_of_two(inner_bits);
    return i == labels || !(unit < 1 || unit > 1);
  }
  static constexpr inference shape(int input) {
    return {{.refuse = error::proto_nn_the_shape_of_an_input_does_not_fit_the_others,
             .message = "proto_nn: the shape of input {} does not fit the others",
             .have = input}};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
