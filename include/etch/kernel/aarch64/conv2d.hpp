// conv2d of 8-bit codes, f32 and bfloat16. Reads: x (N,H,W,C), weights (OC,KH,KW,C/G), bias (OC).
// Writes: y (N,OH,OW,OC).
//
// s8, tiles of 4 pixels x 16 filters or 8 x 8 at a time. Needs: Advanced SIMD, SDOT or SMMLA; in
// tiles of 16 filters as many, or a multiple, in each group; channels in multiples of 4 (of 8 by
// SMMLA) where windows have gaps between columns or there are groups. By SMMLA two columns of
// output at least, and window rows that 8 bytes at a time divide well. Filters behind OC in the
// last 8 are computed for nothing. Where weights have a zero point: scratch memory for the sums of
// the windows of an output row. By SMMLA rows that are copied lie in planes of 8 channels.
//
// The same, `lines`: windows are laid out one behind the other first. Needs: fewer than 8 channels,
// window rows of at most 16 bytes; scratch memory for the windows of some output rows.
//
// The same, `columns`: so many input rows as the vertical stride are laid out side by side first,
// for all windows that read them. Needs: window rows of at most 8 bytes, which with those of the
// stride fill words; output rows of a tile at least; scratch memory for the rows of some output
// rows.
//
// The same, `pairs`: windows of 4 pixels are laid out for all filters first, two pixels in turn.
// Needs: SMMLA; channels in multiples of 8; several times 16 filters in one group; windows without
// gaps between columns; scratch memory for the windows of some pixels.
//
// f32 and codes that it holds (bf16, f16, fp8), 4 pixels x 16 filters at a time (8 x 8 or 8 x 4
// where filters are few), bit for bit as the generic kernel. Needs: Advanced SIMD; hwc; groups, or
// filters that fill blocks of 16, 8 or 4 but for a fifth.
//
// bf16, 4 pixels x 16 filters at a time by BFMMLA (8 x 8 where filters are few, rows of one pixel
// not), 16 filters of one pixel by BFDOT, bit for bit as bfdot_arithmetic says, into any
// floating-point format. Needs: BFDOT or BFMMLA; FPCR as it is after reset (no FEAT_EBF16
// behaviour, no flushing); an even number of input channels or windows of one cell, so that no pair
// joins two cells; one group.
//
// s16 by s8, 2 pixels x 16 filters or 4 x 8 at a time, codes as two halves. Needs: SDOT or SMMLA;
// hwc; zero points of 0; 6 filters at least in each group; whole words of channels as above;
// scratch memory for the halves of the rows of a window.
//
// Values of 9 to 16 bits and posit<8, 0>, 4 pixels x 4 filters by SMLAL, rows that may lie apart.
// Needs: Advanced SIMD; hwc; zero points of 0 and weights of 8 to 16 bits, or no NaR among weights
// and biases and windows of at most 1,024 codes.
#pragma once

#include <etch/kernel/aarch64/any_bytes.hpp>
#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/kernel/aarch64/bfmmla_tiles.hpp>
#include <etch/kernel/aarch64/conv2d_p16_p16_p16_4x1_smaddl.hpp>
#include <etch/kernel/aarch64/floats.hpp>
#include <etch/kernel/aarch64/posit_tile.hpp>
#include <etch/kernel/aarch64/product_folds.hpp>
#include <etch/kernel/aarch64/product_halves.hpp>
#include <etch/kernel/aarch64/product_pairs.hpp>
#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/aarch64/product_strips.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// conv2d by tiles T. Tiles of 8 filters take any number of them, others whole tiles.
template <tile_shape T>
struct conv2d_tiles : row_tiles<conv2d_tiles<T>> {
  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    if (!neon::takes_epilogue(l) || l.by_channel || !has_rows(l.g, T)) return false;
    if (T.by == multiply::smmla && !suits_smmla(l.g)) return false;
    return T.quads == 2 || l.g.oc / l.g.groups % (4 * T.quads) == 0;
  }
  static constexpr tile_shape tile(const window_geometry&) { return T; }
};
/// Base of kernel K by tiles of Pixels pixels x 4 Quads filters.
template <class K, multiply By, int Pixels, int Quads>
using conv2d_kernel = layer_kernel<K, ops::conv2d, conv2d_tiles<tile_shape{By, Pixels, Quads}>>;
/// The same by strips.
template <class K, multiply By, int Pixels, int Quads>
using strip_kernel = layer_kernel<K, ops::conv2d, conv2d_strips<tile_shape{By, Pixels, Quads}>>;
/// The same by folds.
template <class K, multiply By, int Pixels, int Quads>
using fold_kernel = layer_kernel<K, ops::conv2d, conv2d_folds<tile_shape{By, Pixels, Quads}>>;

}  // namespace products

