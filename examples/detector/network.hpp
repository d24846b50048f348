// Faces in pictures of 128 x 128 x 3: fifteen 3x3 convolutions, three max pools and YOLO's head, in
// dynamic fixed point of 8 bits (S1). Fraction bits are those of CMakeLists.txt.
#pragma once

#include "head.hpp"

#include <etch/etch.hpp>

#include "detector_conv10_bias.hpp"
#include "detector_conv10_weights.hpp"
#include "detector_conv11_bias.hpp"
#include "detector_conv11_weights.hpp"
#include "detector_conv12_bias.hpp"
#include "detector_conv12_weights.hpp"
#include "detector_conv13_bias.hpp"
#include "detector_conv13_weights.hpp"
#include "detector_conv14_bias.hpp"
#include "detector_conv14_weights.hpp"
#include "detector_conv15_bias.hpp"
#include "detector_conv15_weights.hpp"
#include "detector_conv1_bias.hpp"
#include "detector_conv1_weights.hpp"
#include "detector_conv2_bias.hpp"
#include "detector_conv2_weights.hpp"
#include "detector_conv3_bias.hpp"
#include "detector_conv3_weights.hpp"
#include "detector_conv4_bias.hpp"
#include "detector_conv4_weights.hpp"
#include "detector_conv5_bias.hpp"
#include "detector_conv5_weights.hpp"
#include "detector_conv6_bias.hpp"
#include "detector_conv6_weights.hpp"
#include "detector_conv7_bias.hpp"
#include "detector_conv7_weights.hpp"
#include "detector_conv8_bias.hpp"
#include "detector_conv8_weights.hpp"
#include "detector_conv9_bias.hpp"
#include "detector_conv9_weights.hpp"

namespace detector {

using etch::constant, etch::parameters, etch::q, etch::shape, etch::tensor;

/// Numbers of 8 bits with so many fraction bits; biases have 32 bits.
template <int Fraction, int Bits = 8>
using fixed = q<Bits - 1 - Fraction, Fraction>;
template <int O, int I, int Fraction>
using weights = tensor<fixed<Fraction>, shape<O, 3, 3, I>, etch::ohwi>;
template <int O, int Fraction>
using biases = tensor<fixed<Fraction, 32>, shape<O>>;

inline constexpr parameters conv1{constant<weights<16, 3, 3>>{blob::detector_conv1_weights_bytes},
                                  constant<biases<16, 10>>{blob::detector_conv1_bias_bytes}};
inline constexpr parameters conv2{constant<weights<16, 16, 8>>{blob::detector_conv2_weights_bytes},
                                  constant<biases<16, 11>>{blob::detector_conv2_bias_bytes}};
inline constexpr parameters conv3{constant<weights<32, 16, 8>>{blob::detector_conv3_weights_bytes},
                                  constant<biases<32, 12>>{blob::detector_conv3_bias_bytes}};
inline constexpr parameters conv4{constant<weights<48, 32, 8>>{blob::detector_conv4_weights_bytes},
                                  constant<biases<48, 12>>{blob::detector_conv4_bias_bytes}};
inline constexpr parameters conv5{constant<weights<48, 48, 9>>{blob::detector_conv5_weights_bytes},
                                  constant<biases<48, 12>>{blob::detector_conv5_bias_bytes}};
inline constexpr parameters conv6{constant<weights<64, 48, 9>>{blob::detector_conv6_weights_bytes},
                                  constant<biases<64, 13>>{blob::detector_conv6_bias_bytes}};
inline constexpr parameters conv7{constant<weights<64, 64, 9>>{blob::detector_conv7_weights_bytes},
                                  constant<biases<64, 13>>{blob::detector_conv7_bias_bytes}};
inline constexpr parameters conv8{constant<weights<64, 64, 9>>{blob::detector_conv8_weights_bytes},
                                  constant<biases<64, 12>>{blob::detector_conv8_bias_bytes}};
inline constexpr parameters conv9{constant<weights<64, 64, 9>>{blob::detector_conv9_weights_bytes},
                                  constant<biases<64, 12>>{blob::detector_conv9_bias_bytes}};
inline constexpr parameters conv10{
    constant<weights<64, 64, 9>>{blob::detector_conv10_weights_bytes},
    constant<biases<64, 12>>{blob::detector_conv10_bias_bytes}};
inline constexpr parameters conv11{
    constant<weights<64, 64, 9>>{blob::detector_conv11_weights_bytes},
    constant<biases<64, 12>>{blob::detector_conv11_bias_bytes}};
inline constexpr parameters conv12{
    constant<weights<64, 64, 10>>{blob::detector_conv12_weights_bytes},
    constant<biases<64, 13>>{blob::detector_conv12_bias_bytes}};
inline constexpr parameters conv13{
    constant<weights<80, 64, 9>>{blob::detector_conv13_weights_bytes},
    constant<biases<80, 12>>{blob::detector_conv13_bias_bytes}};
inline constexpr parameters conv14{
    constant<weights<64, 80, 10>>{blob::detector_conv14_weights_bytes},
    constant<biases<64, 13>>{blob::detector_conv14_bias_bytes}};
inline constexpr parameters conv15{
    constant<weights<12, 64, 8>>{blob::detector_conv15_weights_bytes},
    constant<biases<12, 11>>{blob::detector_conv15_bias_bytes}};

/// Fraction bits of the inputs of all convolutions and of the output.
inline constexpr int of_values[] = {7, 3, 4, 4, 3, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3};
template <int K>
using value = fixed<of_values[K]>;

/// From a picture, byte b as the number (b - 128) / 256.
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<value<0>, shape<side, side, 3>, etch::hwc>> image) {
      using namespace etch::dsl;
      return image | conv2d(conv1) | to<value<1>> | relu | max_pool<2> | conv2d(conv2) |
             to<value<2>> | relu | conv2d(conv3) | to<value<3>> | relu | max_pool<2> |
             conv2d(conv4) | to<value<4>> | relu | conv2d(conv5) | to<value<5>> | relu |
             max_pool<2> | conv2d(conv6) | to<value<6>> | relu | conv2d(conv7) | to<value<7>> |
             relu | conv2d(conv8) | to<value<8>> | relu | conv2d(conv9) | to<value<9>> | relu |
             conv2d(conv10) | to<value<10>> | relu | conv2d(conv11) | to<value<11>> | relu |
             conv2d(conv12) | to<value<12>> | relu | conv2d(conv13) | to<value<13>> | relu |
             conv2d(conv14) | to<value<14>> | relu | conv2d(conv15) | to<value<15>> | tap("logits");
    });
struct faces : etch::network<graph> {};

using namespace etch::literals;
static_assert(etch::fits_ram<faces, 322_KiB>);

/// The head of its codes.
inline constexpr auto head = head_of(etch::decode::logits<value<15>>);

/// Of the logits of the picture that main.cpp draws.
constexpr std::uint32_t digest_of_drawing = 0x2d2b64b4;

}  // namespace detector
