// How wide codes have to be: a layer of 256 features and 512 neurons, whose features and weights
// become codes of 8 to 16 bits by their own ranges, against the layer in double precision.
//
//   range_widths [picture.svg]
//
// Prints the mean square error for weights of -w to w, w = 1 to 7, and draws it. Exit code 1 where
// a figure is not the expected one.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <etch/format/range.hpp>
#include <random>
#include <vector>

#include "chart.hpp"

namespace {

constexpr int features = 256, neurons = 512, widths = 9, ranges = 7;

/// Numbers of [0, 1) with 53 random bits, as common generators make of two words.
class unit_numbers {
 public:
  double next() {
    const std::uint64_t high = words_() >> 5, low = words_() >> 6;
    return static_cast<double>(high << 26 | low) / 9007199254740992.0;
  }

 private:
  std::mt19937 words_{42};
};

/// Numbers, and the codes that stand for them.
struct coded {
  std::vector<long long> steps;  ///< code - zero
  double scale;
};
coded encode(const std::vector<double>& x, int bits) {
  double low = x[0], high = x[0];
  for (const double v : x) low = std::fmin(low, v), high = std::fmax(high, v);
  const etch::range_codes codes(low, high, bits, false);
  coded made{{}, codes.scale()};
  for (const double v : x) made.steps.push_back(codes.encode(v) - codes.zero());
  return made;
}

/// Sums of x[i] w[i][o] over i; Number is wide enough for them.
template <class Number, class X>
std::vector<Number> layer(const std::vector<X>& x, const std::vector<X>& w) {
  std::vector<Number> y(neurons);
  for (std::size_t i = 0; i < features; ++i) {
    for (std::size_t o = 0; o < neurons; ++o) y[o] += x[i] * w[i * neurons + o];
  }
  return y;
}

double mean_square_error(const std::vector<double>& x, const std::vector<double>& w, int bits) {
  const coded cx = encode(x, bits), cw = encode(w, bits);
  const std::vector<double> want = layer<double>(x, w);
  const std::vector<long long> sums = layer<long long>(cx.steps, cw.steps);
  double error = 0;
  for (std::size_t o = 0; o < neurons; ++o) {
    const double off = static_cast<double>(sums[o]) * (cx.scale * cw.scale) - want[o];
    error += off * off;
  }
  return error / neurons;
}

/// The published experiment for w = 1; the error grows with the square of w.
constexpr double expected[widths]{5.45348799,    1.35488508,     0.327444688,
                                  0.0840232931,  0.0204676105,   0.00544572401,
                                  0.00125040608, 0.000302217073, 8.51690599e-05};

}  // namespace

int main(int argc, char** argv) {
  unit_numbers random;
  std::vector<double> x, w(features * neurons), unit;
  for (int i = 0; i < features; ++i) x.push_back(100 * random.next());
  for (int i = 0; i < features * neurons; ++i) unit.push_back(random.next());

  std::vector<range_widths::series> errors;
  int wrong = 0;
  std::printf("bits");
  for (int range = 1; range <= ranges; ++range) {
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = -range + 2 * range * unit[i];
    errors.push_back({"weights of ±" + std::to_string(range), {}});
    for (int b = 0; b < widths; ++b) {
      const double mse = mean_square_error(x, w, 8 + b), want = expected[b] * range * range;
      errors.back().values.push_back(mse);
      wrong += std::fabs(mse - want) <= 1e-6 * want ? 0 : 1;
    }
    std::printf("%14s%d", "±", range);
  }
  for (int b = 0; b < widths; ++b) {
    std::printf("\n%4d", 8 + b);
    for (const auto& e : errors) std::printf("%14.8g", e.values[static_cast<std::size_t>(b)]);
  }
  std::printf("\n%d of %d as expected\n", widths * ranges - wrong, widths * ranges);
  const bool drawn = argc < 2 || range_widths::draw(argv[1], 8, errors);
  return wrong == 0 && drawn ? 0 : 1;
}
