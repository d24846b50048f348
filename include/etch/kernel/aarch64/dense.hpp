// dense of 8-bit codes, f32 and bfloat16. Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// s8, 64 filters at a time, with a batch 4 rows x 16 filters: a convolution of one row of B pixels
// by windows of one cell. Needs: Advanced SIMD, SDOT or SMMLA; by SMMLA a batch, and rows that 8
// bytes at a time divide well. Filters behind O in the last group are computed for nothing. Where
// weights have a zero point: scratch memory for the sums of all rows.
//
// The same, `pairs`: 4 rows are laid out for all filters first, two in turn. Needs: SMMLA; a batch
// of 4 and more than 16 outputs; inputs in multiples of 8; scratch memory for some rows.
//
// f32, 16 outputs at a time (8 or 4 where those are few), bit for bit as the generic kernel.
// Needs: Advanced SIMD; hwc; outputs that fill blocks of 16, 8 or 4 but for a fifth.
//
// bf16, 16 filters at a time by BFDOT, with a batch 4 rows x 16 filters by BFMMLA, bit for bit as
// bfdot_arithmetic says, into any floating-point format. Needs: BFDOT or BFMMLA; FPCR as it is
// after reset (no FEAT_EBF16 behaviour, no flushing). Filters behind O in the last group are
// computed for nothing.
//
// s16 by s8, 32 filters at a time, codes as two halves. Needs: SDOT or SMMLA; zero points of 0; 6
// outputs at least; scratch memory for the halves of a row.
//
// Values of 9 to 16 bits and posit<8, 0>, 8 filters at a time by SMLAL, with a batch 4 rows x 4
// filters. Needs: Advanced SIMD; zero points of 0 and weights of 8 to 16 bits, or no NaR among
// weights and biases and at most 1,024 inputs.
#pragma once

#include <etch/kernel/aarch64/any_bytes.hpp>
#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/kernel/aarch64/bfmmla_tiles.hpp>
#include <etch/kernel/aarch64/dense_p16_p16_p16_4x1_smaddl.hpp>
#include <etch/kernel/aarch64/floats.hpp>
#include <etch/kernel/aarch64/posit_tile.hpp>
#include <etch/kernel/aarch64/product_halves.hpp>
#include <etch/kernel/aarch64/product_pairs.hpp>
#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// dense by instruction By.
template <multiply By>
struct dense_tiles : row_tiles<dense_tiles<By>> {
  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    if (!neon::takes_epilogue(l) || l.by_channel) return false;
    return By != multiply::smmla || suits_smmla(l.g);
  }
  /// One pixel leaves registers for 64 filters: as few groups as that allows, of equal size.
  static constexpr tile_shape tile(const window_geometry& g) {
    const int quads = ceil_div(g.oc, 4);
    if (g.ow == 1) return {By, 1, ceil_div(quads, ceil_div(quads, 16))};
    return {By, 4, 4};
  }
};
/// Base of kernel K.
template <class K, multiply By>
using dense_kernel = layer_kernel<K, ops::dense, dense_tiles<By>>;

}  // namespace products

/// By SMMLA.
struct dense_s8_s8_s8_4x16_smmla
    : products::dense_kernel<dense_s8_s8_s8_4x16_smmla, products::multiply::smmla> {
  static constexpr const char* name = "dense_s8_s8_s8_4x16_smmla";
};
/// By SMMLA, rows laid out in pairs.
struct dense_s8_s8_s8_4x16_smmla_pairs
    : layer_kernel<dense_s8_s8_s8_4x16_smmla_pairs, ops::dense, products::pair_tiles<false>> {
  static constexpr const char* name = "dense_s8_s8_s8_4x16_smmla_pairs";
};
/// By SDOT.
struct dense_s8_s8_s8_1x64_sdot
    : products::dense_kernel<dense_s8_s8_s8_1x64_sdot, products::multiply::sdot> {
  static constexpr const char* name = "dense_s8_s8_s8_1x64_sdot";
};
/// By SMLAL.
struct dense_s8_s8_s8_1x64_smlal
    : products::dense_kernel<dense_s8_s8_s8_1x64_smlal, products::multiply::smlal> {
  static constexpr const char* name = "dense_s8_s8_s8_1x64_smlal";
};
/// dense on f32 by FMUL and FADD over outputs.
struct dense_f32_f32_f32_1x16_fmul : neon::fmul_kernel<dense_f32_f32_f32_1x16_fmul, ops::dense> {
  static constexpr const char* name = "dense_f32_f32_f32_1x16_fmul";
};
/// dense on bfloat16 by BFDOT.
struct dense_bf16_bf16_bf16_1x16_bfdot
    : bfdot_rows::bfdot_kernel<dense_bf16_bf16_bf16_1x16_bfdot, ops::dense> {
  static constexpr const char* name = "dense_bf16_bf16_bf16_1x16_bfdot";
};
/// dense on bfloat16 by BFMMLA.
struct dense_bf16_bf16_bf16_4x16_bfmmla
    : bfmmla_tiles::bfmmla_kernel<dense_bf16_bf16_bf16_4x16_bfmmla, ops::dense> {
  static constexpr const char* name = "dense_bf16_bf16_bf16_4x16_bfmmla";
};
/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_1x8_smlal
    : short_sums::kernel<dense_s16_s16_s16_1x8_smlal, ops::dense, neon::short_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_1x8_smlal";
};
/// dense of 16-bit codes by weights of 8 bits, halves by SMMLA.
struct dense_s16_s8_s16_1x32_smmla
    : products::halves_kernel<dense_s16_s8_s16_1x32_smmla, ops::dense, products::multiply::smmla> {
  static constexpr const char* name = "dense_s16_s8_s16_1x32_smmla";
};
/// The same by SDOT.
struct dense_s16_s8_s16_1x32_sdot
    : products::halves_kernel<dense_s16_s8_s16_1x32_sdot, ops::dense, products::multiply::sdot> {
  static constexpr const char* name = "dense_s16_s8_s16_1x32_sdot";
};
/// dense of posit<8, 0>.
struct dense_p8_p8_p8_1x8_smlal
    : posit_sums::kernel<dense_p8_p8_p8_1x8_smlal, ops::dense, neon::posit_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_1x8_smlal";
};

/// dense of 8-bit codes with any zero points.
struct dense_u8_u8_u8_1x8_smlal
    : byte_sums::kernel<dense_u8_u8_u8_1x8_smlal, ops::dense, neon::any_bytes_tile> {
  static constexpr const char* name = "dense_u8_u8_u8_1x8_smlal";
};

}  // namespace ETCH_NAMESPACE
