// The C functions of digits.h over three builds of digits.cpp: that of the best target which the
// core runs, picked once, when the program starts.
#include "digits.h"

#include <etch/target/linux_hwcaps.hpp>

#include <sys/auxv.h>

// What the flags of CMakeLists.txt call the functions of each build.
extern "C" {
decltype(digits_read) digits_read_bf16, digits_read_dotprod, digits_read_base;
decltype(digits_target) digits_target_bf16, digits_target_dotprod, digits_target_base;
}

namespace {

struct build {
  decltype(&digits_read) read;
  decltype(&digits_target) target;
};
constexpr build builds[] = {{digits_read_bf16, digits_target_bf16},
                            {digits_read_dotprod, digits_target_dotprod},
                            {digits_read_base, digits_target_base}};

const build picked =
    builds[etch::first_target_for<etch::aarch64_bf16, etch::aarch64_dotprod, etch::aarch64>(
        {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)})];

}  // namespace

extern "C" [[gnu::visibility("default")]] int digits_read(void* memory, const unsigned char* pixels,
                                                          signed char* logits) {
  return picked.read(memory, pixels, logits);
}
extern "C" [[gnu::visibility("default")]] const char* digits_target() { return picked.target(); }
