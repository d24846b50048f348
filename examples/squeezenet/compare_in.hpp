// SqueezeNet 1.0 and 1.1 beside what they are in single precision.
#pragma once

#include "../ten_formats.hpp"

#include <etch/host/compare.hpp>

namespace squeezenet {

struct comparisons {
  etch::host::comparison older, newer;
  bool all_vary = true;  ///< whether no output of a network is the same for all pictures
};

/// Adds both versions in a format of examples/ten_formats.hpp, single precision first. Each is a
/// translation unit of its own, in_format.cpp: together they are more than a compiler should hold.
template <int Format>
void compare_in(comparisons& both);

}  // namespace squeezenet
