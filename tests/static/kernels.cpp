// The generic kernels run inside the compiler, against the sums written out: height and width,
// strides, gaps and borders all differ, values have zero points, two images lie in one value.
#include "../support/one_node.hpp"

namespace {

using namespace test;
using etch::activation, etch::affine, etch::chw, etch::f32, etch::hwc, etch::pad, etch::shape;
namespace ops = etch::ops;

template <int N>
struct numbers {
  float of[N]{};
};
/// N whole numbers of -3 .. 3 without order.
template <int N>
constexpr numbers<N> some(std::uint32_t seed) {
  random_numbers r{seed};
  numbers<N> x;
  for (float& v : x.of) v = static_cast<float>(r.between(-3, 3));
  return x;
}
template <int N, std::uint32_t Seed>
struct stored_numbers {
  unsigned char byte[4 * N]{};
  constexpr stored_numbers() {
    const numbers<N> x = some<N>(Seed);
    for (int i = 0; i < N; ++i) {
      const auto word = __builtin_bit_cast(std::uint32_t, x.of[i]);
      for (int b = 0; b < 4; ++b) byte[4 * i + b] = static_cast<unsigned char>(word >> 8 * b);
    }
  }
};
template <int N, std::uint32_t Seed>
inline constexpr stored_numbers<N, Seed> bytes_of{};

/// Whether y has the numbers want(0), want(1), ..
template <class Y, class Want>
constexpr bool equals(const Y& y, int count, const Want& want) {
  for (int i = 0; i < count; ++i) {
    const float have = static_cast<float>(y.code[i]), expected = want(i);
    if (have < expected || expected < have) return false;
  }
  return true;
}

// ---- windows over 2 x 5 x 7 cells of 4 channels: 3 x 2 cells, stride 1 x 2, dilation 2 x 3
constexpr int n = 2, h = 5, w = 7, c = 4, oh = 4, ow = 4;
constexpr etch::window moves{{1, 2}, {2, 3}, pad(1, 2, 2, 1)};
constexpr auto x = some<n * h * w * c>(1);
constexpr int place(int i, int row, int column, int channel) {
  return ((i * h + row) * w + column) * c + channel;
}
/// f(u, v, number of the cell) for each cell inside x of the window at (row, column) of image i.
template <class F>
constexpr void each_cell(int i, int row, int column, const F& f) {
  for (int u = 0; u < 3; ++u) {
    for (int v = 0; v < 2; ++v) {
      const int at = row - 1 + 2 * u, to = 2 * column - 2 + 3 * v;
      if (at >= 0 && at < h && to >= 0 && to < w) f(u, v, place(i, at, to, 0));
    }
  }
}

// two groups of 2 channels, 3 filters each
constexpr one_node conv{
    ops::conv2d{moves, 2},
    {given<f32, shape<n, h, w, c>>, stored<f32, shape<6, 3, 2, 2>>(bytes_of<72, 2>.byte),
     stored<f32, shape<6>>(bytes_of<6, 3>.byte)},
    {.act = activation::clamp, .clamp_low = -20, .clamp_high = 17}};
constexpr auto filters = some<72>(2);
constexpr auto biases = some<12>(3);
constexpr bool conv_is_right() {
  return equals(run_whole<etch::conv2d_generic, conv>(x.of), n * oh * ow * 6, [](int at) {
    const int o = at % 6, column = at / 6 % ow, row = at / 6 / ow % oh, i = at / 6 / ow / oh;
    float sum = biases.of[o];
    each_cell(i, row, column, [&](int u, int v, int cell) {
      for (int k = 0; k < 2; ++k) {
        sum += x.of[cell + o / 3 * 2 + k] * filters.of[((o * 3 + u) * 2 + v) * 2 + k];
      }
    });
    return etch::clamp(sum, -20.0F, 17.0F);
  });
}
static_assert(conv.values[8].is.shape == etch::extents{4, {n, oh, ow, 6}});
static_assert(conv_is_right());

// 3 filters a channel, channels first
constexpr one_node depthwise{
    ops::depthwise_conv2d{moves},
    {given<f32, shape<n, h, w, c>, chw>, stored<f32, shape<1, 3, 2, 12>>(bytes_of<72, 2>.byte),
     stored<f32, shape<12>>(bytes_of<12, 3>.byte)}};
constexpr int place_in_chw(int i, int row, int column, int channel) {
  return ((i * c + channel) * h + row) * w + column;
}
constexpr bool depthwise_is_right() {
  numbers<n * h * w * c> reordered;
  for (int i = 0; i < n * h * w * c; ++i) {
    reordered.of[place_in_chw(i / c / w / h, i / c / w % h, i / c % w, i % c)] = x.of[i];
  }
  const auto y = run_whole<etch::depthwise_conv2d_generic, depthwise>(reordered.of);
  return equals(y, n * oh * ow * 12, [](int at) {
    const int column = at % ow, row = at / ow % oh, o = at / ow / oh % 12, i = at / ow / oh / 12;
    float sum = biases.of[o];
    each_cell(i, row, column, [&](int u, int v, int cell) {
      sum += x.of[cell + o / 3] * filters.of[(u * 2 + v) * 12 + o];
    });
    return sum;
  });
}
static_assert(depthwise_is_right());

template <class Pool, bool Least>
constexpr one_node pool{Pool{{3, 2}, moves}, {given<f32, shape<n, h, w, c>>}};
template <>
constexpr one_node pool<ops::max_pool, true>{ops::max_pool{{3, 2}, moves, 1},
                                             {given<f32, shape<n, h, w, c>>}};
template <class Kernel, class Pool, bool Least, class Combine>
constexpr bool pool_is_right(const Combine& combine) {
  return equals(run_whole<Kernel, pool<Pool, Least>>(x.of), n * oh * ow * c, [&](int at) {
    const int k = at % c, column = at / c % ow, row = at / c / ow % oh, i = at / c / ow / oh;
    float sum = 0, least = 99, most = -99;
    int cells = 0;
    each_cell(i, row, column, [&](int, int, int cell) {
      const float number = x.of[cell + k];
      sum += number, ++cells;
      least = number < least ? number : least;
      most = number > most ? number : most;
    });
    return combine(sum, cells, least, most);
  });
}
static_assert(pool_is_right<etch::max_pool_generic, ops::max_pool, false>(
    [](float, int, float, float most) { return most; }));
static_assert(pool_is_right<etch::max_pool_generic, ops::max_pool, true>(
    [](float, int, float least, float) { return least; }));
static_assert(pool_is_right<etch::avg_pool_generic, ops::avg_pool, false>(
    [](float sum, int cells, float, float) { return sum / static_cast<float>(cells); }));

constexpr one_node mean{ops::global_avg_pool{}, {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::global_avg_pool_generic, mean>(x.of), n* c, [](int at) {
  float sum = 0;
  for (int i = 0; i < h * w; ++i) sum += x.of[place(at / c, i / w, i % w, at % c)];
  return sum / 35;
}));

// Stride 2 x 3, the first row and the first two columns cut off.
constexpr one_node transposed{
    ops::transpose_conv2d{{2, 3}, 1, 2, 9, 20},
    {given<f32, shape<1, h, w, c>>, stored<f32, shape<2, 3, 3, 4>>(bytes_of<72, 2>.byte),
     stored<f32, shape<2>>(bytes_of<2, 3>.byte)}};
constexpr bool transposed_is_right() {
  numbers<9 * 20 * 2> want;
  for (int i = 0; i < 9 * 20 * 2; ++i) want.of[i] = biases.of[i % 2];
  for (int row = 0; row < h; ++row)
    for (int column = 0; column < w; ++column)
      for (int o = 0; o < 2; ++o)
        for (int u = 0; u < 3; ++u)
          for (int v = 0; v < 3; ++v) {
            const int to = 2 * row + u - 1, at = 3 * column + v - 2;
            if (to < 0 || to >= 9 || at < 0 || at >= 20) continue;
            for (int k = 0; k < c; ++k) {
              want.of[(to * 20 + at) * 2 + o] +=
                  x.of[place(0, row, column, k)] * filters.of[((o * 3 + u) * 3 + v) * 4 + k];
            }
          }
  return equals(run_whole<etch::transpose_conv2d_generic, transposed>(x.of), 9 * 20 * 2,
                [&](int i) { return want.of[i]; });
}
static_assert(transposed_is_right());

constexpr one_node connected{
    ops::dense{},
    {given<f32, shape<3, 2, 2, 6>>, stored<f32, shape<3, 24>>(bytes_of<72, 2>.byte),
     stored<f32, shape<3>>(bytes_of<3, 3>.byte)},
    {.act = activation::relu6}};
static_assert(equals(run_whole<etch::dense_generic, connected>(x.of), 9, [](int at) {
  float sum = biases.of[at % 3];
  for (int k = 0; k < 24; ++k) sum += x.of[at / 3 * 24 + k] * filters.of[at % 3 * 24 + k];
  return etch::clamp(sum, 0.0F, 6.0F);
}));

// ---- elements that move
constexpr one_node part{ops::slice{4, {1, 4, 1, 3}, {1, 2, 3, 2}, {1, -3, 2, -2}},
                        {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::slice_generic, part>(x.of), 12, [](int at) {
  return x.of[place(1, 4 - 3 * (at / 6), 1 + 2 * (at / 2 % 3), 3 - 2 * (at % 2))];
}));
constexpr one_node framed{ops::pad{1, 2, 3, 0, 0, 1, 1, 9}, {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::pad_generic, framed>(x.of), n * 8 * 10 * 5, [](int at) {
  const int k = at % 5, column = at / 5 % 10 - 3, row = at / 50 % 8 - 1, i = at / 400;
  const bool inside = k < c && column >= 0 && column < w && row >= 0 && row < h;
  return inside ? x.of[place(i, row, column, k)] : 9.0F;
}));
constexpr one_node turned{ops::transpose{4, {3, 0, 2, 1}}, {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::transpose_generic, turned>(x.of), n* h* w* c, [](int at) {
  return x.of[place(at / h / w % n, at % h, at / h % w, at / h / w / n)];
}));
constexpr one_node joined{ops::concat{2},
                          {given<f32, shape<n, h, w, c>>, given<f32, shape<n, h, 3, c>>}};
constexpr auto z = some<n * h * 3 * c>(7);
static_assert(equals(run_whole<etch::concat_generic, joined>(x.of, z.of), n* h * 10 * c,
                     [](int at) {
                       const int k = at % c, column = at / c % 10, row = at / c / 10;
                       return column < w ? x.of[(row * w + column) * c + k]
                                         : z.of[(row * 3 + column - w) * c + k];
                     }));
constexpr one_node largest{ops::arg_max{2}, {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::arg_max_generic, largest>(x.of), n* h* c, [](int at) {
  int best = 0;
  for (int k = 1; k < w; ++k) {
    const int row = at / c * w;
    if (x.of[(row + k) * c + at % c] > x.of[(row + best) * c + at % c]) best = k;
  }
  return static_cast<float>(best);
}));
// 5 x 7 cells become 3 x 10, by the middles of cells: 5 (i + 1/2) / 3, 7 (j + 1/2) / 10
constexpr one_node nearest{ops::resize_nearest{{3, 10, 0, 1}}, {given<f32, shape<n, h, w, c>>}};
static_assert(equals(run_whole<etch::resize_nearest_generic, nearest>(x.of), n * 30 * c,
                     [](int at) {
                       const int j = at / c % 10, i = at / c / 10 % 3;
                       return x.of[place(at / c / 30, (10 * i + 5) / 6, (14 * j + 7) / 20, at % c)];
                     }));

// 2 cells become 4, by their middles: a quarter of the way, ties away from 0 on both sides
constexpr one_node between{ops::resize_bilinear{{1, 4, 0, 1}},
                           {given<affine<std::int8_t, 0.5>, shape<1, 2, 2>>},
                           {.round = etch::rounding::tflite_double}};
constexpr std::int8_t ends[4]{-10, 10, -12, 12};
static_assert(run_whole<etch::resize_bilinear_generic, between>(ends) ==
              codes<std::int8_t, 8>{{-10, 10, -11, 11, -12, 12, -12, 12}});

// ---- two values, one broadcast along rows and channels
constexpr one_node broadcast{ops::sub{},
                             {given<f32, shape<n, h, w, c>>, given<f32, shape<n, 1, w, 1>>}};
static_assert(equals(run_whole<etch::sub_generic, broadcast>(x.of, z.of), n* h* w* c,
                     [](int at) { return x.of[at] - z.of[at / c / w / h * w + at / c % w]; }));
constexpr one_node broadcast_again{ops::sub{},
                                   {given<f32, shape<n, h, w, c>>, given<f32, shape<1, h, 1, c>>}};
static_assert(equals(run_whole<etch::sub_generic, broadcast_again>(x.of, z.of), n* h* w* c,
                     [](int at) { return x.of[at] - z.of[at / c / w % h * c + at % c]; }));
/// Of 2 x 3 x 4 (transposed: 2 x 4 x 3) and of 2 x 4 x 5 (2 x 5 x 4).
template <int A, int B>
constexpr one_node product{
    ops::batch_matmul{A, B},
    {given<f32, etch::element_t<etch::list<shape<2, 3, 4>, shape<2, 4, 3>>, A>>,
     given<f32, etch::element_t<etch::list<shape<2, 4, 5>, shape<2, 5, 4>>, B>>}};
template <int A, int B>
constexpr bool product_is_right() {
  return equals(run_whole<etch::batch_matmul_generic, product<A, B>>(x.of, z.of), 30, [](int at) {
    const int image = at / 15, row = at / 5 % 3, column = at % 5;
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
      sum += x.of[image * 12 + (A == 1 ? k * 3 + row : row * 4 + k)] *
             z.of[image * 20 + (B == 1 ? column * 4 + k : k * 5 + column)];
    }
    return sum;
  });
}
static_assert(product_is_right<0, 0>() && product_is_right<1, 0>());
static_assert(product_is_right<0, 1>() && product_is_right<1, 1>());

