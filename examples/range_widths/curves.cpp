// Numbers through codes of 4 and 8 bits and back: a sine and random numbers, drawn, and the
// published run of a layer in int8.
//
//   curves [sine.svg random.svg]
//
// Exit code 1 where a number is more than half a step away, or the layer gives other results.

#include <cmath>
#include <cstdio>
#include <etch/format/range.hpp>
#include <random>
#include <string>
#include <vector>

#include "chart.hpp"

namespace {

/// Numbers as codes of so many bits have them.
struct decoded {
  std::vector<double> numbers;
  double farthest = 0;  ///< from what was encoded
  double step = 0;
};
decoded through(const std::vector<double>& x, int bits) {
  double low = x[0], high = x[0];
  for (const double v : x) low = std::fmin(low, v), high = std::fmax(high, v);
  const etch::range_codes codes(low, high, bits, false);
  decoded d{{}, 0, codes.scale()};
  for (const double v : x) {
    const auto steps = static_cast<double>(codes.encode(v) - codes.zero());
    d.numbers.push_back(steps * codes.scale());
    d.farthest = std::fmax(d.farthest, std::fabs(d.numbers.back() - v));
  }
  return d;
}

/// Draws x in 4 and in 8 bits: whether all are within half a step.
bool compare(const char* path, const std::string& what, const std::vector<double>& x) {
  std::vector<range_widths::series> lines{{"numbers", x}};
  bool near = true;
  for (const int bits : {4, 8}) {
    const decoded d = through(x, bits);
    lines.push_back({std::to_string(bits) + " bits", d.numbers});
    std::printf("%s, %d bits: off by %.5f at most, a step is %.5f\n", what.c_str(), bits,
                d.farthest, d.step);
    near = near && d.farthest <= 0.5001 * d.step;
  }
  return (path == nullptr || range_widths::draw_curves(path, what, lines)) && near;
}

/// The published run: codes of inputs and weights by Q and RQM, and results. Of the last row of
/// weights our notes had 55, -75: with these signs alone the results are the published ones.
bool int8_layer() {
  constexpr double factor_x = 16.775960259219534, factor_w = 50.12221677156596;
  constexpr int offset_x = -56, offset_w = -1;
  constexpr int x[2][4]{{-44, -127, 127, -128}, {-98, 98, -68, 124}};
  constexpr int w[4][3]{{127, -23, -49}, {-64, -93, -54}, {-5, -128, 63}, {-55, 75, -30}};
  constexpr double want[2][3]{{10.90922086, -3.77357002, 29.93524456},
                              {-29.96735499, 24.70838032, -5.23994627}};
  constexpr double real[2][3]{{10.91253481, -3.66723372, 29.88110059},
                              {-29.96180976, 24.90501322, -5.06323767}};

  // The range whose codes these are: from the lowest code on, 255 steps.
  const auto range = [](double factor, int offset) {
    const double low = (-128 + offset) / factor;
    return etch::range_codes(low, low + 255 / factor, 8, true);
  };
  const etch::range_codes in = range(factor_x, offset_x), weights = range(factor_w, offset_w);
  bool same = in.zero() == -offset_x && weights.zero() == -offset_w;
  double off = 0;
  for (int i = 0; i < 2; ++i) {
    for (int o = 0; o < 3; ++o) {
      long long sum = 0;
      for (int k = 0; k < 4; ++k) sum += (x[i][k] - in.zero()) * (w[k][o] - weights.zero());
      const double y = static_cast<double>(sum) * in.scale() * weights.scale();
      same = same && std::fabs(y - want[i][o]) < 5e-8;
      off = std::fmax(off, std::fabs(y - real[i][o]));
    }
  }
  std::printf("layer in int8: %s, off by %.3f of the same in real numbers\n",
              same ? "as published" : "NOT as published", off);
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<double> sine, random;
  std::mt19937 words(42);
  for (int i = 0; i < 200; ++i) sine.push_back(std::sin(i * 0.0628318530717958648));
  for (int i = 0; i < 50; ++i) random.push_back(static_cast<double>(words()) / 2147483648.0 - 1);
  const bool drawn = argc > 2;
  bool right = compare(drawn ? argv[1] : nullptr, "A sine", sine);
  right = compare(drawn ? argv[2] : nullptr, "Random numbers", random) && right;
  return int8_layer() && right ? 0 : 1;
}
