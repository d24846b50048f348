// How well Face-M4 finds faces in each number format: ./dev compare face_m4
#include "../detection_table.hpp"
#include "accuracy.hpp"
#include "every_format.hpp"

int main(int argc, char** argv) {
  return examples::compare_detectors(
      argc, argv, {"face_m4", DATA, "make_pictures.py"},
      [](const auto& visit) { face_m4::for_each_format(visit); },
      []<class Net>(const examples::pictures& some) { return face_m4::score_of<Net>(some); });
}
