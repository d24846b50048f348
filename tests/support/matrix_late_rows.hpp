// Rows of the operator matrix for operators that .tflite files brought.
#pragma once

#include "matrix_rows.hpp"

namespace matrix::rows {

/// Columns of bf16, fp8, posits.
template <class C>
constexpr bool is_other_real = etch::is_real(C::x::descriptor) && !etch::is_f32(C::x::descriptor);

struct slice : row {
  using op = ops::slice;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::slice(dsl::range{1, 2}, dsl::range{3, 4, -1}, dsl::range{0, 2, 3});
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int h = 1; h < 3; ++h)
      for (int w = 3; w >= 0; --w)
        for (int c = 0; c < 4; c += 3) y.push_back(x[at(h, w, c)]);
    return y;
  }
};
struct arg_max : row {
  using op = ops::arg_max;
  template <class C>
  static constexpr const char* no =
      is_other_real<C> ? "of numbers with a point of their own in f32 only: `to<f32>` before"
                       : nullptr;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::arg_max(1);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int h = 0; h < 4; ++h)
      for (int c = 0; c < 4; ++c) {
        int best = 0;
        for (int w = 1; w < 4; ++w) best = x[at(h, w, c)] > x[at(h, best, c)] ? w : best;
        y.push_back(best);
      }
    return y;
  }
  template <class C>
  static constexpr double units = 0;
};
struct resize_nearest : row {
  using op = ops::resize_nearest;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::resize_nearest<6, 2>();
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 2; ++j)
        for (int c = 0; c < 4; ++c) y.push_back(x[at(i * 4 / 6, j * 2, c)]);
    return y;
  }
};
struct resize_bilinear : row {
  using op = ops::resize_bilinear;
  template <class C>
  static constexpr const char* no =
      is_other_real<C> ? "of numbers with a point of their own in f32 only: `to<f32>` before"
                       : nullptr;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::resize_bilinear<8, 2>();
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 2; ++j)
        for (int c = 0; c < 4; ++c) {
          const int below = i == 7 ? 3 : (i + 1) / 2;
          y.push_back((x[at(i / 2, j * 2, c)] + x[at(below, j * 2, c)]) / 2);
        }
    return y;
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
struct batch_matmul : row {
  using op = ops::batch_matmul;
  template <class C>
  static constexpr const char* no =
      is_other_real<C> ? "of numbers with a point of their own in f32 only: `to<f32>` before"
                       : nullptr;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::batch_matmul<typename C::y>(x, z);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers& z) {
    numbers y;
    for (int h = 0; h < 4; ++h)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          double sum = 0;
          for (int k = 0; k < 4; ++k) sum += x[at(h, i, k)] * z[at(h, k, j)];
          y.push_back(sum);
        }
    return y;
  }
};
struct transpose_conv2d : row {
  using op = ops::transpose_conv2d;
  template <class C>
  using w = typename C::template weights<etch::shape<2, 3, 3, 4>, 10>;
  template <class C>
  using b = typename C::template bias<2, 11>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x |
           dsl::transpose_conv2d(etch::parameters{w<C>::value, b<C>::value},
                                 {.stride = 2, .top = 1, .h = 8, .w = 9}) |
           dsl::to<typename C::y>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 72; ++i) {
      for (int o = 0; o < 2; ++o) y.push_back(b<C>::at(o));
    }
    for (int h = 0; h < 4; ++h)
      for (int k = 0; k < 4; ++k)
        for (int u = 0; u < 3; ++u)
          for (int v = 0; v < 3; ++v) {
            const int i = 2 * h + u - 1, j = 2 * k + v;
            if (i < 0 || i >= 8 || j >= 9) continue;
            for (int o = 0; o < 2; ++o)
              for (int c = 0; c < 4; ++c) {
                y[static_cast<std::size_t>((i * 9 + j) * 2 + o)] +=
                    x[at(h, k, c)] * w<C>::at(((o * 3 + u) * 3 + v) * 4 + c);
              }
          }
    return y;
  }
};

}  // namespace matrix::rows
