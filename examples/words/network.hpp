// Ten spoken words, other words and silence, from 16-bit samples: MFCC, a second of history and
// ML-KWS's DNN-S (Zhang et al., Hello Edge) in 8 bits. One hop of 20 ms in, one decision out.
#pragma once

#include "dnn.hpp"
#include "listening.hpp"

#include <etch/signal/operators.hpp>

#include <means.hpp>

namespace words {

using mean = etch::q<9, 6>;  // MFCC

/// From the features of a second.
struct decider : dnn::q8 {};

/// From a hop of samples.
inline constexpr auto of_samples = etch::graph<etch::signal::operators>(
    [](etch::input<etch::tensor<etch::q<0, 15>, etch::shape<features::hop, 1>>> x) {
      using namespace etch::dsl;
      constexpr etch::constant<etch::tensor<mean, etch::shape<1, 10>>> means{blob::means_bytes};
      auto coefficients = x | history<listening.window> | mfcc(listening);
      return dnn::decide<8>(sub<mean>(coefficients, means) | to<dnn::heard<8>> | history<hops>);
    });
struct listener : etch::network<of_samples> {};
static_assert(etch::fits_ram<listener, 8192>);

}  // namespace words
