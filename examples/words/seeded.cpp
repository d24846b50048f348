// DNN-M, DNN-L, DS-CNN-M and DS-CNN-L with seeded weights on seconds of the test voices: every
// score varies, none saturates often, and codes of 8 bits stay close to single precision. Exit code
// 1 where not.
#include "seeded.hpp"

#include "test_sets.hpp"

#include <cmath>
#include <cstdio>

namespace {

using namespace words::seeded;
using etch::generic, etch::network;

constexpr int seconds = 12, apart = 31, scores = 12;

/// The features of a second as the network takes them: all, or every second hop.
template <class Net>
void set_features(Net& net, int k) {
  constexpr bool all = Net::template input_value<0>::span == words::second_size;
  const int first = k * words::second_size;
  for (int i = 0; i < (all ? 500 : 250); ++i) {
    const int at = all ? i : (1 + 2 * (i / 10)) * 10 + i % 10;
    net.input().set(i, static_cast<signed char>(blob::test_features_bytes[first + at]) / 2.0);
  }
}

/// Plans by the generic kernels, and bytes of weights and of the largest input with its output as
/// published.
template <const auto& G, int Parameters>
constexpr int published() {
  return Parameters + network<G, generic>::ram_bytes;
}
static_assert(published<dnn_m<8>, dnn_parameters<256>>() == 199'436);
static_assert(published<dnn_l<8>, dnn_parameters<436>>() == 496'616);
static_assert(published<ds_cnn_m<8>, ds_cnn_parameters<172, 4>>() == 189'212);
static_assert(published<ds_cnn_l<8>, ds_cnn_parameters<276, 5>>() == 497'640);
// With their biases of 32 bits, and of averages a few factors.
static_assert(network<dnn_m<8>, generic>::constant_bytes == 201'328);
static_assert(network<dnn_l<8>, generic>::constant_bytes == 499'760);
static_assert(network<ds_cnn_m<8>, generic>::constant_bytes == 139'888);
static_assert(network<ds_cnn_l<8>, generic>::constant_bytes == 420'016);
static_assert(network<dnn_m<8>, generic>::macs == 198'144);
static_assert(network<dnn_l<8>, generic>::macs == 494'424);
static_assert(network<ds_cnn_m<8>, generic>::macs == 9'816'384);
static_assert(network<ds_cnn_l<8>, generic>::macs == 28'327'812);

/// Whether the scores of a network vary and are those of the same in single precision.
template <const auto& Codes, const auto& Reals>
bool holds(const char* name) {
  static network<Codes> net;
  static network<Reals, generic> real;
  double have[seconds][scores], errors = 0, squares = 0, least = 1e9;
  int limits = 0;
  for (int k = 0; k < seconds; ++k) {
    set_features(net, k * apart), set_features(real, k * apart);
    net.run(), real.run();
    for (int o = 0; o < scores; ++o) {
      have[k][o] = net.output().real(o);
      const double off = have[k][o] - real.output().real(o);
      errors += off * off;
      limits += net.output()[o] == 127 || net.output()[o] == -128 ? 1 : 0;
    }
  }
  for (int o = 0; o < scores; ++o) {
    double sum = 0, sum_of_squares = 0;
    for (const auto& of_second : have) {
      sum += of_second[o], sum_of_squares += of_second[o] * of_second[o];
    }
    const double variance = sum_of_squares / seconds - sum * sum / seconds / seconds;
    squares += variance * seconds, least = std::fmin(least, variance);
  }
  const double spread = std::sqrt(squares / seconds / scores),
               error = std::sqrt(errors / seconds / scores);
  std::printf("%s: spread of a score %.3f, of the least %.3f; off by %.3f; %d of %d at a limit\n",
              name, spread, std::sqrt(least), error, limits, seconds * scores);
  return std::sqrt(least) > 2.0 / 32 && error < spread && limits < seconds * scores / 10;
}

}  // namespace

int main() {
  bool right = holds<dnn_m<8>, dnn_m<32>>("DNN-M");
  right = holds<dnn_l<8>, dnn_l<32>>("DNN-L") && right;
  right = holds<ds_cnn_m<8>, ds_cnn_m<32>>("DS-CNN-M") && right;
  right = holds<ds_cnn_l<8>, ds_cnn_l<32>>("DS-CNN-L") && right;
  return right ? 0 : 1;
}
