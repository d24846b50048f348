// The network of the library and the one of chain.hpp give the same codes of pictures of test, and
// what the former finds:
//
//   detector_codes faces|ships WEIGHTS DATA [PICTURES]
//
// WEIGHTS and DATA have a folder for each kind. Exit code 77: no DATA.
#include "../detection_score.hpp"
#include "calibrate.hpp"
#include "network.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace {

using namespace detector;

/// Fraction bits of the inputs of all convolutions and of the output.
template <class Kind>
std::vector<int> fractions_in_network() {
  return []<int... K>(std::integer_sequence<int, K...>) {
    return std::vector<int>{trained<Kind, K + 1>::of_input...};
  }(std::make_integer_sequence<int, layers + 1>{});
}

template <class Kind>
int compare(const std::string& weights, const std::string& folder, int count) {
  const pictures test = read_pictures(folder, "test", count);
  const std::vector<int> fractions = fractions_in_network<Kind>();
  const network net = rounded(read_network(weights), 8, &fractions);
  const std::vector<runner> chain(net.begin(), net.end());
  const auto integers = std::make_unique<network_of<Kind>>();
  examples::scores s(count_of(Kind::classes));
  int different = 0;
  for (int i = 0; i < test.count; ++i) {
    const numbers want = run(chain, test[i], [&](int k, numbers& x) {
      round_value(x, fractions[static_cast<std::size_t>(k)], 8);
    });
    for (int k = 0; k < side * side * 3; ++k) {
      integers->input()[k] = static_cast<std::int8_t>((test[i][k] - 127) >> 1);
    }
    integers->run();
    for (int k = 0; k < integers->output().size(); ++k) {
      const float code = std::ldexp(want[static_cast<std::size_t>(k)], fractions.back());
      different += static_cast<float>(integers->output()[k]) != code ? 1 : 0;
    }
    boxes found;
    head<Kind>.decode(integers->output().data(), etch::decode::share(0.02), found);
    found.suppress(etch::decode::share(0.45));
    s.add(found, test.objects_of(i));
  }
  std::printf(
      "%d pictures, %d %s: mAP %.2f %%, precision %.2f %%, recall %.2f %% at 0.5; %d codes "
      "differ\n",
      test.count, s.objects(), Kind::name, 100 * s.mean_average_precision(), 100 * s.precision(0.5),
      100 * s.recall(0.5), different);
  return different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "usage: detector_codes faces|ships WEIGHTS DATA [PICTURES]\n");
    return 2;
  }
  const std::string kind = argv[1], folder = argv[3] + ("/" + kind);
  if (!examples::has_pictures(folder)) {
    std::printf("skipped: no test_pictures.npy in %s\n", folder.c_str());
    return 77;
  }
  return for_kind(kind, [&]<class Kind>() {
    return compare<Kind>(argv[2] + ("/" + kind), folder, argc > 4 ? std::atoi(argv[4]) : 4);
  });
} catch (const std::exception& e) {
  std::fprintf(stderr, "detector_codes: %s\n", e.what());
  return 1;
}
