// What DNN-M, DNN-L, DS-CNN-M and DS-CNN-L cost in 8 bits, with seeded weights.
#include "seeded.hpp"

#include <model.hpp>

namespace {
template <const auto& Graph>
void measure(etch::bench::report& report, const char* name) {
  etch::bench::measure<etch::network<Graph>>(report, name, 2, [](auto& net, int k) {
    for (int i = 0; i < net.input().size(); ++i) {
      net.input()[i] = static_cast<std::int8_t>((i * 97 + k * 31) % 41 - 20);
    }
  });
}
}  // namespace

int main(int argc, char** argv) {
  using namespace words::seeded;
  etch::bench::report report(argc, argv);
  measure<dnn_m<8>>(report, "words_dnn_m");
  measure<dnn_l<8>>(report, "words_dnn_l");
  measure<ds_cnn_m<8>>(report, "words_ds_cnn_m");
  measure<ds_cnn_l<8>>(report, "words_ds_cnn_l");
}
