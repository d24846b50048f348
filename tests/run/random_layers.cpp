// Layers that are drawn: every kernel of the target that takes one equals the definition of its
// operator. ETCH_SEED, a variable of CMake, tells which are drawn.
// LONG: everywhere
#include <cstdio>
#include <etch/etch.hpp>
#include <etch/kernel/candidates.hpp>

#include "../support/definition_of.hpp"
#include "../support/shapes.hpp"

#if ETCH_HAS_HANA
#include <boost/hana/for_each.hpp>

namespace {

using namespace test;

struct drawn {
  layer is;
  kind op;
};
/// One of the elements of `list`.
template <class T, int N>
constexpr T one_of(random_numbers& r, const T (&list)[N]) {
  return list[r.between(0, N - 1)];
}
constexpr int number(random_numbers& r, int low, int high) {
  return static_cast<int>(r.between(low, high));
}
constexpr etch::pair each_way(random_numbers& r, int most) {
  return {number(r, 1, most), number(r, 1, most)};
}

/// How operands are stored, rounded and limited.
constexpr void draw_numbers(random_numbers& r, layer& l) {
  using etch::activation, etch::rounding;
  l.how = one_of(r, {scheme::channels, scheme::tensor, scheme::q, scheme::halves, scheme::to_q,
                     scheme::from_q, scheme::u8, scheme::zeros, scheme::wide, scheme::int4,
                     scheme::s16, scheme::s16_short, scheme::q15, scheme::q12, scheme::p8});
  l.round = usual_rounding(l.how);
  if (l.round == rounding::tflite_double)
    l.round = one_of(r, {rounding::tflite_double, rounding::tflite_single, rounding::xnnpack});
  l.act = one_of(r, {activation::none, activation::relu, activation::relu6, activation::clamp});
  l.x_zero = one_of(r, {-128, -3, 0, 5, 127});
  l.y_zero = one_of(r, {-128, -3, 0, 44, 127});
  l.factor = one_of(r, {0.3, 0.01, 0.002, 0.0005, 0.0001});
  l.shift = number(r, 6, 11);
  l.weights = l.how == scheme::u8 ? 0 : number(r, 0, 3);
}
/// Windows of [1, 5] x [1, 5] cells that fit, gaps included.
constexpr void draw_windows(random_numbers& r, layer& l) {
  l.kh = number(r, 1, 5);
  l.kw = number(r, 1, 5);
  if (number(r, 0, 1) == 0) l.kh = l.kw = one_of(r, {1, 3, 3});
  if (number(r, 0, 2) == 0) l.stride = each_way(r, 3);
  if (number(r, 0, 3) == 0) l.dilation = each_way(r, 3);
  l.n = number(r, 1, 2);
  l.h = std::max(number(r, 1, 13), 3 * l.kh - 2);
  l.w = std::max(number(r, 1, 19), 3 * l.kw - 2);
  if (number(r, 0, 2) == 0) {
    l.around = etch::pad(number(r, 0, l.kh - 1), number(r, 0, l.kw - 1), number(r, 0, l.kh - 1),
                         number(r, 0, l.kw - 1));
  } else if (number(r, 0, 2) == 0) {
    l.around = etch::valid;
  }
}
constexpr drawn draw(std::uint32_t seed) {
  random_numbers r{seed * 2'654'435'761U};
  for (int i = 0; i < 4; ++i) r.next();
  drawn d{{}, one_of(r, {kind::conv2d, kind::conv2d, kind::depthwise, kind::dense})};
  layer& l = d.is;
  draw_numbers(r, l);
  if (d.op == kind::dense) {
    l.kh = l.kw = 1;
    l.n = number(r, 1, 9);
    l.c = number(r, 1, 140);
    l.oc = number(r, 1, 70);
    return d;
  }
  draw_windows(r, l);
  l.c = number(r, 0, 1) == 0 ? number(r, 1, 33) : 4 * number(r, 1, 12);
  l.oc = number(r, 0, 1) == 0 ? number(r, 1, 34) : 8 * number(r, 1, 5);
  if (d.op == kind::conv2d && number(r, 0, 3) == 0) {
    l.groups = number(r, 2, 4);
    l.c = l.groups * number(r, 1, 12);
    l.oc = l.groups * number(r, 1, 10);
  }
  return d;
}

template <std::uint32_t Seed, layer L, kind Kind>
void check_drawn() {
  using call = etch::call<tried<L, Kind>::node, 0>;
  using op = typename call::op;
  INFO("seed " << Seed << ", scheme " << static_cast<int>(L.how) << ", " << L.n << "x" << L.h << "x"
               << L.w << "x" << L.c << ", window " << L.kh << "x" << L.kw << ", filters " << L.oc
               << ", stride " << L.stride.h << "x" << L.stride.w << ", dilation " << L.dilation.h
               << "x" << L.dilation.w << ", groups " << L.groups);
  boost::hana::for_each(etch::candidates<etch::this_target>, [](auto k) {
    using K = typename decltype(k)::type;
    if constexpr (std::is_same_v<op, typename K::op> && !std::is_same_v<K, definition_of<op>>) {
      if constexpr (K::template accepts<call>) {
        INFO(K::name);
        check_kernel<K, definition_of<op>, tried<L, Kind>::node>();
      }
    }
  });
}

}  // namespace

TEST_CASE("kernels of the target equal the definitions of layers that are drawn") {
  constexpr int count = 12;
  etch::for_each_index<count>([]<int I>() {
    constexpr std::uint32_t seed = count * ETCH_SEED + I;
    constexpr drawn d = draw(seed);
    check_drawn<seed, d.is, d.op>();
  });
}
#else
TEST_CASE("kernels of the target equal the definitions of layers that are drawn") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif
