// NaR in layers of posit<8, 0> whose sums take it for a number: what it makes NaR is written
// afterwards.
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>

namespace ETCH_NAMESPACE {

namespace posit_sums {

/// Whether one of `count` codes is NaR.
ETCH_KERNEL inline bool have_nar(const code* from, int count) {
  std::uint64_t found = 0;
#if ETCH_HAS_NEON || ETCH_HAS_X86
  using sixteen [[gnu::vector_size(16)]] = signed char;
  sixteen nars{};
  for (; count >= 16; count -= 16, from += 16) {
    sixteen codes;
    __builtin_memcpy(&codes, from, sizeof codes);
    nars |= codes == -128;
  }
  std::uint64_t halves[2];
  __builtin_memcpy(halves, &nars, sizeof nars);
  found = halves[0] | halves[1];
#endif
  for (; count >= 8; count -= 8, from += 8) {
    constexpr std::uint64_t each = 0x0101010101010101;
    std::uint64_t eight;
    __builtin_memcpy(&eight, from, sizeof eight);
    eight ^= each << 7;  // NaR is a byte of 0 now: the first such byte shows in its upper bit
    found |= (eight - each) & ~eight;
  }
  bool any = (found & 0x8080808080808080) != 0;
  for (int i = 0; i < count; ++i) any |= from[i].is_nar();
  return any;
}

/// Writes the outputs of rows `rows` of call C whose windows meet a NaR, of a group or a channel.
template <class C, class A, class Epilogue>
ETCH_KERNEL void write_nars(const A& a, row_block rows, const Epilogue& end_sum) {
  constexpr window_geometry g = C::attributes.at(C::inputs());
  constexpr int groups = weights_by_channel<typename C::op> ? g.c : g.groups;
  constexpr int depth = g.c / groups, filters = g.oc / groups;
  const auto x = a.template rows<0>();
  const auto top_of = [&](int r) { return r % g.oh * g.stride_h - g.pad_top; };
  if (rows.count == 0) return;
  const int last = rows.first + rows.count - 1, first = top_of(rows.first);
  const int before = count_cells_inside(first, g.kh, g.dilation_h, g.h).first * g.dilation_h;
  const int end = last / g.oh * g.h + minimum(top_of(last) + reach(g.kh, g.dilation_h), g.h);
  const int step = rows.count == 1 ? g.dilation_h : 1;  // those between may not be there
  bool any = false;                                     // as a rule none
  const int begin = step > 1 ? first + before : maximum(first, 0);
  for (int h = rows.first / g.oh * g.h + begin; h < end; h += step)
    any |= have_nar(x.row(h), g.w * g.c);
  for (int r = rows.first; any && r <= last; ++r) {
    const int picture = r / g.oh * g.h, top = top_of(r);
    const auto u = count_cells_inside(top, g.kh, g.dilation_h, g.h);
    auto* y = out_row<C>(a, r);
    for (int j = 0; j < g.ow; ++j, y += g.oc) {
      const int left = j * g.stride_w - g.pad_left;
      const auto v = count_cells_inside(left, g.kw, g.dilation_w, g.w);
      for (int b = 0; b < groups; ++b) {
        bool meets = false;
        for (int cell = 0; cell < u.count * v.count; ++cell) {
          const int h = top + (u.first + cell / v.count) * g.dilation_h;
          const int w = left + (v.first + cell % v.count) * g.dilation_w;
          meets |= have_nar(x.row(picture + h) + w * g.c + b * depth, depth);
        }
        for (int o = b * filters; meets && o < (b + 1) * filters; ++o)
          y[o] = end_sum(sum_arithmetic<C>::nar_sum, o);
      }
    }
  }
}

}  // namespace posit_sums

}  // namespace ETCH_NAMESPACE
