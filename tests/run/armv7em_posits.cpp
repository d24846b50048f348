// The kernels of Armv7E-M for posits of 8 bits equal the generic ones on every code: sums of 32 and
// 64 bits, rows that lie on the stack in pieces, NaR. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/posit_layers.hpp"

namespace {

using namespace test;
using code = etch::posit_code<8, 0>;

struct by_smlad {
  using conv2d = etch::conv2d_p8_p8_p8_2x2_smlad;
  using dense = etch::dense_p8_p8_p8_2x2_smlad;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_DSP != 0;
};
using checked = posit_layers<by_smlad>;
using namespace posits;
template <kind K, layer L>
using call_of = etch::call<tried<L, K>::node, 0>;
template <kind K, layer L>
constexpr int bytes_of_sum = sizeof(etch::sum_arithmetic<call_of<K, L>>::zero());

constexpr auto geometry_of(layer l) {
  return etch::window_geometry{
      .h = l.h, .w = l.w, .c = l.c, .oh = l.h, .ow = l.w, .oc = l.oc, .kh = l.kh, .kw = l.kw};
}
static_assert(etch::widened_sums::pixels_at_once(geometry_of(wide)) == 18);
static_assert(etch::widened_sums::pixels_at_once(geometry_of(deep)) == 1);
static_assert(etch::widened_sums::pixels_at_once(geometry_of(too_deep)) == 0);
static_assert(bytes_of_sum<kind::conv2d, large> == 8);
static_assert(bytes_of_sum<kind::conv2d, few> == 4);
static_assert(!by_smlad::conv2d::accepts<call_of<kind::conv2d, too_deep>>);
static_assert(!by_smlad::conv2d::accepts<call_of<kind::conv2d, of_nar>>);

}  // namespace

TEST_CASE("conv2d of posits equals the generic kernel", "[armv7em]") { checked::windows(); }
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[armv7em]") {
  checked::gaps_and_groups();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[armv7em]") {
  checked::pieces();
}
TEST_CASE("dense of posits equals the generic kernel", "[armv7em]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[armv7em]") {
  checked::channels();
}
TEST_CASE("max_pool of posits equals the generic kernel, NaR in windows", "[armv7em]") {
  const auto check = []<class Node>() {
    using k = etch::max_pool_s8_s8_ssub8;
    using c = etch::call<Node::node, 0>;
    static_assert(etch::max_pool_s8_s8_sel::accepts<c>);
    if constexpr (ETCH_HAS_DSP != 0) {
      auto x = random_codes<Node::node, 0>(1);
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % 3 == 0 || (i / 40 % 2) == 0) x[i] = code::nar();
      }
      const auto want = rows_of<etch::max_pool_generic, Node::node>(1, x);
      if constexpr (k::accepts<c>) CHECK(rows_of<k, Node::node>(1 << 20, x) == want);
      CHECK(rows_of<etch::max_pool_s8_s8_sel, Node::node>(1, x) == want);
      CHECK(rows_apart_of<etch::max_pool_s8_s8_sel, Node::node>(kernel_scratch, x) == want);
    }
  };
  using etch::activation;
  check.operator()<pooled<etch::posit<8, 0>, 5, 7, 8, 2, 2, 2, 2, 0, 0, activation::none>>();
  check.operator()<pooled<etch::posit<8, 0>, 6, 5, 12, 3, 3, 2, 1, 1, 1, activation::relu>>();
}
