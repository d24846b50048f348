// How well the detector of KIND finds in each number format: ./dev compare detector_faces,
// detector_ships; HEADER has its numbers
#include "../detection_table.hpp"
#include "chain.hpp"
#include "formats.hpp"

#include HEADER

#include <memory>

namespace {

template <class Net>
examples::scores score_of(const detector::pictures& some) {
  using detector::KIND;
  const auto net = std::make_unique<Net>();
  examples::scores s(detector::count_of(KIND::classes));
  detector::numbers logits(static_cast<std::size_t>(net->output().size()));
  for (int k = 0; k < some.count; ++k) {
    for (int i = 0; i < some.bytes; ++i) net->input().set(i, (some[k][i] - 128) / 256.0);
    net->run();
    for (std::size_t i = 0; i < logits.size(); ++i) {
      logits[i] = static_cast<float>(net->output().real(static_cast<int>(i)));
    }
    s.add(detector::boxes_of<KIND>(logits), some.objects_of(k));
  }
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  using detector::KIND;
  return examples::compare_detectors(
      argc, argv, {std::string("detector_") + KIND::name, DATA, "make_data.py"},
      [](const auto& visit) { detector::for_each_format<KIND>(visit); },
      []<class Net>(const examples::pictures& some) { return score_of<Net>(some); });
}
