// Kernels for Armv7E-M (Cortex-M4, M7, M33 with DSP), best first.
#pragma once

#include <etch/kernel/armv7em/add.hpp>
#include <etch/kernel/armv7em/add_s16_s16_s16_smmlar.hpp>
#include <etch/kernel/armv7em/add_s8_s8_s8_smmlar.hpp>
#include <etch/kernel/armv7em/avg_pool.hpp>
#include <etch/kernel/armv7em/conv2d_f32_f32_f32_4x4_vmul.hpp>
#include <etch/kernel/armv7em/conv2d_p8_p8_p8_2x2_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s16_s16_s16_2x2_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s7_s7_s8_8x1_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s4_2x4_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s4_2x8_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x4_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x4_sxtb16.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x8_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x8_sxtb16.hpp>
#include <etch/kernel/armv7em/conv2d_s8_s8_s8_8x1_smlad.hpp>
#include <etch/kernel/armv7em/conv2d_u8_u8_u8_2x2_smlad.hpp>
#include <etch/kernel/armv7em/dense_f32_f32_f32_8x1_vmul.hpp>
#include <etch/kernel/armv7em/dense_p8_p8_p8_2x2_smlad.hpp>
#include <etch/kernel/armv7em/dense_s16_s16_s16_2x2_smlad.hpp>
#include <etch/kernel/armv7em/dense_s7_s7_s8_8x1_smlad.hpp>
#include <etch/kernel/armv7em/dense_s8_s8_s4_4x1_smlad.hpp>
#include <etch/kernel/armv7em/dense_s8_s8_s8_4x1_smlad.hpp>
#include <etch/kernel/armv7em/dense_s8_s8_s8_8x1_smlad.hpp>
#include <etch/kernel/armv7em/dense_u8_u8_u8_2x2_smlad.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_f32_f32_f32_8x1_vmul.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_p8_p8_p8_4x1_smlabb.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_s16_s16_s16_4x1_smlabb.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_s8_s8_s8_2x2_smlad.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_s8_s8_s8_2x2_smlad_columns.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_s8_s8_s8_4x1_smlabb.hpp>
#include <etch/kernel/armv7em/depthwise_conv2d_u8_u8_u8_4x1_smlabb.hpp>
#include <etch/kernel/armv7em/dynamic_range_f32_f32_s8_2x4_smlad.hpp>
#include <etch/kernel/armv7em/dynamic_range_f32_f32_s8_8x1_smlad.hpp>
#include <etch/kernel/armv7em/fastgrnn.hpp>
#include <etch/kernel/armv7em/global_avg_pool.hpp>
#include <etch/kernel/armv7em/gru.hpp>
#include <etch/kernel/armv7em/lstm.hpp>
#include <etch/kernel/armv7em/max_pool.hpp>
#include <etch/kernel/armv7em/mul_s8_s8_s8_smmlar.hpp>
#include <etch/kernel/armv7em/relu_s16_s16_sel.hpp>
#include <etch/kernel/armv7em/relu_s8_s8_sel.hpp>
#include <etch/kernel/armv7em/relu_u8_u8_sel.hpp>
#include <etch/kernel/armv7em/rnn_pool.hpp>
#include <etch/kernel/armv7em/sub.hpp>
#include <etch/kernel/armv7em/sub_s16_s16_s16_smmlar.hpp>
#include <etch/kernel/armv7em/svdf.hpp>
#include <etch/kernel/armv7m/add_s8_s8_s8_mla.hpp>
#include <etch/kernel/armv7m/add_u8_u8_u8_mla.hpp>
#include <etch/kernel/armv7m/avg_pool_s16_s16_udiv.hpp>
#include <etch/kernel/armv7m/conv2d_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/conv2d_s8_s8_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/dense_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/depthwise_conv2d_p16_p16_p16_4x1_smlal.hpp>
#include <etch/kernel/armv7m/global_avg_pool_s16_s16_asr.hpp>
#include <etch/kernel/armv7m/sub_s8_s8_s8_mla.hpp>
#include <etch/kernel/armv7m/sub_u8_u8_u8_mla.hpp>

