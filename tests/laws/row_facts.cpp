// The law of input_rows: a row of the output depends on the rows that its operator names and on no
// others, of the same picture where there are several; and the first and the last of these do
// change it. Each operator as the matrix writes it, then what batches, windows and steps can break.
#include <catch2/catch.hpp>

#if __has_include(<boost/hana/tuple.hpp>)
#include <cstdint>
#include <vector>

#include "../support/layers.hpp"
#include "../support/matrix_networks.hpp"
#include "../support/shapes.hpp"

namespace {

using etch::shape;
namespace ops = etch::ops;

constexpr int most_rows = 64;
using row_set = std::uint64_t;
constexpr row_set only(int row) { return row_set{1} << row; }

/// Adds to need[v], for each value v of the graph, the rows that make those already there.
template <class Graph>
void add_rows_read(const Graph& g, int nodes, row_set* need) {
  for (int n = nodes - 1; n >= 0; --n) {
    const auto& node = g.nodes[n];
    etch::operand x[etch::most_inputs];
    for (int i = 0; i < node.input_count; ++i) x[i] = g.values[node.inputs[i]].is;
    const etch::operand& y = g.values[node.outputs[0]].is;
    for (int row = 0; row < y.shape.rows(); ++row) {
      if ((need[node.outputs[0]] & only(row)) == 0) continue;
      for (int i = 0; i < node.input_count; ++i) {
        if (x[i].is_constant) continue;
        const etch::operands all{x, node.input_count};
        const etch::row_range read = etch::rows_read(*node.op, node.what, all, i, y, row);
        REQUIRE(x[i].shape.rows() <= most_rows);
        for (int r = read.first; r <= read.last; ++r) {
          REQUIRE((r >= 0 && r < x[i].shape.rows()));
          need[node.inputs[i]] |= only(r);
        }
      }
    }
  }
}

/// Rows of a value whose codes lie row after row.
template <class T>
struct rows {
  std::vector<T> code;
  int count = 0;
  std::size_t width() const { return code.size() / static_cast<std::size_t>(count); }
  std::size_t begin(int row) const { return static_cast<std::size_t>(row) * width(); }
};
template <class T>
bool equal_row(const rows<T>& a, const rows<T>& b, int row) {
  for (std::size_t k = a.begin(row); k < a.begin(row + 1); ++k)
    if (a.code[k] < b.code[k] || b.code[k] < a.code[k]) return false;
  return true;
}
template <class T>
rows<T> with_other_rows(rows<T> x, row_set changed, const rows<T>& other) {
  for (int r = 0; r < x.count; ++r)
    for (std::size_t k = x.begin(r); (changed & only(r)) != 0 && k < x.begin(r + 1); ++k)
      x.code[k] = other.code[k];
  return x;
}
constexpr int first_of(row_set s) { return s == 0 ? -1 : __builtin_ctzll(s); }
constexpr int last_of(row_set s) { return s == 0 ? -1 : 63 - __builtin_clzll(s); }

/// The law for `given` inputs (1 or 2): make(i, seed) gives the rows of input i, run(x, z) those of
/// the output, need(row, i) the rows of input i that a row of the output reads. Where codes choose
/// the rows, need() cannot be tight.
template <class Make, class Run, class Need>
void check_law(int given, const Make& make, const Run& run, const Need& need,
               bool codes_choose_rows = false) {
  constexpr int trials = 60;
  const int output_rows = run(make(0, 1), make(given - 1, 2)).count;
  std::vector<row_set> unseen(static_cast<std::size_t>(given * output_rows));
  const auto of = [&](int i, int row) -> row_set& {
    return unseen[static_cast<std::size_t>(row * given + i)];
  };
  for (int row = 0; row < output_rows; ++row)
    for (int i = 0; i < given; ++i)
      if (const row_set s = need(row, i); s != 0) of(i, row) = only(first_of(s)) | only(last_of(s));

  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    const auto x = make(0, 4 * trial + 1), other_x = make(0, 4 * trial + 2);
    const auto z = make(given - 1, 4 * trial + 3), other_z = make(given - 1, 4 * trial + 4);
    const auto y = run(x, z);
    for (int row = 0; row < output_rows; ++row) {
      INFO("row " << row << " of the output");
      if (trial < 4) {
        const auto beside = run(with_other_rows(x, ~need(row, 0), other_x),
                                with_other_rows(z, ~need(row, given - 1), other_z));
        REQUIRE(equal_row(y, beside, row));
      }
      for (int i = 0; i < given; ++i)
        for (const int r : {first_of(of(i, row)), last_of(of(i, row))}) {
          if (r < 0 || (of(i, row) & only(r)) == 0) continue;
          const auto changed = i == 0 ? run(with_other_rows(x, only(r), other_x), z)
                                      : run(x, with_other_rows(z, only(r), other_z));
          if (!equal_row(y, changed, row)) of(i, row) &= ~only(r);
        }
    }
  }
  for (int row = 0; row < output_rows; ++row)
    for (int i = 0; i < given; ++i) {
      INFO("row " << row << " of the output is said to read row " << first_of(of(i, row))
                  << " of input " << i);
      CHECK((codes_choose_rows || of(i, row) == 0));
    }
}

