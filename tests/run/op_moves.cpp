// pad and transpose of the generic kernels: elements that change their place.
#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::shape;
namespace ops = etch::ops;
using q7 = etch::q<0, 7>;
using s8 = etch::affine<std::int8_t, 0.1, -20>;
using u8 = etch::affine<std::uint8_t, 0.1, 108>;
using s16 = etch::affine<std::int16_t, 0.01>;

// ---- pad
struct uneven {
  static constexpr ops::pad op{.top = 1, .bottom = 2, .left = 3, .back = 2};
};
struct channels {
  static constexpr ops::pad op{.front = 1, .back = 3};
};
struct rows_of_codes {
  static constexpr ops::pad op{.top = 2, .right = 1, .front = 1, .has_code = 1, .code = 77};
};
struct nothing {
  static constexpr ops::pad op{};
};

template <class P, class F, class S, class L>
void check_pad(double border) {
  static constexpr one_node g(P::op, {given<F, S, L>});
  const auto x = random_codes<g, 0>(3);
  const reference::dims dx = dims_of(g.values[0].is), dy = dims_of(g.values[8].is);
  constexpr ops::pad p = P::op;
  CHECK((dy.h == dx.h + p.top + p.bottom && dy.w == dx.w + p.left + p.right));
  CHECK((dy.c == dx.c + p.front + p.back && dy.n == dx.n));
  std::vector<double> want(static_cast<std::size_t>(dy.size()), border);
  for (int n = 0; n < dx.n; ++n)
    for (int h = 0; h < dx.h; ++h)
      for (int w = 0; w < dx.w; ++w)
        for (int c = 0; c < dx.c; ++c) {
          want[static_cast<std::size_t>(dy.hwc(n, h + p.top, w + p.left, c + p.front))] =
              static_cast<double>(x[static_cast<std::size_t>(dx.hwc(n, h, w, c))]);
        }
  INFO("layout " << L::name);
  check_equal(run<etch::pad_generic, g>(x), want);
}
template <class F>
void check_pads(double zero) {
  check_pad<uneven, F, shape<3, 2, 4>, hwc>(zero);
  check_pad<uneven, F, shape<2, 3, 2, 4>, chw>(zero);
  check_pad<channels, F, shape<5>, hwc>(zero);
  check_pad<rows_of_codes, F, shape<2, 2, 3, 1>, chw>(77);
  check_pad<nothing, F, shape<2, 2>, hwc>(zero);
}
TEST_CASE("pad in every format and layout") {
  check_pads<q7>(0);
  check_pads<s8>(-20);
  check_pads<u8>(108);
  check_pads<s16>(0);
  check_pads<etch::f32>(0);
}
constexpr one_node far(ops::pad{.back = 1, .has_code = 1, .code = 300}, {given<q7, shape<1>>});
constexpr std::int8_t one_code[1]{5};
static_assert(run_whole<etch::pad_generic, far>(one_code) == codes<std::int8_t, 2>{{5, 127}});

// ---- transpose
template <class F, class S, class L, int... D>
void check_transpose() {
  constexpr int rank = sizeof...(D);
  static constexpr one_node g(ops::transpose{rank, {D...}}, {given<F, S, L>});
  constexpr int axis[]{D...};
  const auto x = random_codes<g, 0>(4);
  const etch::extents ex = g.values[0].is.shape, ey = g.values[8].is.shape;
  std::vector<double> want;
  for (int k = 0; k < ey.size(); ++k) {
    int at[5]{}, from = 0;
    for (int i = rank - 1, rest = k; i >= 0; --i) {
      CHECK(ey.d[i] == ex.d[axis[i]]);
      at[axis[i]] = rest % ey.d[i];
      rest /= ey.d[i];
    }
    for (int i = 0; i < rank; ++i) from = from * ex.d[i] + at[i];
    want.push_back(static_cast<double>(x[static_cast<std::size_t>(from)]));
  }
  INFO("layout " << L::name << ", " << rank << " dimensions");
  check_equal(run<etch::transpose_generic, g>(x), want);
}
template <class F>
void check_transposes() {
  check_transpose<F, shape<5>, hwc, 0>();
  check_transpose<F, shape<3, 4>, hwc, 1, 0>();
  check_transpose<F, shape<3, 4, 2>, chw, 2, 0, 1>();
  check_transpose<F, shape<3, 4, 2>, hwc, 1, 0, 2>();
  check_transpose<F, shape<2, 3, 4, 2>, hwc, 0, 3, 1, 2>();
  check_transpose<F, shape<2, 3, 4, 2>, chw, 3, 2, 1, 0>();
  check_transpose<F, shape<2, 3, 1, 4, 2>, hwc, 4, 2, 0, 3, 1>();
  check_transpose<F, shape<2, 3, 1, 4, 2>, chw, 1, 0, 4, 3, 2>();
}
TEST_CASE("transpose by every kind of permutation") {
  check_transposes<q7>();
  check_transposes<u8>();
  check_transposes<s16>();
  check_transposes<etch::f32>();
}

TEST_CASE("pad and transpose refuse what the value has not") {
  const etch::operand x = given<q7, shape<3, 4>>.is, sum = given<etch::bias32, shape<3>>.is;
  const etch::operands one{&x, 1};
  CHECK(!ops::pad{.left = 1}.infer(one).refused);
  CHECK(ops::pad{.top = 1}.infer(one).refused);
  CHECK(ops::pad{.left = -1}.infer(one).refused);
  CHECK(ops::pad{}.infer({&sum, 1}).refused);
  CHECK(!ops::transpose{2, {1, 0}}.infer(one).refused);
  CHECK(ops::transpose{2, {1, 1}}.infer(one).refused);
  CHECK(ops::transpose{2, {0, 2}}.infer(one).refused);
  CHECK(ops::transpose{2, {-1, 0}}.infer(one).refused);
  CHECK(ops::transpose{3, {0, 1, 2}}.infer(one).refused);
  CHECK(ops::transpose{1, {0}}.infer({&sum, 1}).refused);
}

}  // namespace
