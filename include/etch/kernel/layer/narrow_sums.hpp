// conv2d and dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: as
// byte_sums.hpp, but that the weights of a tile's filters lie on the stack as 16 bits, made anew
// for each piece of an output row. No scratch memory; at most 4 KiB of stack.
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>

namespace ETCH_NAMESPACE {

namespace narrow_sums {

/// Weights of a filter, two in a byte.
template <int Count>
struct nibbles {
  std::int8_t pair[(Count + 1) / 2];

  ETCH_KERNEL void widen(std::int16_t* to) const {
    for (int i = 0; i < Count / 2; ++i, to += 2) {
      to[0] = low(pair[i]);
      to[1] = static_cast<std::int16_t>(pair[i] >> 4);
    }
    if constexpr (Count % 2 != 0) *to = low(pair[Count / 2]);
  }

 private:
  ETCH_GLUE static std::int16_t low(int both) {
    const auto upper = static_cast<std::int32_t>(static_cast<std::uint32_t>(both) << 28);
    return static_cast<std::int16_t>(upper >> 28);
  }
};

/// Geometry B with Filters of its filters.
template <class B, int Filters>
struct some_filters : B {
  static constexpr int oc = Filters, pixel = B::oc;
};
/// Parameters of some filters.
struct some_parameters {
  const std::int16_t* weights;
  const std::int32_t* bias;
};

/// Base of kernel K, which runs operator Op by a tile.
template <class K, class Op, class Tile>
struct kernel : widened_sums::kernel_of_rows<Op> {
  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr int filters = minimum(Tile::filters, geometry_of<C>.oc);
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!byte_sums::takes<C, true>()) {
      return false;
    } else {
      constexpr window_geometry g = geometry_of<C>;
      return g.groups == 1 && filters<C> * g.kh * g.kw * g.c <= widened_sums::most_widened;
    }
  }();
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    using weights = typename C::template in<1>;
    constexpr int channels = geometry_of<C>.oc, taps = weights::span / channels;
    constexpr auto end = byte_sums::make_ends<Tile, C>();
    weighted_parameters<nibbles<taps>[channels], std::int32_t, channels,
                        decltype(byte_sums::make_ends<Tile, C>())>
        p { {}, {}, end };
    for (int c = 0; c < channels; ++c) {
      for (int i = 0; i < taps; ++i) {
        const int code = weights::load(C::bytes(1), c * taps + i);
        std::int8_t& pair = p.weights[c].pair[i / 2];
        pair = static_cast<std::int8_t>(i % 2 == 0 ? code & 15 : pair | code * 16);
      }
      p.bias[c] = byte_sums::start_of<Tile, C>(c);
    }
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = geometry_of<C>;
    constexpr int taps = g.kh * g.kw * g.c, zero = C::template in<0>::is.number.zero;
    const auto& p = kernel_constants<K, C>(a);
    const auto& end_sum = short_sums::end_of<C>(p);
    const auto write = [&]<class Piece>(const Piece& piece, const auto& x,
                                        auto* y) __attribute__((always_inline)) {
      constexpr int count = filters<C>;
      std::int16_t weights[count * taps];
      const some_filters<Piece, count> some{piece};
      for (int next = 0; next < g.oc; next += count) {
        const int o = minimum(next, g.oc - count);
        for (int f = 0; f < count; ++f) p.weights[o + f].widen(weights + f * taps);
        const auto end = [&](std::int32_t sum, int c)
                             __attribute__((always_inline)) { return end_sum(sum, o + c); };
        widened_sums::write_piece<g, Tile, std::int32_t>(some, some_parameters{weights, p.bias + o},
                                                         end, x, y + o);
      }
    };
    kernel::template for_each_row<C>(
        a, rows, [&](int, auto* y, int n, int i) __attribute__((always_inline)) {
          widened_sums::for_each_piece<g, byte_sums::less_zero<Tile, zero>>(a.template rows<0>(), y,
                                                                            n, i, write);
        });
  }
};

}  // namespace narrow_sums

}  // namespace ETCH_NAMESPACE
