// Pictures with faces pasted on textures, as make_data.py and make_pictures.py write them.
#pragma once

#include "array_files.hpp"

#include <algorithm>

namespace examples {

/// Pictures of bytes, and the faces of each: left, top, size, which is 0 where there is none.
struct pictures {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int16_t> faces;
  int count = 0, bytes = 0, most_faces = 0;  ///< pictures; of each, its bytes and at most its faces

  const std::uint8_t* operator[](int i) const { return pixels.data() + i * bytes; }
  const std::int16_t* faces_of(int i) const { return faces.data() + 3 * i * most_faces; }
};
/// Those of a part, "validation" or "test"; at most so many.
inline pictures read_pictures(const std::string& folder, const std::string& part, int most) {
  pictures p;
  std::vector<long> shape, of_faces;
  p.pixels = read<std::uint8_t>(folder + "/" + part + "_pictures.npy", shape);
  p.faces = read<std::int16_t>(folder + "/" + part + "_boxes.npy", of_faces);
  p.count = std::min(static_cast<int>(shape[0]), most);
  p.bytes = static_cast<int>(static_cast<long>(p.pixels.size()) / shape[0]);
  p.most_faces = static_cast<int>(of_faces[1]);
  return p;
}
/// Whether there are any.
inline bool has_pictures(const std::string& folder) {
  return static_cast<bool>(std::ifstream(folder + "/test_pictures.npy"));
}

}  // namespace examples
