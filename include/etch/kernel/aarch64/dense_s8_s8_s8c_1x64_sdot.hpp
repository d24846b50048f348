#pragma once

#include <etch/kernel/aarch64/sdot_rows.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {
namespace sdot {

/// A dense layer as a convolution of one row of B pixels by windows of one cell, and its tile.
template <class C>
struct dense_form {
  static constexpr extents weights = C::template in<1>::is.shape;
  static constexpr int filters = weights.d[0];
  static constexpr int batch = C::template out<>::is.shape.size() / filters;
  static constexpr window_geometry window{
      .w = batch, .c = weights.d[1], .ow = batch, .oc = filters};
  static constexpr int pixels = batch == 1 ? 1 : 4;
  // One pixel leaves registers for 64 filters: as few groups as that allows, of equal size.
  static constexpr int all_quads = ceil_div(filters, 4);
  static constexpr int quads = batch == 1 ? ceil_div(all_quads, ceil_div(all_quads, 16)) : 4;
  static constexpr int scratch = row_form<window, pixels, quads>::scratch;
};

}  // namespace sdot

/// dense on 8-bit codes, 64 filters at a time; 4 x 16 where there is a batch.
///
/// Needs: SDOT. Filters behind O in the last group are computed for nothing.
/// Reads: x (B,K) affine or q, 8 bits; weights (O,K), 8 bits, a scale for each filter or one for
/// all, no zero point. Writes: y (B,O) affine or q, 8 bits.
struct dense_s8_s8_s8c_1x64_sdot {
  using op = ops::dense;
  static constexpr const char* name = "dense_s8_s8_s8c_1x64_sdot";

  template <class C>
  static constexpr bool accepts = sdot::multiplies_bytes<C>();
  template <class C>
  static constexpr int scratch = sdot::dense_form<C>::scratch;
  template <class C>
  static constexpr auto pack() {
    using form = sdot::dense_form<C>;
    return sdot::pack_rows<C, form::window, form::pixels, form::quads>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    using form = sdot::dense_form<C>;
    sdot::run_rows<dense_s8_s8_s8c_1x64_sdot, C, form::window, form::pixels, form::quads>(a, rows);
  }
};

}  // namespace etch::inline ETCH_ABI
