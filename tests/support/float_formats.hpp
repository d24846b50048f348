// Layers of floating-point formats whose products are summed in single precision, for kernels that
// take them all.
#pragma once

#include "layers.hpp"

namespace test {

/// Random codes of format F.
template <class F, class Shape, std::uint32_t Seed>
struct codes_of {
  static constexpr int count = Shape::descriptor.size();
  struct array {
    unsigned char byte[count * F::bits / 8];
  };
  static constexpr array make() {
    array a{};
    random_numbers r{Seed};
    for (int i = 0; i < count; ++i) {
      const auto code = F::kind::from_float(r.unit());
      for (int b = 0; b < F::bits / 8; ++b)
        a.byte[i * F::bits / 8 + b] = static_cast<unsigned char>(code.bits >> 8 * b);
    }
    return a;
  }
  static constexpr array bytes = make();
};
/// Layers of values of X and weights of W whose outputs are of Y, of so many filters and outputs.
template <class X, class W, class Y, int Filters, int Outputs>
struct of_formats {
  using filters = etch::shape<Filters, 3, 2, 5>;
  using matrix = etch::shape<Outputs, 33>;
  static constexpr one_node conv2d{
      etch::ops::conv2d{{{1, 2}, {}, etch::pad(1, 1, 1, 1)}},
      {given<X, etch::shape<2, 4, 11, 5>>, stored<W, filters>(codes_of<W, filters, 3>::bytes.byte)},
      {.number = Y::descriptor, .act = etch::activation::relu}};
  /// Groups with odd numbers of channels and filters.
  using filters_of_three = etch::shape<3 * (Filters + 1), 3, 2, 5>;
  static constexpr one_node grouped{
      etch::ops::conv2d{{{1, 2}, {}, etch::pad(1, 1, 1, 1)}, 3},
      {given<X, etch::shape<2, 4, 11, 15>>,
       stored<W, filters_of_three>(codes_of<W, filters_of_three, 5>::bytes.byte)},
      {.number = Y::descriptor, .act = etch::activation::relu}};
  using channels = etch::shape<1, 3, 2, Filters>;
  static constexpr one_node depthwise{
      etch::ops::depthwise_conv2d{{{1, 1}, {}, etch::pad(1, 1, 1, 1)}},
      {given<X, etch::shape<2, 4, 11, Filters>>,
       stored<W, channels>(codes_of<W, channels, 3>::bytes.byte)},
      {.number = Y::descriptor, .act = etch::activation::relu}};
  static constexpr one_node dense{
      etch::ops::dense{},
      {given<X, etch::shape<2, 33>>, stored<W, matrix>(codes_of<W, matrix, 4>::bytes.byte)},
      {.number = Y::descriptor}};
  /// Whether kernels Conv2d, Depthwise and Dense give the codes of the generic ones.
  template <class Conv2d, class Depthwise, class Dense, bool Runs>
  static void check() {
    check_kernel<Depthwise, etch::depthwise_conv2d_generic, depthwise, Runs>();
    check_kernel<Conv2d, etch::conv2d_generic, conv2d, Runs>();
    check_kernel<Conv2d, etch::conv2d_generic, grouped, Runs>();
    check_kernel<Dense, etch::dense_generic, dense, Runs>();
  }
};
/// The same for all formats, and mixtures of them.
template <class Conv2d, class Depthwise, class Dense, bool Runs, int Filters, int Outputs>
void check_float_formats() {
  using etch::bf16, etch::e4m3, etch::e5m2, etch::f16, etch::f32;
  of_formats<bf16, bf16, bf16, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
  of_formats<f16, f16, f16, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
  of_formats<e4m3, e4m3, e4m3, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
  of_formats<e5m2, e5m2, e5m2, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
  of_formats<f32, e4m3, f32, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
  if constexpr (Conv2d::fuses) {
    using etch::f32_fused;
    of_formats<f32_fused, e4m3, f32_fused, Filters, Outputs>::template check<Conv2d, Depthwise,
                                                                             Dense, Runs>();
  }
  of_formats<bf16, e4m3, bf16, Filters, Outputs>::template check<Conv2d, Depthwise, Dense, Runs>();
}
/// Whether kernel Dense takes values of F behind weights of bf16.
template <class Dense, class F>
inline constexpr bool takes_values_of =
    Dense::template accepts<etch::call<of_formats<F, etch::bf16, F, 16, 16>::dense, 0>>;

}  // namespace test
