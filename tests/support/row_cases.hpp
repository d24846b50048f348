// The cases of run/rows.cpp and generic/rows.cpp: networks that run row by row give the outputs of
// whole ones, bit for bit, whatever lies apart: each operator, strides, padding and dilation,
// branches, pictures, formats; and random graphs. The includer says whose kernels those in rows
// have: `using kernels_in_rows = <target>`.
#pragma once

#include "are_long.hpp"
#include "rows.hpp"
#include "small_weights.hpp"

#include "../proofs/chance.hpp"

#include <catch2/catch.hpp>

#include <cstring>

namespace {

using namespace etch;
using etch::q, etch::shape, etch::tensor;

template <const auto& G>
using whole = network<G, generic, options{.sums = overflow::wraps}>;
/// Network of graph G in rows as C says.
template <const auto& G, row_choice C, arrival Input = arrival::whole>
bool equals(unsigned seed = 7) {
  constexpr options by_rows{.sums = overflow::wraps, .ram = ram::by_rows(C), .input = Input};
  using net = network<G, kernels_in_rows, by_rows>;
  static_assert(net::runs_by_rows);
  return test::equals_by_rows<whole<G>, net>(seed);
}
constexpr bool by_generic_kernels = __is_same(kernels_in_rows, generic);
/// All in rows, the input too; half of the network whole. What else a schedule may be does not
/// depend on kernels, and the generic ones tell: the input whole, and one value complete. Where
/// tests are not long the target's kernels have the first of them, generic ones the second or, of
/// an odd number of layers, the last.
template <const auto& G>
bool equals_in_all_ways() {
  constexpr int nodes = whole<G>::layer_count;
  constexpr bool first = test::are_long || !by_generic_kernels;
  constexpr bool second = test::are_long || (by_generic_kernels && nodes % 2 == 0);
  bool all = true;
  if constexpr (first) all = all && equals<G, row_choice{nodes}, arrival::rows>();
  if constexpr (second) all = all && equals<G, row_choice{(nodes + 1) / 2, 0}>();
  if constexpr (by_generic_kernels) {
    if constexpr (test::are_long) all = all && equals<G, row_choice{nodes}>();
    if constexpr (test::are_long || nodes % 2 == 1) {
      all = all && equals<G, row_choice{nodes, nodes / 2}>();
    }
  }
  return all;
}

using image = tensor<q<0, 7>, shape<11, 7, 4>>;
template <class F, int... D>
inline constexpr constant<tensor<F, shape<D...>, ohwi>> k{&w::bytes.byte[0]};
/// Numbers from -2 to 2, as little-endian bytes.
struct small_numbers {
  unsigned char byte[4 * 512]{};
  constexpr small_numbers() {
    for (int i = 0; i < 512; ++i) {
      const auto bits = __builtin_bit_cast(
          unsigned, static_cast<float>(static_cast<signed char>(w::bytes.byte[i])) / 64.7F);
      for (int b = 0; b < 4; ++b) byte[4 * i + b] = static_cast<unsigned char>(bits >> 8 * b);
    }
  }
};
alignas(4) inline constexpr small_numbers numbers{};
template <int... D>
inline constexpr constant<tensor<f32, shape<D...>, ohwi>> reals{&numbers.byte[0]};
using s8 = affine<std::int8_t, 0.02, 3>;

inline constexpr auto windows = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<6, 3, 4>, {.stride = {2, 1}, .pad = same}) | to<q<1, 6>> |
         conv2d(w::conv<5, 3, 6>, {.pad = same, .dilation = 2}) | to<q<1, 6>> |
         conv2d(w::conv<4, 2, 5>, {.pad = etch::pad(1, 0, 0, 1)}) | to<q<2, 5>> | relu |
         max_pool<2>({.stride = 1, .pad = same}) | avg_pool<3, 2>({.stride = 1, .pad = same}) |
         conv2d(w::conv<3, 3, 4>, {.pad = valid}) | to<q<1, 6>>;
});

inline constexpr auto branches = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu | tap("stem");
  auto a =
      stem | conv2d(w::conv<8, 3, 8>) | to<q<2, 5>> | relu | conv2d(w::conv<8, 1, 8>) | to<q<3, 4>>;
  auto sum = add<q<3, 4>>(a, stem) | relu;
  auto both = concat(sum, sum | max_pool<3>({.stride = 1, .pad = same}));
  return both | global_avg_pool | dense(w::fc<10, 16>) | to<q<4, 3>>;
});

// A value that an operator of elements must not write over, in a tail of whole values.
inline constexpr auto in_place = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>> | max_pool<2>;
  return add<q<1, 6>>(y | leaky_relu(0.5F), y) | leaky_relu(0.25F);
});

// Rows that are read long after they were made, backwards, or never.
inline constexpr auto moves = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<4, 3, 4>) | to<q<1, 6>>;
  auto turned = y | slice(range{10, 11, -1}, range{0, 7}, range{0, 4});
  auto few = y | slice(range{2, 4, 2}, range{0, 7}, range{0, 4});
  auto tall = concat<0>(turned, few, y | pad({.top = 2, .bottom = 1}));
  return add<q<2, 5>>(tall, tall | max_pool<3, 1>({.stride = 1, .pad = same})) |
         slice(range{1, 13, 2}, range{1, 5}, range{1, 2});
});
inline constexpr auto sizes = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<3, 3, 4>, {.stride = 2}) | to<q<1, 6>> | resize_nearest<13, 9>() |
           conv2d(w::conv<4, 3, 3>) | to<q<1, 6>>;
  return y | transpose<1, 0, 2> | conv2d(w::conv<2, 3, 4>) | to<q<1, 6>>;
});
// An image that is seen in rows of another length, and flattened.
inline constexpr auto shapes = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<6, 3, 4>) | to<q<1, 6>> | reshape<22, 7, 3> |
           conv2d(w::conv<4, 3, 3>, {.stride = 2}) | to<q<1, 6>> | relu;
  return y | flatten | dense(w::fc<9, 176>) | to<q<3, 4>> | relu;
});
inline constexpr auto longer = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<6, 3, 4>) | to<q<1, 6>> | reshape<7, 11, 6>;
  return y | conv2d(w::conv<4, 3, 6>, {.stride = 2}) | to<q<1, 6>>;
});
inline constexpr auto whole_windows = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<4, 3, 4>) | to<q<1, 6>>;
  auto most = y | max_pool<9, 3>({.stride = {5, 2}, .pad = etch::pad(1, 1, 0, 1)});
  auto mean = y | avg_pool<11, 3>({.stride = {1, 2}, .pad = etch::pad(0, 1, 0, 1)});
  return add<q<1, 6>>(most, mean);
});
using affine_image = tensor<s8, shape<9, 5, 4>>;
inline constexpr auto channels = etch::graph([](etch::input<affine_image> x) {
  using namespace etch::dsl;
  using w8 = affine<std::int8_t, 0.01>;
  auto y = x | depthwise_conv2d(parameters{k<w8, 1, 3, 3, 8>}, {.stride = {2, 1}}) | to<s8> |
           conv2d(parameters{k<w8, 6, 1, 1, 8>}) | to<s8>;
  auto wide =
      y | transpose_conv2d(parameters{k<w8, 4, 3, 3, 6>}, {.stride = 2, .h = 10, .w = 10}) | to<s8>;
  return wide | hard_swish | global_avg_pool | softmax;
});

// Two pictures, which networks see one after the other.
inline constexpr auto pictures = etch::graph([](etch::input<tensor<q<0, 7>, shape<2, 6, 5, 4>>> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<6, 3, 4>, {.stride = {2, 1}}) | to<q<1, 6>> |
           max_pool<3>({.stride = 1, .pad = same});
  auto z = y | slice(range{1, 2, -1}, range{0, 3}, range{0, 5}, range{0, 6});
  return concat<0>(add<q<2, 5>>(y, z), y | to<q<2, 5>>) | avg_pool<3, 5> | dense(w::fc<4, 6>) |
         to<q<3, 4>>;
});
inline constexpr auto singles = etch::graph([](etch::input<tensor<f32, shape<10, 6, 3>>> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(parameters{reals<5, 3, 3, 3>}) | relu | avg_pool<2>;
  auto z = add(y, y | max_pool<3>({.stride = 1, .pad = same}));
  auto mean = z | global_avg_pool, all = z | flatten | dense(parameters{reals<5, 75>});
  return add(mean, all) | softmax;
});
// Three codes in two bytes: rows of whole bytes lie apart, others do not.
inline constexpr auto narrow = etch::graph([](etch::input<tensor<q<0, 3>, shape<9, 5, 4>>> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<4, 3, 4>) | to<q<1, 2>> | max_pool<2>({.stride = 1});
  auto z = y | conv2d(w::conv<3, 1, 4>) | to<q<1, 3>>;
  return z | conv2d(w::conv<4, 3, 3>) | to<q<1, 2>> | avg_pool<8, 2>;
});
// Inputs that are whole, one that goes through, two outputs, and layers that keep state.
inline constexpr auto several =
    etch::graph([](etch::input<image> x, etch::input<tensor<q<0, 7>, shape<11, 7, 1>>> mask) {
      using namespace etch::dsl;
      auto y = mul<q<0, 7>>(x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>>, mask);
      auto z = y | conv2d(w::conv<2, 3, 4>, {.stride = 2}) | to<q<1, 6>>;
      return outputs(z | max_pool<2>, y | global_avg_pool,
                     add<q<1, 6>>(mask, z | resize_nearest<11, 7>() |
                                            slice(range{0, 11}, range{0, 7}, range{1, 1})));
    });

// Windows that are read along rows and columns, rows that a border repeats, and rows that are
// normalised.
inline constexpr unsigned char zeros[4 * 5]{};
template <int Units>
inline constexpr constant<tensor<bias32, shape<Units>, ohwi>> no_bias{&zeros[0]};
inline constexpr auto states = etch::graph([](etch::input<tensor<s8, shape<23, 7, 4>>> x) {
  using namespace etch::dsl;
  using w8 = affine<std::int8_t, 0.01>;
  auto y = x | conv2d(parameters{k<w8, 4, 3, 3, 4>}) | to<s8>;
  auto z = rnn_pool<affine<std::int8_t, 1.0 / 128>, 3, 2>(
      y, {.second = {0.75F, 0.25F}}, k<w8, 5, 4>, k<w8, 5, 5>, no_bias<5>, no_bias<5>, k<w8, 2, 5>,
      k<w8, 2, 2>, no_bias<2>, no_bias<2>);
  return z | etch::ops::mirror_pad{3, {1}, {1, 1}, 1} | l2_normalise |
         max_pool<2>({.stride = 1, .pad = same});
});

// Outputs of several depths.
inline constexpr auto depths = etch::graph([](etch::input<tensor<q<0, 7>, shape<24, 8, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<8, 3, 4>) | to<q<1, 6>>;
  auto b = a | conv2d(w::conv<8, 3, 8>, {.stride = 2}) | to<q<1, 6>>;
  auto c = b | conv2d(w::conv<8, 3, 8>) | to<q<1, 6>> | tap("c");
  return outputs(a | conv2d(w::conv<1, 3, 8>) | to<q<1, 6>>,
                 b | conv2d(w::conv<2, 3, 8>) | to<q<1, 6>>,
                 add<q<1, 6>>(b, c) | max_pool<2> | conv2d(w::conv<1, 1, 8>) | to<q<1, 6>>);
});

// More rows of one node after another than a line of the schedule counts.
inline constexpr auto tall = etch::graph([](etch::input<tensor<q<0, 7>, shape<260, 2, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>> | max_pool<7>({.pad = same}) |
         avg_pool<3>({.pad = same});
});

