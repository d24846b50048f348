#pragma once

#include <etch/format/range.hpp>
#include <etch/kernel/generic/conv2d.hpp>
#include <etch/kernel/generic/dense.hpp>
#include <etch/op/dynamic_range.hpp>

namespace ETCH_NAMESPACE {

/// dynamic_range in any layout.
/// Scratch: the codes of x, then their zero point and 1 / Q.
struct dynamic_range_generic : kernel_base {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_generic";

  template <class C>
  static constexpr int scratch = round_up(round_up(C::template in<0>::span, 4) + 8, 16);

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = C::template out<>::is.shape.c();
    using w = typename C::template in<1>;
    constexpr int units = w::is.number.channel_scale == nullptr ? 1 : channels;
    parameters<code_array_t<typename w::storage, w::is.number.bits, w::span>, channels, units> p{};
    load_all(p.weights, C::bytes(1));
    for (int c = 0; c < units; ++c) p.unit[c] = static_cast<float>(w::is.number.unit(c));
    if constexpr (C::input_count > 2) {
      for (int c = 0; c < channels; ++c) p.real_bias[c] = load<float>(C::bytes(2), c);
    }
    return p;
  }

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr int w_zero = C::template in<1>::is.number.zero;
    constexpr auto l = output_limits<C>();
    if (rows.count == 0) return;
    unsigned char* const codes = a.scratch();
    unsigned char* const state = codes + round_up(in::span, 4);
    constexpr bool divides = is_onnxruntime(C::round);
    if (rows.first == 0) bring_to_range<divides>(codes, state, a.template in<0>(), in::span);
    const auto& p = kernel_constants<dynamic_range_generic, C>(a);
    const auto step = __builtin_bit_cast(float, load<std::int32_t>(state, 0));
    const auto zero = static_cast<int>(load<std::int32_t>(state, 1));
    const run_time<decltype(p.weights + 0)> view{
        p.weights + 0, {}, {p.unit, p.real_bias, p.units, step, l}};
    const unsigned char* const x = codes;
    if constexpr (C::attributes.of == layer::dense) {
      constexpr int outputs = C::template in<1>::is.shape.d[0];
      dense_generic::sums<integer_arithmetic, cursor_of<in>, cursor_of<out>, outputs>(
          a.template out<0>(), x, out::is.shape.size() / outputs, C::template in<1>::is.shape.d[1],
          zero, w_zero, view);
    } else {
      constexpr bool by_channel = C::attributes.of == layer::depthwise_conv2d;
      conv2d_generic::sums<C::attributes.at(C::inputs()), pair{}, by_channel, integer_arithmetic,
                           typename in::layout, typename out::layout>(a.template out<0>(), x, zero,
                                                                      w_zero, view, rows);
    }
  }

 private:
  using layer = ops::dynamic_range::layer;
  template <class Weights, int Channels, int Units>
  struct parameters {
    static constexpr int units = Units;
    Weights weights;
    float unit[Units];
    float real_bias[Channels];
  };
  /// No bias among the integers.
  struct no_bias {
    constexpr std::int32_t operator[](int) const { return 0; }
  };
  struct epilogue {
    const float* unit;
    const float* bias;
    int units;
    float step;
    limits<float> l;
    constexpr float operator()(std::int32_t sum, int c) const {
      const float real = static_cast<float>(sum) * (step * unit[units == 1 ? 0 : c]);
      return clamp(real + bias[c], l.low, l.high);
    }
  };
  /// The parameters of a layer once the range is known.
  template <class Weights>
  struct run_time {
    Weights weights;
    no_bias bias;
    dynamic_range_generic::epilogue epilogue;
  };

  /// Writes the codes of x, 1 / Q and the zero point.
  template <bool Divides, class X>
  ETCH_KERNEL static constexpr void bring_to_range(unsigned char* codes, unsigned char* state, X x,
                                                   int count) {
    const real_range range = range_of(x, count);
    const auto r = byte_range(range, Divides);
    for (int i = 0; i < count; ++i) codes[i] = r.encode(x[i]);
    const auto step = __builtin_bit_cast(std::uint32_t, r.step);
    for (int b = 0; b < 4; ++b) {
      state[b] = static_cast<unsigned char>(step >> 8 * b);
      state[4 + b] = b == 0 ? static_cast<unsigned char>(r.zero) : 0;
    }
  }
};

}  // namespace ETCH_NAMESPACE
