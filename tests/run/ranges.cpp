// Every kernel of the target for a dynamic_range gives the generic kernel's numbers, bit for bit.
#include <etch/kernel/candidates.hpp>
#include <etch/kernel/layer/range_by_rows.hpp>

#include "../support/range_layers.hpp"

#if ETCH_HAS_HANA
#include <boost/hana/for_each.hpp>

namespace {

using namespace test;
using etch::activation, etch::rounding;

/// Checks kernel K on layer L, if it takes it; whether it does.
template <class K, kind Kind, layer L>
bool try_on_layer() {
  if constexpr (!K::template accepts<etch::call<over_range<L, Kind>::node, 0>>) {
    return false;
  } else {
    check_over_range<K, Kind, L, true>();
    return true;
  }
}
constexpr layer row(int k, int o, layer l = {}) {
  l.c = k, l.oc = o, l.kh = l.kw = 1;
  return l;
}

template <class K>
constexpr bool runs_over_ranges() {
  return __is_same(typename K::op, etch::ops::dynamic_range) &&
         !__is_same(K, etch::dynamic_range_generic);
}

template <class K>
int try_all() {
  int tries = 0;
  const auto conv2d = [&]<layer L>() { tries += try_on_layer<K, kind::conv2d, L>(); };
  const auto dense = [&]<layer L>() { tries += try_on_layer<K, kind::dense, L>(); };
  each_of<shapes::windows, scheme::channels, 3>(conv2d);
  each_of<shapes::windows, scheme::channels, 8, 16>(conv2d);
  each_of<shapes::windows, scheme::int4, 4, 17>(conv2d);
  conv2d.template
  operator()<layer{.c = 5, .oc = 6, .how = scheme::int4, .act = activation::relu, .weights = 3}>();
  conv2d.template operator()<layer{
      .c = 4, .oc = 5, .how = scheme::tensor, .act = activation::clamp, .weights = 4}>();
  conv2d.template operator()<layer{.n = 2, .c = 3, .oc = 7, .round = rounding::onnxruntime}>();
  conv2d.template operator()<layer{.h = 9, .w = 10, .c = 20, .oc = 9, .dilation = 2}>();
  conv2d.template operator()<layer{.c = 70, .oc = 3, .weights = 1}>();
  const auto depthwise = [&]<layer L>() { tries += try_on_layer<K, kind::depthwise, L>(); };
  each_of<shapes::windows, scheme::channels, 3, 3>(depthwise);
  each_of<shapes::windows, scheme::tensor, 32, 32>(depthwise);
  depthwise.template operator()<layer{
      .c = 19, .oc = 19, .how = scheme::int4, .act = activation::relu, .weights = 3}>();
  dense.template operator()<row(1, 1)>();
  dense.template operator()<row(7, 13, {.how = scheme::int4})>();
  dense.template operator()<row(23, 5, {.n = 3, .act = activation::relu, .weights = 1})>();
  dense.template operator()<row(64, 33, {.how = scheme::int4, .weights = 3})>();
  return tries;
}

}  // namespace

TEST_CASE("kernels of dynamic_range equal the generic one") {
  boost::hana::for_each(etch::candidates<etch::this_target>, [](auto k) {
    using K = typename decltype(k)::type;
    if constexpr (runs_over_ranges<K>()) {
      INFO(K::name);
      CHECK(try_all<K>() > 8);
    }
  });
}
#else
TEST_CASE("kernels of dynamic_range equal the generic one") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif

TEST_CASE("numbers become the codes of their range") {
  constexpr float all = std::numeric_limits<float>::infinity(), half = 0.5F;
  // 1 / Q is 1: ties are codes and a half
  std::vector<float> x{-100,    155,  half,  -half,
                       1.5F,    2.5F, -2.5F, 1e-40F,
                       -1e-40F, all,  -all,  std::numeric_limits<float>::quiet_NaN()};
  for (int i = -300; i < 300; ++i) x.push_back(static_cast<float>(i) / 2);
  const int count = static_cast<int>(x.size());
  const auto own = etch::range_of(x.data(), count),
             fast = etch::codes_in_range::range_of_all(x.data(), count);
  CHECK(own.low == fast.low);
  CHECK(own.high == fast.high);
  for (const auto& [low, high] : {std::pair{-100.0F, 155.0F}, {0, 0}, {0, 1e-37F}, {-2, 1e38F}}) {
    const auto r = etch::byte_range({low, high});
    auto divides = r;
    divides.divides = true;
    std::vector<std::int8_t> codes(x.size()), divided(x.size());
    etch::codes_in_range::bring_to_codes<false>(codes.data(), x.data(), count, r);
    etch::codes_in_range::bring_to_codes<true>(divided.data(), x.data(), count, r);
    bool equal = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
      equal = equal && codes[i] == r.encode(x[i]) - 128 && divided[i] == divides.encode(x[i]) - 128;
    }
    INFO(low << " to " << high);
    CHECK(equal);
  }
}