/// relu of whole bytes that says that it reads rows: by way of its scratch memory.
struct relu_by_rows : etch::kernel_base {
  using op = etch::ops::relu;
  static constexpr const char* name = "relu_by_rows";
  template <class C>
  static constexpr int scratch = 64;
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C, class A>
  static constexpr void run(const A& a, etch::row_block rows) {
    constexpr int codes = C::template out<>::row;
    static_assert(codes <= scratch<C>);
    unsigned char* const copy = a.scratch();
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const auto* x = a.template rows<0>().row(r);
      auto* y = etch::out_row<C>(a, r);
      for (int i = 0; i < codes; ++i) copy[i] = static_cast<unsigned char>(x[i] < 0 ? 0 : x[i]);
      for (int i = 0; i < codes; ++i) y[i] = static_cast<signed char>(copy[i]);
    }
  }
};
inline constexpr auto own_kernel =
    etch::graph<etch::extensions<relu_by_rows>>([](etch::input<image> x) {
      using namespace etch::dsl;
      auto y = x | relu | max_pool<3>({.stride = 1, .pad = same});
      return add<q<1, 6>>(y | tap("y"), y | conv2d(w::conv<4, 3, 4>) | to<q<1, 6>>) | relu |
             slice(range{0, 11}, range{0, 7}, range{1, 2});
    });

}  // namespace

TEST_CASE("windows with strides, padding and dilation") { CHECK(equals_in_all_ways<windows>()); }
TEST_CASE("branches") {
  CHECK(equals_in_all_ways<branches>());
  CHECK(equals<in_place, row_choice{1}>());
  CHECK(equals<in_place, row_choice{5}>());
}
TEST_CASE("rows in other orders, and rows that nobody reads") {
  CHECK(equals_in_all_ways<moves>());
}
TEST_CASE("sizes that change") { CHECK(equals_in_all_ways<sizes>()); }
TEST_CASE("rows of another length") {
  CHECK(equals_in_all_ways<shapes>());
  CHECK(equals_in_all_ways<longer>());
}
TEST_CASE("windows over all rows are taken row by row") {
  CHECK(equals_in_all_ways<whole_windows>());
}
TEST_CASE("depthwise and transposed convolutions in affine codes") {
  CHECK(equals_in_all_ways<channels>());
}
TEST_CASE("states of windows") { CHECK(equals_in_all_ways<states>()); }
TEST_CASE("two pictures") { CHECK(equals_in_all_ways<pictures>()); }
TEST_CASE("single precision: sums in the same order") { CHECK(equals_in_all_ways<singles>()); }
TEST_CASE("packed codes") { CHECK(equals_in_all_ways<narrow>()); }
TEST_CASE("hundreds of rows") {
  CHECK(equals<tall, row_choice{3, 0, 1}>());
  CHECK(equals<tall, row_choice{3, 1}, arrival::rows>());
}
TEST_CASE("a kernel that reads rows, with scratch memory") {
  using net = network<own_kernel, generic, options{.ram = ram::by_rows({4})}>;
  CHECK(std::strcmp(net::placed::kernel_at<0>::name, "relu_by_rows") == 0);
  CHECK(net::placed::memory.how[0] == etch::detail::manner::rows);
  CHECK(equals_in_all_ways<own_kernel>());
}
TEST_CASE("several inputs and outputs") { CHECK(equals_in_all_ways<several>()); }
TEST_CASE("outputs side by side, and one after another") {
  CHECK(equals<several, row_choice{9, -1, -1, true}, arrival::rows>());
  constexpr row_choice beside{9, -1, -1, true};
  CHECK(equals<depths, row_choice{9}>());
  CHECK(equals<depths, beside>());
  CHECK(equals<depths, beside, arrival::rows>());
  CHECK(equals<depths, row_choice{9, 1, -1, true}, arrival::rows>());
  CHECK(equals<depths, row_choice{4, -1, -1, true}, arrival::rows>());
}

namespace {
template <unsigned... Seed>
void check_random() {
  const bool equal[]{
      equals<test::chance<Seed>, row_choice{whole<test::chance<Seed>>::layer_count}>(Seed)...};
  for (int i = 0; i < static_cast<int>(sizeof...(Seed)); ++i) {
    constexpr unsigned seeds[]{Seed...};
    INFO("seed " << seeds[i]);
    CHECK(equal[i]);
  }
}
}  // namespace
TEST_CASE("random graphs") {
  check_random<1, 2, 3>();
  if constexpr (test::are_long) check_random<4, 5, 6, 7, 8>();
}
