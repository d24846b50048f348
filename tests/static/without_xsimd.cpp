// ETCH_USE_XSIMD=0 leaves xsimd out, also where its header is found.
#define ETCH_USE_XSIMD 0
#include <etch/etch.hpp>

using namespace etch;

static_assert(ETCH_HAS_XSIMD == 0);
static_assert(__is_same(xsimd_kernels, list<>));
