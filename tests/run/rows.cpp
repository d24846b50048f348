// Networks in rows by the kernels of this target.
#include <etch/etch.hpp>
using kernels_in_rows = etch::this_target;
#include "../support/row_cases.hpp"
