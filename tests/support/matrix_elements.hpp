// Rows of the operator matrix: one element after the other, and curves.
#pragma once

#include "matrix_row.hpp"

namespace matrix::rows {

// Element i of the output is Derived::number of elements i of the inputs.
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
struct hard_swish : of_each<hard_swish> {
  using op = ops::hard_swish;
  template <class C>
  static constexpr const char* no =
      __is_same(C, s8) || __is_same(C, u8) || __is_same(C, f32)
          ? nullptr
          : "TensorFlow Lite has no rule for it: `to` affine in 8 bits before";
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::hard_swish;
  }
  template <class C>
  static double number(double x, double) {
    return x * std::fmin(std::fmax(x + 3, 0), 6) / 6;
  }
};
struct prelu : of_each<prelu> {
  using op = ops::prelu;
  template <class C>
  static constexpr const char* no =
      __is_same(C, s8) || __is_same(C, u8) || __is_same(C, f32) || __is_same(C, s16)
          ? nullptr
          : "TensorFlow Lite has no rule for it: `to` affine before";
  template <class C>
  using k = typename C::template weights<etch::shape<4>, 9>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return dsl::prelu<typename C::y>(x, k<C>::value);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 64; ++i) {
      const double number = x[static_cast<std::size_t>(i)];
      y.push_back(number < 0 ? number * k<C>::at(i % 4) : number);
    }
    return y;
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
struct table : of_each<table> {
  using op = ops::table;
  template <class C>
  static constexpr const char* no =
      etch::is_real(C::x::descriptor) || C::x::bits > 8
          ? "it has an entry for each code: `to` integers of 8 bits or fewer before"
          : nullptr;
  template <class C>
  using codes = typename C::template constant_of<typename C::y, etch::shape<256>, 127, 11>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::table(codes<C>::value);
  }
  template <class C>
  static double number(double x, double) {
    constexpr etch::format f = C::x::descriptor;
    return codes<C>::at(static_cast<int>(std::lround(x / f.unit()) + f.zero) & 255);
  }
};

struct unary : of_each<unary> {
  using op = ops::unary;
  template <class C>
  static constexpr double units = C::y::descriptor.bits == 16 ? 1.3 : 1.01;  // 512 lines
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::gelu_to<typename C::y>;
  }
  template <class C>
  static double number(double x, double) {
    return x * std::erfc(-x / std::sqrt(2.0)) / 2;
  }
};

struct pairwise : of_each<pairwise> {
  using op = ops::pairwise;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::squared_difference<typename C::y>(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return (x - z) * (x - z);
  }
};
struct compare : of_each<compare> {
  using op = ops::compare;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::compare<etch::comparison::less>(x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return x < z ? 1 : 0;
  }
};
struct select : of_each<select> {
  using op = ops::select;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::select(dsl::compare<etch::comparison::less>(x, z), x, z);
  }
  template <class C>
  static double number(double x, double z) {
    return std::fmin(x, z);
  }
};

}  // namespace matrix::rows
