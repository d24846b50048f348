// RNNPool's Face-M4, a face detector for pictures of 240 x 320 in grey: a convolution, RNNPool,
// four MBConv blocks, and a head of SSD behind each of these. Source: O. Saha et al., RNNPool:
// Efficient Non-linear Pooling for RAM Constrained Inference, 2020.
#pragma once

#include <etch/etch.hpp>

namespace face_m4 {

constexpr int height = 240, width = 320;
constexpr int window = 8, stride = 4, units = 16;  ///< of RNNPool
constexpr int stem = 4;                            ///< channels behind the first convolution
constexpr int heads = 4, normed = 3;  ///< heads, and how many of them read normalised values

/// MBConv: wider, a depthwise convolution, narrower.
struct block {
  int from, to, stride;
  constexpr int wide() const { return 2 * from; }
  constexpr bool is_residual() const { return from == to && stride == 1; }
};
inline constexpr block blocks[heads]{{64, 32, 1}, {32, 32, 1}, {32, 64, 2}, {64, 64, 1}};
/// Scores of a cell: the last is that of a face, the largest of the others that of background.
inline constexpr int scores[heads]{4, 2, 2, 2};

/// The convolutions, in the order of their weights.
constexpr int expand(int b) { return 1 + 3 * b; }
constexpr int depthwise(int b) { return 2 + 3 * b; }
constexpr int project(int b) { return 3 + 3 * b; }
constexpr int place(int h) { return 13 + 2 * h; }
constexpr int score(int h) { return 14 + 2 * h; }
constexpr int convolutions = 21;
/// The extents of a convolution's weights: (O,KH,KW,I), of depthwise ones (1,KH,KW,C).
struct filters {
  int o, size, i;
  constexpr int outputs() const { return o == 1 ? i : o; }
};
constexpr filters filters_of(int layer) {
  if (layer == 0) return {stem, 3, 1};
  if (layer < place(0)) {
    const block b = blocks[(layer - 1) / 3];
    const int part = (layer - 1) % 3;
    return part == 0   ? filters{b.wide(), 1, b.from}
           : part == 1 ? filters{1, 3, b.wide()}
                       : filters{b.to, 1, b.wide()};
  }
  const int h = (layer - place(0)) / 2;
  return {layer == place(h) ? 4 : scores[h], 3, blocks[h].to};
}

/// All values in X.
template <class X>
struct values_in {
  using image = X;
  using pool = X;
  template <int>
  using sum = X;
  template <int>
  using value = X;
  template <class>
  using normal = X;
  template <class>
  static constexpr etch::wire normalise(etch::wire x) {
    return x | etch::dsl::l2_normalise;
  }
};

/// The graph with numbers of W:
///   W::image, W::pool, W::sum<B>   formats of the picture, of RNNPool's states, of x + block(x)
///   W::value<L>                    that of what convolution L makes
///   W::normal<X>                   that of W::normalise<X>, values of X over their lengths
///   W::layer<L, X>                 weights and bias of convolution L behind values of X
///   W::cell<K, X>                  FastGRNN cell K of RNNPool: w, u, gate, fresh, shares
template <class W>
struct with {
  template <int L>
  using value = typename W::template value<L>;
  template <int L, class X>
  static constexpr auto layer = W::template layer<L, X>;

  /// What block B makes.
  template <int B>
  struct format_of {
    using type = value<project(B)>;
  };
  template <int B>
  requires(blocks[B].is_residual())
  struct format_of<B> {
    using type = typename W::template sum<B>;
  };
  template <int B, class X>
  static constexpr etch::wire block(etch::wire x) {
    using namespace etch::dsl;
    using wide = value<expand(B)>;
    using narrow = value<depthwise(B)>;
    etch::wire y =
        x | conv2d(layer<expand(B), X>) | to<wide> | relu6 |
        depthwise_conv2d(layer<depthwise(B), wide>, {.stride = blocks[B].stride, .pad = pad(1)}) |
        to<narrow> | relu6 | conv2d(layer<project(B), narrow>) | to<value<project(B)>>;
    if constexpr (blocks[B].is_residual()) return add<typename format_of<B>::type>(x, y);
    else return y;
  }
  /// The values that head H reads, and their format.
  template <int H, class X>
  using format_of_head = typename etch::element_t < etch::list<typename W::template normal<X>, X>,
        H<normed ? 0 : 1>;
  template <int H, class X>
  static constexpr etch::wire read_by_head(etch::wire x) {
    if constexpr (H < normed) return W::template normalise<X>(x);
    else return x;
  }
  template <int L, class X>
  static constexpr etch::wire head(etch::wire x) {
    using namespace etch::dsl;
    return x | conv2d(layer<L, X>) | to<value<L>>;
  }

  static constexpr auto graph = etch::graph(
      [](etch::input<etch::tensor<typename W::image, etch::shape<height, width, 1>>> image) {
        using namespace etch::dsl;
        using pool = typename W::pool;
        using first = typename W::template cell<0, value<0>>;
        using second = typename W::template cell<1, pool>;
        etch::wire x = image | conv2d(layer<0, typename W::image>, {.stride = 2, .pad = pad(1)}) |
                       to<value<0>> | relu6;
        x = rnn_pool<pool, window, stride>(x, {.first = first::shares, .second = second::shares},
                                           first::w, first::u, first::gate, first::fresh, second::w,
                                           second::u, second::gate, second::fresh);
        // 29 x 39 windows; the last row and column once more
        x = x | etch::ops::mirror_pad{3, {}, {1, 1}, 1};
        using f0 = typename format_of<0>::type;
        using f1 = typename format_of<1>::type;
        using f2 = typename format_of<2>::type;
        using f3 = typename format_of<3>::type;
        const etch::wire b0 = block<0, pool>(x), b1 = block<1, f0>(b0), b2 = block<2, f1>(b1),
                         b3 = block<3, f2>(b2);
        const etch::wire n0 = read_by_head<0, f0>(b0), n1 = read_by_head<1, f1>(b1),
                         n2 = read_by_head<2, f2>(b2), n3 = read_by_head<3, f3>(b3);
        using g0 = format_of_head<0, f0>;
        using g1 = format_of_head<1, f1>;
        using g2 = format_of_head<2, f2>;
        using g3 = format_of_head<3, f3>;
        return outputs(head<place(0), g0>(n0), head<score(0), g0>(n0), head<place(1), g1>(n1),
                       head<score(1), g1>(n1), head<place(2), g2>(n2), head<score(2), g2>(n2),
                       head<place(3), g3>(n3), head<score(3), g3>(n3));
      });
};

}  // namespace face_m4
