// Kernels for Armv7-M without DSP instructions (Cortex-M3), best first.
#pragma once

#include <etch/kernel/armv6m/avg_pool.hpp>
#include <etch/kernel/armv6m/dense_s16_s12_s16_1x1_asrs.hpp>
#include <etch/kernel/armv6m/global_avg_pool.hpp>
#include <etch/kernel/armv6m/max_pool.hpp>
#include <etch/kernel/armv6m/relu.hpp>
#include <etch/kernel/armv7m/add_s16_s16_s16_smull.hpp>
#include <etch/kernel/armv7m/add_s8_s8_s8_mla.hpp>
#include <etch/kernel/armv7m/add_s8_s8_s8_smull.hpp>
#include <etch/kernel/armv7m/add_u8_u8_u8_mla.hpp>
#include <etch/kernel/armv7m/avg_pool_s16_s16_udiv.hpp>
#include <etch/kernel/armv7m/conv2d_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/conv2d_p8_p8_p8_2x2_mla.hpp>
#include <etch/kernel/armv7m/conv2d_s16_s16_s16_2x2_mla.hpp>
#include <etch/kernel/armv7m/conv2d_s7_s7_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s4_2x2_mla.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s4_8x1_mla.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s8_2x4_mul.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s8_8x1_ldr.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/conv2d_u8_u8_u8_2x2_mla.hpp>
#include <etch/kernel/armv7m/dense_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/dense_p8_p8_p8_2x2_mla.hpp>
#include <etch/kernel/armv7m/dense_s16_s16_s16_2x2_mla.hpp>
#include <etch/kernel/armv7m/dense_s7_s7_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/dense_s8_s8_s4_2x2_mla.hpp>
#include <etch/kernel/armv7m/dense_s8_s8_s4_8x1_mla.hpp>
#include <etch/kernel/armv7m/dense_s8_s8_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/dense_u8_u8_u8_2x2_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_p8_p8_p8_4x1_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_s16_s16_s16_4x1_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s16_1x1_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_16x1_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_1x1_mla.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_1x2_mul.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_u8_u8_u8_4x1_mla.hpp>
#include <etch/kernel/armv7m/dynamic_range_f32_f32_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/fastgrnn.hpp>
#include <etch/kernel/armv7m/global_avg_pool_s16_s16_asr.hpp>
#include <etch/kernel/armv7m/gru.hpp>
#include <etch/kernel/armv7m/lstm.hpp>
#include <etch/kernel/armv7m/mul_s8_s8_s8_smull.hpp>
#include <etch/kernel/armv7m/rnn_pool.hpp>
#include <etch/kernel/armv7m/sub_s16_s16_s16_smull.hpp>
#include <etch/kernel/armv7m/sub_s8_s8_s8_mla.hpp>
#include <etch/kernel/armv7m/sub_u8_u8_u8_mla.hpp>
#include <etch/kernel/armv7m/svdf_s8_s8_s8_8x1_mul.hpp>

namespace ETCH_NAMESPACE {

using armv7m_kernels =
    list<conv2d_s8_s8_s8_2x4_mul, conv2d_s8_s8_s8_8x1_mul, conv2d_s8_s8_s8_8x1_ldr,
         dense_s8_s8_s8_8x1_mul, conv2d_s8_s8_s4_8x1_mla, dense_s8_s8_s4_8x1_mla,
         conv2d_s8_s8_s4_2x2_mla, dense_s8_s8_s4_2x2_mla, dense_s16_s12_s16_1x1_asrs,
         conv2d_s16_s16_s16_2x2_mla, dense_s16_s16_s16_2x2_mla,
         depthwise_conv2d_s16_s16_s16_4x1_mla, conv2d_p8_p8_p8_2x2_mla, dense_p8_p8_p8_2x2_mla,
         depthwise_conv2d_p8_p8_p8_4x1_mla, conv2d_p16_p16_p16_4x1_smlal,
         dense_p16_p16_p16_4x1_smlal, depthwise_conv2d_p16_p16_p16_4x1_smlal,
         depthwise_conv2d_s8_s8_s8_1x2_mul, depthwise_conv2d_s8_s8_s8_1x1_mla,
         depthwise_conv2d_s8_s8_s8_16x1_mla, add_s8_s8_s8_mla, sub_s8_s8_s8_mla, add_s8_s8_s8_smull,
         add_s16_s16_s16_smull, sub_s16_s16_s16_smull, add_u8_u8_u8_mla, sub_u8_u8_u8_mla,
         mul_s8_s8_s8_smull, max_pool_s8_s8_subs, max_pool_s8_s8_bics, max_pool_u8_u8_bics,
         max_pool_s16_s16_bics, avg_pool_s8_s8_ands, avg_pool_u8_u8_ands, avg_pool_s16_s16_udiv,
         global_avg_pool_s8_s8_ands, global_avg_pool_u8_u8_ands, global_avg_pool_s16_s16_asr,
         relu_s8_s8_bics, relu_s16_s16_bics, relu_s8_s8_subs, relu_u8_u8_subs,
         depthwise_conv2d_s8_s8_s16_1x1_mla, conv2d_u8_u8_u8_2x2_mla, dense_u8_u8_u8_2x2_mla,
         depthwise_conv2d_u8_u8_u8_4x1_mla, lstm_s8_s8_s8_8x1_mul, lstm_s16_s16_s16_4x1_mla,
         gru_s8_s8_s8_8x1_mul, gru_s16_s16_s16_4x1_mla, fastgrnn_s8_s8_s8_8x1_mul,
         fastgrnn_s16_s16_s16_4x1_mla, rnn_pool_s8_s8_s16_4x1_mla, rnn_pool_s16_s16_s16_4x1_mla,
         svdf_s8_s8_s8_8x1_mul, dynamic_range_f32_f32_s8_8x1_mul, conv2d_s7_s7_s8_8x1_mul,
         dense_s7_s7_s8_8x1_mul>;

}  // namespace ETCH_NAMESPACE
