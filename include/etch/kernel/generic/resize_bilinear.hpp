#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/op/resize_bilinear.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// resize_bilinear in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
struct resize_bilinear_generic : kernel_base {
  using op = ops::resize_bilinear;
  static constexpr const char* name = "resize_bilinear_generic";

  // Where row or column i of `out` lies in x, which has `in`: between `low` and `high`, both
  // inside.

  /// TensorFlow Lite's: `part` is 1024ths beyond `low`. Its ratio of sizes is rounded, so that the
  /// last places may lie beyond x; there TensorFlow Lite reads on, this stays at the last cell.
  struct integer_place {
    std::uint16_t low = 0, high = 0;
    std::int32_t part = 0;
    static constexpr integer_place of(int i, int in, int out, const resizing& r) {
      const bool align = r.align != 0 && out > 1;
      const int above = align ? in - 1 : in, below = align ? out - 1 : out;
      const int ratio = (1024 * above + below / 2) / below;
      const int middle = r.half_pixels != 0 ? ratio / 2 - 512 : 0;
      const int at = clamp(i * ratio + middle, 0, 1024 * (in - 1));
      return {static_cast<std::uint16_t>(at / 1024), static_cast<std::uint16_t>((at + 1023) / 1024),
              at % 1024};
    }
    template <class T>
    static constexpr T mix(T a, T b, T c, T d, const integer_place& i, const integer_place& j) {
      const std::int64_t sum = std::int64_t{a} * (1024 - i.part) * (1024 - j.part) +
                               std::int64_t{b} * (1024 - i.part) * j.part +
                               std::int64_t{c} * i.part * (1024 - j.part) +
                               std::int64_t{d} * i.part * j.part;
      constexpr std::int64_t half = 1 << 19;
      return static_cast<T>((sum + (sum > 0 ? half : -half)) / (1 << 20));
    }
  };
  /// XNNPACK's: the place in single precision, 2048ths beyond the cell `low`.
  struct short_place {
    std::uint16_t low = 0, high = 0;
    std::int32_t part = 0;
    static constexpr short_place of(int i, int in, int out, const resizing& r) {
      const int less = r.align != 0 && out != 1 ? 1 : 0;
      const float ratio = static_cast<float>(in - less) / static_cast<float>(out - less);
      const float scaled = static_cast<float>(i) * ratio;
      const float half = 0.5F * ratio;
      const bool middle = r.half_pixels != 0 && r.align == 0;
      const float at = middle ? scaled + (half - 0.5F) : scaled;
      const float within = clamp(at, 0.0F, static_cast<float>(in - 1));
      const int low = static_cast<int>(within);
      return {static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(minimum(low + 1, in - 1)),
              xnnpack::nearest((within - static_cast<float>(low)) * 2048)};
    }
    template <class T>
    static constexpr T mix(T a, T b, T c, T d, const short_place& i, const short_place& j) {
      const std::int32_t above = a * 2048 + (b - a) * j.part, below = c * 2048 + (d - c) * j.part;
      return static_cast<T>((above * 2048 + (below - above) * i.part + (1 << 21)) >> 22);
    }
  };
  /// In single precision; `part` is the way from `low` to `high`.
  struct float_place {
    std::uint16_t low = 0, high = 0;
    float part = 0;
    static constexpr float_place of(int i, int in, int out, const resizing& r) {
      const bool align = r.align != 0 && out > 1;
      const float ratio = align ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                                : static_cast<float>(in) / static_cast<float>(out);
      const float at = r.half_pixels != 0 ? (static_cast<float>(i) + 0.5F) * ratio - 0.5F
                                          : static_cast<float>(i) * ratio;
      const int whole = clamp(static_cast<int>(at), 0, in - 1);
      const int above = at > static_cast<float>(whole) ? whole + 1 : whole;
      return {static_cast<std::uint16_t>(whole), static_cast<std::uint16_t>(minimum(above, in - 1)),
              at - static_cast<float>(whole)};
    }
    static constexpr float mix(float a, float b, float c, float d, const float_place& i,
                               const float_place& j) {
      return a * (1 - i.part) * (1 - j.part) + c * i.part * (1 - j.part) +
             b * (1 - i.part) * j.part + d * i.part * j.part;
    }
  };

  template <class C>
  static constexpr auto pack() {
    constexpr extents x = C::template in<0>::is.shape;
    constexpr ops::resize_bilinear r = C::attributes;
    constexpr bool real = is_f32(C::template in<0>::is.number);
    using place = element_t<list<integer_place, float_place, short_place>,
                            real                            ? 1
                            : C::round == rounding::xnnpack ? 2
                                                            : 0>;
    places<place, r.h, r.w> p{};
    for (int i = 0; i < r.h; ++i) p.row[i] = place::of(i, x.h(), r.h, r);
    for (int j = 0; j < r.w; ++j) p.column[j] = place::of(j, x.w(), r.w, r);
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    mixed<in::is.shape, out::is.shape, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), packed<resize_bilinear_generic, C>, rows);
  }

 private:
  template <class Place, int H, int W>
  struct places {
    Place row[H], column[W];
  };
  template <extents X, extents Y, class LayoutX, class LayoutY, class To, class From, class P>
  ETCH_KERNEL static constexpr void mixed(To y,    // (N,OH,OW,C)
                                          From x,  // (N,H,W,C)
                                          const P& at, row_block rows) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / Y.h();
      const auto& i = at.row[r % Y.h()];
      for (int k = 0; k < Y.w(); ++k) {
        const auto& j = at.column[k];
        for (int c = 0; c < Y.c(); ++c) {
          y[LayoutY::offset(Y, n, r % Y.h(), k, c)] = i.mix(
              x[LayoutX::offset(X, n, i.low, j.low, c)], x[LayoutX::offset(X, n, i.low, j.high, c)],
              x[LayoutX::offset(X, n, i.high, j.low, c)],
              x[LayoutX::offset(X, n, i.high, j.high, c)], i, j);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