// ---- two values of codes: units and zero points of their own, by factors that are exact
template <class Op, class Y, class A, class B, etch::rounding R>
struct joined_codes {
  static constexpr one_node node{
      Op{}, {given<A, shape<8>>, given<B, shape<8>>}, {.number = Y::descriptor, .round = R}};
};
constexpr std::int8_t left[8]{3, -128, 127, 0, 5, -6, 9, 2},
    right[8]{-2, 7, -9, 127, 3, -4, -128, 1};
template <class Kernel, class Op, class Y, class A, class B, etch::rounding R, class Want>
constexpr bool joins(const Want& want) {
  const auto y = run_whole<Kernel, joined_codes<Op, Y, A, B, R>::node>(left, right);
  for (int i = 0; i < 8; ++i) {
    if (y.code[i] != etch::clamp<int>(want(left[i], right[i]), -128, 127)) return false;
  }
  return true;
}
using etch::rounding;
using a3 = affine<std::int8_t, 0.5, 3>;
using b2 = affine<std::int8_t, 0.25, -2>;
constexpr auto lite = rounding::tflite_double;
static_assert(joins<etch::add_generic, ops::add, affine<std::int8_t, 0.25, 5>, a3, b2, lite>(
    [](int a, int b) { return 2 * (a - 3) + b + 2 + 5; }));
static_assert(joins<etch::sub_generic, ops::sub, affine<std::int8_t, 0.25, 5>, a3, b2, lite>(
    [](int a, int b) { return 2 * (a - 3) - (b + 2) + 5; }));
static_assert(joins<etch::mul_generic, ops::mul, affine<std::int8_t, 0.125, 5>, a3, b2, lite>(
    [](int a, int b) { return (a - 3) * (b + 2) + 5; }));
// half up, as XNNPACK ends sums: floor(x + 1/2)
static_assert(
    joins<etch::add_generic, ops::add, affine<std::int8_t, 0.5, 5>, a3, b2, rounding::xnnpack>(
        [](int a, int b) { return ((2 * (a - 3) + b + 2 + 1) >> 1) + 5; }));
static_assert(
    joins<etch::sub_generic, ops::sub, affine<std::int8_t, 0.5, 5>, a3, b2, rounding::xnnpack>(
        [](int a, int b) { return ((2 * (a - 3) - b - 2 + 1) >> 1) + 5; }));
static_assert(joins<etch::add_generic, ops::add, etch::q<1, 6>, etch::q<0, 7>, etch::q<2, 5>,
                    rounding::half_up>([](int a, int b) { return (a + 4 * b + 1) >> 1; }));
static_assert(joins<etch::sub_generic, ops::sub, etch::q<1, 6>, etch::q<0, 7>, etch::q<2, 5>,
                    rounding::half_up>([](int a, int b) { return (a - 4 * b + 1) >> 1; }));
