// dense of numbers of 16 bits: eight filters times one row by VMLADAVA, and the last one to seven,
// of weights that lie in the order in which they are read. Sums end 8 at a time
// (channel_lanes.hpp).
#pragma once

#include <etch/kernel/armv81m/channel_lanes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Vectors of eight weights of a filter.
constexpr int eights_of(int inputs) { return ceil_div(inputs, 8); }

/// The place of weight t of filter o among [eight][step][filter][8]; the first step has what is
/// left over by whole ones, and zeros behind.
constexpr int place_in_eights(int o, int t, int outputs, int inputs) {
  const int steps = eights_of(inputs), missing = 8 * steps - inputs;
  const int first = o / 8 * 8, width = minimum(outputs - first, 8);
  const int at = t < 8 - missing ? t : t + missing;
  return (first * steps + at / 8 * width + o % 8) * 8 + at % 8;
}
/// Parameters p with the weights in such places.
template <int Inputs, class Weight, int Count, class Sum, int Outputs, class Epilogue>
constexpr auto in_eights(const weighted_parameters<Weight[Count], Sum, Outputs, Epilogue>& p) {
  weighted_parameters<Weight[8 * eights_of(Inputs) * Outputs], Sum, Outputs, Epilogue> k{
      {}, {}, p.epilogue};
  for (int o = 0; o < Outputs; ++o) {
    for (int t = 0; t < Inputs; ++t)
      k.weights[place_in_eights(o, t, Outputs, Inputs)] = p.weights[o * Inputs + t];
    k.bias[o] = p.bias[o];
  }
  return k;
}

#if ETCH_HAS_MVE

/// Writes the sums of `inputs` products, at least 1, of Filters filters. r1 is the place in x, r3
/// in the weights, r5 counts steps. 19 instructions for 64 products, 36 for 128.
template <int Filters, int WeightBytes>
[[gnu::naked]] ETCH_KERNEL void sum_eights(std::int32_t*, const std::int16_t*, int, const void*) {
  __asm volatile(
      ".macro etch_filters a\n\t.irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      ".if %c[w] == 1\n\tvldrb.s16 q0,[r3],#8\n\t.else\n\tvldrw.32 q0,[r3],#16\n\t.endif\n\t"
      "vmladav\\a\\().s16 r\\k,q2,q0\n\t.endif\n\t.endr\n\t.endm\n\t"

      "push {r0,r4-r11,lr}\n\tsubs r5,r2,#1\n\tand r2,r5,#7\n\tadds r2,#1\n\t"
      "vctp.16 r2\n\tvpst\n\tvldrht.u16 q2,[r1]\n\tadd r1,r1,r2,lsl #1\n\t"
      "etch_filters\n\t"
      "lsrs r5,r5,#4\n\tbcc 2f\n\tvldrh.u16 q2,[r1],#16\n\tetch_filters a\n"
      "2:\n\tbeq 4f\n"
      "3:\n\t.rept 2\n\tvldrh.u16 q2,[r1],#16\n\tetch_filters a\n\t.endr\n\t"
      "subs r5,#1\n\tbne 3b\n"
      "4:\n\tpop {r1}\n\tstrd r0,r2,[r1]\n\tstrd r4,r6,[r1,#8]\n\tstrd r8,r10,[r1,#16]\n\t"
      "strd r12,lr,[r1,#24]\n\tpop {r4-r11,pc}\n\t"
      ".purgem etch_filters"
      :
      : [count] "i"(Filters), [w] "i"(WeightBytes));
}

/// Writes the codes of all filters over the row x; p as in_eights makes it.
template <int Inputs, class W, class Sum, int Outputs, class Epilogue, class End, class Y>
ETCH_KERNEL void write_eights(const weighted_parameters<W, Sum, Outputs, Epilogue>& p,
                              const End& end, const std::int16_t* x, Y* y) {
  constexpr int bytes = sizeof p.weights[0], rest = Outputs % 8, next = 64 * eights_of(Inputs);
  alignas(8) std::int32_t sum[16];  // the last end with those of filters before, which are known
  const auto* w = p.weights;
  for (int o = 0; o + 8 <= Outputs; o += 8, w += next) {
    sum_eights<8, bytes>(sum, x, Inputs, w);
    channel_tile::write_eight(sum, p.bias, end, o, y);
  }
  if constexpr (rest > 0) {
    sum_eights<rest, bytes>(sum + 8, x, Inputs, w);
    channel_tile::write_eight(sum + rest, p.bias, end, Outputs - 8, y);
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
