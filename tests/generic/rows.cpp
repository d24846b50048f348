// Networks in rows by the generic kernels.
// LONG: instrumented
#include <etch/etch.hpp>
using kernels_in_rows = etch::generic;
#include "../support/row_cases.hpp"
