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

#include "../support/matrix.hpp"

namespace {

namespace hana = boost::hana;
namespace ops = etch::ops;
namespace dsl = etch::dsl;
using etch::wire;
using namespace matrix;

// ---- rows: how the operator is written, its formula, and why not
struct row {
  static constexpr int values = 1;
  template <class C>
  static constexpr const char* no = nullptr;
  /// How far off the formula an output may be, in units of the output, and beside that.
  template <class C>
  static constexpr double units = 1.01;
  template <class C>
  static constexpr double beside = 0;
};

struct conv2d : row {
  using op = ops::conv2d;
  template <class C>
  using w = typename C::template weights<etch::shape<4, 3, 3, 4>, 1>;
  template <class C>
  using b = typename C::template bias<4, 2>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::conv2d(etch::parameters{w<C>::value, b<C>::value}) | dsl::to<typename C::y>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int o = 0; o < 4; ++o) {
          double sum = b<C>::at(o);
          window(i, j, [&](int u, int v, int h, int k) {
            for (int c = 0; c < 4; ++c) {
              sum += x[at(h, k, c)] * w<C>::at(((o * 3 + u) * 3 + v) * 4 + c);
            }
          });
          y.push_back(sum);
        }
    return y;
  }
};
struct depthwise_conv2d : row {
  using op = ops::depthwise_conv2d;
  template <class C>
  using w = typename C::template weights<etch::shape<1, 3, 3, 4>, 3>;
  template <class C>
  using b = typename C::template bias<4, 4>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::depthwise_conv2d(etch::parameters{w<C>::value, b<C>::value}) |
           dsl::to<typename C::y>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int c = 0; c < 4; ++c) {
          double sum = b<C>::at(c);
          window(i, j, [&](int u, int v, int h, int k) {
            sum += x[at(h, k, c)] * w<C>::at((u * 3 + v) * 4 + c);
          });
          y.push_back(sum);
        }
    return y;
  }
};
struct dense : row {
  using op = ops::dense;
  template <class C>
  using w = typename C::template weights<etch::shape<5, 64>, 5>;
  template <class C>
  using b = typename C::template bias<5, 6>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::dense(etch::parameters{w<C>::value, b<C>::value}) | dsl::to<typename C::y>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int o = 0; o < 5; ++o) {
      double sum = b<C>::at(o);
      for (int k = 0; k < 64; ++k) sum += x[static_cast<std::size_t>(k)] * w<C>::at(o * 64 + k);
      y.push_back(sum);
    }
    return y;
  }
};

/// Of the four cells of each window of 2 x 2.
template <class Of>
numbers of_windows(const numbers& x, const Of& of) {
  numbers y;
  for (int i = 0; i < 4; i += 2)
    for (int j = 0; j < 4; j += 2)
      for (int c = 0; c < 4; ++c) {
        y.push_back(of(x[at(i, j, c)], x[at(i, j + 1, c)], x[at(i + 1, j, c)],
                       x[at(i + 1, j + 1, c)]));
      }
  return y;
}
struct max_pool : row {
  using op = ops::max_pool;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::max_pool<2>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    return of_windows(x, [](double a, double b, double c, double d) {
      return std::fmax(std::fmax(a, b), std::fmax(c, d));
    });
  }
};
struct avg_pool : row {
  using op = ops::avg_pool;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::avg_pool<2>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    return of_windows(
        x, [](double a, double b, double c, double d) { return (a + b + c + d) / 4; });
  }
};
struct global_avg_pool : row {
  using op = ops::global_avg_pool;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::global_avg_pool;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y(4);
    for (std::size_t i = 0; i < 64; ++i) y[i % 4] += x[i] / 16;
    return y;
  }
};

