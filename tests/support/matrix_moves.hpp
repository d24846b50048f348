// Rows of the operator matrix: windows, and operators that move numbers.
#pragma once

#include "matrix_row.hpp"

namespace matrix::rows {

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
  static constexpr const char* no = no_other_real<C>;
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
  static constexpr const char* no = no_other_real<C>;
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

struct broadcast_to : row {
  using op = ops::broadcast_to;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::slice(dsl::range{2}, dsl::range{0, 4}, dsl::range{0, 4}) |
           dsl::broadcast_to<4, 4, 4>;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int i = 0; i < 64; ++i) y.push_back(x[static_cast<std::size_t>(32 + i % 16)]);
    return y;
  }
};
struct gather : row {
  using op = ops::gather;
  static constexpr std::int32_t order[4]{3, 0, 9, 1};  // the third names the last one
  static constexpr etch::constant<etch::tensor<etch::q<31, 0>, etch::shape<4>>> indices{order};
  template <class C>
  static constexpr wire write(wire x, wire) {
    return dsl::gather<1>(x, indices);
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (int h = 0; h < 4; ++h)
      for (const int w : {3, 0, 3, 1})
        for (int c = 0; c < 4; ++c) y.push_back(x[at(h, w, c)]);
    return y;
  }
};
struct mirror_pad : row {
  using op = ops::mirror_pad;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::mirror_pad({.top = 1, .right = 2});
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (const int h : {1, 0, 1, 2, 3})
      for (const int w : {0, 1, 2, 3, 2, 1})
        for (int c = 0; c < 4; ++c) y.push_back(x[at(h, w, c)]);
    return y;
  }
};

struct l2_normalise : row {
  using op = ops::l2_normalise;
  template <class C>
  static constexpr const char* no =
      etch::is_real(C::x::descriptor) || __is_same(C, s8) || __is_same(C, u8)
          ? nullptr
          : "TensorFlow Lite has no rule for it: `to` affine in 8 bits before";
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::l2_normalise;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (std::size_t i = 0; i < 64; ++i) {
      double sum = 0;
      for (std::size_t c = i / 4 * 4; c < i / 4 * 4 + 4; ++c) sum += x[c] * x[c];
      y.push_back(x[i] / std::sqrt(sum));
    }
    return y;
  }
};

struct log_softmax : row {
  using op = ops::log_softmax;
  template <class C>
  static constexpr const char* no = l2_normalise::no<C>;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::log_softmax;
  }
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    numbers y;
    for (std::size_t i = 0; i < 64; ++i) {
      double sum = 0;
      for (std::size_t c = i / 4 * 4; c < i / 4 * 4 + 4; ++c) sum += std::exp(x[c] - x[i]);
      y.push_back(-std::log(sum));
    }
    return y;
  }
};
struct cumsum : row {
  using op = ops::cumsum;
  template <class C>
  static constexpr wire write(wire x, wire) {
    return x | dsl::cumsum(1, {.reverse = true});
  }
  /// Each sum is a number of the format before the next is made of it.
  template <class C>
  static numbers formula(const numbers& x, const numbers&) {
    using kind = typename C::x::kind;
    constexpr etch::format f = C::x::descriptor;
    numbers y = x;
    for (int i = 63; i >= 0; --i) {
      if (i / 4 % 4 == 3) continue;
      const double sum = y[static_cast<std::size_t>(i + 4)] + x[static_cast<std::size_t>(i)];
      y[static_cast<std::size_t>(i)] = kind::decode(f, kind::encode(f, sum));
    }
    return y;
  }
};

}  // namespace matrix::rows
