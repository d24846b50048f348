// Kernels of x86-64, best first: one include and one entry each.
#pragma once

#include <etch/kernel/x86_64/add.hpp>
#include <etch/kernel/x86_64/add_s16_s16_s16_pmuludq.hpp>
#include <etch/kernel/x86_64/add_s8_s8_s8_pmaddwd.hpp>
#include <etch/kernel/x86_64/add_s8_s8_s8_pmuludq.hpp>
#include <etch/kernel/x86_64/add_u8_u8_u8_pmaddwd.hpp>
#include <etch/kernel/x86_64/avg_pool.hpp>
#include <etch/kernel/x86_64/conv2d_bf16_bf16_bf16_vdpbf16ps.hpp>
#include <etch/kernel/x86_64/conv2d_p16_p16_p16_4x1_imul.hpp>
#include <etch/kernel/x86_64/conv2d_p8_p8_p8_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_p8_p8_p8_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s16_s16_s16_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s16_s16_s16_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s7_s7_s8.hpp>
#include <etch/kernel/x86_64/conv2d_s8_s8_s8_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s8_s8_s8_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_s8_s8_s8_vpdpbusd.hpp>
#include <etch/kernel/x86_64/conv2d_s8_s8_s8_vpmaddubsw.hpp>
#include <etch/kernel/x86_64/conv2d_u8_u8_u8_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/conv2d_u8_u8_u8_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_bf16_bf16_bf16_vdpbf16ps.hpp>
#include <etch/kernel/x86_64/dense_p16_p16_p16_4x1_imul.hpp>
#include <etch/kernel/x86_64/dense_p8_p8_p8_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_s16_s16_s16_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_s16_s16_s16_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_s7_s7_s8.hpp>
#include <etch/kernel/x86_64/dense_s8_s8_s8_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_s8_s8_s8_vpdpbusd.hpp>
#include <etch/kernel/x86_64/dense_s8_s8_s8_vpmaddubsw.hpp>
#include <etch/kernel/x86_64/dense_u8_u8_u8_16x3_pmaddwd.hpp>
#include <etch/kernel/x86_64/dense_u8_u8_u8_4x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_p16_p16_p16_4x1_imul.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_p8_p8_p8_8x1_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_p8_p8_p8_8x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s16_s16_s16_8x1_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s16_s16_s16_8x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s8_s8_s8_8x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s8_s8_s8_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s8_s8_s8_vpdpbusd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_s8_s8_s8_vpmaddubsw.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_u8_u8_u8_8x1_pmaddwd.hpp>
#include <etch/kernel/x86_64/depthwise_conv2d_u8_u8_u8_8x2_pmaddwd.hpp>
#include <etch/kernel/x86_64/dynamic_range.hpp>
#include <etch/kernel/x86_64/fastgrnn.hpp>
#include <etch/kernel/x86_64/global_avg_pool.hpp>
#include <etch/kernel/x86_64/gru.hpp>
#include <etch/kernel/x86_64/interleave.hpp>
#include <etch/kernel/x86_64/lstm.hpp>
#include <etch/kernel/x86_64/mul_s8_s8_s8_pmuludq.hpp>
#include <etch/kernel/x86_64/rnn_pool.hpp>
#include <etch/kernel/x86_64/sub.hpp>
#include <etch/kernel/x86_64/sub_s16_s16_s16_pmuludq.hpp>
#include <etch/kernel/x86_64/sub_s8_s8_s8_pmaddwd.hpp>
#include <etch/kernel/x86_64/sub_u8_u8_u8_pmaddwd.hpp>
#include <etch/kernel/x86_64/svdf.hpp>
#include <etch/kernel/x86_64/to_s8_u8_pxor.hpp>
#include <etch/kernel/xsimd.hpp>