// ---- every operator of the matrix
template <class R, class C>
void check_cell() {
  using net = etch::network<matrix::cell_graph<R, C>, etch::generic,
                            etch::options{.sums = R::template sums<C>}>;
  constexpr int given = net::graph.size.inputs;
  using code = typename C::x::kind::template storage<C::x::bits>;
  const auto make = [](int, std::uint32_t seed) {
    return rows<code>{matrix::random_codes<typename C::x>(64, seed), 4};
  };
  const auto run = [](const rows<code>& x, [[maybe_unused]] const rows<code>& z) {
    const auto y = [&] {
      if constexpr (given == 1) return net::evaluate(x.code.data());
      else return net::evaluate(x.code.data(), z.code.data());
    }();
    using out = typename net::template output_value<0>;
    using made = std::remove_cvref_t<decltype(y.code[0])>;
    return rows<made>{{std::begin(y.code), std::end(y.code)}, out::is.shape.rows()};
  };
  const auto need = [](int row, int i) {
    constexpr auto& g = net::graph;
    row_set rows_of[g.size.values]{};
    rows_of[g.outputs[0]] = only(row);
    add_rows_read(g, g.size.nodes, rows_of);
    return rows_of[g.inputs[i]];
  };
  INFO(R::op::name << " in " << C::name);
  check_law(given, make, run, need, std::is_same_v<R, matrix::rows::gather>);
}

template <class R>
void check_operator() {
  using s8 = matrix::s8;
  check_cell<R, std::conditional_t<R::template no<s8> == nullptr, s8, matrix::f32>>();
}
template <class... R>
void check_operators(etch::list<R...>) {
  (check_operator<R>(), ...);
}

TEST_CASE("row facts: every operator of the matrix") { check_operators(matrix::rows::all_rows{}); }

// ---- one node
template <const auto& G>
inline constexpr int given_inputs = [] {
  int count = 0;
  while (count < G.nodes[0].input_count && etch::is_null(G.values[count].bytes)) ++count;
  return count;
}();
template <class K, const auto& G>
void check_node() {
  using c = etch::call<G, 0>;
  using out = typename c::template out<>;
  constexpr int given = given_inputs<G>;
  static_assert(given == 1 || given == 2);
  const auto make = [](int i, std::uint32_t seed) {
    const auto codes =
        i == 0 ? test::random_codes<G, 0>(seed) : test::random_codes<G, given_inputs<G> - 1>(seed);
    return rows<typename c::template in<0>::storage>{codes, G.values[i].is.shape.rows()};
  };
  const auto run = [](const auto& x, [[maybe_unused]] const auto& z) {
    const auto y = [&] {
      if constexpr (given_inputs<G> == 1) return test::run_row_by_row<K, G>(x.code.data());
      else return test::run_row_by_row<K, G>(x.code.data(), z.code.data());
    }();
    return rows<typename out::storage>{{std::begin(y.code), std::end(y.code)},
                                       out::is.shape.rows()};
  };
  const auto need = [](int row, int i) {
    row_set rows_of[9]{};
    rows_of[8] = only(row);
    add_rows_read(G, 1, rows_of);
    return rows_of[i];
  };
  const etch::extents& e = G.values[0].is.shape;
  INFO(K::name << " of N " << e.n() << ", H " << e.h() << ", W " << e.w() << ", C " << e.c());
  check_law(given, make, run, need);
}

