// Kernels of the AArch64 targets, best first.
#pragma once

#include <etch/kernel/aarch64/add.hpp>
#include <etch/kernel/aarch64/add_s16_s16_s16_sqrdmulh.hpp>
#include <etch/kernel/aarch64/add_s8_s8_s8_16_mla.hpp>
#include <etch/kernel/aarch64/add_s8_s8_s8_sqrdmulh.hpp>
#include <etch/kernel/aarch64/add_u8_u8_u8_16_mla.hpp>
#include <etch/kernel/aarch64/avg_pool.hpp>
#include <etch/kernel/aarch64/conv2d.hpp>
#include <etch/kernel/aarch64/conv2d_s7_s7_s8.hpp>
#include <etch/kernel/aarch64/dense.hpp>
#include <etch/kernel/aarch64/dense_s7_s7_s8.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_f32_f32_f32_16x1_fmul.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_p16_p16_p16_4x1_smaddl.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_p8_p8_p8_8x1_smlal.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s16_s16_s16_8x1_smlal.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s8_s8_s8_8x2_smull.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s8_s8_s8_8x4_sdot.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s8_s8_s8_8x4_smlal.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s8_s8_s8_8x4_smull.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_s8_s8_s8_8x8_sdot.hpp>
#include <etch/kernel/aarch64/depthwise_conv2d_u8_u8_u8_8x1_smlal.hpp>
#include <etch/kernel/aarch64/dynamic_range.hpp>
#include <etch/kernel/aarch64/fastgrnn.hpp>
#include <etch/kernel/aarch64/function_s8_s8_tbl.hpp>
#include <etch/kernel/aarch64/global_avg_pool.hpp>
#include <etch/kernel/aarch64/gru.hpp>
#include <etch/kernel/aarch64/interleave.hpp>
#include <etch/kernel/aarch64/lstm.hpp>
#include <etch/kernel/aarch64/max_pool.hpp>
#include <etch/kernel/aarch64/mul_s8_s8_s8_sqrdmulh.hpp>
#include <etch/kernel/aarch64/relu.hpp>
#include <etch/kernel/aarch64/rnn_pool.hpp>
#include <etch/kernel/aarch64/sigmoid_s8_s8_tbl.hpp>
#include <etch/kernel/aarch64/sub.hpp>
#include <etch/kernel/aarch64/sub_s16_s16_s16_sqrdmulh.hpp>
#include <etch/kernel/aarch64/sub_s8_s8_s8_16_mla.hpp>
#include <etch/kernel/aarch64/sub_u8_u8_u8_16_mla.hpp>
#include <etch/kernel/aarch64/svdf.hpp>
#include <etch/kernel/aarch64/table_s8_s8_tbl.hpp>
#include <etch/kernel/aarch64/tanh_s8_s8_tbl.hpp>
#include <etch/kernel/aarch64/to_s8_u8_eor.hpp>
#include <etch/kernel/aarch64/unary_s8_s8_tbl.hpp>
#include <etch/kernel/xsimd.hpp>

