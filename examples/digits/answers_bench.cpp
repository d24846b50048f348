// How many pictures of test the digits network reads right in single precision and in a posit.
#include "formats.hpp"

#include <report.hpp>

#include <digits_images.hpp>
#include <string>

namespace {

template <class Net>
int right_answers() {
  static Net net;
  int right = 0;
  for (int k = 0; k < digits::image_count; ++k) {
    digits::set_picture(net, digits::images[k]);
    net.run();
    right += digits::answer_of(net) == digits::labels[k] ? 1 : 0;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  report.add("digits/f32/right", "answers", right_answers<digits::f32>());
  report.add("digits/posit<16,1>/right", "answers", right_answers<digits::p16e1>());
  report.add("digits/pictures", "pictures", digits::image_count);
}
