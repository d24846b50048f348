// From the outputs of a detector to boxes. Not part of etch.hpp.
#pragma once

#include <etch/decode/ssd.hpp>
#include <etch/decode/yolo.hpp>
