// The layers that each target's kernels for posits of 8 bits are held to: sums of 32 and 64 bits,
// rows that lie on the stack in pieces, NaR.
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>

#include "shapes.hpp"

namespace test {
namespace posits {

// weights of 64 and -64: 128 products are 2^31 in units of 2^-12
constexpr layer large{.h = 4, .w = 5, .c = 16, .oc = 3, .how = scheme::p8, .weights = 1};
constexpr layer few{.h = 4, .w = 5, .c = 14, .oc = 3, .how = scheme::p8, .weights = 1, .bias = 0};
constexpr layer wide{.h = 3, .w = 41, .c = 16, .oc = 4, .how = scheme::p8, .weights = 3};
constexpr layer wide_in_steps{
    .h = 3, .w = 41, .c = 16, .oc = 4, .stride = {1, 2}, .how = scheme::p8, .weights = 3};
constexpr layer deep{
    .h = 3, .w = 4, .c = 100, .oc = 2, .how = scheme::p8, .act = etch::activation::relu};
constexpr layer too_deep{.h = 3, .w = 4, .c = 200, .oc = 2, .how = scheme::p8};
constexpr layer of_nar{.c = 4, .oc = 2, .how = scheme::p8, .weights = 2};

/// A conv2d that has no bias.
template <layer L>
struct without_bias {
  static constexpr one_node make() {
    using etch::posit, etch::shape;
    const value in[2]{
        given<posit<8, 0>, shape<4, 5, 14>>,
        stored<posit<8, 0>, shape<3, 3, 3, 14>>(tried<L, kind::conv2d>::weights.byte)};
    return {etch::ops::conv2d{}, in, {posit<8, 0>::descriptor, etch::rounding::half_even}};
  }
  static constexpr one_node node = make();
};

}  // namespace posits

/// Compares the kernels of family F, where F::runs, with the generic ones. F has
/// F::conv2d, F::dense and F::depthwise.
template <class F>
struct posit_layers {
  template <kind K>
  using kernel_of = std::conditional_t<
      K == kind::conv2d, typename F::conv2d,
      std::conditional_t<K == kind::dense, typename F::dense, typename F::depthwise>>;

  /// NaR in one place of the value, the first, the last and some between.
  template <kind K, layer L>
  static void check_one_nar() {
    static constexpr const auto& node = tried<L, K>::node;
    const auto x = random_codes<node, 0>(1);
    for (std::size_t at : {std::size_t{0}, x.size() / 3, x.size() / 2, x.size() - 1}) {
      auto y = x;
      y[at] = etch::posit_code<8, 0>::nar();
      const auto want = rows_of<generic_of<K>, node>(1, y);
      CHECK(rows_of<kernel_of<K>, node>(1 << 20, y) == want);
      CHECK(rows_of<kernel_of<K>, node>(2, y) == want);
    }
  }
  template <kind K, layer L>
  static void check() {
    check_layer<K, L, kernel_of<K>, F::runs>();
    if constexpr (F::runs) check_one_nar<K, L>();
  }
  template <kind K, const auto& Table, int C, int OC = 0>
  static void check_each() {
    each_of<Table, scheme::p8, C, OC>([]<layer L>() { check<K, L>(); });
  }

  static void windows() {
    check_each<kind::conv2d, shapes::windows, 1>();
    check_each<kind::conv2d, shapes::windows, 6>();
    check_each<kind::conv2d, shapes::windows, 7>();
  }
  static void gaps_and_groups() {
    check_each<kind::conv2d, shapes::dilated_windows, 1>();
    check_each<kind::conv2d, shapes::dilated_windows, 4>();
    check_each<kind::conv2d, shapes::grouped_windows, 12>();
  }
  static void pieces() {
    check<kind::conv2d, posits::large>();
    check<kind::conv2d, posits::few>();
    check<kind::conv2d, posits::wide>();
    check<kind::conv2d, posits::wide_in_steps>();
    check<kind::conv2d, posits::deep>();
    check_kernel<kernel_of<kind::conv2d>, etch::conv2d_generic,
                 posits::without_bias<posits::few>::node, F::runs>();
  }
  static void denses() { check_each<kind::dense, shapes::denses, 0>(); }
  static void channels() {
    check_each<kind::depthwise, shapes::channel_windows, 1>();
    check_each<kind::depthwise, shapes::channel_windows, 7>();
    check_each<kind::depthwise, shapes::channel_windows, 8>();
    check<kind::depthwise, posits::wide>();
  }
};

}  // namespace test
