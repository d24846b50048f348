// Products of a matrix and a row without DSP instructions: eight filters a pass over the row, the
// rest of them one by one.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

#if ETCH_HAS_M_PROFILE

/// The sum of w x over `count` taps.
ETCH_KERNEL inline std::int32_t product_of_rows(const std::int8_t* w, const std::int8_t* x,
                                                int count) {
  std::int32_t sum = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4, w += 4, x += 4) {
    sum += w[0] * x[0];
    sum += w[1] * x[1];
    sum += w[2] * x[2];
    sum += w[3] * x[3];
  }
  for (; k < count; ++k) sum += *w++ * *x++;
  return sum;
}
ETCH_KERNEL inline std::int32_t sum_of_row(const std::int8_t* x, int count) {
  std::int32_t sum = 0;
  int k = 0;
  for (; k + 4 <= count; k += 4, x += 4) sum += x[0] + x[1] + x[2] + x[3];
  for (; k < count; ++k) sum += *x++;
  return sum;
}

/// All outputs of one row of input.
template <class Block, epilogue_code E, class End>
ETCH_KERNEL void row_by_eights(const layer_end& to, int inputs, int outputs, const End* ends,
                               const std::int8_t* weights,
                               const std::int8_t* x,  // (K)
                               std::int8_t* y) {      // (O)
  // modulo 2^32, as the sums
  const auto excess = static_cast<std::int32_t>(
      outputs < 8 ? 0 : 0U - 128U * static_cast<std::uint32_t>(sum_of_row(x, inputs)));
  for (; outputs >= 8; outputs -= 8, weights += 8 * inputs) {
    std::int32_t sums[8];
    Block::add_products(x, weights, inputs, sums);
    for (int i = 0; i < 8; ++i) {
      const std::int32_t sum = Block::is_biased(i) ? sum_from(sums[i], excess) : sums[i];
      *y++ = Block::template end<E>(to, *ends++, sum);
    }
  }
  for (; outputs > 0; --outputs, weights += inputs) {
    *y++ = Block::template end<E>(to, *ends++, product_of_rows(weights, x, inputs));
  }
}

#endif

/// Places the weights (O,K) of call C for row_by_eights, and how their sums end: in each group
/// those of eight filters (K,8) in the order of Block, those of the rest (O % 8,K) as they are.
template <class C, class Block>
constexpr void place_by_eights(sum_end_t<C>* ends, std::int8_t* to) {
  constexpr int inputs = layer_of<C>.taps(), outputs = layer_of<C>.filters() / layer_of<C>.g.groups;
  const unsigned char* from = C::bytes(1);
  for (int f = 0; f < layer_of<C>.filters(); ++f, from += inputs) {
    const int o = f % outputs;
    if (f > 0 && o == 0) to += outputs * inputs;
    const bool rest = o >= outputs / 8 * 8;
    ends[f] = make_sum_end<C, Block::lifts>(f);
    if (Block::bias_of_code != 0 && !rest) {
      ends[f] = with_bias_of_codes(ends[f], Block::bias_of_code, from, inputs);
    }
    const int bias = !rest && Block::is_biased(o % 8) ? 128 : 0;
    std::int8_t* const at =
        to + (rest ? o * inputs : o / 8 * 8 * inputs + Block::place_of_filter(o % 8));
    for (int i = 0; i < inputs; ++i) {
      at[rest ? i : 8 * i] = static_cast<std::int8_t>(static_cast<unsigned char>(from[i] + bias));
    }
  }
}

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
