// What programs ask of outputs, and windows of frames over streams.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>

namespace {

using etch::affine, etch::f32, etch::q, etch::shape, etch::tensor;

template <class F, class S, class L>
inline constexpr auto graph = etch::graph([](etch::input<tensor<F, S, L>> x) {
  using namespace etch::dsl;
  return minimum(x, x);  // of each shape and format
});
template <class F, class S, class L = etch::hwc>
struct net : etch::network<graph<F, S, L>> {};

constexpr float numbers[12]{-3, 1, 0.5F, 2, -8, 2, 0, 1.5F, 2, -1, 0.25F, 1.75F};

template <class F, class L = etch::hwc>
void check_scores() {
  static net<F, shape<2, 3, 2>, L> object;
  etch::quantise_input(object.input(), numbers);
  object.run();
  const auto y = object.output();
  CHECK(etch::arg_max(y) == 3);  // the first of three
  const auto three = etch::best<5>(y);
  const int order[]{3, 5, 8, 11, 7};
  for (int i = 0; i < 5; ++i) {
    CHECK(three[i].index == order[i]);
    CHECK(three[i].real == numbers[order[i]]);
  }
  CHECK(three.size() == 5);
  float real[12];
  etch::dequantise_output(y, real);
  for (int i = 0; i < 12; ++i) CHECK(real[i] == numbers[i]);
}

}  // namespace

TEST_CASE("the largest, the best and all elements, in logical order") {
  check_scores<q<4, 3>>();
  check_scores<q<3, 12>, etch::chw>();
  check_scores<affine<std::int8_t, 0.25, 7>>();
  check_scores<affine<std::uint8_t, 0.25, 100>, etch::chw>();
  check_scores<affine<std::int16_t, 0.25>>();
  check_scores<affine<etch::signed_code<6>, 0.25, 9>>();
  check_scores<f32>();
  check_scores<etch::bf16>();
  check_scores<etch::f16, etch::chw>();
  check_scores<etch::posit<16, 1>>();
}

TEST_CASE("all scores alike, or all below zero") {
  static net<affine<std::int8_t, 0.5, -128>, shape<3>> low;
  for (auto& code : low.input()) code = -128;
  low.run();
  CHECK(etch::arg_max(low.output()) == 0);
  CHECK(etch::best<3>(low.output())[2].index == 2);
  static net<affine<std::int8_t, 0.5, 127>, shape<3>> negative;
  const signed char codes[]{-128, 3, 2};
  for (int i = 0; i < 3; ++i) negative.input()[i] = codes[i];
  negative.run();
  CHECK(etch::arg_max(negative.output()) == 1);
  CHECK(etch::best<1>(negative.output())[0].real == 0.5F * (3 - 127));
}

namespace {

template <class S>
struct line : net<affine<std::int8_t, 0.5, 3>, S> {};

// What a window holds after `count` frames of two numbers (k, -k), k = 1, 2, ..., told by a program
// that keeps all of them.
template <class Net, int Hop>
void check_window(int count) {
  constexpr int length = 4;
  static Net object;
  static etch::frame_window<Net, Hop> window;
  window.reset();
  STATIC_REQUIRE(etch::frame_window<Net, Hop>::frames == length);
  STATIC_REQUIRE(etch::frame_window<Net, Hop>::frame_size == 2);
  int runs = 0;
  for (int k = 1; k <= count; ++k) {
    const float frame[]{static_cast<float>(k), static_cast<float>(-k)};
    const bool due = window.push(frame);
    CHECK(due == (k >= length && (k - length) % Hop == 0));
    CHECK(window.is_full() == (k >= length));
    runs += due ? 1 : 0;
    window.give(object.input());
    for (int t = 0; t < length; ++t) {
      const int then = k - length + 1 + t, real = then > 0 ? then : 0;
      CHECK(object.input()[2 * t] == 2 * real + 3);
      CHECK(object.input()[2 * t + 1] == -2 * real + 3);
    }
  }
  CHECK(runs == (count < length ? 0 : (count - length) / Hop + 1));
}

}  // namespace

TEST_CASE("a window holds the last frames, the oldest first") {
  check_window<line<shape<4, 2>>, 1>(11);
  check_window<line<shape<1, 4, 2>>, 3>(14);
  check_window<line<shape<4, 2, 1>>, 2>(3);
}

TEST_CASE("codes are taken as they are, and forgotten by reset") {
  static line<shape<4, 2>> object;
  etch::frame_window<line<shape<4, 2>>> window;
  const signed char first[]{1, 2}, second[]{-3, 4};
  CHECK(!window.push_codes(first));
  CHECK(!window.push_codes(second));
  window.give(object.input());
  const int want[]{3, 3, 3, 3, 1, 2, -3, 4};
  for (int i = 0; i < 8; ++i) CHECK(object.input()[i] == want[i]);
  window.reset();
  window.give(object.input());
  for (int i = 0; i < 8; ++i) CHECK(object.input()[i] == 3);
}
