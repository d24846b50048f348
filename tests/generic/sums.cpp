// Sums of layers so large that the compiler proves them piece by piece: the same at run time, at
// once.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>
#ifdef ETCH_HAS_HOST
#include <etch/host/figures.hpp>
#include <etch/host/row_report.hpp>
#include <etch/host/svg.hpp>

#include <cstdio>
#endif

namespace {

using namespace etch;

constexpr int inputs = 520, outputs = 200;
struct codes {
  unsigned char byte[inputs * outputs]{};
};
constexpr codes largest = [] {
  codes c;
  for (int i = 0; i < inputs; ++i) c.byte[7 * inputs + i] = 0x7f;  // one neuron of 127s
  c.byte[9 * inputs] = 0x80;
  return c;
}();
using weights = tensor<q<0, 7>, shape<outputs, inputs>, ohwi>;
constexpr parameters layer{constant<weights>{largest.byte}};

template <class X>
constexpr auto one_layer = graph([](input<tensor<X, shape<inputs>>> x) {
  using namespace etch::dsl;
  return x | dense(layer) | to<q<8, 7>>;
});
using wide = network<one_layer<q<0, 15>>, this_target, options{.sums = overflow::wraps}>;
using narrow = network<one_layer<q<0, 7>>>;

// Weights without order: a layer of many channels and one of two, whose filters are cut in parts.
template <class Weights, class Bias>
struct random_layer {
  static constexpr int size = Weights::shape_type::descriptor.size();
  static constexpr int channels = Weights::shape_type::descriptor.d[0];
  struct bytes {
    unsigned char weight[size];
    unsigned char bias[channels * 4];
  };
  static constexpr bytes make() {
    bytes b{};
    unsigned state = 7;
    for (unsigned char& w : b.weight) {
      state = state * 1664525U + 1013904223U;
      w = static_cast<unsigned char>(static_cast<int>(state >> 24) % 15 - 7);
    }
    for (int c = 0; c < channels; ++c) b.bias[4 * c + 1] = static_cast<unsigned char>(c + 1);
    return b;
  }
  static constexpr bytes random = make();
  static constexpr parameters value{constant<Weights>{random.weight},
                                    constant<tensor<Bias, shape<channels>>>{random.bias}};
};
template <int Inputs, int Outputs, class Y>
constexpr auto random_dense = graph([](input<tensor<affine<std::int16_t, 0.01>, shape<Inputs>>> x) {
  using namespace etch::dsl;
  using layer =
      random_layer<tensor<affine<std::int8_t, 0.01>, shape<Outputs, Inputs>, ohwi>, bias32>;
  return x | dense(layer::value) | to<Y>;
});
template <const auto& G>
constexpr bool in_pieces = detail::worst_case(G, 0, 0, weights_taken::filters).pieces() > 1 &&
                           signed_bits(detail::staged_sums<G, 0, weights_taken::any>) > 32;
TEST_CASE("what is proved piece by piece is what is worked out at once") {
  static constexpr auto plain = random_dense<600, 110, affine<std::int16_t, 1.0>>;
  static_assert(in_pieces<plain>);
  CHECK(proved_sums<plain, 0> == sums_of_node(plain, 0));
  CHECK(detail::staged_sums<plain, 0, weights_taken::each> == sums_of_node(plain, 0));
  static constexpr auto finer = random_dense<600, 110, affine<std::int16_t, 0x1p-15>>;
  CHECK(proved_sums<finer, 0> == sums_of_node(finer, 0));  // sums go left by two
  static constexpr auto in_parts = random_dense<61'000, 1, affine<std::int16_t, 1.0>>;
  static_assert(in_pieces<in_parts>);
  CHECK(proved_sums<in_parts, 0> == sums_of_node(in_parts, 0));
}

TEST_CASE("the sums of 104,000 weights are worked out at run time") {
  CHECK(wide::layer_sums(0) ==
        interval{-32768LL * 127 * inputs, 32767LL * 127 * inputs + (1 << 14)});
  CHECK(wide::layer_sum_bits(0) == 33);
  CHECK(wide::layer_sum_capacity(0) == 32);
  CHECK(narrow::layer_sums(0).low == -128LL * 127 * inputs);
  CHECK(narrow::layer_sum_bits(0) == 25);
}

#ifdef ETCH_HAS_HOST
TEST_CASE("the report names layers that overflow") {
  CHECK(host::overflowing_layers<wide>() ==
        "dense: the sums are -2163998720 .. 2163949064 and need 33 bits, there are 32\n");
  CHECK(host::overflowing_layers<narrow>().empty());
  CHECK(host::describe_sums<narrow>(0) == "25/32");
}

// 24 bytes become 18, and those 60, over which the last layer writes.
constexpr auto two_layers = graph([](input<tensor<q<0, 7>, shape<2, 4, 3>>> x) {
  using namespace etch::dsl;
  return x | max_pool<1, 2>({.stride = 1, .pad = valid}) | tap("pooled") | dsl::pad(1) | relu;
});
using drawn = network<two_layers, generic>;
bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("the report says what lies where and when") {
  const std::string table = host::layer_table<drawn>(), picture = host::memory_picture<drawn>(8);
  INFO(table << picture);
  CHECK((says(table, "2x3x3") && says(table, "max_pool") && says(table, "4x5x3")));
  CHECK(says(picture, "78 bytes, proved to be the least for this schedule by its live bytes"));
  CHECK(host::names_of_buffer<drawn>(0) == "input");
  CHECK(host::names_of_buffer<drawn>(1) == "pooled");
  CHECK(host::names_of_buffer<drawn>(2) == "pad, relu");
  CHECK(says(picture, "values 78, scratch 0 in layer 2\n"));
}

TEST_CASE("the report says what lies in which region, and what layers share") {
  using spread = network<two_layers, generic, options{.regions = {{"fast", 44}, {"slow", 80}}}>;
  const std::string regions = host::memory_picture<spread>();
  INFO(regions);
  CHECK(
      says(regions, "108 bytes, proved to be the least for what lies in each region by its live"));
  CHECK(says(regions, "region fast: 42 bytes of 44 from 0\nregion slow: 60 bytes of 80 from 48\n"));
  using lapping = network<two_layers, generic, options{.ram = ram::overlapping}>;
  CHECK(says(host::memory_picture<lapping>(), "in layer 2, what a layer shares with its input"));
}

// Three rows of the input and two of what the first pool makes live at a time.
constexpr auto rows_of_pools = graph([](input<tensor<q<0, 7>, shape<12, 4, 3>>> x) {
  using namespace etch::dsl;
  return x | max_pool<3>({.stride = 1, .pad = same}) | tap("pooled") | max_pool<2> | tap("twice") |
         global_avg_pool;
});
using in_rows =
    network<rows_of_pools, generic, options{.ram = ram::by_rows({3}), .input = arrival::rows}>;

TEST_CASE("the report of a network that runs by rows says how many live at a time") {
  const std::string table = host::layer_table<in_rows>(), picture = host::memory_picture<in_rows>();
  INFO(table << picture);
  CHECK(says(table, "12x4x3"));
  CHECK(says(picture, "    12       12        3  input\n"));
  CHECK(says(picture, "    12       12        2  pooled\n"));
  CHECK(says(picture, "     6        6        1  twice\n"));
  CHECK(says(picture, " whole        3        1  global_avg_pool\n"));
  CHECK(says(picture, "37 steps in "));
}

// Names of models are long, and begin all alike.
constexpr auto long_names = graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | tap("functional_1/block_with_a_long_name/first;functional_1/other") |
         relu | tap("functional_1/block_with_a_long_name/second");
});
using named = network<long_names, generic, options{.observe_all = true}>;

TEST_CASE("the drawing tells layers apart, their costs, and the budget") {
  const std::string svg = host::memory_svg<named>("named <on> this", 1024);
  INFO(svg);
  CHECK(says(svg, "named &lt;on> this"));
  CHECK(says(svg, "...onal_1/block_with_a_long_name/first<"));
  CHECK(says(svg, "block_with_a_long_name/second<"));
  CHECK(says(svg, ">multiplications<"));
  CHECK(says(svg, ">constants<"));
  CHECK(says(svg, "budget 1 024"));
  CHECK(says(svg, "values 40, scratch 0 in layer 1"));
  CHECK(!says(host::memory_svg<named>("no budget"), "budget 1"));
  CHECK(!says(svg, ">instructions<"));
  const std::string counted = host::memory_svg<named>("counted", 0, {1234567, 89});
  CHECK((says(counted, ">instructions<") && says(counted, ">1 234 567<") && says(counted, ">89<")));
  CHECK(says(host::layer_table<named>({1234567, 89}), "     1234656\n"));
  CHECK(host::grouped(1234567) == "1 234 567");
  CHECK(host::short_name<named>(1, 16) == "...g_name/second");
}

TEST_CASE("figures of a bench are those of the layers by their names") {
  const char* const path = "figures_of_drawn.json";
  std::ofstream(path) << R"([{"name": "m/pooled/instructions", "unit": "instructions", "value": 5},
                             {"name": "m/relu/instructions", "value": 7}, {"name": "m/digest",
                              "value": "bbb26ff8"}])";
  const auto figures = host::read_figures(path);
  std::remove(path);
  CHECK(figures.size() == 2);
  CHECK(host::instructions_of<drawn>(figures, "m").empty());
  std::map<std::string, long long> all;
  std::vector<long long> expected;
  for (int n = 0; n < drawn::layer_count; ++n) {
    all["m/" + std::string(drawn::layer(n).c_str()) + "/instructions"] = 5 + n;
    expected.push_back(5 + n);
  }
  CHECK(host::instructions_of<drawn>(all, "m") == expected);
  all.erase(all.begin());
  CHECK(host::instructions_of<drawn>(all, "m").empty());
  CHECK(host::read_figures("absent.json").empty());
}
#endif

}  // namespace
