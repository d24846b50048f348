// EXPECT: detectors are read from integer codes of 16 bits or fewer
// EXPECT: decode_format.cpp:6:
#include <etch/decode/decode.hpp>
#include <etch/format/formats.hpp>

constexpr int one = etch::decode::logits<etch::f32>(1);
