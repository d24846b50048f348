// The digits network in the precision that its user chooses: one graph for all of them.
#pragma once

#include "network.hpp"

namespace digits {

/// What the graph is made of: formats of values and parameters, here values of X, and weights of W
/// and biases of B that the compiler makes of the trained ones.
template <class X, class W = X, class B = X>
struct trained_in {
  using input_format = X;
  using conv1_format = X;
  using conv2_format = X;
  using conv3_format = X;
  using dense_format = X;
  static constexpr const auto& conv1 = etch::quantised<f32w::conv1, W, B>;
  static constexpr const auto& conv2 = etch::quantised<f32w::conv2, W, B>;
  static constexpr const auto& conv3 = etch::quantised<f32w::conv3, W, B>;
  static constexpr const auto& dense = etch::quantised<f32w::dense, W, B>;
};
/// The same in TensorFlow Lite's int8, whose scales were found on pictures of the training.
struct calibrated {
  using input_format = s8w::input_format;
  using conv1_format = s8w::conv1_format;
  using conv2_format = s8w::conv2_format;
  using conv3_format = s8w::conv3_format;
  using dense_format = s8w::dense_format;
  static constexpr const auto& conv1 = s8w::conv1;
  static constexpr const auto& conv2 = s8w::conv2;
  static constexpr const auto& conv3 = s8w::conv3;
  static constexpr const auto& dense = s8w::dense;
};

/// The network, made of M.
template <class M>
inline constexpr auto graph_of =
    etch::graph([](etch::input<picture<typename M::input_format>> image) {
      using namespace etch::dsl;
      return image | conv2d(M::conv1) | to<typename M::conv1_format> | relu | conv2d(M::conv2) |
             to<typename M::conv2_format> | relu | max_pool<2> | conv2d(M::conv3) |
             to<typename M::conv3_format> | relu | max_pool<2> | etch::dsl::dense(M::dense) |
             to<typename M::dense_format> | tap("logits");
    });

/// How exactly the network computes.
enum class precision {
  normal,    ///< f32
  low,       ///< f16, products added in f16 (FMLA)
  low_bf16,  ///< bfloat16, products added two by two in f32 (BFDOT, BFMMLA)
  int8,      ///< codes of 8 bits, products added in 32 bits (SDOT, SMMLA)
};
template <precision P>
struct made_of;
template <>
struct made_of<precision::normal> : trained_in<etch::f32> {};
template <>
struct made_of<precision::low> : trained_in<etch::f16_fused> {};
template <>
struct made_of<precision::low_bf16> : trained_in<etch::bf16_dot> {};
template <>
struct made_of<precision::int8> : calibrated {};

/// The network in precision P.
template <precision P>
struct with : etch::network<graph_of<made_of<P>>> {};

/// Sets the input of `net` to a picture of 64 pixels of 0 .. 16.
template <class Net>
void set_picture(Net& net, const unsigned char* pixels) {
  for (int i = 0; i < 64; ++i) net.input().set(i / 8, i % 8, 0, pixels[i] / 16.0);
}
/// The digit that the last run of net reads: the index of the largest logit.
template <class Net>
int answer_of(Net& net) {
  const auto y = net.output();
  int best = 0;
  for (int i = 1; i < y.size(); ++i) best = y.real(i) > y.real(best) ? i : best;
  return best;
}

}  // namespace digits
