// How well Face-M4 finds faces, in each of its formats.
#pragma once

#include "../detection_score.hpp"
#include "drawing.hpp"
#include "head.hpp"

#include <cmath>
#include <memory>

namespace face_m4 {

constexpr double least_precision = 80, most_lost = 2;  ///< in percent, in points

/// Numbers of heads with a point of their own as codes, so that one decoder reads all formats.
template <class Net>
class in_codes {
 public:
  explicit in_codes(Net& net) {
    etch::for_each_index<2 * heads>([&]<int I>() {
      const auto x = net.template output<I>();
      for (int i = 0; i < x.size(); ++i) {
        codes_[I].push_back(static_cast<std::int16_t>(
            std::lround(std::fmin(std::fmax(x.real(i), -15.9), 15.9) / unit)));
      }
    });
  }
  template <int>
  struct output_value {
    static constexpr etch::operand is{.number = etch::affine<std::int16_t, 1.0 / 2048>::descriptor};
  };
  template <int I>
  std::vector<std::int16_t>& output() {
    return codes_[I];
  }

 private:
  static constexpr double unit = 1.0 / 2048;
  std::vector<std::int16_t> codes_[2 * heads];
};

template <class Net>
examples::scores score_of(const examples::pictures& some) {
  const auto net = std::make_unique<Net>();
  examples::scores s(1);
  for (int k = 0; k < some.count; ++k) {
    for (int i = 0; i < height * width; ++i) net->input().set(i, (some[k][i] - 128) / 128.0);
    net->run();
    etch::decode::best_boxes<100> found;
    const std::int32_t threshold = etch::decode::share(0.02);
    if constexpr (!etch::is_real(Net::template output_value<0>::is.number)) {
      find_faces(*net, threshold, found);
    } else {
      in_codes<Net> codes(*net);
      find_faces(codes, threshold, found);
    }
    s.add(found, some.objects_of(k));
  }
  return s;
}

using f32 = etch::network<f32_graph>;

}  // namespace face_m4