// One element after the other: Op on x, Of on its number.
template <class Derived>
struct of_each : row {
  template <class C>
  static numbers formula(const numbers& x, const numbers& z) {
    numbers y;
    for (std::size_t i = 0; i < 64; ++i) y.push_back(Derived::template number<C>(x[i], z[i]));
    return y;
  }
};
struct relu : of_each<relu> {
  using op = ops::relu;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::relu;
  }
  template <class C>
  static double number(double x, double) {
    return std::fmax(x, 0);
  }
};
struct relu6 : of_each<relu6> {
  using op = ops::relu6;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::relu6;
  }
  template <class C>
  static double number(double x, double) {
    return std::fmin(std::fmax(x, 0), 6);
  }
};
struct leaky_relu : of_each<leaky_relu> {
  using op = ops::leaky_relu;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::leaky_relu(0.25F);
  }
  template <class C>
  static double number(double x, double) {
    return x < 0 ? x / 4 : x;
  }
};
struct clamp : of_each<clamp> {
  using op = ops::clamp;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::clamp(-20, 50);
  }
  template <class C>
  static double number(double x, double) {
    constexpr etch::format f = C::x::descriptor;
    return std::fmin(std::fmax(x, f.unit() * (-20 - f.zero)), f.unit() * (50 - f.zero));
  }
};
struct add : of_each<add> {
  using op = ops::add;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::add<typename C::y>(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return x + z;
  }
};
struct sub : of_each<sub> {
  using op = ops::sub;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::sub<typename C::y>(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return x - z;
  }
};
struct mul : of_each<mul> {
  using op = ops::mul;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::mul<typename C::y>(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return x * z;
  }
};
struct minimum : of_each<minimum> {
  using op = ops::minimum;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::minimum(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return std::fmin(x, z);
  }
};
struct maximum : of_each<maximum> {
  using op = ops::maximum;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::maximum(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return std::fmax(x, z);
  }
};
struct concat : row {
  using op = ops::concat;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::concat(x, z);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers& z) {
    numbers y;
    for (std::size_t i = 0; i < 128; ++i) {
      const std::size_t from = i / 8 * 4 + i % 4;
      y.push_back(i % 8 < 4 ? x[from] : z[from]);
    }
    return y;
  }
};
struct pad : row {
  using op = ops::pad;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::pad(1);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y(144);
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t i = 0; i < 16; ++i) y[(h + 1) * 24 + 4 + i] = x[h * 16 + i];
    return y;
  }
};
struct transpose : row {
  using op = ops::transpose;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::transpose<2, 0, 1>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int c = 0; c < 4; ++c)
      for (int h = 0; h < 4; ++h)
        for (int w = 0; w < 4; ++w) y.push_back(x[at(h, w, c)]);
    return y;
  }
};
struct flatten : row {
  using op = ops::flatten;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::flatten;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    return x;
  }
};
struct reshape : row {
  using op = ops::reshape;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::reshape<2, -1, 8>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    return x;
  }
};
template <class C>
constexpr bool is_q8 = etch::is_q(C::x::descriptor) && C::x::bits == 8;
struct sigmoid : of_each<sigmoid> {
  using op = ops::sigmoid;
  template <class C>
  static constexpr const char* no =
      __is_same(C, uq8) ? "no published table: `to<q>` before" : nullptr;
  template <class C>
  static constexpr double units = 4;
  template <class C>
  static constexpr double beside = is_q8<C> ? 1.0 / 64 : 0;  // steps of 1/16
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::sigmoid;
  }
  template <class C>
  static double number(double x, double) {
    return 1 / (1 + std::exp(-x));
  }
};
struct tanh : of_each<tanh> {
  using op = ops::tanh;
  template <class C>
  static constexpr const char* no = sigmoid::no<C>;
  template <class C>
  static constexpr double units = 16;  // in 16 bits lines of 1/16
  template <class C>
  static constexpr double beside = is_q8<C> ? 1.0 / 16 : 0;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::tanh;
  }
  template <class C>
  static double number(double x, double) {
    return std::tanh(x);
  }
};
struct softmax : row {
  using op = ops::softmax;
  template <class C>
  static constexpr double units = 8;
  template <class C>
  static constexpr double beside = is_q8<C> ? 0.25 : 0;  // the two largest codes weigh the same
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::softmax;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    constexpr etch::format f = C::x::descriptor;
    const auto power = [&](double number) {
      return etch::is_q(f) ? std::exp2(number / f.unit() - 65536) : std::exp(number);
    };
    numbers y;
    for (std::size_t i = 0; i < 64; ++i) {
      double sum = 0, largest = -1e9;
      for (std::size_t c = i - i % 4; c < i - i % 4 + 4; ++c) largest = std::fmax(largest, x[c]);
      for (std::size_t c = i - i % 4; c < i - i % 4 + 4; ++c) {
        sum += power(x[c] - largest + (etch::is_q(f) ? 65536 * f.unit() : 0));
      }
      y.push_back(power(x[i] - largest + (etch::is_q(f) ? 65536 * f.unit() : 0)) / sum);
    }
    return y;
  }
};
struct batch_norm : row {
  using op = ops::batch_norm;
  template <class C>
  static constexpr const char* no =
      __is_same(C, f32) ? nullptr : "fold it into the f32 weights of the layer before";
  template <class C, std::uint32_t Seed>
  using k = typename C::template weights<etch::shape<4>, Seed>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::batch_norm(k<C, 7>::value, k<C, 8>::value);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 64; ++i) {
      y.push_back(x[static_cast<std::size_t>(i)] * k<C, 7>::at(i % 4) + k<C, 8>::at(i % 4));
    }
    return y;
  }
};
struct to : of_each<to> {
  using op = ops::to;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::to<typename C::y>;
  }
  template <class C>
  static double number(double x, double) {
    return x;
  }
};

