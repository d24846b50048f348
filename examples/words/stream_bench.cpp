// DS-CNN-S of whole seconds and of two new hops, beside the padded one.
#include "ds_cnn_stream.hpp"

#include <model.hpp>

namespace {
template <class Net>
void measure(etch::bench::report& report, const char* name) {
  etch::bench::measure<Net>(report, name, 4, [](auto& net, int k) {
    for (int i = 0; i < net.input().size(); ++i) {
      net.input()[i] = static_cast<std::int8_t>((i * 97 + k * 31) % 41 - 20);
    }
  });
}
}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  measure<words::ds_cnn::int8>(report, "words_ds_cnn_padded");
  measure<words::ds_cnn::whole>(report, "words_ds_cnn_whole");
  measure<words::ds_cnn::stream>(report, "words_ds_cnn_stream");
}
