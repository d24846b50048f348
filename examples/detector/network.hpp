// Faces or ships in pictures of 128 x 128 x 3: fifteen 3x3 convolutions, three max pools and YOLO's
// head, in dynamic fixed point of 8 bits (S1). Fraction bits are those of CMakeLists.txt.
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

template <class Kind, int K>
using weights = tensor<fixed<trained<Kind, K>::of_weights>,
                       shape<channels<Kind>(K), 3, 3, channels<Kind>(K - 1)>, etch::ohwi>;
/// Biases have the fraction bits of their sums.
template <class Kind, int K>
using biases = tensor<fixed<trained<Kind, K>::of_input + trained<Kind, K>::of_weights, 32>,
                      shape<channels<Kind>(K)>>;

/// Convolution K, from 1 to 15.
template <class Kind, int K>
inline constexpr parameters conv{constant<weights<Kind, K>>{trained<Kind, K>::weights},
                                 constant<biases<Kind, K>>{trained<Kind, K>::bias}};

/// From a picture, byte b as the number (b - 128) / 256.
template <class Kind>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<value<Kind, 0>, shape<side, side, 3>, etch::hwc>> image) {
      using namespace etch::dsl;
      return image | conv2d(conv<Kind, 1>) | to<value<Kind, 1>> | relu | max_pool<2> |
             conv2d(conv<Kind, 2>) | to<value<Kind, 2>> | relu |  //
             conv2d(conv<Kind, 3>) | to<value<Kind, 3>> | relu | max_pool<2> |
             conv2d(conv<Kind, 4>) | to<value<Kind, 4>> | relu |  //
             conv2d(conv<Kind, 5>) | to<value<Kind, 5>> | relu | max_pool<2> |
             conv2d(conv<Kind, 6>) | to<value<Kind, 6>> | relu |    //
             conv2d(conv<Kind, 7>) | to<value<Kind, 7>> | relu |    //
             conv2d(conv<Kind, 8>) | to<value<Kind, 8>> | relu |    //
             conv2d(conv<Kind, 9>) | to<value<Kind, 9>> | relu |    //
             conv2d(conv<Kind, 10>) | to<value<Kind, 10>> | relu |  //
             conv2d(conv<Kind, 11>) | to<value<Kind, 11>> | relu |  //
             conv2d(conv<Kind, 12>) | to<value<Kind, 12>> | relu |  //
             conv2d(conv<Kind, 13>) | to<value<Kind, 13>> | relu |  //
             conv2d(conv<Kind, 14>) | to<value<Kind, 14>> | relu |  //
             conv2d(conv<Kind, 15>) | to<value<Kind, 15>> | tap("logits");
    });
template <class Kind>
struct network_of : etch::network<graph<Kind>> {};

using namespace etch::literals;
static_assert(etch::fits_ram<network_of<faces>, 322_KiB>);
static_assert(etch::fits_ram<network_of<ships>, 322_KiB>);

}  // namespace detector
