// max_pool, avg_pool and global_avg_pool of the generic kernels against the windows written out.
#include "../support/weighted.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace test;
using etch::pad;
using etch::shape;
namespace ops = etch::ops;
using q8 = etch::q<2, 5>;
using q16 = etch::q<7, 8>;
using s8 = etch::affine<std::int8_t, 0.05, -9>;

// Shape of x, window and attributes; output size and padding worked out by hand.
struct same_stride_2 {
  using x = shape<5, 7, 3>;
  static constexpr int kh = 3, kw = 3;
  static constexpr ops::max_pool op{3, {.stride = 2}};
  static constexpr reference::window at{3, 4, 2, 2, 1, 1, 1, 1};
};
struct asymmetric {
  using x = shape<2, 4, 6, 2>;
  static constexpr int kh = 3, kw = 2;
  static constexpr ops::max_pool op{{3, 2}, {.stride = {1, 2}, .pad = pad(2, 0, 1, 1)}};
  static constexpr reference::window at{5, 3, 1, 2, 1, 1, 2, 0};
};
struct dilated {
  using x = shape<7, 5, 1>;
  static constexpr int kh = 2, kw = 2;
  static constexpr ops::max_pool op{2, {.dilation = {3, 2}, .pad = etch::valid}};
  static constexpr reference::window at{4, 3, 1, 1, 3, 2, 0, 0};
};
struct single {
  using x = shape<1, 1, 1>;
  static constexpr int kh = 1, kw = 1;
  static constexpr ops::max_pool op{1};
  static constexpr reference::window at{1, 1, 1, 1, 1, 1, 0, 0};
};

// What each pool makes of the codes in one window.
struct largest {
  using op = ops::max_pool;
  using kernel = etch::max_pool_generic;
  static constexpr op like(const ops::max_pool& p) { return {p.size, p.move}; }
  static double of(const std::vector<double>& x, bool, rounding) {
    return *std::max_element(x.begin(), x.end());
  }
};
struct smallest : largest {
  static constexpr op like(const ops::max_pool& p) { return {p.size, p.move, 1}; }
  static double of(const std::vector<double>& x, bool, rounding) {
    return *std::min_element(x.begin(), x.end());
  }
};
struct mean {
  using op = ops::avg_pool;
  using kernel = etch::avg_pool_generic;
  static constexpr op like(const ops::max_pool& p) { return {p.size, p.move}; }
  static double of(const std::vector<double>& x, bool floats, rounding r) {
    double sum = 0;
    for (const double v : x) sum += v;
    if (floats) return sum / static_cast<double>(x.size());
    return static_cast<double>(
        reference::divide(static_cast<long long>(sum), static_cast<long long>(x.size()), r));
  }
};

template <class Pool, class Geometry, class F, class L, rounding R, etch::activation Act>
void check_pool() {
  static constexpr one_node g(Pool::like(Geometry::op), {given<F, typename Geometry::x, L>},
                              {.round = R, .act = Act, .clamp_low = -20, .clamp_high = 30});
  const auto x = random_codes<g, 0>(3);
  const reference::dims dx = dims_of(g.values[0].is), dy = dims_of(g.values[8].is);
  CHECK((dy.h == Geometry::at.oh && dy.w == Geometry::at.ow && dy.c == dx.c && dy.n == dx.n));
  std::vector<double> want;
  for (int n = 0; n < dy.n; ++n)
    for (int i = 0; i < dy.h; ++i)
      for (int j = 0; j < dy.w; ++j)
        for (int c = 0; c < dy.c; ++c) {
          std::vector<double> cells;
          Geometry::at.each(dx, Geometry::kh, Geometry::kw, i, j, [&](int, int, int h, int w) {
            cells.push_back(static_cast<double>(x[static_cast<std::size_t>(dx.hwc(n, h, w, c))]));
          });
          double y = Pool::of(cells, etch::is_f32(F::descriptor), R);
          if (Act == etch::activation::clamp) y = std::clamp(y, -20.0, 30.0);
          want.push_back(y);
        }
  INFO("layout " << L::name << ", rounding " << static_cast<int>(R));
  check_equal(run<typename Pool::kernel, g>(x), want);
}

template <class Pool, class F, class L, rounding R>
void check_geometries() {
  using etch::activation;
  check_pool<Pool, same_stride_2, F, L, R, activation::none>();
  check_pool<Pool, asymmetric, F, L, R, activation::clamp>();
  check_pool<Pool, dilated, F, L, R, activation::none>();
  check_pool<Pool, single, F, L, R, activation::none>();
}

TEST_CASE("max_pool in every format and layout") {
  check_geometries<largest, q8, etch::hwc, rounding::half_up>();
  check_geometries<largest, q16, etch::chw, rounding::half_up>();
  check_geometries<largest, s8, etch::chw, rounding::half_away>();
  check_geometries<largest, etch::f32, etch::hwc, rounding::half_away>();
}
TEST_CASE("max_pool of the smallest") {
  check_geometries<smallest, s8, etch::chw, rounding::half_away>();
  check_geometries<smallest, q16, etch::hwc, rounding::half_up>();
  check_geometries<smallest, etch::f32, etch::chw, rounding::half_away>();
}
TEST_CASE("avg_pool in every format, layout and rounding") {
  check_geometries<mean, q8, etch::hwc, rounding::toward_zero>();
  check_geometries<mean, q8, etch::chw, rounding::half_up>();
  check_geometries<mean, q16, etch::hwc, rounding::half_away>();
  check_geometries<mean, s8, etch::chw, rounding::half_away>();
  check_geometries<mean, etch::f32, etch::chw, rounding::half_away>();
}

