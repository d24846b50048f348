// Kernels by xsimd, which serve x86-64 and AArch64, best first: one include and one entry each.
#pragma once

#include <etch/kernel/xsimd/add_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/avg_pool_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/conv2d_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/dense_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/depthwise_conv2d_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/fastgrnn_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/gru_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/lstm_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/max_pool.hpp>
#include <etch/kernel/xsimd/relu.hpp>
#include <etch/kernel/xsimd/rnn_pool_f32_f32_f32_xsimd.hpp>
#include <etch/kernel/xsimd/svdf_f32_f32_f32_xsimd.hpp>

namespace ETCH_NAMESPACE {

using all_xsimd_kernels =
    list<conv2d_f32_f32_f32_xsimd, dense_f32_f32_f32_xsimd, depthwise_conv2d_f32_f32_f32_xsimd,
         max_pool_f32_f32_xsimd, max_pool_s8_s8_xsimd, max_pool_u8_u8_xsimd, max_pool_s16_s16_xsimd,
         avg_pool_f32_f32_xsimd, add_f32_f32_f32_xsimd, relu_f32_f32_xsimd, relu_s8_s8_xsimd,
         relu_u8_u8_xsimd, relu_s16_s16_xsimd, lstm_f32_f32_f32_xsimd, gru_f32_f32_f32_xsimd,
         fastgrnn_f32_f32_f32_xsimd, rnn_pool_f32_f32_f32_xsimd, svdf_f32_f32_f32_xsimd>;
/// Those that this compilation has: none where xsimd is not asked for or not found.
using xsimd_kernels = element_t<list<list<>, all_xsimd_kernels>, ETCH_HAS_XSIMD>;

}  // namespace ETCH_NAMESPACE
