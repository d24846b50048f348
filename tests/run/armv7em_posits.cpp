// The kernels of Armv7E-M for posits of 8 bits equal the generic ones on every code: sums of 32 and
// 64 bits, rows that lie on the stack in pieces, NaR. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using code = etch::posit_code<8, 0>;

template <kind K>
using kernel_of = std::conditional_t<K == kind::conv2d, etch::conv2d_p8_p8_p8_2x2_smlad,
                                     etch::dense_p8_p8_p8_2x2_smlad>;
template <kind K, layer L>
using call_of = etch::call<tried<L, K>::node, 0>;

/// NaR in one place of the value, the first, the last and some between.
template <kind K, layer L>
void check_one_nar() {
  static constexpr const auto& node = tried<L, K>::node;
  const auto x = random_codes<node, 0>(1);
  for (std::size_t at : {std::size_t{0}, x.size() / 3, x.size() / 2, x.size() - 1}) {
    auto y = x;
    y[at] = code::nar();
    const auto want = rows_of<generic_of<K>, node>(1, y);
    CHECK(rows_of<kernel_of<K>, node>(1 << 20, y) == want);
    CHECK(rows_of<kernel_of<K>, node>(2, y) == want);
  }
}
template <kind K, layer L>
void check() {
  check_layer<K, L, kernel_of<K>, ETCH_HAS_DSP != 0>();
  if constexpr (ETCH_HAS_DSP != 0) check_one_nar<K, L>();
}
template <kind K, const auto& Table, int C, int OC = 0>
void check_each() {
  each_of<Table, scheme::p8, C, OC>([]<layer L>() { check<K, L>(); });
}

template <kind K, layer L>
constexpr int bytes_of_sum = sizeof(etch::sum_arithmetic<call_of<K, L>>::zero());

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

constexpr auto geometry_of(layer l) {
  return etch::window_geometry{
      .h = l.h, .w = l.w, .c = l.c, .oh = l.h, .ow = l.w, .oc = l.oc, .kh = l.kh, .kw = l.kw};
}
static_assert(etch::posit_sums::pixels_at_once(geometry_of(wide)) == 18);
static_assert(etch::posit_sums::pixels_at_once(geometry_of(deep)) == 1);
static_assert(etch::posit_sums::pixels_at_once(geometry_of(too_deep)) == 0);
static_assert(bytes_of_sum<kind::conv2d, large> == 8);
static_assert(bytes_of_sum<kind::conv2d, few> == 4);
static_assert(!kernel_of<kind::conv2d>::accepts<call_of<kind::conv2d, too_deep>>);
static_assert(!kernel_of<kind::conv2d>::accepts<call_of<kind::conv2d, of_nar>>);

}  // namespace

TEST_CASE("conv2d of posits equals the generic kernel", "[armv7em]") {
  check_each<kind::conv2d, shapes::windows, 1>();
  check_each<kind::conv2d, shapes::windows, 6>();
  check_each<kind::conv2d, shapes::windows, 7>();
}
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[armv7em]") {
  check_each<kind::conv2d, shapes::dilated_windows, 1>();
  check_each<kind::conv2d, shapes::dilated_windows, 4>();
  check_each<kind::conv2d, shapes::grouped_windows, 12>();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[armv7em]") {
  check<kind::conv2d, large>();
  check<kind::conv2d, few>();
  check<kind::conv2d, wide>();
  check<kind::conv2d, wide_in_steps>();
  check<kind::conv2d, deep>();
  check_kernel<kernel_of<kind::conv2d>, etch::conv2d_generic, without_bias<few>::node,
               ETCH_HAS_DSP != 0>();
}
TEST_CASE("dense of posits equals the generic kernel", "[armv7em]") {
  check_each<kind::dense, shapes::denses, 0>();
}
TEST_CASE("max_pool of posits equals the generic kernel, NaR in windows", "[armv7em]") {
  const auto check = []<class Node>() {
    using k = etch::max_pool_s8_s8_ssub8;
    using c = etch::call<Node::node, 0>;
    static_assert(k::accepts<c> && etch::max_pool_s8_s8_sel::accepts<c>);
    if constexpr (ETCH_HAS_DSP != 0) {
      auto x = random_codes<Node::node, 0>(1);
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % 3 == 0 || (i / 40 % 2) == 0) x[i] = code::nar();
      }
      const auto want = rows_of<etch::max_pool_generic, Node::node>(1, x);
      CHECK(rows_of<k, Node::node>(1 << 20, x) == want);
      CHECK(rows_of<etch::max_pool_s8_s8_sel, Node::node>(1, x) == want);
      CHECK(rows_apart_of<etch::max_pool_s8_s8_sel, Node::node>(kernel_scratch, x) == want);
    }
  };
  using etch::activation;
  check.operator()<pooled<etch::posit<8, 0>, 5, 7, 8, 2, 2, 2, 2, 0, 0, activation::none>>();
  check.operator()<pooled<etch::posit<8, 0>, 6, 5, 12, 3, 3, 2, 1, 1, 1, activation::relu>>();
}