template <class X, class F, class L, rounding R>
void check_global() {
  static constexpr one_node g(ops::global_avg_pool{}, {given<F, X, L>}, {.round = R});
  const auto x = random_codes<g, 0>(4);
  const reference::dims d = dims_of(g.values[0].is);
  CHECK(g.values[8].is.shape.rank == g.values[0].is.shape.rank - 2);
  std::vector<double> want;
  for (int n = 0; n < d.n; ++n)
    for (int c = 0; c < d.c; ++c) {
      std::vector<double> cells;
      for (int h = 0; h < d.h; ++h)
        for (int w = 0; w < d.w; ++w)
          cells.push_back(static_cast<double>(x[static_cast<std::size_t>(d.hwc(n, h, w, c))]));
      want.push_back(mean::of(cells, etch::is_f32(F::descriptor), R));
    }
  check_equal(run<etch::global_avg_pool_generic, g>(x), want);
}

TEST_CASE("global_avg_pool in every format and layout") {
  check_global<shape<3, 5, 4>, q8, etch::hwc, rounding::toward_zero>();
  check_global<shape<2, 4, 2, 3>, q8, etch::chw, rounding::half_up>();
  check_global<shape<3, 4, 3>, s8, etch::chw, rounding::half_away>();
  check_global<shape<1, 1, 2>, q16, etch::hwc, rounding::half_away>();
  check_global<shape<2, 3, 2, 3>, etch::f32, etch::chw, rounding::half_away>();
}

/// XNNPACK's mean, or sum, of affine codes: each step one of single precision.
template <int Sums>
void check_single() {
  using other = etch::affine<std::int8_t, 0.0625, 7>;
  static constexpr one_node g(ops::global_avg_pool{Sums}, {given<s8, shape<3, 5, 16>>},
                              {.number = other::descriptor, .round = rounding::xnnpack});
  const auto x = random_codes<g, 0>(6);
  const reference::dims d = dims_of(g.values[0].is);
  volatile float unit = 0.05F / 0.0625F;
  if (Sums == 0) unit = unit * (1.0F / 15);
  volatile float zeros = -9 * 15 * unit;
  const float offset = 7 - zeros;
  std::vector<double> want;
  for (int c = 0; c < d.c; ++c) {
    int sum = 0;
    for (int h = 0; h < d.h; ++h)
      for (int w = 0; w < d.w; ++w) sum += x[static_cast<std::size_t>(d.hwc(0, h, w, c))];
    volatile float product = static_cast<float>(sum) * unit;
    const float y = product + offset;
    want.push_back(std::clamp(static_cast<double>(std::nearbyint(y)), -128.0, 127.0));
  }
  check_equal(run<etch::global_avg_pool_generic, g>(x), want);
}
TEST_CASE("global_avg_pool in single precision, of means and sums") {
  check_single<0>();
  check_single<1>();
}

// The reference path of CMSIS-NN's legacy arm_avepool_q7_HWC.
constexpr one_node legacy(ops::avg_pool{3, {.stride = 2, .pad = etch::valid}},
                          {given<etch::q<0, 7>, shape<5, 5, 1>>}, {.round = rounding::toward_zero});
constexpr codes<std::int8_t, 4> legacy_means() {
  std::int8_t x[25]{};
  for (int i = 0; i < 25; ++i) x[i] = static_cast<std::int8_t>(37 * i + 11);
  return run_whole<etch::avg_pool_generic, legacy>(x);
}
static_assert(legacy_means() == codes<std::int8_t, 4>{{5, 22, 5, -34}});

constexpr one_node nine(ops::avg_pool{3, {.pad = etch::valid}},
                        {given<etch::q<0, 7>, shape<3, 3, 1>>}, {.round = rounding::toward_zero});
constexpr std::int8_t nine_codes[9]{-8, -110, 30, -125, -89, -73, -112, -27, 80};
static_assert(run_whole<etch::avg_pool_generic, nine>(nine_codes).code[0] == -48);

TEST_CASE("pools refuse windows without a cell and sums beyond 32 bits") {
  const etch::operand x = given<q8, shape<2, 2, 1>>.is;
  const etch::operands one{&x, 1};
  CHECK(ops::max_pool{2, {.dilation = 4}}.infer(one).refused);
  CHECK(ops::max_pool{{0, 1}}.infer(one).refused);
  CHECK(!ops::max_pool{2, {.pad = etch::valid}}.infer(one).refused);
  const etch::operand large = given<q16, shape<256, 256, 1>>.is;
  CHECK(ops::global_avg_pool{}.infer({&large, 1}).refused);
  CHECK(!ops::max_pool{256}.infer({&large, 1}).refused);
}

}  // namespace
