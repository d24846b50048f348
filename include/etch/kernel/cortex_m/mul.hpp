// Multiplications of int8 codes as one upper half of a product, exact as TensorFlow Lite.
#pragma once

#include <etch/kernel/cortex_m/add.hpp>
#include <etch/kernel/layer/mul_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// What of a multiplication changes its code.
struct product_form {
  int right;  ///< the shift after the multiplication by the factor
  saturation limit;
  factor_step step;
};
/// Its numbers: twice the product of both codes less their zero points, times multiplier / 2^32
/// plus offset.
struct product_numbers {
  std::int32_t zero[2];  ///< twice that of a; that of b
  std::int32_t multiplier, offset;
  code_range range;
};

/// Multiplications by the upper half of a product, as units_by_high_products.
template <class Core>
struct product_by_high_product : Core {
  using code = std::int8_t;
  template <class C>
  static constexpr auto product = make_product<C>();
  template <class C>
  static constexpr bool takes = multiplies_bytes<C>;
  template <class C>
  static constexpr product_form form = {
      -product<C>.factor.shift,
      product<C>.low == -128 && product<C>.high == 127 ? saturation::to_int8 : saturation::to_range,
      product<C>.low == product<C>.out_zero ? factor_step::half_up : factor_step::half_away};
  template <class C>
  static constexpr product_numbers pack() {
    constexpr auto p = product<C>;
    const int lift = form<C>.limit == saturation::to_int8 ? 0 : p.low;
    const int half = 1 << (form<C>.right - 1);
    return {{2 * p.in_zero[0], p.in_zero[1]},
            p.factor.multiplier,
            (p.out_zero - lift) * (1 << form<C>.right) + half,
            {p.low, p.high - p.low}};
  }
  template <product_form F>
  ETCH_GLUE static std::int8_t sum(std::int32_t a, std::int32_t b, const product_numbers& n,
                                   const product_numbers&) {
    constexpr bool away = F.step == factor_step::half_away;
    const std::int32_t twice = (2 * a - n.zero[0]) * (b - n.zero[1]);
    return Core::template limited<F.limit>(
        n.range, Core::template scaled_by<F.right, away>(twice, n.multiplier, n.offset));
  }
};

/// Base of the mul kernel K by Core.
template <class K, class Core>
using mul_kernel = kernel_of_pairs<K, ops::mul, product_by_high_product<Core>>;

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
