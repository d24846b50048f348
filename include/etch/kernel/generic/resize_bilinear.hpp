#pragma once

#include <etch/kernel/generic/resize.hpp>
#include <etch/op/resize_bilinear.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// resize_bilinear in any format and layout.
struct resize_bilinear_generic : resize_kernel<resize_bilinear_generic> {
  using op = ops::resize_bilinear;
  static constexpr const char* name = "resize_bilinear_generic";

  /// A row or column between `low` and `high`, both inside x: `part` says where. Place::mix takes
  /// parts by reference, so that g++ 12 reads them where it needs them, not all before the cells.
  template <class Place, class Part>
  struct between {
    std::uint16_t low = 0, high = 0;
    Part part = 0;
    constexpr between() = default;
    constexpr between(int l, int h, Part p)
        : low(static_cast<std::uint16_t>(l)), high(static_cast<std::uint16_t>(h)), part(p) {}
    template <class X>
    ETCH_GLUE constexpr auto at(const X& x, const Place& column) const {
      return Place::mix(x(low, column.low), x(low, column.high), x(high, column.low),
                        x(high, column.high), part, column.part);
    }
  };
  /// TensorFlow Lite's: `part` is 1024ths beyond `low`.
  struct integer_place : between<integer_place, std::int32_t> {
    static constexpr integer_place of(int i, int in, int out, const resizing& r) {
      const int at = op{r}.place_in_1024ths(i, in, out);
      return {{at / 1024, (at + 1023) / 1024, at % 1024}};
    }
    template <class T>
    static constexpr T mix(T a, T b, T c, T d, const std::int32_t& i, const std::int32_t& j) {
      const std::int64_t sum = std::int64_t{a} * (1024 - i) * (1024 - j) +
                               std::int64_t{b} * (1024 - i) * j + std::int64_t{c} * i * (1024 - j) +
                               std::int64_t{d} * i * j;
      constexpr std::int64_t half = std::int64_t{1} << 19;
      return static_cast<T>((sum + (sum > 0 ? half : -half)) / (2 * half));
    }
  };
  /// XNNPACK's: the place in single precision, 2048ths beyond the cell `low`.
  struct short_place : between<short_place, std::int32_t> {
    static constexpr short_place of(int i, int in, int out, const resizing& r) {
      const float within = op{r}.place_of_xnnpack(i, in, out);
      const int low = static_cast<int>(within);
      const float rest = within - static_cast<float>(low);
      return {{low, minimum(low + 1, in - 1), xnnpack::nearest(rest * 2048)}};
    }
    template <class T>
    static constexpr T mix(T a, T b, T c, T d, const std::int32_t& i, const std::int32_t& j) {
      const std::int32_t above = a * 2048 + (b - a) * j, below = c * 2048 + (d - c) * j;
      return static_cast<T>((above * 2048 + (below - above) * i + (std::int32_t{1} << 21)) >> 22);
    }
  };
  /// In single precision; `part` is the way from `low` to `high`.
  struct float_place : between<float_place, float> {
    static constexpr float_place of(int i, int in, int out, const resizing& r) {
      const float at = op{r}.place_of_floats(i, in, out);
      const int whole = clamp(static_cast<int>(at), 0, in - 1);
      const int above = at > static_cast<float>(whole) ? whole + 1 : whole;
      return {{whole, minimum(above, in - 1), at - static_cast<float>(whole)}};
    }
    static constexpr float mix(float a, float b, float c, float d, const float& i, const float& j) {
      return a * (1 - i) * (1 - j) + c * i * (1 - j) + b * (1 - i) * j + d * i * j;
    }
  };

  template <class C>
  using place = element_t<list<integer_place, float_place, short_place>,
                          is_f32(C::template in<0>::is.number) ? 1
                          : C::round == rounding::xnnpack      ? 2
                                                               : 0>;
};

}  // namespace ETCH_NAMESPACE
