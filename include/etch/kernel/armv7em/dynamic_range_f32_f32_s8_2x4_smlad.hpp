// conv2d and dense of f32 values that are brought to 8 bits by their own range, by weights of at
// most 8 bits, which take as many in flash where they have 4: two filters times four pixels a step,
// by SMLAD.
//
// The value becomes codes, 128 less, in scratch memory; the row loops of 8-bit layers leave sums
// where the outputs will be; what the zero point adds to a sum, some times the sum of its weights,
// comes off when it becomes a number. Plan, ring of rows and pairs of filters of up to 2 KiB lie on
// the stack, where ram_bytes does not count them; larger ones in scratch memory and in constants.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset);
// FPSCR rounding to nearest, as after reset; hwc; weights of zero point 0 without gaps or groups.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O), or x (B,K), weights (O,K), bias (O). Writes:
// y (N,OH,OW,O), or y (B,O).
#pragma once

#include <etch/kernel/armv7em/windows.hpp>
#include <etch/kernel/generic/dynamic_range.hpp>
#include <etch/kernel/layer/range_layer.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Sums of codes -128 .. 127: their zero point is known when the layer runs.
template <class C>
inline constexpr auto accumulators_of<layer_of_range<C>> = [] {
  using call = layer_of_range<C>;
  constexpr int count = layer_of<call>.filters();
  all_accumulators<count> all;
  for (int o = 0; o < count; ++o) {
    const weight_sums w = sum_weights<call>(o);
    const long long most = 128LL * w.magnitude();
    all.of[o].is_exact = most < 1LL << 30;
    all.of[o].may_be_second = most < 1LL << 23;
    all.of[o].has_28_bits = most < 1LL << 27;
    all.of[o].has_lowest = w.has_lowest;
    all.are_exact = all.are_exact && all.of[o].is_exact;
    all.have_28_bits = all.have_28_bits && all.of[o].has_28_bits;
  }
  return all;
}();

}  // namespace cortex_m

namespace armv7em {

/// How the sums of a filter become numbers; of all filters of a layer. An integer Sum holds the sum
/// of any filter's weights.
template <class Sum, int Filters, int Units>
struct range_ends {
  Sum weights[Filters];  ///< their sum
  float unit[Units];
  float bias[Filters];
};

#if ETCH_HAS_DSP

/// The codes of x, 128 less: r.encode(x) - 128.
template <bool Divides>
ETCH_KERNEL void bring_to_bytes(std::int8_t* to, const float* x, int count, byte_codes r) {
  for (const float* const end = x + count; x != end; ++x, ++to) {
#if ETCH_HAS_M_SINGLE
    const float steps = Divides ? *x / r.step : *x * r.factor;
    *to = core::limited_sum(core::nearest(steps), r.zero - 128);
#else
    *to = static_cast<std::int8_t>(r.encode(*x) - 128);
#endif
  }
}
/// Makes numbers of the sums of `pixels` pixels at y, where they lie.
template <bool Limited, class Sum>
ETCH_KERNEL void end_range_sums(float* y, int pixels, int filters, const Sum* weights,
                                const float* unit, int units, const float* bias, float step,
                                int zero, limits<float> l) {
  for (int o = 0; o < filters; ++o) {
    const float factor = step * unit[units == 1 ? 0 : o], offset = bias[o];
    const std::int32_t start = zero * weights[o];
    float* to = y + o;
    for (int i = pixels; i > 0; --i, to += filters) {
      const auto sum = static_cast<std::int32_t>(load_word(to)) - start;
      const float real = static_cast<float>(sum) * factor + offset;
      *to = Limited ? clamp(real, l.low, l.high) : real;
    }
  }
}

#endif

}  // namespace armv7em

/// conv2d and dense over ranges by pairs of filters.
/// Scratch: that of the row loop unless it lies on the stack, then as dynamic_range_generic the
/// codes, 1 / Q and the zero point.
struct dynamic_range_f32_f32_s8_2x4_smlad : kernel_base {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_2x4_smlad";

