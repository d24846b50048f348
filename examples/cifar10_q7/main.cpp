// Runs CMSIS-NN's CIFAR-10 example on ten pictures and compares every layer with what the C
// functions of CMSIS-NN computed. Exit code 1 when a byte differs.
#include "network.hpp"

#include <etch/host/collector.hpp>

#include <cstdio>

#include "conv1_out.hpp"
#include "conv2_out.hpp"
#include "conv3_out.hpp"
#include "input_q7.hpp"
#include "ip1_out.hpp"
#include "pool1_out.hpp"
#include "pool2_out.hpp"
#include "pool3_out.hpp"
#include "relu1_out.hpp"
#include "relu2_out.hpp"
#include "relu3_out.hpp"
#include "softmax_out.hpp"

namespace {

constexpr int picture_bytes = 32 * 32 * 3;
constexpr int pictures = blob::input_q7_size / picture_bytes;

/// What CMSIS-NN has in a layer; some files hold the first three pictures only.
struct golden_layer {
  const char* name;
  const unsigned char* bytes;
  int size;
};
constexpr golden_layer golden[] = {
    {"conv1", blob::conv1_out_bytes, blob::conv1_out_size},
    {"relu1", blob::relu1_out_bytes, blob::relu1_out_size},
    {"pool1", blob::pool1_out_bytes, blob::pool1_out_size},
    {"conv2", blob::conv2_out_bytes, blob::conv2_out_size},
    {"relu2", blob::relu2_out_bytes, blob::relu2_out_size},
    {"pool2", blob::pool2_out_bytes, blob::pool2_out_size},
    {"conv3", blob::conv3_out_bytes, blob::conv3_out_size},
    {"relu3", blob::relu3_out_bytes, blob::relu3_out_size},
    {"pool3", blob::pool3_out_bytes, blob::pool3_out_size},
    {"ip1", blob::ip1_out_bytes, blob::ip1_out_size},
    {"softmax", blob::softmax_out_bytes, blob::softmax_out_size},
};

/// Compares every value that a network shows with the golden layer of its name.
struct comparison {
  int picture = 0;
  int layers = 0;
  int different = 0;

  void value(const etch::traced_step&, const etch::traced_value& v) {
    for (const golden_layer& g : golden) {
      if (!etch::same_text(g.name, v.name) || (picture + 1) * v.span > g.size) continue;
      const auto* have = static_cast<const signed char*>(v.data);
      int wrong = 0;
      for (int i = 0; i < v.span; ++i) {
        wrong += have[i] != static_cast<signed char>(g.bytes[picture * v.span + i]) ? 1 : 0;
      }
      if (wrong > 0)
        std::printf("picture %d, %s: %d of %d bytes differ\n", picture, v.name, wrong, v.span);
      ++layers;
      different += wrong > 0 ? 1 : 0;
    }
  }
};

/// All pictures through Net; the number of layers that differ.
template <class Net>
int compare_all(const char* name) {
  static Net net;
  comparison seen;
  for (; seen.picture < pictures; ++seen.picture) {
    for (int i = 0; i < picture_bytes; ++i) {
      net.input()[i] =
          static_cast<signed char>(blob::input_q7_bytes[seen.picture * picture_bytes + i]);
    }
    etch::host::collector<Net, comparison> whole(seen);
    net.run(whole);
  }
  std::printf("%s: %d pictures, %d layers compared, %d differ (%d bytes RAM, %d constants)\n", name,
              pictures, seen.layers, seen.different, Net::ram_bytes, Net::constant_bytes);
  return seen.different;
}

}  // namespace

int main() {
  using cifar10_q7::network;
  std::printf("target %s\n", etch::this_target::name);
  using in_rows = network::with<etch::options{.ram = etch::ram::smallest}>;
  static_assert(in_rows::ram_bytes <= 9 * 1024);  // layer after layer 40 KiB and more
  const int different =
      compare_all<network>("as it ships") + compare_all<in_rows>("row by row") +
      compare_all<network::with<etch::options{.observe_all = true}>>("every layer observed");
  return different == 0 ? 0 : 1;
}
