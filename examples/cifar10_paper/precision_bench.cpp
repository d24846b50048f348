// What the network of the paper costs in 16 bits with a point of their own, f16 and bf16, beside
// single precision: on AArch64, whose BFMMLA multiplies bf16.
#include "network.hpp"

#include "model.hpp"

namespace {

/// Values and weights of X, but F for the picture and the first convolution: BFDOT and BFMMLA join
/// channels by two, and it has three.
template <class F, class X>
constexpr auto graph = etch::graph([](etch::input<etch::tensor<F, etch::shape<32, 32, 3>>> image) {
  using namespace etch::dsl;
  using cifar10_paper::weights, etch::quantised;
  return image | conv2d(quantised<weights<32, 1, 32, 5, 5, 3>, F>) | to<X> | relu |
         max_pool<3>({.stride = 2, .pad = same}) |
         conv2d(quantised<weights<32, 4, 32, 5, 5, 32>, X>) | to<X> | relu |
         max_pool<3>({.stride = 2, .pad = same}) |
         conv2d(quantised<weights<32, 4, 64, 5, 5, 32>, X>) | to<X> | relu |
         max_pool<3>({.stride = 2, .pad = same}) | dense(quantised<weights<32, 4, 10, 1024>, X>) |
         to<X>;
});

template <class F, class X = F>
void count(etch::bench::report& report, const std::string& name) {
  static etch::network<graph<F, X>> net;
  unsigned random = 1;
  for (int i = 0; i < net.input().size(); ++i) {
    random = random * 1664525U + 1013904223U;
    net.input().set(i, (static_cast<int>(random >> 24) - 128) / 128.0);
  }
  report.add("cifar10_paper/" + name + "/instructions", "instructions",
             etch::bench::instructions(net));
}

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  count<etch::f32>(report, "f32");
  count<etch::f16>(report, "f16");
  count<etch::f16_fused>(report, "f16_fused");
  count<etch::bf16>(report, "bf16");
  count<etch::bf16, etch::bf16_dot>(report, "bf16_dot");
}