  /// Call C with a byte for each weight: pairs of them are packed.
  template <class C>
  using seen = layer_of_range<typename detail::call_of_layer<true>::template type<C>>;

  template <class C>
  static constexpr armv7em::window_plan plan = [] {
    constexpr int oc = layer_of<C>.g.oc;
    auto p = armv7em::make_window_plan(layer_of<C>.g, 0,
                                       armv7em::steps_of_word(armv7em::form_of_weights<C>));
    p.y_pixel = 4 * oc;  // bytes of sums
    p.pairs = armv7em::pairs_of<C>.count;
    p.pair_bytes = static_cast<int>(sizeof(armv7em::pair_start));
    return p;
  }();
  /// Whether call C, as it is seen, has its row loop's memory and its pairs on the stack: pairs of
  /// neighbours, in at most 2 KiB.
  template <class C>
  static constexpr bool is_short = [] {
    constexpr auto& pairs = armv7em::pairs_of<C>;
    constexpr int last = pairs.count - 1;
    for (int i = 0; i <= last; ++i) {
      const bool alone = i == last && layer_of<C>.filters() % 2 != 0;
      if (pairs.a[i] != 2 * i || pairs.b[i] != (alone ? -1 : 2 * i + 1)) return false;
    }
    return armv7em::window_scratch(plan<C>) + plan<C>.pairs * plan<C>.pair_bytes <= 2048;
  }();
  template <class C>
  static constexpr bool accepts = [] {
    using call = seen<C>;
    if constexpr (!layer_of<call>.is_bytes || layer_of<call>.by_channel) return false;
    else if constexpr (layer_of<call>.g.groups > 1 || layer_of<call>.is_dilated()) return false;
    else return armv7em::has_pairs<call, bits_of_weights<call>() <= 4>();
  }();
  /// Bytes of the arena that the row loop of call C, as it is seen, takes.
  template <class C>
  static constexpr int row_loop_scratch = is_short<C> ? 0 : armv7em::window_scratch(plan<C>);
  template <class C>
  static constexpr int scratch = row_loop_scratch<seen<C>> + dynamic_range_generic::scratch<C>;