namespace ETCH_NAMESPACE {

using aarch64_bf16_kernels =
    list<conv2d_bf16_bf16_bf16_4x16_bfmmla, dense_bf16_bf16_bf16_4x16_bfmmla,
         conv2d_bf16_bf16_bf16_1x16_bfdot, dense_bf16_bf16_bf16_1x16_bfdot>;
using aarch64_i8mm_kernels =
    list<conv2d_s8_s8_s8_4x16_smmla_columns, conv2d_s8_s8_s8_4x16_smmla_lines,
         conv2d_s8_s8_s8_4x16_smmla_pairs, dense_s8_s8_s8_4x16_smmla_pairs,
         conv2d_s8_s8_s8_4x16_smmla, conv2d_s8_s8_s8_8x8_smmla, dense_s8_s8_s8_4x16_smmla,
         conv2d_s16_s8_s16_2x16_smmla, dense_s16_s8_s16_1x32_smmla, lstm_s16_s16_s16_1x16_smmla,
         gru_s16_s16_s16_1x16_smmla>;
using aarch64_dotprod_kernels =
    list<conv2d_s8_s8_s8_4x16_sdot_columns, conv2d_s8_s8_s8_4x16_sdot_lines,
         conv2d_s8_s8_s8_4x16_sdot, conv2d_s8_s8_s8_8x8_sdot, dense_s8_s8_s8_1x64_sdot,
         depthwise_conv2d_s8_s8_s8_8x4_sdot, depthwise_conv2d_s8_s8_s8_8x8_sdot,
         lstm_s8_s8_s8_1x16_sdot, gru_s8_s8_s8_1x16_sdot, fastgrnn_s8_s8_s8_1x16_sdot,
         rnn_pool_s8_s8_s8_1x16_sdot, svdf_s8_s8_s8_1x16_sdot, dynamic_range_f32_f32_s8_1x16_sdot,
         conv2d_s7_s7_s8_1x16_sdot, dense_s7_s7_s8_1x16_sdot, conv2d_s16_s8_s16_2x16_sdot,
         dense_s16_s8_s16_1x32_sdot, lstm_s16_s16_s16_1x16_sdot, gru_s16_s16_s16_1x16_sdot>;
using aarch64_kernels = concatenation_t<
    list<conv2d_s8_s8_s8_4x16_smlal, conv2d_s8_s8_s8_8x8_smlal, dense_s8_s8_s8_1x64_smlal,
         depthwise_conv2d_s8_s8_s8_8x2_smull, depthwise_conv2d_s8_s8_s8_8x4_smull,
         depthwise_conv2d_s8_s8_s8_8x4_smlal, max_pool_s8_s8_smax, max_pool_u8_u8_umax,
         max_pool_s16_s16_smax, avg_pool_s8_s8_saddw, avg_pool_u8_u8_uaddw, avg_pool_s16_s16_saddw,
         global_avg_pool_s8_s8_saddw, global_avg_pool_u8_u8_uaddw, global_avg_pool_s16_s16_saddw,
         relu_s8_s8_smax, relu_u8_u8_umax, relu_s16_s16_smax, add_s8_s8_s8_sqadd,
         add_s16_s16_s16_sqadd, sub_s8_s8_s8_sqsub, sub_s16_s16_s16_sqsub, add_s8_s8_s8_16_mla,
         sub_s8_s8_s8_16_mla, add_s8_s8_s8_sqrdmulh, add_s16_s16_s16_sqrdmulh,
         sub_s16_s16_s16_sqrdmulh, add_u8_u8_u8_16_mla, sub_u8_u8_u8_16_mla, mul_s8_s8_s8_sqrdmulh,
         sigmoid_s8_s8_tbl, tanh_s8_s8_tbl, function_s8_s8_tbl, table_s8_s8_tbl, unary_s8_s8_tbl,
         conv2d_f32_f32_f32_4x16_fmul, dense_f32_f32_f32_1x16_fmul,
         depthwise_conv2d_f32_f32_f32_16x1_fmul, conv2d_s16_s16_s16_4x4_smlal,
         dense_s16_s16_s16_1x8_smlal, depthwise_conv2d_s16_s16_s16_8x1_smlal,
         conv2d_p8_p8_p8_4x4_smlal, dense_p8_p8_p8_1x8_smlal, depthwise_conv2d_p8_p8_p8_8x1_smlal,
         conv2d_p16_p16_p16_4x1_smaddl, dense_p16_p16_p16_4x1_smaddl,
         depthwise_conv2d_p16_p16_p16_4x1_smaddl, conv2d_u8_u8_u8_4x4_smlal,
         dense_u8_u8_u8_1x8_smlal, depthwise_conv2d_u8_u8_u8_8x1_smlal, lstm_s8_s8_s8_1x16_smlal,
         lstm_s16_s16_s16_1x8_smlal, lstm_f32_f32_f32_1x16_fmul, gru_s8_s8_s8_1x16_smlal,
         gru_s16_s16_s16_1x8_smlal, gru_f32_f32_f32_1x16_fmul, fastgrnn_s8_s8_s8_1x16_smlal,
         fastgrnn_s16_s16_s16_1x8_smlal, fastgrnn_f32_f32_f32_1x16_fmul,
         rnn_pool_s8_s8_s8_1x16_smlal, rnn_pool_s16_s16_s16_1x8_smlal,
         rnn_pool_f32_f32_f32_1x16_fmul, svdf_s8_s8_s8_1x16_smlal,
         dynamic_range_f32_f32_s8_1x16_smlal, conv2d_s7_s7_s8_1x16_smlal, dense_s7_s7_s8_1x16_smlal,
         svdf_f32_f32_f32_1x16_fmul, to_s8_u8_eor>,
    xsimd_kernels>;

}  // namespace ETCH_NAMESPACE
