// Networks in rows by the kernels of this target.
// LONG: cortex-m0 cortex-m4 aarch64 instrumented
#include <etch/etch.hpp>
using kernels_in_rows = etch::this_target;
#include "../support/row_cases.hpp"