template <auto Make>
inline constexpr test::one_node node_of = Make();
template <class K, auto Make>
void check() {
  check_node<K, node_of<Make>>();
}

template <test::kind K, const auto& Table>
void check_layers() {
  test::each_of<Table, test::scheme::tensor, K == test::kind::dense ? 0 : 12>(
      []<test::layer L>() { check_node<test::generic_of<K>, test::tried<L, K>::node>(); });
}
TEST_CASE("row facts: windows with weights, batches of them") {
  check_layers<test::kind::conv2d, test::shapes::windows>();
  check_layers<test::kind::conv2d, test::shapes::dilated_windows>();
  check_layers<test::kind::conv2d, test::shapes::grouped_windows>();
  check_layers<test::kind::depthwise, test::shapes::channel_windows>();
  check_layers<test::kind::dense, test::shapes::denses>();
}

using s8 = etch::affine<std::int8_t, 0.01, 5>;
using w8 = etch::affine<std::int8_t, 0.01>;
template <class F, int... D>
inline constexpr test::value x = test::given<F, shape<D...>>;
template <int... D>
inline constexpr test::value weights = test::stored<w8, shape<D...>>(
    test::random_constant<std::int8_t, shape<D...>::descriptor.size(), -127, 127, 9>::bytes.byte);
using test::one_node;

TEST_CASE("row facts: pools of batches") {
  check<etch::max_pool_generic, [] {
    return one_node(ops::max_pool{{3, 2}, {{2, 1}, {}, etch::same}}, {x<s8, 2, 7, 4, 3>});
  }>();
  check<etch::max_pool_generic, [] {
    return one_node(ops::max_pool{{2, 2}, {1, {2, 1}, etch::pad(1, 0, 2, 1)}}, {x<s8, 2, 6, 3, 2>});
  }>();
  check<etch::avg_pool_generic, [] {
    return one_node(ops::avg_pool{{3, 3}, {{3, 2}, {}, etch::pad(1, 1, 2, 1)}},
                    {x<s8, 3, 8, 5, 2>});
  }>();
  check<etch::global_avg_pool_generic,
        [] { return one_node(ops::global_avg_pool{}, {x<s8, 2, 3, 2, 4>}); }>();
}

TEST_CASE("row facts: transposed windows, with and without gaps") {
  check<etch::transpose_conv2d_generic, [] {
    return one_node(ops::transpose_conv2d{{2, 1}, 1, 0, 9, 5},
                    {x<s8, 2, 4, 3, 4>, weights<3, 3, 3, 4>});
  }>();
  check<etch::transpose_conv2d_generic, [] {
    return one_node(ops::transpose_conv2d{{1, 2}, 3, 1, 7, 6},
                    {x<s8, 2, 5, 3, 2>, weights<2, 5, 2, 2>});
  }>();
  check<etch::transpose_conv2d_generic, [] {  // rows that nothing is added to
    return one_node(ops::transpose_conv2d{{4, 1}, 0, 0, 14, 3},
                    {x<s8, 3, 4, 2, 2>, weights<2, 2, 2, 2>});
  }>();
}

template <class K, class F, int H, int OH, int Align, int HalfPixels>
void check_resize() {
  check<K,
        [] { return one_node(typename K::op{{OH, 3, Align, HalfPixels}}, {x<F, 2, H, 4, 2>}); }>();
}
template <class K, class F>
void check_resizes() {
  check_resize<K, F, 4, 9, 0, 0>();
  check_resize<K, F, 4, 9, 1, 0>();
  check_resize<K, F, 4, 9, 0, 1>();
  check_resize<K, F, 9, 4, 0, 0>();
  check_resize<K, F, 9, 4, 1, 0>();
  check_resize<K, F, 9, 4, 0, 1>();
  check_resize<K, F, 5, 1, 1, 0>();
}
TEST_CASE("row facts: sizes that change") {
  check_resizes<etch::resize_nearest_generic, s8>();
  check_resizes<etch::resize_bilinear_generic, etch::f32>();
}