static_assert(joins<etch::mul_generic, ops::mul, etch::q<1, 6>, etch::q<0, 7>, etch::q<2, 5>,
                    rounding::half_up>([](int a, int b) { return (a * b + 32) >> 6; }));

// ---- affine codes: zero points of their own, a scale for each filter, a limit on both sides
constexpr double scales[3]{0.5, 1.0, 0.25};
using s8 = affine<std::int8_t, 0.5, 3>;
using weights = etch::affine_channels<std::int8_t, scales>;
constexpr unsigned char few[12]{1, 2, 0xfd, 0, 0xff, 1, 3, 2, 0xfe, 4, 8, 0xf8};
constexpr unsigned char bias[12]{5, 0, 0, 0, 0xfa, 0xff, 0xff, 0xff, 8, 0, 0, 0};
constexpr one_node of_codes{ops::dense{},
                            {given<s8, shape<2, 4>>, stored<weights, shape<3, 4>>(few),
                             stored<etch::bias32, shape<3>>(bias)},
                            {.number = affine<std::int8_t, 0.125, -5>::descriptor,
                             .round = etch::rounding::tflite_double,
                             .act = activation::clamp,
                             .clamp_low = -30,
                             .clamp_high = 40}};
constexpr std::int8_t values[8]{4, 3, 7, -1, 0, 1, 2, 9};
constexpr bool codes_are_right() {
  const auto y = run_whole<etch::dense_generic, of_codes>(values);
  constexpr int w8[12]{1, 2, -3, 0, -1, 1, 3, 2, -2, 4, 8, -8}, b[3]{5, -6, 8}, times[3]{2, 4, 1};
  for (int at = 0; at < 6; ++at) {
    int sum = b[at % 3];
    for (int k = 0; k < 4; ++k) sum += (values[at / 3 * 4 + k] - 3) * w8[at % 3 * 4 + k];
    if (y.code[at] != etch::clamp(sum * times[at % 3] - 5, -30, 40)) return false;
  }
  return true;
}
static_assert(codes_are_right());

}  // namespace
