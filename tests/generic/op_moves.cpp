// pad, transpose, slice and resize of the generic kernels: elements that change their place. The
// compiler runs each geometry too, since it refuses to read outside of a value.
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
  static_assert(stays_inside<etch::pad_generic, g>());
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
  static_assert(stays_inside<etch::transpose_generic, g>());
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

// ---- slice
template <class F, class S, class L>
struct slice_of {
  template <const ops::slice& What>
  static void check() {
    static constexpr one_node g(What, {given<F, S, L>});
    const auto x = random_codes<g, 0>(6);
    const etch::extents ex = g.values[0].is.shape, ey = g.values[8].is.shape;
    std::vector<double> want;
    for (int k = 0; k < ey.size(); ++k) {
      int from = 0;
      for (int i = 0, inner = ey.size(), rest = k; i < ex.rank; ++i) {
        CHECK(ey.d[i] == What.size[i]);
        inner /= ey.d[i];
        from = from * ex.d[i] + What.begin[i] + rest / inner * What.step[i];
        rest %= inner;
      }
      want.push_back(static_cast<double>(x[static_cast<std::size_t>(from)]));
    }
    INFO("layout " << L::name << ", " << ex.rank << " dimensions");
    static_assert(stays_inside<etch::slice_generic, g>());
    check_equal(run<etch::slice_generic, g>(x), want);
  }
};
constexpr ops::slice backwards{1, {6}, {3}, {-3}};
constexpr ops::slice last_cell{2, {2, 3}, {1, 1}, {5, -7}};
constexpr ops::slice each_step{3, {4, 0, 2}, {3, 2, 3}, {-2, 3, -1}};
constexpr ops::slice of_batches{4, {1, 3, 0, 1}, {2, 1, 2, 2}, {-1, -4, 2, 2}};
constexpr ops::slice of_five{5, {1, 0, 2, 1, 0}, {1, 2, 3, 1, 2}, {1, 1, -1, 9, 2}};

template <class F>
void check_slices() {
  slice_of<F, shape<7>, hwc>::template check<backwards>();
  slice_of<F, shape<3, 4>, chw>::template check<last_cell>();
  slice_of<F, shape<5, 4, 3>, hwc>::template check<each_step>();
  slice_of<F, shape<5, 4, 3>, chw>::template check<each_step>();
  slice_of<F, shape<2, 4, 3, 5>, chw>::template check<of_batches>();
  slice_of<F, shape<2, 2, 3, 2, 3>, hwc>::template check<of_five>();
}
TEST_CASE("slice by steps of both directions") {
  check_slices<q7>();
  check_slices<s16>();
  check_slices<etch::f32>();
}

// ---- resize
/// The corners, or the middle of cells, that a resize aligns.
constexpr etch::resizing aligned_in[]{{.align = 0, .half_pixels = 0},
                                      {.align = 1, .half_pixels = 0},
                                      {.align = 0, .half_pixels = 1},
                                      {.align = 1, .half_pixels = 1}};

/// Where place i of `out` lies among `in`, never outside of the first and the last; integers count
/// it in 1024ths, by a rounded ratio.
template <bool Real>
double place(int i, int in, int out, const etch::resizing& r) {
  const bool corners = r.align != 0 && out > 1;
  const int above = in - (corners ? 1 : 0), below = out - (corners ? 1 : 0);
  double at = 0;
  if (Real) {
    const double ratio = static_cast<double>(above) / below;
    at = r.half_pixels != 0 ? (i + 0.5) * ratio - 0.5 : i * ratio;
  } else {
    const int ratio = (1024 * above + below / 2) / below;
    at = (i * ratio + (r.half_pixels != 0 ? ratio / 2 - 512 : 0)) / 1024.0;
  }
  return std::fmin(std::fmax(at, 0.0), in - 1.0);
}