namespace ETCH_NAMESPACE {

/// Five near the end take what others take, but need less scratch memory or none, and read rows
/// that lie apart; the last three take 8-bit codes that no other kernel does.
using armv7em_kernels = list<
    conv2d_s8_s8_s8_2x8_sxtb16, conv2d_s8_s8_s8_2x8_smlad, conv2d_s8_s8_s8_2x4_smlad,
    conv2d_s8_s8_s4_2x8_smlad, conv2d_s8_s8_s4_2x4_smlad, dense_s8_s8_s8_4x1_smlad,
    dense_s8_s8_s4_4x1_smlad, depthwise_conv2d_s8_s8_s8_2x2_smlad_columns,
    depthwise_conv2d_s8_s8_s8_2x2_smlad, depthwise_conv2d_s8_s8_s8_4x1_smlabb, max_pool_s8_s8_ssub8,
    max_pool_u8_u8_sel, avg_pool_s8_s8_sxtab16, avg_pool_u8_u8_uxtab16, avg_pool_s16_s16_udiv,
    global_avg_pool_s8_s8_sxtab16, global_avg_pool_u8_u8_uxtab16, global_avg_pool_s16_s16_asr,
    relu_s8_s8_sel, relu_u8_u8_sel, conv2d_s16_s16_s16_2x2_smlad, dense_s16_s16_s16_2x2_smlad,
    depthwise_conv2d_s16_s16_s16_4x1_smlabb, conv2d_p8_p8_p8_2x2_smlad, dense_p8_p8_p8_2x2_smlad,
    depthwise_conv2d_p8_p8_p8_4x1_smlabb, conv2d_p16_p16_p16_4x1_smlal, dense_p16_p16_p16_4x1_smlal,
    depthwise_conv2d_p16_p16_p16_4x1_smlal, conv2d_f32_f32_f32_4x4_vmul, dense_f32_f32_f32_8x1_vmul,
    depthwise_conv2d_f32_f32_f32_8x1_vmul, dynamic_range_f32_f32_s8_2x4_smlad,
    dynamic_range_f32_f32_s8_8x1_smlad, conv2d_s7_s7_s8_8x1_smlad, dense_s7_s7_s8_8x1_smlad,
    max_pool_s16_s16_ssub16, max_pool_s16_s16_sel, relu_s16_s16_sel, add_s8_s8_s8_qadd8,
    add_s16_s16_s16_qadd16, sub_s8_s8_s8_qsub8, sub_s16_s16_s16_qsub16, add_s8_s8_s8_mla,
    sub_s8_s8_s8_mla, add_s8_s8_s8_smmlar, add_s16_s16_s16_smmlar, sub_s16_s16_s16_smmlar,
    add_u8_u8_u8_mla, sub_u8_u8_u8_mla, mul_s8_s8_s8_smmlar, conv2d_s8_s8_s8_2x4_sxtb16,
    conv2d_s8_s8_s8_8x1_smlad, dense_s8_s8_s8_8x1_smlad, max_pool_s8_s8_sel,
    conv2d_s8_s8_s8_8x1_mul, conv2d_u8_u8_u8_2x2_smlad, dense_u8_u8_u8_2x2_smlad,
    depthwise_conv2d_u8_u8_u8_4x1_smlabb, lstm_s8_s8_s8_8x1_smlad, lstm_s16_s16_s16_2x1_smlad,
    lstm_f32_f32_f32_8x1_vmul, gru_s8_s8_s8_8x1_smlad, gru_s16_s16_s16_2x1_smlad,
    gru_f32_f32_f32_8x1_vmul, fastgrnn_s8_s8_s8_8x1_smlad, fastgrnn_s16_s16_s16_2x1_smlad,
    fastgrnn_f32_f32_f32_8x1_vmul, rnn_pool_s8_s8_s8_8x1_smlad, rnn_pool_s16_s16_s16_2x1_smlad,
    rnn_pool_f32_f32_f32_8x1_vmul, svdf_s8_s8_s8_8x1_smlad, svdf_f32_f32_f32_8x1_vmul>;

}  // namespace ETCH_NAMESPACE
