// A model that others trained, MODEL of HEADER, called NAME, in every number format: ./dev compare
// protonn_gesture
#include "samples_of_others.hpp"

#include HEADER

#include <etch/host/compare.hpp>

namespace small_models::rnnpool_vww {
inline constexpr etch::host::answer_of_the_first answer;
}

int main(int argc, char** argv) {
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  etch::host::comparison comparison(*options, NAME);
  if (!comparison.read_figures()) return 1;
  namespace model = small_models::MODEL;
  const etch::host::samples all{model::samples, [](auto& net, int k) { model::set_sample(net, k); },
                                model::answer};
  model::for_each_format([&]<class Net>(const char* name) { comparison.run<Net>(name, all); });
  return comparison.finish();
}