  template <class C>
  static constexpr auto pack() {
    return pack_seen<seen<C>>();
  }

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    using call = seen<C>;
    using in = typename C::template in<0>;
    constexpr window_geometry g = layer_of<call>.g;
    constexpr auto l = output_limits<C>();
    constexpr bool limited = l.low >= -most || l.high <= most;
    if (rows.count == 0) return;
    if constexpr (g.n * g.oh == 1) rows = {0, 1};
    auto* const codes = reinterpret_cast<std::int8_t*>(a.scratch() + row_loop_scratch<call>);
    auto* const state = reinterpret_cast<range_state*>(codes + round_up(in::span, 4));
    if (rows.first == 0) {
      constexpr bool divides = is_onnxruntime(C::round);
      const float* const x = a.template in<0>();
      const byte_codes r = byte_range(range_of(x, in::span), divides);
      armv7em::bring_to_bytes<divides>(codes, x, in::span, r);
      *state = {r.step, r.zero - 128};
    }
    const auto& k = kernel_constants<dynamic_range_f32_f32_s8_2x4_smlad, C>(a);
    float* const y = a.template out<0>();
    const strided_rows<const std::int8_t> x{codes, g.w * g.c};
    if constexpr (is_short<call>) {
      run_on_stack<call>(k.of.weights, x, state->zero, y, rows);
    } else {
      armv7em::window_plan p = k.of.plan;
      p.zero = static_cast<std::int8_t>(state->zero);
      rows_by<call>(p, k.of.ends, k.of.weights, x, reinterpret_cast<std::int8_t*>(y), a.scratch(),
                    rows);
    }
    armv7em::end_range_sums<limited>(y + rows.first * g.ow * g.oc, rows.count * g.ow, g.oc,
                                     k.end.weights, k.end.unit,
                                     static_cast<int>(sizeof k.end.unit / sizeof(float)),
                                     k.end.bias, state->step, state->zero, l);
#else
    static_assert(sizeof(A) == 0, "dynamic_range by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }

 private:
  static constexpr float most = 3.402823466e+38F;
  template <class Layer, class Ends>
  struct constants {
    Layer of;
    Ends end;
  };
  template <int Words>
  struct only_weights {
    std::uint32_t weights[Words];
  };
  /// The pair a and a + 1, or a alone, without bias: channels count bytes of sums.
  static constexpr armv7em::pair_start pair_of_neighbours(int a, int filters) {
    return {0, 0, 4 * a, a + 1 < filters ? 4 : 0};
  }
  template <class C>
  static constexpr auto pack_seen() {
    using w = typename C::template in<1>;
    constexpr int filters = layer_of<C>.filters();
    constexpr int units = w::is.number.channel_scale == nullptr ? 1 : filters;
    constexpr int magnitude = [] {
      int most_of_all = 0;
      for (int o = 0; o < filters; ++o) {
        most_of_all = maximum(most_of_all, sum_weights<C>(o).magnitude());
      }
      return most_of_all;
    }();
    constexpr int width = magnitude < 128 ? 0 : magnitude < 32'768 ? 1 : 2;
    using sum = element_t<list<std::int8_t, std::int16_t, std::int32_t>, width>;
    using ends = armv7em::range_ends<sum, filters, units>;
    auto layer = armv7em::pack_pairs<C, plan<C>, plan<C>.kh>();
    constexpr int words = static_cast<int>(sizeof layer.weights / sizeof(std::uint32_t));
    using of = element_t<list<decltype(layer), only_weights<words>>, is_short<C> ? 1 : 0>;
    constants<of, ends> k{};
    if constexpr (is_short<C>) {
      for (int i = 0; i < words; ++i) k.of.weights[i] = layer.weights[i];
    } else {
      for (auto& pair : layer.ends) pair.channel_a *= 4, pair.to_b *= 4;
      k.of = layer;
    }
    for (int c = 0; c < units; ++c) k.end.unit[c] = static_cast<float>(w::is.number.unit(c));
    for (int o = 0; o < filters; ++o) {
      k.end.weights[o] = static_cast<sum>(sum_weights<C>(o).sum());
      if constexpr (C::input_count > 2) k.end.bias[o] = load<float>(C::bytes(2), o);
    }
    return k;
  }

#if ETCH_HAS_DSP
  /// Rows of a short plan, whose ring starts anew at the first.
  template <class C>
  ETCH_KERNEL static void run_on_stack(const std::uint32_t* weights,
                                       strided_rows<const std::int8_t> x, int zero, float* y,
                                       row_block rows) {
    armv7em::window_plan p = plan<C>;
    alignas(8) unsigned char memory[armv7em::window_scratch(plan<C>)];
    armv7em::pair_start pairs[plan<C>.pairs];
    for (int i = 0; i < plan<C>.pairs; ++i) {
      pairs[i] = pair_of_neighbours(2 * i, layer_of<C>.filters());
    }
    p.zero = static_cast<std::int8_t>(zero);
    rows_by<C>(p, pairs, weights, x, reinterpret_cast<std::int8_t*>(y), memory, rows);
  }
  template <class C>
  ETCH_GLUE static void rows_by(const armv7em::window_plan& p, const armv7em::pair_start* pairs,
                                const std::uint32_t* weights, strided_rows<const std::int8_t> x,
                                std::int8_t* y, unsigned char* scratch, row_block rows) {
    constexpr armv7em::weights_in form = armv7em::form_of_weights<C>;
    constexpr auto run = plan<C>.how == armv7em::arrangement::patches
                             ? &armv7em::run_patches<&armv7em::keep_sums, form>
                             : &armv7em::run_ring<&armv7em::keep_sums, form, !is_short<C>>;
    run(p, pairs, weights, x, y, scratch, rows);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
