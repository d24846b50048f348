// Which networks and chains become tables, asserted by the compiler; tests/run/tables.cpp runs
// them.
#include <etch/etch.hpp>

#include "../support/one_node.hpp"

namespace {

using namespace etch;
using s8 = affine<std::int8_t, 0.05, 3>;
using t8 = affine<std::int8_t, 0.02, -20>;
using row = tensor<s8, shape<2, 3, 4>>;

constexpr options untabled{.tables = false};
template <const auto& G>
using plain = network<G, generic, untabled>;
template <const auto& G>
using tabled = network<G, generic>;
/// Whether tables take so many layers off G, and neither memory nor constants grow.
template <const auto& G>
constexpr bool saves(int layers) {
  return plain<G>::layer_count - tabled<G>::layer_count == layers &&
         tabled<G>::ram_bytes <= plain<G>::ram_bytes &&
         tabled<G>::constant_bytes <= plain<G>::constant_bytes;
}
template <const auto& G>
constexpr bool is_table(int n) {
  return tabled<G>::graph.nodes[n].op == &op_id<ops::table>;
}

// ---- chains
inline constexpr auto chain = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return x | to<t8> | tap("hidden") | sigmoid | leaky_relu(0.25F) | to<s8> | tap("y");
});
static_assert(saves<chain>(3) && is_table<chain>(0));
static_assert(tabled<chain>::constant_bytes == 256);
static_assert(same_text(tabled<chain>::layer(0).c_str(), "y"));
using observed = tabled<chain>::with<options{.observe_all = true}>;
static_assert(observed::layer_count == 4, "a tracer sees every value");

inline constexpr auto swish = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return mul<t8>(x, x | sigmoid);
});
static_assert(saves<swish>(1) && is_table<swish>(0));

// ---- before and behind layers
inline constexpr signed char first[4][4]{
    {1, 2, 3, 4}, {5, 6, 7, 8}, {-1, -2, -3, -4}, {9, 9, 9, 9}};
using weight = tensor<affine<std::int8_t, 0.01>, shape<4, 4>>;
inline constexpr auto amid = etch::graph([](input<tensor<s8, shape<4>>> x) {
  using namespace etch::dsl;
  const auto layer = dense(parameters{constant<weight>{first}});
  return x | to<t8> | tanh | layer | to<t8> | sigmoid | to<s8> | layer | to<s8>;
});
static_assert(saves<amid>(2) && is_table<amid>(0) && is_table<amid>(2));
static_assert(tabled<amid>::layer_sum_bits(1) == plain<amid>::layer_sum_bits(2));
static_assert(tabled<amid>::macs == 32 && tabled<amid>::macs_as_written == 32);

// what is proved of a table is proved of its codes: those of a sigmoid begin at 0
using proved = tabled<amid>::with<options{.slim = true}>;
static_assert(proved::range("table_2", 0).low >= 3 && proved::range("table_2", 0).high <= 23);

// ---- what is no function of one code, or is none for the compiler
template <const auto& G>
constexpr bool stays = tabled<G>::layer_count == plain<G>::layer_count;

inline constexpr auto two_inputs = etch::graph([](input<row> x, input<row> z) {
  using namespace etch::dsl;
  return mul<t8>(x, z | sigmoid);
});
static_assert(stays<two_inputs>);

inline constexpr signed char factors[4]{1, 2, 3, 4}, factor[1]{100};
inline constexpr auto by_channel = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return mul<t8>(x | sigmoid, constant<tensor<t8, shape<4>>>{factors});
});
static_assert(stays<by_channel>);
inline constexpr auto by_one = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return mul<t8>(x | sigmoid, constant<tensor<t8, shape<1>>>{factor});
});
static_assert(saves<by_one>(1));

inline constexpr auto by_chance = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return x | sigmoid | dsl::to<t8, stochastic(1)>;
});
static_assert(stays<by_chance>);

inline constexpr auto floats = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return x | sigmoid | to<f32> | tanh | to<t8>;
});
static_assert(stays<floats>);

using wide = tensor<affine<std::int16_t, 0.001>, shape<4>>;
inline constexpr auto of_16_bits = etch::graph([](input<wide> x) {
  using namespace etch::dsl;
  return x | tanh | sigmoid;
});
static_assert(stays<of_16_bits>);

