// Layers of the paper's network in two ways each: the second convolution in hwc and in chw, by its
// output channels, 0 for gathering windows alone (figure 10), and pools by windows and by columns
// first (section D.2).
#include "network.hpp"

#include <instruction_clock.hpp>
#include <report.hpp>

#include <etch/kernel/armv6m.hpp>
#include <etch/kernel/armv7em.hpp>

namespace {

using namespace cifar10_paper;
using etch::bench::instruction_clock, etch::bench::report;

constexpr int side = 16, channels = 32, window = 5;
using value = etch::q<2, 5>;
template <class Layout>
using image = etch::input<tensor<value, shape<side, side, channels>, Layout>>;

template <class Net>
void count(report& r, const std::string& name) {
  static Net net;
  instruction_clock::start();
  net.run();
  r.add(name + "/instructions", "instructions", instruction_clock::stop());
}

template <class Layout, int Filters>
inline constexpr auto convolution = etch::graph([](image<Layout> x) {
  using namespace etch::dsl;
  return x | conv2d(weights<8, 4, Filters, window, window, channels>) | to<value>;
});
template <int... Filters>
void count_convolutions(report& r) {
  (count<etch::network<convolution<etch::hwc, Filters>>>(
       r, "cifar10_layers/hwc/" + std::to_string(Filters)),
   ...);
  (count<etch::network<convolution<etch::chw, Filters>>>(
       r, "cifar10_layers/chw/" + std::to_string(Filters)),
   ...);
}

#if ETCH_HAS_M_PROFILE
alignas(4) signed char codes[side * side * channels], column[window * window * channels];

/// Windows of hwc as the kernels gather them, those of chw by plain loops.
void count_gathering(report& r) {
  using namespace etch;
  constexpr auto plan = cortex_m::make_window_shape({.h = side,
                                                     .w = side,
                                                     .c = channels,
                                                     .oh = side,
                                                     .ow = side,
                                                     .kh = window,
                                                     .kw = window,
                                                     .pad_top = 2,
                                                     .pad_left = 2},
                                                    0);
  instruction_clock::start();
  cortex_m::pixel at(plan, 0);
  for (int k = 0; k < side * side; ++k, at.next(plan)) {
    cortex_m::gather_window(plan, column, strided_rows<const std::int8_t>{codes, side * channels},
                            at);
    __asm volatile("" ::: "memory");
  }
  r.add("cifar10_layers/hwc/0/instructions", "instructions", instruction_clock::stop());

  instruction_clock::start();
  for (int k = 0; k < side * side; ++k) {
    signed char* to = column;
    for (int c = 0; c < channels; ++c) {
      for (int h = k / side - 2; h < k / side + 3; ++h) {
        for (int w = k % side - 2; w < k % side + 3; ++w) {
          const bool inside = h >= 0 && h < side && w >= 0 && w < side;
          *to++ = inside ? codes[(c * side + h) * side + w] : static_cast<signed char>(0);
        }
      }
    }
    __asm volatile("" ::: "memory");
  }
  r.add("cifar10_layers/chw/0/instructions", "instructions", instruction_clock::stop());
}
#endif

/// Kernel K whatever memory it takes.
template <class K>
struct by : K {
  template <class C>
  static constexpr bool takes_idle_memory = false;
};
/// A pool by kernel K, windows of Size, Stride apart.
template <class K, int Size, int Stride>
[[maybe_unused]] inline constexpr auto pool_by =
    etch::graph<etch::extensions<by<K>>>([](image<etch::hwc> x) {
      using namespace etch::dsl;
      return x | max_pool<Size>({.stride = Stride, .pad = same});
    });
template <class K>
void count_pools(report& r, const std::string& name) {
  count<etch::network<pool_by<K, 2, 2>>>(r, "cifar10_layers/" + name + "/2_2");
  count<etch::network<pool_by<K, 3, 2>>>(r, "cifar10_layers/" + name + "/3_2");
  count<etch::network<pool_by<K, 3, 1>>>(r, "cifar10_layers/" + name + "/3_1");
}

}  // namespace

int main(int argc, char** argv) {
  report r(argc, argv);
  if (!instruction_clock::available()) return 0;
#if ETCH_HAS_M_PROFILE
  count_gathering(r);
#endif
  count_convolutions<4, 8, 16, 32>(r);
#if ETCH_HAS_DSP
  count_pools<etch::max_pool_s8_s8_sel>(r, "windows");
  count_pools<etch::max_pool_s8_s8_ssub8>(r, "columns");
#elif ETCH_HAS_M_PROFILE
  count_pools<etch::max_pool_s8_s8_bics>(r, "windows");
  count_pools<etch::max_pool_s8_s8_subs>(r, "columns");
#endif
}
