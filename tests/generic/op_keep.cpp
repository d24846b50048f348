// A state of one's own: what a run finds is what the last one kept, and reset() begins anew.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>
#include <vector>

namespace {

using namespace etch;

// The last three frames of four numbers and a new one, and the sum of all frames so far.
template <class F, class Layout>
constexpr auto stream = graph([](input<tensor<F, shape<1, 1, 4>, Layout>> x) {
  using namespace etch::dsl;
  const wire old = state<tensor<F, shape<1, 3, 4>, Layout>>(x);
  const wire sum = state<tensor<F, shape<1, 1, 4>, Layout>>(x);
  const wire frames = concat<1>(old, x), now = add(sum, x);
  const wire last = frames | dsl::slice(range{0, 1}, range{1, 3}, range{0, 4});
  return outputs(keep(frames | tap("frames"), last, old, now, sum), now);
});

template <class F, class Layout>
void check_stream() {
  static network<stream<F, Layout>> net;
  using code = typename F::kind::template storage<F::bits>;
  std::vector<int> runs[2];
  for (std::vector<int>& codes : runs) {
    net.reset();
    int sum[4]{};
    for (int frame = 0; frame < 50; ++frame) {
      for (int c = 0; c < 4; ++c) {
        const int number = (frame * 7 + c * 3) % 5 - 2;
        net.input()(0, 0, c) = static_cast<code>(number);
        sum[c] += number;
      }
      net.run();
      const auto frames = net.template output<0>();
      for (int w = 0; w < 4; ++w) {
        for (int c = 0; c < 4; ++c) {
          const int of = frame - 3 + w;
          const int want = of < 0 ? 0 : (of * 7 + c * 3) % 5 - 2;
          CHECK(static_cast<int>(frames(0, w, c)) == want);
          codes.push_back(static_cast<int>(frames(0, w, c)));
        }
      }
      for (int c = 0; c < 4; ++c) {
        CHECK(static_cast<int>(net.template output<1>()(0, 0, c)) == sum[c]);
      }
    }
  }
  CHECK(runs[0] == runs[1]);
}
TEST_CASE("fifty frames, reset, and the same again") {
  check_stream<q<7, 0>, hwc>();
  check_stream<q<15, 0>, hwc>();
  check_stream<f32, hwc>();
  check_stream<q<7, 0>, chw>();
}

}  // namespace
