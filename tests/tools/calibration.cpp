// Where values are clipped: the goldens of relative entropy, ACIQ's thresholds, and each method on
// numbers whose answer is known.
#include <catch2/catch.hpp>

#include <etch/host/calibration/clipping.hpp>
#include <etch/host/deviation.hpp>

#include <cstdint>

namespace {

using namespace etch::host;

/// A histogram of 2048 bins: h[i] = of(i), cut to a whole number.
template <class Of>
std::vector<double> histogram(const Of& of) {
  std::vector<double> h(distribution::bins);
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = std::floor(of(static_cast<double>(i)));
  return h;
}

/// What is counted of numbers.
distribution counted(const std::vector<double>& numbers) {
  ends all;
  for (const double x : numbers) all.add(x);
  distribution d(all);
  for (const double x : numbers) d.add(x);
  return d;
}

/// 100,000 numbers: quantiles of the standard normal distribution by sums of 12 even ones.
std::vector<double> normal_numbers() {
  std::vector<double> all;
  std::uint32_t state = 1;
  for (int i = 0; i < 100000; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) {
      state = state * 1664525U + 1013904223U;
      sum += state / 4294967296.0;
    }
    all.push_back(sum);
  }
  return all;
}

/// The error of codes counted number by number.
double error_of(const std::vector<double>& numbers, const grid& codes) {
  deviation d;
  for (const double x : numbers) d.add(x, codes(x));
  return d.mean_square();
}

}  // namespace

TEST_CASE("relative entropy keeps as many bins as the goldens say", "[apart:kl]") {
  const auto a = histogram([](double i) {
    return std::floor(1e6 * std::exp(-i / 40)) + (std::fmod(i, 41) == 0 ? 3 : 0);
  });
  const auto b = histogram([](double i) { return 1e6 * std::exp(-i * i / 20000) + 1; });
  const auto c = histogram([](double i) { return 1e6 * std::exp(-i / 150); });
  CHECK(kl_bins(a, 128) == 476);
  CHECK(kl_bins(b, 128) == 441);
  CHECK(kl_bins(c, 128) == 1663);
  CHECK(kl_bins(a, 64) == 383);
  CHECK(kl_bins(b, 64) == 438);
  CHECK(kl_bins(c, 64) == 1471);
  CHECK(kl_bins_of_shares(a, 128) == 454);
  CHECK(kl_bins_of_shares(b, 128) == 469);
  CHECK(kl_bins_of_shares(c, 128) == 1713);
}

TEST_CASE("relative entropy takes 2 to 8 bits") {
  const distribution d = counted(normal_numbers());
  for (const clipping method : {clipping::kl, clipping::mnn}) {
    double before = 0;
    for (int bits = 2; bits <= 8; ++bits) {
      const double t = threshold_of(method, d, bits, codes_of_threshold::symmetric);
      CHECK(t > before * 0.9);
      CHECK(t <= d.range().magnitude());
      before = t;
    }
    CHECK(before > 3);
  }
}

TEST_CASE("fraction bits reach a threshold") {
  CHECK(fraction_bits_for(1, 8) == 6);  // 127 / 64 = 1.98
  CHECK(fraction_bits_for(127.0 / 128, 8) == 7);
  CHECK(fraction_bits_for(1000, 8) == -3);
  CHECK(fraction_bits_for(0.01, 4) == 9);
  CHECK(fraction_bits_for(1, 2) == 0);
}

TEST_CASE("ACIQ computes its thresholds") {
  CHECK(aciq_laplace(8) == Approx(9.897).margin(0.0005));
  CHECK(aciq_normal(8) == Approx(3.924).margin(0.0005));
  // the paper prints two digits for 2, 3 and 4 bits
  CHECK(aciq_laplace(2) == Approx(2.83).margin(0.01));
  CHECK(aciq_laplace(3) == Approx(3.89).margin(0.01));
  CHECK(aciq_laplace(4) == Approx(5.03).margin(0.01));
  CHECK(aciq_normal(2) == Approx(1.71).margin(0.01));
  CHECK(aciq_normal(3) == Approx(2.15).margin(0.01));
  CHECK(aciq_normal(4) == Approx(2.55).margin(0.01));
}

