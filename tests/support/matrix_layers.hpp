// Rows of the operator matrix: layers with weights, and products.
#pragma once

#include "matrix_row.hpp"

namespace matrix::rows {

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
struct batch_matmul : row {
  using op = ops::batch_matmul;
  template <class C>
  static constexpr const char* no = no_other_real<C>;
  static constexpr int values = 2;
  template <class C>
  static constexpr wire write(wire x, wire z) {
    return dsl::batch_matmul<typename C::y>(x, z);
  }
  template <class C>  // four products of 16 bits; none of the numbers here comes near
  static constexpr etch::overflow sums =
      __is_same(C, q16) ? etch::overflow::wraps : etch::overflow::refused;
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

}  // namespace matrix::rows
