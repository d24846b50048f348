// Every kernel of the target equals the generic one of its operator: format by format over layers
// of odd sizes. A kernel that no layer here fits is an error, so that a kernel that joins a list is
// tried without a line here, or says that a layer is missing.
// LONG: host instrumented aarch64
#include <cstdio>
#include <etch/etch.hpp>
#include <etch/kernel/candidates.hpp>

#include "../support/definition_of.hpp"
#include "../support/range_layers.hpp"
#include "../support/recurrent_layers.hpp"

#if ETCH_HAS_HANA
#include <boost/hana/for_each.hpp>
#include <boost/hana/unpack.hpp>

#include <set>
#include <string>
#include <string_view>

namespace {

namespace hana = boost::hana;
using namespace test;
using etch::rounding;

// ---- nodes to try
template <layer L, kind K>
struct weighted {
  static constexpr const auto& node = tried<L, K>::node;
};
/// Values beside which a few windows are little.
template <scheme How>
constexpr layer wide_in{
    .h = 12, .w = 11, .c = 4, .oc = 9, .kh = 1, .kw = 1, .how = How, .round = usual_rounding(How)};
/// Windows of short rows, two strides high.
template <scheme How>
constexpr layer short_rows{.h = 11,
                           .w = 12,
                           .c = 1,
                           .oc = 16,
                           .kh = 4,
                           .kw = 4,
                           .stride = 2,
                           .how = How,
                           .round = usual_rounding(How)};
/// No weight of -128.
template <scheme How>
constexpr layer mild{
    .h = 5, .w = 7, .c = 13, .how = How, .round = usual_rounding(How), .weights = 3};
template <scheme How>
constexpr auto weighted_in =
    hana::tuple_t<weighted<layer{.h = 5, .how = How, .round = usual_rounding(How)}, kind::conv2d>,
                  weighted<as(shapes::windows[0], How, 3, 13), kind::conv2d>,
                  weighted<as(shapes::windows[0], How, 3, 16), kind::conv2d>,
                  weighted<as(shapes::windows[1], How, 20, 30), kind::conv2d>,
                  weighted<wide_in<How>, kind::conv2d>, weighted<short_rows<How>, kind::conv2d>,
                  weighted<as(shapes::channel_windows[0], How, 8), kind::depthwise>,
                  weighted<as(shapes::channel_windows[1], How, 13), kind::depthwise>,
                  weighted<as(shapes::channel_windows[2], How, 4), kind::depthwise>,
                  weighted<mild<How>, kind::depthwise>,
                  weighted<as(shapes::denses[2], How, 67, 13), kind::dense>,
                  weighted<as(shapes::denses[3], How, 32), kind::dense>>;
/// Weights of 12 bits.
constexpr auto weighted_in_12_bits =
    hana::tuple_t<weighted<as(shapes::denses[2], scheme::q12, 67, 13), kind::dense>,
                  weighted<as(shapes::denses[3], scheme::q12, 32), kind::dense>>;
/// Weights of 4 bits.
constexpr auto weighted_in_4_bits =
    hana::tuple_t<weighted<as(shapes::windows[0], scheme::int4, 4, 13), kind::conv2d>,
                  weighted<as(shapes::windows[0], scheme::int4, 3, 17), kind::conv2d>,
                  weighted<as(layer{.h = 5, .w = 33}, scheme::int4, 8, 6), kind::conv2d>,
                  weighted<as(shapes::channel_windows[0], scheme::int4, 8), kind::depthwise>,
                  weighted<as(layer{.h = 9, .w = 5}, scheme::int4, 6), kind::depthwise>,
                  weighted<as(shapes::denses[3], scheme::int4, 32), kind::dense>>;

/// Rows long enough for weights of a pair of filters to be widened for them.
constexpr auto weighted_in_long_rows =
    hana::tuple_t<weighted<layer{.h = 2,
                                 .w = 33,
                                 .c = 8,
                                 .oc = 4,
                                 .how = scheme::channels,
                                 .round = usual_rounding(scheme::channels)},
                           kind::conv2d>>;

/// Values that are brought to 8 bits by their own range.
template <layer L, kind K>
struct ranged {
  static constexpr const auto& node = over_range<L, K>::node;
};
constexpr auto over_ranges =
    hana::tuple_t<ranged<layer{.h = 5}, kind::conv2d>,
                  ranged<as(shapes::windows[0], scheme::int4, 4, 13), kind::conv2d>,
                  ranged<as(shapes::denses[3], scheme::int4, 32), kind::dense>>;
/// Weights with zero points.
template <scheme How>
constexpr auto weighted_with_zeros =
    hana::tuple_t<weighted<as(shapes::windows[0], How, 3, 13), kind::conv2d>,
                  weighted<as(shapes::channel_windows[1], How, 13), kind::depthwise>,
                  weighted<as(shapes::denses[2], How, 67, 13), kind::dense>>;

template <class Op, class Shape, class Y, class... X>
struct plain {
  static constexpr one_node make() {
    const value in[sizeof...(X)]{given<X, Shape>...};
    return {Op{}, in, {.number = Y::descriptor, .round = rounding::tflite_double}};
  }
  static constexpr one_node node = make();
};
template <class Op, class F, int Channels = 7>
struct activation_of {
  static constexpr value in[1]{given<F, etch::shape<3, 5, Channels>>};
  static constexpr one_node node{Op{}, in};
};
template <class Op, class F, int H, int W, int C, int KH, int Stride>
struct pooled_by {
  static constexpr one_node make() {
    const value in[1]{given<F, etch::shape<2, H, W, C>>};
    constexpr bool q = etch::is_q(F::descriptor);
    const auto round = !q            ? rounding::tflite_double
                       : Stride == 1 ? rounding::half_up
                                     : rounding::toward_zero;
    return {Op{{KH, 2}, {Stride, {}, etch::pad(KH / 2, 1, KH - 1, 0)}}, in, {.round = round}};
  }
  static constexpr one_node node = make();
};
template <class F, class Other>
constexpr auto moved_in =
    hana::tuple_t<pooled_by<etch::ops::max_pool, F, 5, 7, 19, 3, 1>,
                  pooled_by<etch::ops::max_pool, F, 6, 5, 24, 4, 1>,
                  pooled_by<etch::ops::avg_pool, F, 5, 7, 19, 3, 1>,
                  pooled_by<etch::ops::avg_pool, F, 6, 5, 24, 2, 2>,
                  plain<etch::ops::global_avg_pool, etch::shape<2, 3, 5, 7>, F, F>,
                  plain<etch::ops::global_avg_pool, etch::shape<1, 8, 8, 24>, F, F>,
                  plain<etch::ops::relu, etch::shape<3, 5, 7>, F, F>,
                  plain<etch::ops::add, etch::shape<3, 5, 7>, F, F, F>,
                  plain<etch::ops::add, etch::shape<3, 5, 7>, Other, F, Other>,
                  plain<etch::ops::sub, etch::shape<3, 5, 7>, F, F, F>,
                  plain<etch::ops::sub, etch::shape<3, 5, 7>, Other, F, Other>,
                  plain<etch::ops::mul, etch::shape<3, 5, 7>, F, F, Other>,
                  plain<etch::ops::mul, etch::shape<3, 5, 7>, Other, F, Other>,
                  plain<etch::ops::to, etch::shape<9, 11, 13>, Other, F>,
                  activation_of<etch::ops::relu, F, 8>, activation_of<etch::ops::sigmoid, F>,
                  activation_of<etch::ops::tanh, F>, activation_of<etch::ops::softmax, F, 10>>;

/// Values of 16 bits; sums of one unit and of three.
using s16 = etch::affine<std::int16_t, 0.001>;
using s16_others = etch::affine<std::int16_t, 0.0013>;
constexpr auto moved_in_16_bits = hana::tuple_t<
    plain<etch::ops::add, etch::shape<3, 5, 7>, s16, s16, s16>,
    plain<etch::ops::add, etch::shape<3, 5, 7>, etch::affine<std::int16_t, 0.002>, s16, s16_others>,
    plain<etch::ops::sub, etch::shape<3, 5, 7>, s16, s16, s16>,
    plain<etch::ops::sub, etch::shape<3, 5, 7>, etch::affine<std::int16_t, 0.002>, s16, s16_others>,
    pooled_by<etch::ops::max_pool, etch::q<0, 15>, 5, 7, 19, 3, 1>,
    pooled_by<etch::ops::max_pool, etch::q<0, 15>, 6, 5, 24, 4, 1>,
    pooled_by<etch::ops::avg_pool, s16, 5, 7, 19, 3, 1>,
    pooled_by<etch::ops::avg_pool, etch::q<0, 15>, 6, 5, 24, 2, 2>,
    plain<etch::ops::global_avg_pool, etch::shape<1, 8, 8, 24>, etch::q<0, 15>, etch::q<0, 15>>,
    plain<etch::ops::relu, etch::shape<3, 5, 7>, etch::q<0, 15>, etch::q<0, 15>>,
    activation_of<etch::ops::relu, etch::q<0, 15>, 8>>;
/// Unsigned values of 8 bits.
using u8 = etch::affine<std::uint8_t, 0.05, 120>;
constexpr auto moved_in_unsigned = hana::tuple_t<
    plain<etch::ops::add, etch::shape<3, 5, 7>, u8, etch::affine<std::uint8_t, 0.04, 131>, u8>,
    plain<etch::ops::sub, etch::shape<3, 5, 7>, u8, etch::affine<std::uint8_t, 0.04, 131>, u8>,
    pooled_by<etch::ops::max_pool, u8, 5, 7, 20, 3, 1>,
    pooled_by<etch::ops::avg_pool, u8, 5, 7, 20, 3, 1>,
    plain<etch::ops::global_avg_pool, etch::shape<1, 8, 8, 24>, u8, u8>,
    plain<etch::ops::relu, etch::shape<3, 5, 7>, u8, u8>,
    plain<etch::ops::to, etch::shape<3, 5, 7>, etch::affine<std::int8_t, 0.05, -8>, u8>,
    plain<etch::ops::to, etch::shape<3, 5, 7>, u8, etch::affine<std::int8_t, 0.05, -8>>>;

// ---- kernels over nodes
template <class K, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  using definition = definition_of<typename c::op>;
  INFO(K::name << " of a value of " << c::template in<0>::span << " codes");
  if constexpr (c::input_count == 2) {
    const auto a = random_codes<G, 0>(1), b = random_codes<G, 1>(2);
    const auto want = rows_of<definition, G>(1, a, b);
    CHECK(rows_of<K, G>(1 << 20, a, b) == want);
    CHECK(rows_of<K, G>(1, a, b) == want);
  } else {
    check_kernel<K, definition, G>();
  }
}
/// Kernels whose codes are no numbers of C++, or packed, those of tables and of relu of uint8, and
/// those of recurrent layers: bfdot.cpp, bf16_pair.cpp, packed_layers.cpp, <target>_elements.cpp
/// and recurrent.cpp are their tests.
template <class K>
constexpr bool has_test_of_its_own() {
  const std::string_view name = K::name;
  const auto ends = [&](std::string_view end) {
    return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
  };
  return name.find("_bf16_") != std::string_view::npos ||
         name.find("_s7_") != std::string_view::npos || ends("_s8_s8_tbl") ||
         ends("_s8_s8_vldrb") || ends("relu_u8_u8_subs") || ends("relu_u8_u8_sel") ||
         ends("relu_u8_u8_vmax") || test::recurrent::is_recurrent<typename K::op>;
}

