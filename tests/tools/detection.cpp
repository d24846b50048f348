// How detections are scored, class by class, and what the detectors of examples/ look for.
#include <catch2/catch.hpp>

#include <examples/detection_score.hpp>
#include <examples/detector/head.hpp>

namespace {

using etch::decode::box, etch::decode::share;
using examples::object;

/// A box around an object, as sure as this.
box around(const object& o, double score, int label) {
  return {.left = 16 * o.left,
          .top = 16 * o.top,
          .right = 16 * (o.left + o.width),
          .bottom = 16 * (o.top + o.height),
          .score = share(score),
          .label = label};
}

/// Writes an array of int16 or of bytes as .npy.
template <class T>
void write(const std::string& path, const std::string& shape, const std::vector<T>& all) {
  const std::string type = sizeof(T) == 1 ? "|u1" : "<i2";
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize(117, ' ');
  std::ofstream(path, std::ios::binary)
      << std::string("\x93NUMPY\x01\0", 8) << 'v' << '\0' << header << '\n'
      << std::string(reinterpret_cast<const char*>(all.data()), sizeof(T) * all.size());
}

}  // namespace

TEST_CASE("boxes count for the class that they name, an object for one box") {
  const object first{10, 20, 40, 12, 0}, second{60, 70, 16, 30, 0}, other{5, 90, 30, 20, 1};
  examples::scores s(2);
  s.add(std::vector<box>{around(first, 0.9, 0), around(first, 0.8, 0), around(second, 0.7, 0),
                         around(first, 0.6, 1), around(other, 0.4, 1)},
        {first, second, other});
  CHECK(s.classes() == 2);
  CHECK(s.objects() == 3);
  CHECK(s[0].average_precision() == Approx((1 + 2.0 / 3) / 2));  // right, a second one, right
  CHECK(s[1].average_precision() == Approx(0.5));                // nothing of its class, right
  CHECK(s.mean_average_precision() == Approx((5.0 / 6 + 0.5) / 2));
  CHECK(s.precision(0.5) == Approx(2.0 / 4));
  CHECK(s.recall(0.5) == Approx(2.0 / 3));
  s.add(std::vector<box>{}, {other});
  CHECK(s[1].average_precision() == Approx(0.25));
}

TEST_CASE("boxes keep both sides of an object") {
  const object wide{0, 0, 40, 10, 0}, square{0, 0, 40, 40, 0};
  examples::scores s(1);
  s.add(std::vector<box>{around(square, 0.9, 0)}, {wide});
  CHECK(s.mean_average_precision() == 0);
}

TEST_CASE("the heads of faces and of ships") {
  constexpr auto of_faces = detector::head_of<detector::faces>(etch::decode::logits_of(1, 0));
  constexpr auto of_ships = detector::head_of<detector::ships>(etch::decode::logits_of(1, 0));
  CHECK(of_faces.channels() == 12);
  CHECK(of_ships.channels() == 11);
  CHECK(of_faces.anchors[1].width == 42);

  std::vector<std::int16_t> codes(256 * 11, -15);
  std::int16_t* const cell = codes.data() + (3 * 16 + 5) * 11;  // row 3, column 5: a tug
  for (const int k : {0, 1, 2, 3}) cell[k] = 0;
  cell[4] = cell[5 + 4] = 15;
  etch::decode::best_boxes<4> found;
  of_ships.decode(codes.data(), share(0.5), found);
  REQUIRE(found.size() == 1);
  CHECK(std::string(detector::ships::classes[found[0].label]) == "tug");
  CHECK(found[0].left == 16 * (44 - 21));
  CHECK(found[0].right == 16 * (44 + 21));
  CHECK(found[0].top == 16 * (28 - 10));
  CHECK(found[0].bottom == 16 * (28 + 10));
}

TEST_CASE("pictures and their objects are read; boxes of three numbers are refused") {
  const std::string folder = DETECTION_FOLDER;
  write(folder + "/test_pictures.npy", "2, 1, 1, 3", std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
  write(folder + "/test_boxes.npy", "2, 2, 5",
        std::vector<std::int16_t>{7, 8, 9, 10, 5, 0, 0, 0, 0, 0,  //
                                  1, 1, 1, 1,  0, 2, 2, 2, 2, 3});
  const examples::pictures p = examples::read_pictures(folder, "test", 10);
  REQUIRE(p.count == 2);
  CHECK(p[1][0] == 4);
  REQUIRE(p.objects_of(0).size() == 1);
  CHECK(p.objects_of(0)[0].height == 10);
  CHECK(p.objects_of(0)[0].label == 5);
  CHECK(p.objects_of(1).size() == 2);
  write(folder + "/test_boxes.npy", "2, 1, 3", std::vector<std::int16_t>{1, 2, 3, 4, 5, 6});
  CHECK_THROWS_WITH(examples::read_pictures(folder, "test", 10),
                    Catch::Contains("make its pictures again"));
}