inline constexpr auto read_twice = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  const auto y = x | sigmoid;
  return outputs(y, y | to<t8>);
});
static_assert(stays<read_twice>);

// ---- what costs more than it saves
inline constexpr auto cheap = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return x | to<t8> | hard_swish;
});
static_assert(stays<cheap>, "256 bytes for some 40");
inline constexpr auto narrow = etch::graph([](input<row> x) {
  using namespace etch::dsl;
  return x | to<q<1, 2>> | to<t8> | sigmoid | tanh;
});
static_assert(saves<narrow>(2), "4 bits are 16 entries, and less memory than 8");

/// A kernel of the user's own, which the compiler cannot run.
struct own_sigmoid : kernel_base {
  using op = ops::sigmoid;
  static constexpr const char* name = "own_sigmoid";
  template <class C, class A>
  static void run(const A&, row_block) {}
};
inline constexpr auto own = etch::graph<extensions<own_sigmoid>>([](input<row> x) {
  using namespace etch::dsl;
  return x | sigmoid | to<t8>;
});
static_assert(stays<own> && same_text(tabled<own>::placed::kernel_at<0>::name, own_sigmoid::name));

// ---- one code in
using code = tensor<s8, shape<1>>;
template <int Rows, int Columns>
struct some_weights {
  struct array {
    signed char code[Rows * Columns]{};
  };
  static constexpr array make() {
    array a;
    for (int i = 0; i < Rows * Columns; ++i)
      a.code[i] = static_cast<signed char>(i * 37 % 255 - 127);
    return a;
  }
  static constexpr array bytes = make();
  static constexpr parameters value{
      constant<tensor<affine<std::int8_t, 0.01>, shape<Rows, Columns>>>{bytes.code}};
};
template <int Hidden, int Outputs>
inline constexpr auto curve = etch::graph([](input<code> x) {
  using namespace etch::dsl;
  return x | dense(some_weights<Hidden, 1>::value) | to<t8> | relu |
         dense(some_weights<Hidden, Hidden>::value) | to<t8> | relu |
         dense(some_weights<Outputs, Hidden>::value) | to<s8> | tap("y");
});
static_assert(saves<curve<16, 1>>(2) && is_table<curve<16, 1>>(0));
static_assert(tabled<curve<16, 1>>::macs == 0 && tabled<curve<16, 1>>::macs_as_written == 288);
static_assert(tabled<curve<16, 1>>::ram_bytes == 1 && tabled<curve<16, 1>>::constant_bytes == 256);
static_assert(saves<curve<24, 3>>(2) && tabled<curve<24, 3>>::constant_bytes == 768);
static_assert(stays<curve<16, 8>>, "2,048 bytes for some 700");
static_assert(stays<curve<64, 1>>, "a compiler would run 256 times 4,224 products");

// ---- what remembers
inline constexpr signed char feature[2][1]{{30}, {70}}, times[2][4]{{1, 2, 3, 4}, {5, 6, 7, 8}};
inline constexpr int offsets[2]{};
inline constexpr auto stream = etch::graph([](input<tensor<s8, shape<1, 1>>> x) {
  using namespace etch::dsl;
  using of_time = affine<std::int8_t, 0.01>;
  return svdf<t8, t8>(x, 1, constant<tensor<of_time, shape<2, 1>, ohwi>>{feature},
                      constant<tensor<of_time, shape<2, 4>, ohwi>>{times},
                      constant<tensor<bias32, shape<2>>>{offsets}) |
         sigmoid;
});
static_assert(stays<stream>);

// ---- conversions: what to_table takes
template <class Y, int Count, rounding R = rounding::tflite_double, class X = s8>
struct converted {
  static constexpr test::one_node node{
      ops::to{}, {test::given<X, shape<Count>>}, {.number = Y::descriptor, .round = R}};
};
template <const auto& G>
inline constexpr bool by_table = to_table::accepts<call<G, 0>>;
using s16 = affine<std::int16_t, 0.05>;
static_assert(by_table<converted<t8, 1024>::node>);
static_assert(!by_table<converted<t8, 1023>::node>, "the table would be larger");
static_assert(!by_table<converted<s8, 1024, rounding::tflite_double, s16>::node>);
static_assert(!by_table<converted<s16, 1024>::node>);
static_assert(!by_table<converted<t8, 1024, stochastic(1)>::node>);

}  // namespace
