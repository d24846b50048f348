// Pictures and what they show, as make_data.py and make_pictures.py write them.
#pragma once

#include "array_files.hpp"

#include <algorithm>

namespace examples {

/// What a picture shows: where, in pixels, and of which class.
struct object {
  int left, top, width, height, label;
};

/// Pictures of bytes and the objects of each.
struct pictures {
  std::vector<std::uint8_t> pixels;
  std::vector<std::vector<object>> objects;
  int count = 0, bytes = 0;  ///< pictures; bytes of each

  const std::uint8_t* operator[](int i) const { return pixels.data() + i * bytes; }
  const std::vector<object>& objects_of(int i) const {
    return objects[static_cast<std::size_t>(i)];
  }
};
/// Those of a part, "validation" or "test"; at most so many.
inline pictures read_pictures(const std::string& folder, const std::string& part, int most) {
  pictures p;
  std::vector<long> shape, of_boxes;
  p.pixels = read<std::uint8_t>(folder + "/" + part + "_pictures.npy", shape);
  const auto boxes = read<std::int16_t>(folder + "/" + part + "_boxes.npy", of_boxes);
  if (of_boxes.size() != 3 || of_boxes[2] != 5 || of_boxes[0] != shape[0]) {
    throw std::runtime_error(folder + " has boxes of another make: make its pictures again");
  }
  p.count = std::min(static_cast<int>(shape[0]), most);
  p.bytes = static_cast<int>(static_cast<long>(p.pixels.size()) / shape[0]);
  p.objects.resize(static_cast<std::size_t>(shape[0]));
  const std::int16_t* box = boxes.data();
  for (std::vector<object>& shown : p.objects) {
    for (long k = 0; k < of_boxes[1]; ++k, box += 5) {
      if (box[2] > 0) shown.push_back({box[0], box[1], box[2], box[3], box[4]});
    }
  }
  return p;
}
/// Whether there are any.
inline bool has_pictures(const std::string& folder) {
  return static_cast<bool>(std::ifstream(folder + "/test_pictures.npy"));
}

}  // namespace examples
