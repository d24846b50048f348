// Kernels for Armv8.1-M with integer vectors (Cortex-M52, M55, M85), best first.
#pragma once

#include <etch/kernel/armv81m/add.hpp>
#include <etch/kernel/armv81m/add_s16_s16_s16_vqrdmulh.hpp>
#include <etch/kernel/armv81m/add_s8_s8_s8_vmla.hpp>
#include <etch/kernel/armv81m/add_s8_s8_s8_vqrdmulh.hpp>
#include <etch/kernel/armv81m/add_u8_u8_u8_vmla.hpp>
#include <etch/kernel/armv81m/avg_pool.hpp>
#include <etch/kernel/armv81m/conv2d_p8_p8_p8_2x4_vmladava.hpp>
#include <etch/kernel/armv81m/conv2d_s16_s16_s16_2x4_vmladava.hpp>
#include <etch/kernel/armv81m/conv2d_s7_s7_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/conv2d_s8_s8_s8_2x4_vmladav.hpp>
#include <etch/kernel/armv81m/conv2d_s8_s8_s8_2x4_vmladava.hpp>
#include <etch/kernel/armv81m/conv2d_s8_s8_s8_2x4_vmladava_lines.hpp>
#include <etch/kernel/armv81m/conv2d_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/conv2d_u8_u8_u8_2x4_vmladava.hpp>
#include <etch/kernel/armv81m/dense_p8_p8_p8_4x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_p8_p8_p8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_s16_s16_s16_4x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_s16_s16_s16_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_s7_s7_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/dense_u8_u8_u8_4x1_vmladava.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_p8_p8_p8_8x2_vmullb.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_s16_s16_s16_8x2_vmullb.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_s8_s8_s8_1x16_vmullb.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_s8_s8_s8_2x4_vmladav.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_s8_s8_s8_4x1_vmladav.hpp>
#include <etch/kernel/armv81m/depthwise_conv2d_u8_u8_u8_8x2_vmullb.hpp>
#include <etch/kernel/armv81m/dynamic_range_f32_f32_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/fastgrnn_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/function_s8_s8_vldrb.hpp>
#include <etch/kernel/armv81m/global_avg_pool.hpp>
#include <etch/kernel/armv81m/gru_s16_s16_s16_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/gru_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/interleave.hpp>
#include <etch/kernel/armv81m/lstm_s16_s16_s16_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/lstm_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/max_pool.hpp>
#include <etch/kernel/armv81m/mul_s8_s8_s8_vqrdmulh.hpp>
#include <etch/kernel/armv81m/relu.hpp>
#include <etch/kernel/armv81m/rnn_pool_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/sigmoid_s8_s8_vldrb.hpp>
#include <etch/kernel/armv81m/sub.hpp>
#include <etch/kernel/armv81m/sub_s16_s16_s16_vqrdmulh.hpp>
#include <etch/kernel/armv81m/sub_s8_s8_s8_vmla.hpp>
#include <etch/kernel/armv81m/sub_u8_u8_u8_vmla.hpp>
#include <etch/kernel/armv81m/svdf_s8_s8_s8_8x1_vmladava.hpp>
#include <etch/kernel/armv81m/table_s8_s8_vldrb.hpp>
#include <etch/kernel/armv81m/tanh_s8_s8_vldrb.hpp>
#include <etch/kernel/armv81m/to_s8_u8_veor.hpp>
#include <etch/kernel/armv81m/unary_s8_s8_vldrb.hpp>

namespace ETCH_NAMESPACE {

using armv81m_kernels =
    list<conv2d_s8_s8_s8_2x4_vmladav, conv2d_s8_s8_s8_2x4_vmladava_lines,
         conv2d_s8_s8_s8_2x4_vmladava, conv2d_s8_s8_s8_8x1_vmladava, dense_s8_s8_s8_8x1_vmladava,
         depthwise_conv2d_s8_s8_s8_2x4_vmladav, depthwise_conv2d_s8_s8_s8_4x1_vmladav,
         depthwise_conv2d_s8_s8_s8_1x16_vmullb, max_pool_s8_s8_vmax, max_pool_u8_u8_vmax,
         max_pool_s16_s16_vmax, avg_pool_s8_s8_vadd, avg_pool_u8_u8_vadd, avg_pool_s16_s16_vadd,
         global_avg_pool_s8_s8_vadd, global_avg_pool_u8_u8_vadd, global_avg_pool_s16_s16_vadd,
         add_s8_s8_s8_vqadd, add_s16_s16_s16_vqadd, sub_s8_s8_s8_vqsub, sub_s16_s16_s16_vqsub,
         add_s8_s8_s8_vmla, sub_s8_s8_s8_vmla, add_s8_s8_s8_vqrdmulh, add_s16_s16_s16_vqrdmulh,
         sub_s16_s16_s16_vqrdmulh, add_u8_u8_u8_vmla, sub_u8_u8_u8_vmla, mul_s8_s8_s8_vqrdmulh,
         relu_s8_s8_vmax, relu_u8_u8_vmax, relu_s16_s16_vmax, sigmoid_s8_s8_vldrb, tanh_s8_s8_vldrb,
         function_s8_s8_vldrb, table_s8_s8_vldrb, unary_s8_s8_vldrb,
         conv2d_s16_s16_s16_2x4_vmladava, dense_s16_s16_s16_8x1_vmladava,
         dense_s16_s16_s16_4x1_vmladava, depthwise_conv2d_s16_s16_s16_8x2_vmullb,
         depthwise_conv2d_u8_u8_u8_8x2_vmullb, depthwise_conv2d_p8_p8_p8_8x2_vmullb,
         conv2d_p8_p8_p8_2x4_vmladava, dense_p8_p8_p8_8x1_vmladava, dense_p8_p8_p8_4x1_vmladava,
         conv2d_u8_u8_u8_2x4_vmladava, dense_u8_u8_u8_4x1_vmladava, lstm_s8_s8_s8_8x1_vmladava,
         lstm_s16_s16_s16_8x1_vmladava, gru_s8_s8_s8_8x1_vmladava, gru_s16_s16_s16_8x1_vmladava,
         fastgrnn_s8_s8_s8_8x1_vmladava, rnn_pool_s8_s8_s8_8x1_vmladava, svdf_s8_s8_s8_8x1_vmladava,
         dynamic_range_f32_f32_s8_8x1_vmladava, conv2d_s7_s7_s8_8x1_vmladava,
         dense_s7_s7_s8_8x1_vmladava, to_s8_u8_veor>;

}  // namespace ETCH_NAMESPACE
