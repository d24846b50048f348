// dense by weights of 12 bits, eight in three words, equals the generic kernel on all codes, for
// rows that end at each of the eight.
#include <etch/kernel/armv6m/dense_s16_s12_s16_1x1_asrs.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using kernel = etch::dense_s16_s12_s16_1x1_asrs;

template <layer L>
void check() {
  check_layer<kind::dense, as(L, scheme::q12), kernel, true>();
}
template <int K>
constexpr layer of_inputs{.n = 2, .c = K, .oc = 3, .kh = 1, .kw = 1};
template <int K, scheme How>
using layer_call = etch::call<tried<as(of_inputs<K>, How), kind::dense>::node, 0>;

}  // namespace

TEST_CASE("dense by weights of 12 bits equals the generic kernel") {
  each_of<shapes::denses, scheme::q12>([]<layer L>() { check<L>(); });
  etch::for_each_index<10>([]<int K>() { check<of_inputs<K + 1>>(); });
  check<layer{.c = 27, .oc = 5, .kh = 1, .kw = 1, .weights = 1}>();
}
TEST_CASE("weights of 12 bits take 12 bits") {
  using etch::armv6m::twelve_bits;
  static_assert(twelve_bits::words(8) == 3 && twelve_bits::words(250) == 94);
  // a few numbers besides: the shift, the limits, biases
  static_assert(etch::packed_size<kernel, layer_call<24, scheme::q12>> <= 3 * 24 * 12 / 8 + 32);
  static_assert(!kernel::accepts<layer_call<24, scheme::q15>>);
  static_assert(!kernel::accepts<layer_call<24, scheme::s16>>);
}