constexpr auto rows =
    hana::tuple_t<conv2d, depthwise_conv2d, dense, max_pool, avg_pool, global_avg_pool, relu, relu6,
                  leaky_relu, clamp, add, sub, mul, minimum, maximum, concat, pad, transpose,
                  flatten, reshape, sigmoid, tanh, softmax, batch_norm, to>;
constexpr auto columns = hana::tuple_t<q8, q16, uq8, s8, u8, s16, f32>;
constexpr auto layouts = hana::tuple_t<etch::hwc, etch::chw>;

/// Whether every operator of the library has a row here: operators beyond these have none.
template <class... Op>
constexpr bool all_have_rows(etch::list<Op...>) {
  bool all = true;
  const auto has = [](const etch::operator_tag* tag) {
    bool found = false;
    hana::for_each(rows, [&](auto r) {
      found |= tag == &etch::op_id<typename decltype(r)::type::op>;
    });
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
inline constexpr auto graph = etch::graph([](given<C, L> x) {
  return R::template write<C>(x, x);
});
template <class R, class C, class L>
inline constexpr auto graph<R, C, L, 2> = etch::graph([](given<C, L> x, given<C, L> z) {
  return R::template write<C>(x, z);
});

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
    if constexpr (Net::graph.size.inputs == 1) return Net::evaluate(x);
    else return Net::evaluate(x, z);
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
  using net = etch::network<graph<R, C, L, R::values>>;
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
  const double unit = etch::is_f32(f) ? 1e-5 : f.unit();
  double worst = 0;
  for (int k = 0; k < out::is.shape.size(); ++k) {
    const double number = std::fmin(std::fmax(formula[static_cast<std::size_t>(k)], low), high);
    const auto code = have.data()[place<typename out::layout>(out::is.shape, k)];
    worst = std::fmax(worst, std::fabs(kind::decode(f, code) - number));
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
  constexpr int count = __is_same(R, batch_norm) ? 3 : 1;
  CHECK(typename R::op{}.infer({all, count}).refused);
}

TEST_CASE("every cell of the table holds") {
  hana::for_each(rows, [](auto r) {
    hana::for_each(columns, [](auto c) {
      using R = typename decltype(r)::type;
      using C = typename decltype(c)::type;
      if constexpr (R::template no<C> != nullptr) {
        check_refusal<R, C>();
      } else {
        hana::for_each(layouts, [](auto l) { check_cell<R, C, typename decltype(l)::type>(); });
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
  hana::for_each(rows, [&](auto r) {
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
  std::string path = __FILE__;
  path = path.substr(0, path.rfind("tests")) + "docs/operators.md";
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    WARN("docs/operators.md cannot be read from here");
    return;
  }
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  CHECK(text.find(table()) != std::string::npos);
}

}  // namespace

#else
TEST_CASE("every cell of the table holds") { WARN("skipped: Boost.Hana is not installed"); }
#endif
