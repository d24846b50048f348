// Formats and sums for tests of operators with weights.
#pragma once

#include <algorithm>
#include <type_traits>

#include "compare.hpp"
#include "formats.hpp"

namespace reference {

/// A sliding window, worked out by hand: output size, how it moves, padding before the input.
struct window {
  int oh, ow, stride_h, stride_w, dilation_h, dilation_w, top, left;

  /// term(u, v, row, column) for each cell inside x of the KH x KW window at (i, j).
  template <class Term>
  void each(const dims& x, int kh, int kw, int i, int j, const Term& term) const {
    for (int u = 0; u < kh; ++u) {
      for (int v = 0; v < kw; ++v) {
        const int row = i * stride_h - top + u * dilation_h;
        const int column = j * stride_w - left + v * dilation_w;
        if (row >= 0 && row < x.h && column >= 0 && column < x.w) term(u, v, row, column);
      }
    }
  }
};

}  // namespace reference

namespace test {

/// The output code that a sum in channel c becomes.
template <class K>
long long epilogue(long long sum, const etch::format& x, const etch::format& w,
                   const etch::format& y, rounding r, etch::activation act, int c, bool wide) {
  const long long lowest = etch::is_unsigned_affine(y) ? 0 : -(1LL << (y.bits - 1));
  const long long highest = lowest + (1LL << y.bits) - 1;
  long long code = 0;
  if (etch::is_q(x)) {
    code = reference::shift(sum, x.frac + w.frac - y.frac, r);
  } else {
    double unit = x.scale * (w.channel_scale == nullptr ? w.scale : w.channel_scale[c]);
    if (std::is_same_v<typename K::kernel, etch::dense_generic> && w.channel_scale == nullptr) {
      unit = static_cast<double>(static_cast<float>(x.scale) * static_cast<float>(w.scale));
    }
    const double ratio = unit / y.scale;
    code = (wide ? reference::scale_wide(sum, ratio) : reference::scale(sum, ratio, r)) + y.zero;
  }
  const long long six = y.zero + std::llround(6 / y.scale);
  return reference::saturate(
      code, act == etch::activation::none ? lowest : std::max<long long>(lowest, y.zero),
      act == etch::activation::relu6 ? std::min(highest, six) : highest);
}

/// Case K (x, w, op, kernel, outputs, sum) in formats F and layout L, against its sums.
template <class K, class F, class L, etch::activation Act>
void check_weighted() {
  using f = typename formats_of<F, K::outputs>::type;
  constexpr etch::format fx = f::x::descriptor, fw = f::w::descriptor, fb = f::b::descriptor,
                         fy = f::y::descriptor;
  constexpr int bound = fw.bits == 8 ? 127 : 32767;
  using weights = random_constant<typename f::w::kind::template storage<fw.bits>,
                                  K::w::descriptor.size(), -bound, bound, 5>;
  using biases =
      random_constant<typename f::b::kind::template storage<fb.bits>, K::outputs, -128, 127, 6>;
  static constexpr one_node g(K::op,
                              {given<typename f::x, typename K::x, L>,
                               stored<typename f::w, typename K::w>(weights::bytes.byte),
                               stored<typename f::b, etch::shape<K::outputs>>(biases::bytes.byte)},
                              {.number = fy, .round = f::round, .act = Act});
  if constexpr (std::is_same_v<F, q7>) static_assert(stays_inside<typename K::kernel, g>());
  const auto x = random_codes<g, 0>(11);
  const auto have = run<typename K::kernel, g>(x);
  const reference::dims dx = dims_of(g.values[0].is), dy = dims_of(g.values[8].is);
  const auto* w = etch::constant_codes<etch::call<g, 0>, 1>::value.code;
  const auto* b = etch::constant_codes<etch::call<g, 0>, 2>::value.code;
  if constexpr (requires { K::at; }) CHECK((dy.h == K::at.oh && dy.w == K::at.ow));
  std::vector<double> want;
  for (int n = 0; n < dy.n; ++n)
    for (int i = 0; i < dy.h; ++i)
      for (int j = 0; j < dy.w; ++j)
        for (int o = 0; o < dy.c; ++o) {
          if constexpr (etch::is_f32(fx)) {
            double sum = static_cast<double>(b[o]);
            K::sum(dx, n, i, j, o, [&](int at, int k) {
              sum +=
                  static_cast<double>(x[static_cast<std::size_t>(at)]) * static_cast<double>(w[k]);
            });
            if (Act != etch::activation::none && sum < 0) sum = 0;
            if (Act == etch::activation::relu6 && sum > 6) sum = 6;
            want.push_back(sum);
          } else {
            std::int64_t sum = b[o];
            if (etch::is_q(fb)) sum *= 1LL << (fx.frac + fw.frac - fb.frac);
            K::sum(dx, n, i, j, o, [&](int at, int k) {
              sum += static_cast<std::int64_t>(x[static_cast<std::size_t>(at)] - fx.zero) *
                     (w[k] - fw.zero);
            });
            constexpr bool wide = fb.bits == 64;
            if (!wide) sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));  // wraps
            want.push_back(
                static_cast<double>(epilogue<K>(sum, fx, fw, fy, f::round, Act, o, wide)));
          }
        }
  INFO("layout " << L::name << ", " << fx.kind->name << " of " << fx.bits << " bits");
  check_equal(have, want);
}

template <class K, class F, class L>
void check_activations() {
  check_weighted<K, F, L, etch::activation::none>();
  check_weighted<K, F, L, etch::activation::relu6>();
}

/// Every set of formats in both layouts.
template <class K>
void check_formats() {
  const auto in = [](auto layout) {
    using l = decltype(layout);
    check_activations<K, q7, l>();
    check_weighted<K, q15, l, etch::activation::none>();
    check_weighted<K, truncated, l, etch::activation::none>();
    check_activations<K, double_rounded, l>();
    check_weighted<K, single_rounded, l, etch::activation::relu>();
    check_weighted<K, per_channel, l, etch::activation::none>();
    check_weighted<K, bytes, l, etch::activation::relu6>();
    check_weighted<K, sixteen, l, etch::activation::none>();
    check_weighted<K, sixteen_wide, l, etch::activation::relu>();
    check_weighted<K, sixteen_channels, l, etch::activation::none>();
    check_activations<K, floating, l>();
  };
  in(etch::hwc{});
  in(etch::chw{});
}
/// What geometry can break, in less time.
template <class K>
void check_two_formats() {
  check_weighted<K, q7, etch::chw, etch::activation::none>();
  check_weighted<K, per_channel, etch::hwc, etch::activation::none>();
}

}  // namespace test
