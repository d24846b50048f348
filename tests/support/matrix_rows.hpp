// The rows of the operator matrix: how each operator is written, its formula in double precision,
// and for which formats there is none. One file over 400 lines, since every operator needs its row.
#pragma once

#include <cmath>

#include "matrix.hpp"

namespace matrix::rows {

namespace ops = etch::ops;
namespace dsl = etch::dsl;
using etch::wire;

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
        y.push_back(
            of(x[at(i, j, c)], x[at(i, j + 1, c)], x[at(i + 1, j, c)], x[at(i + 1, j + 1, c)]));
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
    return of_windows(x,
                      [](double a, double b, double c, double d) { return (a + b + c + d) / 4; });
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
    constexpr etch::format f = C::x::descriptor;  // in f32 and its like code 20 is number 20
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

struct dynamic_range : row {
  using op = ops::dynamic_range;
  template <class C>
  static constexpr const char* no = __is_same(C, f32) ? nullptr : "its range is one of f32 numbers";
  using codes = test::random_constant<std::int8_t, 4 * 3 * 3 * 4, -127, 127, 21>;
  using filters = etch::tensor<etch::affine<std::int8_t, 0.0078125>, etch::shape<4, 3, 3, 4>>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::dynamic_range(
                   dsl::conv2d(etch::parameters{etch::constant<filters>{codes::bytes.byte}}));
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    double low = 0, high = 0;
    for (const double v : x) low = std::fmin(low, v), high = std::fmax(high, v);
    const double q = 255 / (high - low);
    const auto brought = [&](double v) {
      const double code = std::nearbyint(v * q) - std::nearbyint(low * q);
      return (std::fmin(code, 255) + std::nearbyint(low * q)) / q;
    };
    numbers y;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int o = 0; o < 4; ++o) {
          double sum = 0;
          window(i, j, [&](int u, int v, int h, int k) {
            for (int c = 0; c < 4; ++c) {
              const int w =
                  static_cast<signed char>(codes::bytes.byte[((o * 3 + u) * 3 + v) * 4 + c]);
              sum += brought(x[at(h, k, c)]) * w / 128;
            }
          });
          y.push_back(sum);
        }
    return y;
  }
};

struct function : of_each<function> {
  using op = ops::function;
  template <class C>
  static constexpr const char* no = etch::is_real(C::x::descriptor) ? "`tanh` is it" : nullptr;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::tanh_to<typename C::y>;
  }
  template <class C>
  static double number(double x, double) {
    return std::tanh(x);
  }
};

}  // namespace matrix::rows
