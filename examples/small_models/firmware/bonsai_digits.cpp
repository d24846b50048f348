// Bonsai reads the first picture of the test split.
#include "../bonsai_digits_formats.hpp"

#include <digits_images.hpp>

#include "codes.hpp"
#include "firmware.hpp"

using namespace small_models::bonsai_digits;

static constexpr small_models::codes_of_input<q16, pixels> pixel_codes([](int i) {
  return digits::images[0][i] / 16.0;
});
static q16 net;

bool answers_right() {
  for (int i = 0; i < pixels; ++i) net.input()[i] = pixel_codes.code[i];
  net.run();
  return etch::arg_max(net.output()) == digits::labels[0];
}
