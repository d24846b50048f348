// Every operator in every format and layout: a cell of the table in docs/operators.md that says yes
// is a graph that runs here, near the same formula in double precision; one that says no is
// refused, for the reason given here. The table itself is compared with the document.
#include <catch2/catch.hpp>

#if __has_include(<boost/hana/tuple.hpp>)
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "../support/are_long.hpp"
#include "../support/folder.hpp"
#include "../support/matrix_rows.hpp"

namespace {

namespace hana = boost::hana;
using namespace matrix;
using namespace matrix::rows;

template <class... R>
constexpr auto as_tuple(etch::list<R...>) {
  return hana::tuple_t<R...>;
}
constexpr auto all_rows = as_tuple(rows::all_rows{});
constexpr auto columns = hana::tuple_t<q8, q16, uq8, s8, u8, s16, f32, bf16, f16, f8, p8, p16>;
/// Which of the columns C is.
template <class C>
constexpr int index_of() {
  int index = -1, i = 0;
  hana::for_each(columns, [&](auto c) {
    if (__is_same(typename decltype(c)::type, C)) index = i;
    ++i;
  });
  return index;
}
/// Columns that share every loop with f32 are compiled for one layout; where tests are not long,
/// every third cell for one of them, and of the others the graph alone.
template <class R, class C>
constexpr auto layouts_of() {
  constexpr std::size_t cell =
      std::char_traits<char>::length(R::op::name) + static_cast<std::size_t>(index_of<C>());
  if constexpr (!test::are_long && cell % 3 != 0) {
    return hana::tuple<>{};
  } else if constexpr (etch::is_real(C::x::descriptor) && !etch::is_f32(C::x::descriptor)) {
    return hana::tuple_t<etch::chw>;
  } else if constexpr (!test::are_long) {
    return hana::tuple_t<etch::element_t<etch::list<etch::hwc, etch::chw>, cell % 2>>;
  } else {
    return hana::tuple_t<etch::hwc, etch::chw>;
  }
}

/// Operators of small models, most with state, have a table and tests of their own
/// (op_recurrent.cpp, op_gru.cpp, ...).
constexpr bool beyond_the_table(const etch::operator_tag* tag) {
  namespace ops = etch::ops;
  const auto is_one = [=](auto... of) { return (... || (tag == of)); };
  using etch::op_id;
  return is_one(&op_id<ops::lstm>, &op_id<ops::gru>, &op_id<ops::fastgrnn>, &op_id<ops::rnn_pool>,
                &op_id<ops::proto_nn>, &op_id<ops::svdf>, &op_id<ops::keep>);
}
/// Whether every other operator of the library has a row here; those from outside have none.
template <class... Op>
constexpr bool all_have_rows(etch::list<Op...>) {
  bool all = true;
  const auto has = [](const etch::operator_tag* tag) {
    bool found = beyond_the_table(tag);
    hana::for_each(all_rows,
                   [&](auto r) { found |= tag == &etch::op_id<typename decltype(r)::type::op>; });
    return found;
  };
  ((all = all && has(&etch::op_id<Op>)), ...);
  return all;
}
static_assert(all_have_rows(etch::operators{}), "a new operator needs a row of the matrix");

// ---- a cell
template <class C, class L>
using given = etch::input<etch::tensor<typename C::x, cube, L>>;
template <class R, class C, class L, int Values>
inline constexpr auto graph = etch::graph([](given<C, L> x) { return R::template write<C>(x, x); });
template <class R, class C, class L>
inline constexpr auto graph<R, C, L, 2> =
    etch::graph([](given<C, L> x, given<C, L> z) { return R::template write<C>(x, z); });

/// Where element k of shape e in logical order lies in layout L.
template <class L>
std::size_t place(const etch::extents& e, int k) {
  const int image = e.h() * e.w() * e.c();
  return static_cast<std::size_t>(
      L::offset(e, k / image, k / (e.w() * e.c()) % e.h(), k / e.c() % e.w(), k % e.c()));
}

/// Codes in logical order as they lie in layout L.
template <class L, class T>
std::vector<T> stored(const std::vector<T>& logical) {
  std::vector<T> y(logical.size());
  for (int k = 0; k < 64; ++k) {
    y[place<L>(cube::descriptor, k)] = logical[static_cast<std::size_t>(k)];
  }
  return y;
}

/// The output of Net by the kernels of the target, which must be that of the generic ones. A graph
/// of one input reads x.
template <class Net, class T>
auto output_of(const std::vector<T>& x, const std::vector<T>& z) {
  static Net object;
  const auto want = [&] {
    if constexpr (Net::graph.size.inputs == 1) return Net::evaluate(x.data());
    else return Net::evaluate(x.data(), z.data());
  }();
  std::copy(z.begin(), z.end(), object.template input<Net::graph.size.inputs - 1>().begin());
  std::copy(x.begin(), x.end(), object.template input<0>().begin());
  object.run();
  const auto have = object.output();
  bool equal = true;
  for (int k = 0; k < have.size(); ++k) {
    equal = equal && !(have[k] < want.code[k]) && !(want.code[k] < have[k]);
  }
  CHECK(equal);
  return have;
}

template <class R, class C, class L>
void check_cell() {
  using net = etch::network<graph<R, C, L, R::values>, etch::this_target,
                            etch::options{.sums = R::template sums<C>}>;
  using out = typename net::template output_value<0>;
  INFO(R::op::name << " in " << C::name << ", " << L::name);
  const auto x = random_codes<typename C::x>(64, 1), z = random_codes<typename C::x>(64, 2);
  const auto have = output_of<net>(stored<L>(x), stored<L>(z));

  // near the formula
  using kind = typename out::kind;
  using kind_of_x = typename C::x::kind;
  constexpr etch::format f = out::is.number, fx = C::x::descriptor;
  const numbers formula =
      R::template formula<C>(decoded<kind_of_x>(fx, x), decoded<kind_of_x>(fx, z));
  REQUIRE(static_cast<int>(formula.size()) == out::is.shape.size());
  const double low = kind::decode(f, kind::lowest(f)), high = kind::decode(f, kind::highest(f));
  const double unit = etch::is_f32(f) ? 1e-5 : kind::is_integer ? f.unit() : 0;
  double worst = 0;
  for (int k = 0; k < out::is.shape.size(); ++k) {
    const double number = std::fmin(std::fmax(formula[static_cast<std::size_t>(k)], low), high);
    const auto code = have.data()[place<typename out::layout>(out::is.shape, k)];
    const double error = std::fabs(kind::decode(f, code) - number);
    if constexpr (!kind::is_integer && !etch::is_f32(f)) {  // the next code, or nearly the number
      if (error > 2e-4 && codes_between(code, kind::encode(f, number)) > 1) worst = error;
    } else {
      worst = std::fmax(worst, error);
    }
  }
  CHECK(worst <= R::template units<C> * unit + R::template beside<C>);
}

/// A cell that says no: the operator refuses the format.
template <class R, class C>
void check_refusal() {
  INFO(R::op::name << " in " << C::name);
  const etch::operand x = etch::describe<etch::tensor<typename C::x, cube>>();
  const etch::operand k = etch::describe<etch::tensor<typename C::w, etch::shape<4>>>(true);
  const etch::operand all[3]{x, k, k};
  constexpr int count = __is_same(R, batch_norm) ? 3 : __is_same(R, prelu) ? 2 : 1;
  CHECK(typename R::op{}.infer({all, count}).refused);
}

TEST_CASE("every cell of the table holds") {
  hana::for_each(all_rows, [](auto r) {
    hana::for_each(columns, [](auto c) {
      using R = typename decltype(r)::type;
      using C = typename decltype(c)::type;
      if constexpr (R::template no<C> != nullptr) {
        check_refusal<R, C>();
      } else {
        static_assert(graph<R, C, etch::hwc, R::values>.size.nodes > 0);
        hana::for_each(layouts_of<R, C>(),
                       [](auto l) { check_cell<R, C, typename decltype(l)::type>(); });
      }
    });
  });
}

// ---- the table
std::string table() {
  std::string text = "| operator |", rule = "|---|";
  hana::for_each(columns, [&](auto c) {
    text += " " + std::string(decltype(c)::type::name) + " |";
    rule += "---|";
  });
  text += "\n" + rule + "\n";
  std::vector<std::string> reasons;
  hana::for_each(all_rows, [&](auto r) {
    using R = typename decltype(r)::type;
    text += "| `" + std::string(R::op::name) + "` |";
    hana::for_each(columns, [&](auto c) {
      const char* no = R::template no<typename decltype(c)::type>;
      if (no == nullptr) {
        text += " yes |";
        return;
      }
      std::size_t k = 0;
      while (k < reasons.size() && reasons[k] != no) ++k;
      if (k == reasons.size()) reasons.push_back(no);
      text += " no (" + std::to_string(k + 1) + ") |";
    });
    text += "\n";
  });
  text += "\n";
  for (std::size_t k = 0; k < reasons.size(); ++k) {
    text += "(" + std::to_string(k + 1) + ") " + reasons[k] + ".\n";
  }
  return text;
}

TEST_CASE("the table can be printed", "[.print]") { std::fputs(table().c_str(), stdout); }

TEST_CASE("the document has the table") {
  std::FILE* file = std::fopen(test::in_folder("operators.md").c_str(), "rb");
  REQUIRE(file != nullptr);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  CHECK(text.find(table()) != std::string::npos);
}

}  // namespace

#else
TEST_CASE("every cell of the table holds") { std::puts("skipped: Boost.Hana is not installed"); }
#endif