template <class F, class X, class L, int H, int W, int Alignment>
void check_bilinear() {
  constexpr etch::resizing as = aligned_in[Alignment];
  constexpr bool real = etch::is_f32(F::descriptor);
  static constexpr one_node g(ops::resize_bilinear{{H, W, as.align, as.half_pixels}},
                              {given<F, X, L>});
  const auto x = random_codes<g, 0>(7);
  const reference::dims dx = dims_of(g.values[0].is), dy = dims_of(g.values[8].is);
  CHECK((dy.h == H && dy.w == W && dy.n == dx.n && dy.c == dx.c));
  std::vector<double> want;
  for (int n = 0; n < dy.n; ++n)
    for (int i = 0; i < H; ++i)
      for (int j = 0; j < W; ++j)
        for (int c = 0; c < dx.c; ++c) {
          const double h = place<real>(i, dx.h, H, as), w = place<real>(j, dx.w, W, as);
          const int low_h = static_cast<int>(h), low_w = static_cast<int>(w);
          const double part_h = h - low_h, part_w = w - low_w;
          double sum = 0;
          for (int k = 0; k < 4; ++k) {
            const double of_row = k < 2 ? 1 - part_h : part_h;
            const double of_column = k % 2 == 0 ? 1 - part_w : part_w;
            if (of_row * of_column == 0) continue;
            sum += of_row * of_column *
                   static_cast<double>(
                       x[static_cast<std::size_t>(dx.hwc(n, low_h + k / 2, low_w + k % 2, c))]);
          }
          want.push_back(real ? sum : std::round(sum));
        }
  INFO("layout " << L::name << ", " << dx.h << " x " << dx.w << " to " << H << " x " << W
                 << ", alignment " << Alignment);
  static_assert(stays_inside<etch::resize_bilinear_generic, g>());
  check_equal(run<etch::resize_bilinear_generic, g>(x), want, 1e-5);
}
template <class F, class X, class L, int H, int W, int Alignment>
void check_nearest() {
  constexpr etch::resizing as = aligned_in[Alignment];
  static constexpr one_node g(ops::resize_nearest{{H, W, as.align, as.half_pixels}},
                              {given<F, X, L>});
  const auto x = random_codes<g, 0>(8);
  const reference::dims d = dims_of(g.values[0].is);
  const auto nearest = [&](int i, int in, int out) {
    const bool corners = as.align != 0 && out > 1;
    const float ratio =
        static_cast<float>(in - (corners ? 1 : 0)) / static_cast<float>(out - (corners ? 1 : 0));
    const float at = (static_cast<float>(i) + (as.half_pixels != 0 ? 0.5F : 0.0F)) * ratio;
    return std::min(static_cast<int>(as.align != 0 ? std::round(at) : std::floor(at)), in - 1);
  };
  std::vector<double> want;
  for (int n = 0; n < d.n; ++n)
    for (int i = 0; i < H; ++i)
      for (int j = 0; j < W; ++j)
        for (int c = 0; c < d.c; ++c) {
          const int from = d.hwc(n, nearest(i, d.h, H), nearest(j, d.w, W), c);
          want.push_back(static_cast<double>(x[static_cast<std::size_t>(from)]));
        }
  INFO("layout " << L::name << ", " << d.h << " x " << d.w << " to " << H << " x " << W
                 << ", alignment " << Alignment);
  static_assert(stays_inside<etch::resize_nearest_generic, g>());
  check_equal(run<etch::resize_nearest_generic, g>(x), want);
}
template <class F, class X, class L, int H, int W>
void check_resizes() {
  [&]<int... A>(etch::detail::indices<A...>) {
    (check_bilinear<F, X, L, H, W, A>(), ...);
    (check_nearest<F, X, L, H, W, A>(), ...);
  }(etch::detail::first<4>{});
}
TEST_CASE("resize by small and by large factors") {
  check_resizes<s8, shape<10, 1, 1>, hwc, 240, 1>();  // the ratio 1/24 rounded up to 43 of 1024
  check_resizes<q7, shape<1, 10, 2>, chw, 1, 240>();
  check_resizes<s16, shape<2, 2, 3, 2>, hwc, 3, 47>();
  check_resizes<etch::f32, shape<2, 1, 3, 2>, chw, 5, 7>();
  check_resizes<u8, shape<7, 5, 1>, hwc, 3, 1>();
  check_resizes<q7, shape<23, 1, 1>, hwc, 1, 2>();
}

/// Whether places of `out`, at least the last 64, lie among `in`, and their parts are parts.
constexpr int next_place(int i, int out) { return i + (i < out - 64 ? 1 + out / 256 : 1); }
template <class Place>
bool lies_inside(int in, int out, const etch::resizing& r, double whole) {
  for (int i = 0; i < out; i = next_place(i, out)) {
    const auto p = Place::of(i, in, out, r);
    const bool between = p.low == p.high || (p.part >= 0 && static_cast<double>(p.part) <= whole);
    if (p.low > p.high || p.high > p.low + 1 || p.high >= in || !between) return false;
  }
  return true;
}
TEST_CASE("every place of a resize lies inside the value") {
  constexpr int far[]{120,  200,  240,  256,  300,   401,   1023,
                      1025, 2049, 3333, 4097, 16384, 65535, 65536};
  const auto check = [](int in, int out) {
    for (const etch::resizing& r : aligned_in) {
      INFO(in << " to " << out << ", align " << r.align << ", half pixels " << r.half_pixels);
      using bilinear = etch::resize_bilinear_generic;
      using nearest = etch::resize_nearest_generic;
      CHECK(lies_inside<bilinear::integer_place>(in, out, r, 1024));
      CHECK(lies_inside<bilinear::short_place>(in, out, r, 2048));
      CHECK(lies_inside<bilinear::float_place>(in, out, r, 1));
      bool inside = true;
      for (int i = 0; i < out; i = next_place(i, out))
        inside = inside && nearest::nearest_place::of(i, in, out, r).cell < in;
      CHECK(inside);
    }
  };
  constexpr int sizes[]{1, 2, 3, 4, 7, 10, 47, 65536};
  for (const int in : sizes) {
    for (int out = 1; out <= 80; ++out) check(in, out);
    for (const int out : far) check(in, out);
  }
}

TEST_CASE("slice and resize refuse what lies outside") {
  const etch::operand x = given<q7, shape<3, 4>>.is, tall = given<q7, shape<70000, 1, 1>>.is;
  const etch::operand image = given<q7, shape<2, 3, 4>>.is;
  const etch::operands one{&x, 1};
  const auto refuses = [&](int begin, int size, int step) {
    return static_cast<bool>(ops::slice{2, {begin, 0}, {size, 4}, {step, 1}}.infer(one).refused);
  };
  CHECK((!refuses(0, 3, 1) && !refuses(2, 3, -1) && !refuses(0, 2, 2) && !refuses(2, 1, 9)));
  CHECK((refuses(3, 1, 1) && refuses(-1, 1, 1) && refuses(0, 4, 1) && refuses(1, 3, -1)));
  CHECK(
      (refuses(0, 0, 1) && refuses(0, 1, 0) && refuses(0, 2, 1 << 30) && refuses(1, 3, INT32_MIN)));
  CHECK(ops::slice{1, {0}, {3}}.infer(one).refused);
  CHECK(!ops::resize_nearest{{65536, 1}}.infer({&image, 1}).refused);
  CHECK(ops::resize_nearest{{65537, 1}}.infer({&image, 1}).refused);
  CHECK(ops::resize_nearest{{1, 0}}.infer({&image, 1}).refused);
  CHECK(ops::resize_nearest{{1, 1}}.infer({&tall, 1}).refused);
  CHECK(ops::resize_bilinear{{1, 1}}.infer({&tall, 1}).refused);
  CHECK(ops::resize_bilinear{{1, 1}}.infer(one).refused);
}

}  // namespace