/// Kernels of Armv7E-M that no network of Armv8.1-M meets, as vectors take the same calls before
/// them, or none at -Os. They are tried on Armv7E-M; both would not fit into the board's flash.
constexpr bool is_hidden(std::string_view name) {
  const auto ends = [&](std::string_view end) {
    return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
  };
  if (ETCH_SAVES_FLASH != 0 && (ends("_2x8_smlad") || ends("_2x8_sxtb16"))) return true;
  const bool pools = ends("_sel") || ends("_ssub8") || ends("_ssub16") || ends("xtab16") ||
                     ends("_udiv") || ends("_asr");
  const bool sums = ends("_qadd8") || ends("_qadd16") || ends("_qsub8") || ends("_qsub16");
  const bool joins = name.find("_s8_s8_s8_") == std::string_view::npos && ends("_2x2_smlad");
  return ETCH_HAS_MVE != 0 && (pools || sums || joins);
}

/// Kernels of products that take what others do besides: tried on what they alone take.
constexpr bool takes_any_bytes(std::string_view name) {
  return name.find("_u8_u8_u8_") != std::string_view::npos;
}

/// Whether kernel K takes Node.
template <class K, class Node>
constexpr bool takes = [] {
  using c = etch::call<Node::node, 0>;
  if constexpr (std::is_same_v<typename c::op, typename K::op>) return K::template accepts<c>;
  else return false;
}();
/// Tries kernel K on the nodes that it takes, on the first of them where tests are not long; adds 1
/// to `tries` for each.
template <class K>
void try_on(int& tries, const auto& nodes) {
  hana::unpack(nodes, [&]<class... N>(N...) {
    constexpr bool taken[]{takes<K, typename N::type>...};
    constexpr auto first = std::find(std::begin(taken), std::end(taken), true) - taken;
    const auto try_one = [&]<class Node, bool Try>() {
      if constexpr (Try) ++tries, compare<K, Node::node>();
    };
    [&]<int... I>(etch::detail::indices<I...>) {
      (try_one.template operator()<typename N::type, taken[I] && (are_long || I == first)>(), ...);
    }(etch::detail::first<static_cast<int>(sizeof...(N))>{});
  });
}

}  // namespace

