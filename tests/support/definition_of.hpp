// The generic kernel that defines an operator.
#pragma once

#include <etch/etch.hpp>

namespace test {

template <class Op>
using kernels_for = typename etch::detail::kernels_for_op<Op, etch::generic_kernels>::type;
/// The last generic kernel of Op, which takes what the others do not.
template <class Op>
using definition_of = etch::element_t<kernels_for<Op>, kernels_for<Op>::size - 1>;

}  // namespace test