/// 4 pixels x 16 filters by SMMLA.
struct conv2d_s8_s8_s8_4x16_smmla
    : products::conv2d_kernel<conv2d_s8_s8_s8_4x16_smmla, products::multiply::smmla, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smmla";
};
/// 8 pixels x 8 filters by SMMLA.
struct conv2d_s8_s8_s8_8x8_smmla
    : products::conv2d_kernel<conv2d_s8_s8_s8_8x8_smmla, products::multiply::smmla, 8, 2> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x8_smmla";
};
/// 4 pixels x 16 filters by SDOT.
struct conv2d_s8_s8_s8_4x16_sdot
    : products::conv2d_kernel<conv2d_s8_s8_s8_4x16_sdot, products::multiply::sdot, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_sdot";
};
/// 8 pixels x 8 filters by SDOT.
struct conv2d_s8_s8_s8_8x8_sdot
    : products::conv2d_kernel<conv2d_s8_s8_s8_8x8_sdot, products::multiply::sdot, 8, 2> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x8_sdot";
};
/// 4 pixels x 16 filters by SMMLA, windows one behind the other.
struct conv2d_s8_s8_s8_4x16_smmla_lines
    : products::strip_kernel<conv2d_s8_s8_s8_4x16_smmla_lines, products::multiply::smmla, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smmla_lines";
};
/// 4 pixels x 16 filters by SMMLA, windows of pairs of pixels laid out.
struct conv2d_s8_s8_s8_4x16_smmla_pairs
    : layer_kernel<conv2d_s8_s8_s8_4x16_smmla_pairs, ops::conv2d, products::pair_tiles<true>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smmla_pairs";
};
/// 4 pixels x 16 filters by SDOT, windows one behind the other.
struct conv2d_s8_s8_s8_4x16_sdot_lines
    : products::strip_kernel<conv2d_s8_s8_s8_4x16_sdot_lines, products::multiply::sdot, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_sdot_lines";
};
/// 4 pixels x 16 filters by SMMLA, input rows folded.
struct conv2d_s8_s8_s8_4x16_smmla_columns
    : products::fold_kernel<conv2d_s8_s8_s8_4x16_smmla_columns, products::multiply::smmla, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smmla_columns";
};
/// 4 pixels x 16 filters by SDOT, input rows folded.
struct conv2d_s8_s8_s8_4x16_sdot_columns
    : products::fold_kernel<conv2d_s8_s8_s8_4x16_sdot_columns, products::multiply::sdot, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_sdot_columns";
};
/// 4 pixels x 16 filters by SMLAL.
struct conv2d_s8_s8_s8_4x16_smlal
    : products::conv2d_kernel<conv2d_s8_s8_s8_4x16_smlal, products::multiply::smlal, 4, 4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smlal";
};
/// 8 pixels x 8 filters by SMLAL.
struct conv2d_s8_s8_s8_8x8_smlal
    : products::conv2d_kernel<conv2d_s8_s8_s8_8x8_smlal, products::multiply::smlal, 8, 2> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x8_smlal";
};
/// conv2d on f32 by FMUL and FADD over filters.
struct conv2d_f32_f32_f32_4x16_fmul : neon::fmul_kernel<conv2d_f32_f32_f32_4x16_fmul, ops::conv2d> {
  static constexpr const char* name = "conv2d_f32_f32_f32_4x16_fmul";
};
/// conv2d on bfloat16 by BFDOT.
struct conv2d_bf16_bf16_bf16_1x16_bfdot
    : bfdot_rows::bfdot_kernel<conv2d_bf16_bf16_bf16_1x16_bfdot, ops::conv2d> {
  static constexpr const char* name = "conv2d_bf16_bf16_bf16_1x16_bfdot";
};
/// conv2d on bfloat16 by BFMMLA.
struct conv2d_bf16_bf16_bf16_4x16_bfmmla
    : bfmmla_tiles::bfmmla_kernel<conv2d_bf16_bf16_bf16_4x16_bfmmla, ops::conv2d> {
  static constexpr const char* name = "conv2d_bf16_bf16_bf16_4x16_bfmmla";
};
/// conv2d of values of 9 to 16 bits.
struct conv2d_s16_s16_s16_4x4_smlal
    : short_sums::kernel<conv2d_s16_s16_s16_4x4_smlal, ops::conv2d, neon::short_tile> {
  static constexpr const char* name = "conv2d_s16_s16_s16_4x4_smlal";
};
/// conv2d of 16-bit codes by weights of 8 bits, halves by SMMLA.
struct conv2d_s16_s8_s16_2x16_smmla
    : products::halves_kernel<conv2d_s16_s8_s16_2x16_smmla, ops::conv2d,
                              products::multiply::smmla> {
  static constexpr const char* name = "conv2d_s16_s8_s16_2x16_smmla";
};
/// The same by SDOT.
struct conv2d_s16_s8_s16_2x16_sdot
    : products::halves_kernel<conv2d_s16_s8_s16_2x16_sdot, ops::conv2d, products::multiply::sdot> {
  static constexpr const char* name = "conv2d_s16_s8_s16_2x16_sdot";
};
/// conv2d of posit<8, 0>.
struct conv2d_p8_p8_p8_4x4_smlal
    : posit_sums::kernel<conv2d_p8_p8_p8_4x4_smlal, ops::conv2d, neon::posit_tile> {
  static constexpr const char* name = "conv2d_p8_p8_p8_4x4_smlal";
};

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_4x4_smlal
    : byte_sums::kernel<conv2d_u8_u8_u8_4x4_smlal, ops::conv2d, neon::any_bytes_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_4x4_smlal";
};

}  // namespace ETCH_NAMESPACE