TEST_CASE("ACIQ tells a normal from a Laplace distribution") {
  const std::vector<double> normal = normal_numbers();
  const distribution d = counted(normal);
  const auto symmetric = codes_of_threshold::symmetric;
  CHECK(aciq_threshold(d, 4, symmetric) == Approx(2.55).margin(0.03));
  std::vector<double> laplace;
  for (int i = 1; i < 10000; ++i) {
    laplace.push_back(-std::log(i / 10000.0) * (i % 2 == 0 ? 1 : -1));
  }
  const distribution e = counted(laplace);
  CHECK(aciq_threshold(e, 4, symmetric) == Approx(5.03).margin(0.03));
  CHECK(aciq_threshold(e, 4, codes_of_threshold::affine) ==
        Approx(aciq_laplace(4) * e.mean_magnitude()));
  std::vector<double> positive;
  for (const double x : laplace) positive.push_back(std::fabs(x));
  const distribution p = counted(positive);
  CHECK(aciq_threshold(p, 4, codes_of_threshold::affine) ==
        Approx(aciq_laplace(5) * p.mean_magnitude()));
}

TEST_CASE("a percentile cuts its share of the numbers") {
  std::vector<double> even;
  for (int i = 1; i <= 20480; ++i) even.push_back(i);
  const distribution d = counted(even);
  CHECK(percentile_threshold(d, 0.9) == Approx(18432).margin(10));
  CHECK(percentile_threshold(d, 0.9999) == Approx(20478).margin(10));
  CHECK(threshold_of(clipping::minmax, d, 8, codes_of_threshold::affine) == 20480);
}

TEST_CASE("the histogram tells the error of codes") {
  const std::vector<double> numbers = normal_numbers();
  const distribution d = counted(numbers);
  for (const auto form :
       {codes_of_threshold::affine, codes_of_threshold::symmetric, codes_of_threshold::power}) {
    for (const int bits : {4, 6, 8, 16}) {
      const grid codes = grid_for(d.range(), 3, bits, form);
      CHECK(mean_square_error(d, codes) == Approx(error_of(numbers, codes)).epsilon(0.02));
    }
  }
}

TEST_CASE("no threshold has less error than that of mse") {
  std::vector<double> numbers = normal_numbers();
  numbers.push_back(40);  // a single large one
  const distribution d = counted(numbers);
  const auto affine = codes_of_threshold::affine;
  for (const int bits : {3, 4, 6, 8}) {
    const double found = threshold_of(clipping::mse, d, bits, affine);
    const double error = error_of(numbers, grid_for(d.range(), found, bits, affine));
    if (bits < 6) CHECK(found < 20);
    for (const clipping method : all_clippings) {
      const double other = threshold_of(method, d, bits, affine);
      CHECK(error <= 1.02 * error_of(numbers, grid_for(d.range(), other, bits, affine)));
    }
  }
}

TEST_CASE("the grid of affine codes holds 0 and as many numbers as there are codes") {
  ends all;
  all.add(-0.3);
  all.add(1.7);
  const grid g = grid_for(all, 10, 8, codes_of_threshold::affine);
  CHECK(std::lround((g.high - g.low) / g.step) == 255);
  CHECK(g(0.001) == 0);
  CHECK(g(-5) == g.low);
  CHECK(g.low == Approx(-0.3).margin(g.step));
  CHECK(g.high == Approx(1.7).margin(g.step));
}

TEST_CASE("relative entropy clips nothing of numbers that are codes themselves, or few") {
  std::vector<double> bytes, few;
  for (int i = 0; i < 25600; ++i) bytes.push_back(i % 256);
  for (int i = 0; i < 1100; ++i) few.push_back(i * i % 1009 + 1);
  for (const auto& numbers : {bytes, few}) {
    const distribution d = counted(numbers);
    CHECK(threshold_of(clipping::kl, d, 8, codes_of_threshold::affine) == d.range().magnitude());
  }
  const distribution hundred = counted(std::vector<double>(100, 3.0));
  CHECK(threshold_of(clipping::aciq, hundred, 4, codes_of_threshold::affine) == 3);
}

TEST_CASE("zeros are in no bin, and nothing but zeros clips at 1") {
  distribution d = counted({0, 0, 0, 2});
  CHECK(d.count() == 4);
  CHECK(d.nonzero() == 1);
  CHECK(d.mean_magnitude() == 2);
  const distribution zeros = counted({0, 0});
  for (const clipping method : all_clippings) {
    CHECK(threshold_of(method, zeros, 8, codes_of_threshold::affine) == 1);
  }
}

TEST_CASE("signal over noise in decibel") {
  deviation d;
  d.add(10, 11);
  d.add(-10, -9);
  CHECK(d.decibels() == Approx(20));
}