TEST_CASE("row facts: batches whose rows move") {
  check<etch::pad_generic,
        [] { return one_node(ops::pad{.top = 1, .bottom = 2, .left = 1}, {x<s8, 2, 3, 2, 2>}); }>();
  check<etch::slice_generic, [] {
    return one_node(ops::slice{3, {5, 0, 1}, {3, 2, 1}, {-2, 1, 1}}, {x<s8, 6, 2, 3>});
  }>();
  check<etch::slice_generic, [] {
    return one_node(ops::slice{4, {0, 5, 0, 1}, {2, 3, 2, 1}, {1, -2, 1, 1}}, {x<s8, 2, 6, 2, 3>});
  }>();
  check<etch::reshape_generic,
        [] { return one_node(ops::reshape{4, {2, 2, 8, 3}}, {x<s8, 2, 4, 4, 3>}); }>();
  check<etch::reshape_generic,
        [] { return one_node(ops::reshape{3, {6, 4, 2}}, {x<s8, 2, 3, 4, 2>}); }>();
  check<etch::reshape_generic,
        [] { return one_node(ops::reshape{3, {4, 5, 3}}, {x<s8, 2, 3, 5, 2>}); }>();
  check<etch::concat_generic,
        [] { return one_node(ops::concat{1}, {x<s8, 2, 3, 2, 2>, x<s8, 2, 4, 2, 2>}); }>();
  check<etch::add_generic,
        [] { return one_node(ops::add{}, {x<s8, 2, 3, 2, 4>, x<s8, 1, 3, 1, 4>}); }>();
  check<etch::mul_generic,
        [] { return one_node(ops::mul{}, {x<s8, 2, 3, 2, 4>, x<s8, 1, 1, 4>}); }>();
  check<etch::softmax_generic,
        [] { return one_node(ops::softmax{}, {x<etch::f32, 2, 3, 2, 4>}); }>();
  check<etch::cumsum_generic, [] { return one_node(ops::cumsum{1}, {x<s8, 2, 5, 2, 3>}); }>();
  check<etch::cumsum_generic,
        [] { return one_node(ops::cumsum{-3, 1, 1}, {x<s8, 2, 5, 2, 3>}); }>();
  check<etch::cumsum_generic, [] { return one_node(ops::cumsum{2, 1, 0}, {x<s8, 2, 5, 2, 3>}); }>();
}

// What mixes pictures says so: no row outside is left to change, and not every one of them is read.
TEST_CASE("row facts: what mixes pictures reads all rows") {
  const auto reads_all = [](const one_node& g) {
    row_set need[9]{};
    for (int row = 0; row < g.values[8].is.shape.rows(); ++row) {
      for (row_set& s : need) s = 0;
      need[8] = only(row);
      add_rows_read(g, 1, need);
      CHECK(need[0] == only(g.values[0].is.shape.rows()) - 1);
    }
  };
  reads_all({ops::slice{4, {1, 0, 0, 0}, {1, 3, 2, 2}}, {x<s8, 2, 3, 2, 2>}});
  reads_all({ops::reshape{4, {2, 3, 4, 2}}, {x<s8, 6, 4, 2>}});
  reads_all({ops::transpose{4, {1, 0, 2, 3}}, {x<s8, 2, 2, 3, 2>}});
  reads_all({ops::concat{0}, {x<s8, 2, 3, 2, 2>, x<s8, 1, 3, 2, 2>}});
  reads_all({ops::flatten{}, {x<s8, 2, 3, 2, 2>}});
  reads_all({ops::dense{}, {x<s8, 2, 2, 2, 2>, weights<3, 8>}});
}

}  // namespace

#else
TEST_CASE("row facts: every operator of the matrix") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif
