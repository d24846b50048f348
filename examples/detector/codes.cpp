// The network of the library and the one of chain.hpp give the same codes of pictures of test, and
// what the former finds:
//
//   detector_codes WEIGHTS DATA [PICTURES]
//
// Exit code 77: no DATA.
#include "../detection_score.hpp"
#include "calibrate.hpp"
#include "network.hpp"

#include <cstdio>
#include <cstdlib>

using namespace detector;

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: detector_codes WEIGHTS DATA [PICTURES]\n");
    return 2;
  }
  const std::string folder = argv[2];
  if (!std::ifstream(folder + "/test_pictures.npy")) {
    std::printf("skipped: no test_pictures.npy in %s\n", folder.c_str());
    return 77;
  }
  const pictures test = read_pictures(folder, "test", argc > 3 ? std::atoi(argv[3]) : 4);
  const std::vector<int> fractions(std::begin(of_values), std::end(of_values));
  const network net = rounded(read_network(argv[1]), 8, &fractions);
  const std::vector<runner> chain(net.begin(), net.end());
  static faces integers;
  examples::score s;
  int different = 0;
  for (int i = 0; i < test.count; ++i) {
    const numbers want = run(chain, test[i], [&](int k, numbers& x) {
      round_value(x, fractions[static_cast<std::size_t>(k)], 8);
    });
    for (int k = 0; k < side * side * 3; ++k) {
      integers.input()[k] = static_cast<std::int8_t>((test[i][k] - 127) >> 1);
    }
    integers.run();
    for (int k = 0; k < integers.output().size(); ++k) {
      const float code = std::ldexp(want[static_cast<std::size_t>(k)], fractions.back());
      different += static_cast<float>(integers.output()[k]) != code ? 1 : 0;
    }
    boxes found;
    head.decode(integers.output().data(), etch::decode::share(0.02), found);
    found.suppress(etch::decode::share(0.45));
    s.add(found, test.faces_of(i), test.most_faces);
  }
  std::printf(
      "%d pictures, %d faces: AP %.2f %%, precision %.2f %%, recall %.2f %% at 0.5; %d codes "
      "differ\n",
      test.count, s.faces(), 100 * s.average_precision(), 100 * s.precision(0.5),
      100 * s.recall(0.5), different);
  return different == 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "detector_codes: %s\n", e.what());
  return 1;
}