TEST_CASE("every kernel of the target equals the definition of its operator") {
  using etch::affine, etch::q, etch::f32;
  hana::for_each(etch::candidates<etch::this_target>, [](auto k) {
    using K = typename decltype(k)::type;
    if constexpr (!std::is_same_v<K, definition_of<typename K::op>> && !has_test_of_its_own<K>() &&
                  !is_hidden(K::name)) {
      int tries = 0;
      if constexpr (!takes_any_bytes(K::name)) {
        try_on<K>(tries, weighted_in<scheme::channels>);
        try_on<K>(tries, weighted_in<scheme::q>);
        try_on<K>(tries, weighted_in_long_rows);
      }
      try_on<K>(tries, weighted_in<scheme::floats>);
      try_on<K>(tries, weighted_in<scheme::q15>);
      try_on<K>(tries, weighted_in<scheme::q15_wide>);
      try_on<K>(tries, weighted_in_12_bits);
      try_on<K>(tries, weighted_in<scheme::s16>);
      try_on<K>(tries, weighted_in<scheme::s16_short>);
      try_on<K>(tries, weighted_in<scheme::p8>);
      try_on<K>(tries, weighted_in<scheme::p16>);
      try_on<K>(tries, weighted_in_4_bits);
      try_on<K>(tries, over_ranges);
      try_on<K>(tries, weighted_with_zeros<scheme::u8>);
      // Those of Armv8.1-M that take zero points besides have tests of them: flash is short.
      if constexpr (ETCH_HAS_MVE == 0 || takes_any_bytes(K::name))
        try_on<K>(tries, weighted_with_zeros<scheme::zeros>);
      try_on<K>(tries, moved_in<affine<std::int8_t, 0.05, 5>, affine<std::int8_t, 0.04, -9>>);
      try_on<K>(tries, moved_in<q<0, 7>, q<2, 5>>);
      try_on<K>(tries, moved_in_16_bits);
      try_on<K>(tries, moved_in_unsigned);
      try_on<K>(tries, moved_in<f32, f32>);
      INFO(K::name << ": no layer of this test fits; add one");
      CHECK(tries > 0);
    }
  });
}

TEST_CASE("candidates are the kernels that selection tries, in order") {
  using all = etch::all_kernels<etch::this_target>::type;
  int i = 0;
  std::set<std::string> names;
  hana::for_each(etch::candidates<etch::this_target>, [&](auto k) {
    names.insert(decltype(k)::type::name);
    ++i;
  });
  CHECK(i == all::size);
  CHECK(static_cast<int>(names.size()) == all::size);
  static_assert(
      std::is_same_v<typename decltype(+etch::candidates<etch::generic>[hana::size_c<0>])::type,
                     etch::element_t<etch::generic_kernels, 0>>);
}

#else
TEST_CASE("every kernel of the target equals the definition of its operator") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif
