// CIFAR-10 by the network of CMSIS-NN's paper (arXiv:1801.06601): 32, 32 and 64 filters of 5x5,
// 89,578 parameters, in 8 and in 16 bits. The weights of the paper are not published: these are
// seeded random numbers, scaled so that layers neither saturate nor fade.
#pragma once

#include "../seeded.hpp"

namespace cifar10_paper {

using etch::q_of, etch::shape, etch::tensor;
using examples::count, examples::weights;

static_assert(count(weights<8, 1, 32, 5, 5, 3>) + count(weights<8, 4, 32, 5, 5, 32>) +
                  count(weights<8, 4, 64, 5, 5, 32>) + count(weights<8, 4, 10, 1024>) ==
              89'578);

template <int Bits>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<q_of<Bits, Bits - 1>, shape<32, 32, 3>>> image) {
      using namespace etch::dsl;
      return image | conv2d(weights<Bits, 1, 32, 5, 5, 3>) | to<q_of<Bits, Bits - 3>> |
             tap("conv1") | relu | tap("relu1") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool1") | conv2d(weights<Bits, 4, 32, 5, 5, 32>) | to<q_of<Bits, Bits - 4>> |
             tap("conv2") | relu | tap("relu2") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool2") | conv2d(weights<Bits, 4, 64, 5, 5, 32>) | to<q_of<Bits, Bits - 4>> |
             tap("conv3") | relu | tap("relu3") | max_pool<3>({.stride = 2, .pad = same}) |
             tap("pool3") | dense(weights<Bits, 4, 10, 1024>) | to<q_of<Bits, Bits - 4>> |
             tap("ip1");
    });

struct q7 : etch::network<graph<8>> {};
/// Sums of 16-bit products may leave 32 bits, as in CMSIS-NN. On weights of 11 bits they do not:
/// main.cpp compares with double.
struct q15
    : etch::network<graph<16>, etch::this_target, etch::options{.sums = etch::overflow::wraps}> {};

static_assert(q7::macs == 12'298'240 && q15::macs == q7::macs);

/// How each network may write its outputs over its inputs (figure 11 of the paper).
inline constexpr etch::options in_place{.ram = etch::ram::within(37'888)};

}  // namespace cifar10_paper
