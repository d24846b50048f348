// Kernels of x86-64, best first: one include and one entry each. Those by xsimd also serve AArch64.
#pragma once

#include <etch/kernel/x86_64/add_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/add_s8_s8_s8_pmuludq.hpp>
#include <etch/kernel/x86_64/conv2d_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/conv2d_q7_q7_q7_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s8_s8_s8c_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/dense_q7_q7_q7_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_s8_s8_s8c_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_q7_q7_q7_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s8_s8_s8c_pmaddwd.hpp>
#include <etch/kernel/x86_64/max_pool_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/max_pool_s8_s8_xsimd.hpp>
#include <etch/kernel/x86_64/relu_f32_f32_xsimd.hpp>
#include <etch/kernel/x86_64/relu_s8_s8_xsimd.hpp>
#include <etch/kernel/x86_64/to_s8_s8_table.hpp>

namespace etch::inline ETCH_ABI {

/// Where a machine that could run them has no xsimd, a network does without.
using xsimd_f32_kernels =
    element_t<list<list<>, list<conv2d_f32_f32_f32_xsimd, dense_f32_f32_f32_xsimd,
                                depthwise_conv2d_f32_f32_f32_xsimd, max_pool_f32_f32_xsimd,
                                add_f32_f32_f32_xsimd, relu_f32_f32_xsimd>>,
              ETCH_LACKS_XSIMD ? 0 : 1>;
using xsimd_s8_kernels =
    element_t<list<list<>, list<max_pool_s8_s8_xsimd, relu_s8_s8_xsimd>>, ETCH_LACKS_XSIMD ? 0 : 1>;

using x86_64_kernels = concatenation_t<
    list<conv2d_s8_s8_s8c_pmaddwd, conv2d_q7_q7_q7_pmaddwd, depthwise_conv2d_s8_s8_s8c_pmaddwd,
         depthwise_conv2d_q7_q7_q7_pmaddwd, dense_s8_s8_s8c_pmaddwd, dense_q7_q7_q7_pmaddwd,
         add_s8_s8_s8_pmuludq, to_s8_s8_table>,
    xsimd_s8_kernels, xsimd_f32_kernels>;

}  // namespace etch::inline ETCH_ABI
