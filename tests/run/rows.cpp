// Networks in rows by the kernels of this target.
// LONG: cortex-m0 aarch64
#include <etch/etch.hpp>
using kernels_in_rows = etch::this_target;
#include "../support/row_cases.hpp"
