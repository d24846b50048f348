// conv2d, depthwise_conv2d, dense and transpose_conv2d of the generic kernels against the sums
// written out.
#include "../support/weighted.hpp"

namespace {

using namespace test;
using etch::pad;
using etch::shape;
namespace ops = etch::ops;

// ---- conv2d: x, weights, attributes; output size and padding worked out by hand.
struct same_3x3 {
  using x = shape<5, 7, 3>;
  using w = shape<4, 3, 3, 3>;
  static constexpr ops::conv2d op{};
  static constexpr reference::window at{5, 7, 1, 1, 1, 1, 1, 1};
};
struct same_stride_2 {  // 6 rows: one row of padding, all of it at the end
  using x = shape<6, 5, 2>;
  using w = shape<3, 3, 3, 2>;
  static constexpr ops::conv2d op{{.stride = 2}};
  static constexpr reference::window at{3, 3, 2, 2, 1, 1, 0, 1};
};
struct asymmetric_dilated {
  using x = shape<2, 6, 8, 2>;
  using w = shape<3, 3, 2, 2>;
  static constexpr ops::conv2d op{{.stride = {1, 2}, .dilation = {2, 3}, .pad = pad(1, 2, 0, 3)}};
  static constexpr reference::window at{3, 5, 1, 2, 2, 3, 1, 2};
};
struct grouped {
  using x = shape<4, 4, 6>;
  using w = shape<4, 2, 2, 3>;
  static constexpr ops::conv2d op{{.pad = etch::valid}, 2};
  static constexpr reference::window at{3, 3, 1, 1, 1, 1, 0, 0};
};
struct pointwise {
  using x = shape<1, 1, 1>;
  using w = shape<1, 1, 1, 1>;
  static constexpr ops::conv2d op{};
  static constexpr reference::window at{1, 1, 1, 1, 1, 1, 0, 0};
};

template <class Geometry>
struct conv : Geometry {
  static constexpr int outputs = Geometry::w::descriptor.d[0];
  using kernel = etch::conv2d_generic;
  template <class Term>
  static void sum(const reference::dims& x, int n, int i, int j, int o, const Term& term) {
    constexpr etch::extents w = Geometry::w::descriptor;
    const int depth = w.d[3], group = o / (outputs / Geometry::op.groups);
    Geometry::at.each(x, w.d[1], w.d[2], i, j, [&](int u, int v, int row, int column) {
      for (int c = 0; c < depth; ++c) {
        term(x.hwc(n, row, column, group * depth + c), ((o * w.d[1] + u) * w.d[2] + v) * depth + c);
      }
    });
  }
};

// ---- depthwise_conv2d
struct depthwise_same {
  using x = shape<5, 4, 3>;
  using w = shape<1, 3, 3, 3>;
  static constexpr ops::depthwise_conv2d op{};
  static constexpr reference::window at{5, 4, 1, 1, 1, 1, 1, 1};
};
struct depthwise_multiplied {
  using x = shape<2, 5, 6, 2>;
  using w = shape<3, 2, 4>;
  static constexpr ops::depthwise_conv2d op{{.stride = 2, .pad = pad(0, 1, 2, 0)}};
  static constexpr reference::window at{3, 3, 2, 2, 1, 1, 0, 1};
};

template <class Geometry>
struct depthwise : Geometry {
  static constexpr int outputs = Geometry::w::descriptor.c();
  using kernel = etch::depthwise_conv2d_generic;
  template <class Term>
  static void sum(const reference::dims& x, int n, int i, int j, int o, const Term& term) {
    constexpr etch::extents w = Geometry::w::descriptor;
    Geometry::at.each(x, w.h(), w.w(), i, j, [&](int u, int v, int row, int column) {
      term(x.hwc(n, row, column, o / (outputs / x.c)), (u * w.w() + v) * outputs + o);
    });
  }
};

// ---- dense
template <class X, class W>
struct dense_of {
  using x = X;
  using w = W;
  static constexpr ops::dense op{};
  static constexpr int outputs = w::descriptor.d[0];
  using kernel = etch::dense_generic;
  template <class Term>
  static void sum(const reference::dims&, int, int, int b, int o, const Term& term) {
    constexpr int inputs = w::descriptor.d[1];
    for (int k = 0; k < inputs; ++k) term(b * inputs + k, o * inputs + k);
  }
};

// ---- transpose_conv2d: what each cell of x adds to, said the other way round.
struct transposed_uneven {
  using x = shape<3, 2, 3>;
  using w = shape<2, 3, 4, 3>;
  static constexpr ops::transpose_conv2d op{{2, 3}, 1, 2, 6, 7};
};
struct transposed_with_gaps {  // strides beyond the window, rows and columns that no cell reaches
  using x = shape<2, 2, 3, 2>;
  using w = shape<1, 1, 2, 2>;
  static constexpr ops::transpose_conv2d op{{3, 3}, 0, 1, 8, 11};
};
struct transposed_pointwise {
  using x = shape<1, 1, 1>;
  using w = shape<3, 1, 1, 1>;
  static constexpr ops::transpose_conv2d op{{1, 1}, 0, 0, 1, 1};
};
struct transposed_cut {  // less than the first window is left
  using x = shape<1, 4, 2>;
  using w = shape<2, 5, 3, 2>;
  static constexpr ops::transpose_conv2d op{{4, 1}, 3, 2, 1, 3};
};

template <class Geometry>
struct transposed : Geometry {
  static constexpr int outputs = Geometry::w::descriptor.d[0];
  using kernel = etch::transpose_conv2d_generic;
  template <class Term>
  static void sum(const reference::dims& x, int n, int i, int j, int o, const Term& term) {
    constexpr etch::extents w = Geometry::w::descriptor;
    for (int row = 0; row < x.h; ++row)
      for (int column = 0; column < x.w; ++column)
        for (int u = 0; u < w.d[1]; ++u)
          for (int v = 0; v < w.d[2]; ++v) {
            if (row * Geometry::op.stride.h + u - Geometry::op.top != i) continue;
            if (column * Geometry::op.stride.w + v - Geometry::op.left != j) continue;
            for (int c = 0; c < x.c; ++c) {
              term(x.hwc(n, row, column, c), ((o * w.d[1] + u) * w.d[2] + v) * x.c + c);
            }
          }
  }
};

TEST_CASE("conv2d in every format and layout") {
  check_formats<conv<same_3x3>>();
  check_formats<conv<asymmetric_dilated>>();
}
TEST_CASE("conv2d of other geometries") {
  check_two_formats<conv<same_stride_2>>();
  check_two_formats<conv<grouped>>();
  check_two_formats<conv<pointwise>>();
}
TEST_CASE("depthwise_conv2d in every format and layout") {
  check_formats<depthwise<depthwise_multiplied>>();
  check_two_formats<depthwise<depthwise_same>>();
}
TEST_CASE("dense in every format and layout") {
  check_formats<dense_of<shape<3, 2, 4>, shape<5, 24>>>();
  check_two_formats<dense_of<shape<2, 3, 2, 2>, shape<3, 12>>>();
  check_two_formats<dense_of<shape<4, 5>, shape<2, 5>>>();
}
TEST_CASE("transpose_conv2d of every geometry") {
  check_two_formats<transposed<transposed_uneven>>();
  check_weighted<transposed<transposed_uneven>, sixteen_wide, etch::chw, etch::activation::relu>();
  check_weighted<transposed<transposed_uneven>, floating, etch::hwc, etch::activation::none>();
  check_two_formats<transposed<transposed_with_gaps>>();
  check_two_formats<transposed<transposed_pointwise>>();
  check_two_formats<transposed<transposed_cut>>();
}

}  // namespace