namespace ETCH_NAMESPACE {

using x86_64_kernels = concatenation_t<
    list<conv2d_s8_s8_s8_16x3_pmaddwd, conv2d_s8_s8_s8_pmaddwd,
         depthwise_conv2d_s8_s8_s8_8x2_pmaddwd, depthwise_conv2d_s8_s8_s8_pmaddwd,
         dense_s8_s8_s8_pmaddwd, add_s8_s8_s8_paddsb, add_s16_s16_s16_paddsw, sub_s8_s8_s8_psubsb,
         sub_s16_s16_s16_psubsw, add_s8_s8_s8_pmaddwd, sub_s8_s8_s8_pmaddwd, add_s8_s8_s8_pmuludq,
         add_s16_s16_s16_pmuludq, sub_s16_s16_s16_pmuludq, add_u8_u8_u8_pmaddwd,
         sub_u8_u8_u8_pmaddwd, mul_s8_s8_s8_pmuludq, avg_pool_s8_s8_paddw, avg_pool_u8_u8_paddw,
         avg_pool_s16_s16_paddd, global_avg_pool_s8_s8_paddw, global_avg_pool_u8_u8_paddw,
         global_avg_pool_s16_s16_paddd, conv2d_p8_p8_p8_16x3_pmaddwd, conv2d_p8_p8_p8_4x2_pmaddwd,
         conv2d_s16_s16_s16_16x3_pmaddwd, conv2d_s16_s16_s16_4x2_pmaddwd,
         dense_p8_p8_p8_4x2_pmaddwd, depthwise_conv2d_p8_p8_p8_8x2_pmaddwd,
         depthwise_conv2d_p8_p8_p8_8x1_pmaddwd, dense_s16_s16_s16_16x3_pmaddwd,
         dense_s16_s16_s16_4x2_pmaddwd, depthwise_conv2d_s16_s16_s16_8x2_pmaddwd,
         depthwise_conv2d_s16_s16_s16_8x1_pmaddwd, conv2d_p16_p16_p16_4x1_imul,
         dense_p16_p16_p16_4x1_imul, depthwise_conv2d_p16_p16_p16_4x1_imul,
         conv2d_u8_u8_u8_16x3_pmaddwd, conv2d_u8_u8_u8_4x2_pmaddwd, dense_u8_u8_u8_16x3_pmaddwd,
         dense_u8_u8_u8_4x2_pmaddwd, depthwise_conv2d_u8_u8_u8_8x2_pmaddwd,
         depthwise_conv2d_u8_u8_u8_8x1_pmaddwd, lstm_s8_s8_s8_16x1_pmaddwd,
         lstm_s16_s16_s16_16x1_pmaddwd, gru_s8_s8_s8_16x1_pmaddwd, gru_s16_s16_s16_16x1_pmaddwd,
         fastgrnn_s8_s8_s8_16x1_pmaddwd, fastgrnn_s16_s16_s16_16x1_pmaddwd,
         rnn_pool_s8_s8_s8_16x1_pmaddwd, rnn_pool_s16_s16_s16_16x1_pmaddwd,
         svdf_s8_s8_s8_16x1_pmaddwd, dynamic_range_f32_f32_s8_16x1_pmaddwd,
         conv2d_s7_s7_s8_16x1_pmaddwd, dense_s7_s7_s8_16x1_pmaddwd, to_s8_u8_pxor>,
    xsimd_kernels>;

/// By AVX2, before those of every PC.
using x86_64_v3_kernels =
    list<conv2d_s8_s8_s8_vpmaddubsw, depthwise_conv2d_s8_s8_s8_vpmaddubsw,
         dense_s8_s8_s8_vpmaddubsw, lstm_s8_s8_s8_16x1_vpmaddubsw, gru_s8_s8_s8_16x1_vpmaddubsw,
         fastgrnn_s8_s8_s8_16x1_vpmaddubsw, rnn_pool_s8_s8_s8_16x1_vpmaddubsw,
         svdf_s8_s8_s8_16x1_vpmaddubsw, dynamic_range_f32_f32_s8_16x1_vpmaddubsw,
         conv2d_s7_s7_s8_16x1_vpmaddubsw, dense_s7_s7_s8_16x1_vpmaddubsw>;

/// By AVX512-VNNI, before those by AVX2.
using x86_64_v4_vnni_kernels =
    list<conv2d_s8_s8_s8_vpdpbusd, depthwise_conv2d_s8_s8_s8_vpdpbusd, dense_s8_s8_s8_vpdpbusd,
         lstm_s8_s8_s8_16x1_vpdpbusd, gru_s8_s8_s8_16x1_vpdpbusd, fastgrnn_s8_s8_s8_16x1_vpdpbusd,
         rnn_pool_s8_s8_s8_16x1_vpdpbusd, svdf_s8_s8_s8_16x1_vpdpbusd,
         dynamic_range_f32_f32_s8_16x1_vpdpbusd, conv2d_s7_s7_s8_16x1_vpdpbusd,
         dense_s7_s7_s8_16x1_vpdpbusd>;

/// By AVX512-BF16, before those by AVX512-VNNI.
using x86_64_v4_bf16_kernels =
    list<conv2d_bf16_bf16_bf16_vdpbf16ps, dense_bf16_bf16_bf16_vdpbf16ps>;

}  // namespace ETCH_NAMESPACE
