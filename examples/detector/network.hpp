// Faces or ships in pictures of 128 x 128 x 3: fifteen 3x3 convolutions, three max pools and YOLO's
// head (S1), and the network in dynamic fixed point of 8 bits. Fraction bits are those of
// CMakeLists.txt.
#pragma once

#include <etch/etch.hpp>

#include "detector_faces.hpp"
#include "detector_ships.hpp"

namespace detector {

using etch::constant, etch::parameters, etch::q, etch::shape, etch::tensor;

/// Numbers of so many bits with so many fraction bits.
template <int Fraction, int Bits = 8>
using fixed = q<Bits - 1 - Fraction, Fraction>;
/// The input of convolution K + 1, or the output.
template <class Kind, int K>
using value = fixed<trained<Kind, K + 1>::of_input>;

/// The head of the network's codes.
template <class Kind>
inline constexpr auto head = head_of<Kind>(etch::decode::logits<value<Kind, 15>>);

/// Channels of value K.
template <class Kind>
constexpr int channels(int k) {
  constexpr int of[] = {3, 16, 16, 32, 48, 48, 64, 64, 64, 64, 64, 64, 64, 80, 64};
  return k < count_of(of) ? of[k] : head<Kind>.channels();
}

/// The extents of the weights of convolution K.
template <class Kind, int K>
using filters = shape<channels<Kind>(K), 3, 3, channels<Kind>(K - 1)>;

/// The graph with numbers of W:
///   W::value<K>   format of the input of convolution K + 1, or of the output
///   W::conv<K>    weights and bias of convolution K, from 1 to 15
template <class W>
struct with {
  template <int K>
  using value = typename W::template value<K>;
  template <int K>
  static constexpr auto conv = W::template conv<K>;

  /// From a picture, byte b as the number (b - 128) / 256.
  static constexpr auto graph =
      etch::graph([](etch::input<tensor<value<0>, shape<side, side, 3>, etch::hwc>> image) {
        using namespace etch::dsl;
        return image | conv2d(conv<1>) | to<value<1>> | relu | max_pool<2> | conv2d(conv<2>) |
               to<value<2>> | relu |  //
               conv2d(conv<3>) | to<value<3>> | relu | max_pool<2> | conv2d(conv<4>) |
               to<value<4>> | relu |  //
               conv2d(conv<5>) | to<value<5>> | relu | max_pool<2> | conv2d(conv<6>) |
               to<value<6>> | relu |                      //
               conv2d(conv<7>) | to<value<7>> | relu |    //
               conv2d(conv<8>) | to<value<8>> | relu |    //
               conv2d(conv<9>) | to<value<9>> | relu |    //
               conv2d(conv<10>) | to<value<10>> | relu |  //
               conv2d(conv<11>) | to<value<11>> | relu |  //
               conv2d(conv<12>) | to<value<12>> | relu |  //
               conv2d(conv<13>) | to<value<13>> | relu |  //
               conv2d(conv<14>) | to<value<14>> | relu |  //
               conv2d(conv<15>) | to<value<15>> | tap("logits");
      });
};

/// Dynamic fixed point of 8 bits; biases have the fraction bits of their sums.
template <class Kind>
struct in_8_bits {
  template <int K>
  using value = detector::value<Kind, K>;
  template <int K>
  using weights = tensor<fixed<trained<Kind, K>::of_weights>, filters<Kind, K>, etch::ohwi>;
  template <int K>
  using biases = tensor<fixed<trained<Kind, K>::of_input + trained<Kind, K>::of_weights, 32>,
                        shape<channels<Kind>(K)>>;
  template <int K>
  static constexpr parameters conv{constant<weights<K>>{trained<Kind, K>::weights},
                                   constant<biases<K>>{trained<Kind, K>::bias}};
};
template <class Kind>
struct network_of : etch::network<with<in_8_bits<Kind>>::graph> {};

using namespace etch::literals;
static_assert(etch::fits_ram<network_of<faces>, 322_KiB>);
static_assert(etch::fits_ram<network_of<ships>, 322_KiB>);

}  // namespace detector
