// Ten spoken words, other words and silence, from 16-bit samples: MFCC, a second of history and
// ML-KWS's DNN-S (Zhang et al., Hello Edge) in 8 bits. One hop of 20 ms in, one decision out.
#pragma once

#include "listening.hpp"

#include <etch/etch.hpp>
#include <etch/signal/operators.hpp>

#include "dense1_bias.hpp"
#include "dense1_weights.hpp"
#include "dense2_bias.hpp"
#include "dense2_weights.hpp"
#include "dense3_bias.hpp"
#include "dense3_weights.hpp"
#include "dense4_bias.hpp"
#include "dense4_weights.hpp"
#include "means.hpp"

namespace words {

using etch::constant, etch::parameters, etch::q, etch::shape, etch::tensor;

constexpr const char* labels[12] = {"silence", "unknown", "yes", "no",  "up",   "down",
                                    "left",    "right",   "on",  "off", "stop", "go"};

/// What train.py printed of the test voices.
constexpr int right_of_test = 555;
constexpr std::uint32_t logits_of_test = 0x4c2a88b2;

using mean = q<9, 6>;   // MFCC
using heard = q<6, 1>;  // the same less their mean
constexpr parameters dense1{
    constant<tensor<q<-4, 11>, shape<144, 250>>>{blob::dense1_weights_bytes},
    constant<tensor<q<0, 7>, shape<144>>>{blob::dense1_bias_bytes}};
constexpr parameters dense2{constant<tensor<q<0, 7>, shape<144, 144>>>{blob::dense2_weights_bytes},
                            constant<tensor<q<0, 7>, shape<144>>>{blob::dense2_bias_bytes}};
constexpr parameters dense3{constant<tensor<q<0, 7>, shape<144, 144>>>{blob::dense3_weights_bytes},
                            constant<tensor<q<0, 7>, shape<144>>>{blob::dense3_bias_bytes}};
constexpr parameters dense4{constant<tensor<q<0, 7>, shape<12, 144>>>{blob::dense4_weights_bytes},
                            constant<tensor<q<-1, 8>, shape<12>>>{blob::dense4_bias_bytes}};

constexpr etch::wire decide(etch::wire second) {
  using namespace etch::dsl;
  auto x = second | dense(dense1) | to<q<3, 4>> | relu;
  x = x | dense(dense2) | to<q<3, 4>> | relu;
  x = x | dense(dense3) | to<q<4, 3>> | relu;
  return x | dense(dense4) | to<q<6, 1>>;
}

/// From the features of a second, every second hop.
inline constexpr auto of_features =
    etch::graph([](etch::input<tensor<heard, shape<1, 250>>> x) { return decide(x); });
struct decider : etch::network<of_features> {};

/// From a hop of samples.
inline constexpr auto of_samples = etch::graph<etch::signal::operators>(
    [](etch::input<tensor<q<0, 15>, shape<features::hop, 1>>> x) {
      using namespace etch::dsl;
      constexpr constant<tensor<mean, shape<1, 10>>> means{blob::means_bytes};
      auto coefficients = x | history<listening.window> | mfcc(listening);
      auto second = sub<mean>(coefficients, means) | to<heard> | history<hops>;
      return decide(second | slice(range{1, 25, 2}, range{0, 10}) | reshape<1, 250>);
    });
struct listener : etch::network<of_samples> {};
static_assert(etch::fits_ram<listener, 8192>);

}  // namespace words
