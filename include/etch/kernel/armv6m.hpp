// Kernels for Armv6-M (Cortex-M0, M0+, M1) and Armv8-M Baseline (M23), best first.
#pragma once

#include <etch/kernel/armv6m/add_s16_s16_s16_adcs.hpp>
#include <etch/kernel/armv6m/add_s8_s8_s8_adcs.hpp>
#include <etch/kernel/armv6m/add_s8_s8_s8_muls.hpp>
#include <etch/kernel/armv6m/add_u8_u8_u8_muls.hpp>
#include <etch/kernel/armv6m/avg_pool.hpp>
#include <etch/kernel/armv6m/conv2d_p8_p8_p8_2x2_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s16_s16_s16_2x2_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s7_s7_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s8_s8_s4_2x2_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s8_s8_s4_8x1_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s8_s8_s8_1x4_muls.hpp>
#include <etch/kernel/armv6m/conv2d_s8_s8_s8_8x1_ldrb.hpp>
#include <etch/kernel/armv6m/conv2d_s8_s8_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/conv2d_u8_u8_u8_2x2_muls.hpp>
#include <etch/kernel/armv6m/dense_p8_p8_p8_4x1_muls.hpp>
#include <etch/kernel/armv6m/dense_s16_s12_s16_1x1_asrs.hpp>
#include <etch/kernel/armv6m/dense_s16_s16_s16_4x1_muls.hpp>
#include <etch/kernel/armv6m/dense_s7_s7_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/dense_s8_s8_s4_4x1_muls.hpp>
#include <etch/kernel/armv6m/dense_s8_s8_s4_8x1_muls.hpp>
#include <etch/kernel/armv6m/dense_s8_s8_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/dense_u8_u8_u8_4x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_p8_p8_p8_4x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_s16_s16_s16_4x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_s8_s8_s16_1x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_s8_s8_s8_16x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_s8_s8_s8_1x1_muls.hpp>
#include <etch/kernel/armv6m/depthwise_conv2d_u8_u8_u8_4x1_muls.hpp>
#include <etch/kernel/armv6m/dynamic_range_f32_f32_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/fastgrnn.hpp>
#include <etch/kernel/armv6m/global_avg_pool.hpp>
#include <etch/kernel/armv6m/gru.hpp>
#include <etch/kernel/armv6m/lstm.hpp>
#include <etch/kernel/armv6m/max_pool.hpp>
#include <etch/kernel/armv6m/mul_s8_s8_s8_muls.hpp>
#include <etch/kernel/armv6m/relu.hpp>
#include <etch/kernel/armv6m/rnn_pool.hpp>
#include <etch/kernel/armv6m/sub_s16_s16_s16_adcs.hpp>
#include <etch/kernel/armv6m/sub_s8_s8_s8_muls.hpp>
#include <etch/kernel/armv6m/sub_u8_u8_u8_muls.hpp>
#include <etch/kernel/armv6m/svdf_s8_s8_s8_8x1_muls.hpp>

namespace ETCH_NAMESPACE {

using armv6m_kernels =
    list<conv2d_s8_s8_s8_1x4_muls, conv2d_s8_s8_s8_8x1_muls, conv2d_s8_s8_s8_8x1_ldrb,
         dense_s8_s8_s8_8x1_muls, conv2d_s8_s8_s4_8x1_muls, dense_s8_s8_s4_8x1_muls,
         conv2d_s8_s8_s4_2x2_muls, dense_s8_s8_s4_4x1_muls, dense_s16_s12_s16_1x1_asrs,
         conv2d_s16_s16_s16_2x2_muls, dense_s16_s16_s16_4x1_muls,
         depthwise_conv2d_s16_s16_s16_4x1_muls, conv2d_p8_p8_p8_2x2_muls, dense_p8_p8_p8_4x1_muls,
         depthwise_conv2d_p8_p8_p8_4x1_muls, depthwise_conv2d_s8_s8_s8_1x1_muls,
         depthwise_conv2d_s8_s8_s8_16x1_muls, add_s8_s8_s8_muls, sub_s8_s8_s8_muls,
         add_s8_s8_s8_adcs, add_s16_s16_s16_adcs, sub_s16_s16_s16_adcs, add_u8_u8_u8_muls,
         sub_u8_u8_u8_muls, mul_s8_s8_s8_muls, max_pool_s8_s8_subs, max_pool_s8_s8_bics,
         max_pool_u8_u8_bics, max_pool_s16_s16_bics, avg_pool_s8_s8_ands, avg_pool_u8_u8_ands,
         global_avg_pool_s8_s8_ands, global_avg_pool_u8_u8_ands, global_avg_pool_s16_s16_asrs,
         relu_s8_s8_bics, relu_s16_s16_bics, relu_s8_s8_subs, relu_u8_u8_subs,
         depthwise_conv2d_s8_s8_s16_1x1_muls, conv2d_u8_u8_u8_2x2_muls, dense_u8_u8_u8_4x1_muls,
         depthwise_conv2d_u8_u8_u8_4x1_muls, lstm_s8_s8_s8_8x1_muls, lstm_s16_s16_s16_4x1_muls,
         gru_s8_s8_s8_8x1_muls, gru_s16_s16_s16_4x1_muls, fastgrnn_s8_s8_s8_8x1_muls,
         fastgrnn_s16_s16_s16_4x1_muls, rnn_pool_s8_s8_s8_8x1_muls, rnn_pool_s16_s16_s16_4x1_muls,
         svdf_s8_s8_s8_8x1_muls, dynamic_range_f32_f32_s8_8x1_muls, conv2d_s7_s7_s8_8x1_muls,
         dense_s7_s7_s8_8x1_muls>;

}  // namespace ETCH_NAMESPACE
