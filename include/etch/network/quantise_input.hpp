// Quantises measurements into a network's input: real numbers, bytes, camera pixels. The compiler
// works out how a byte becomes a code: by nothing, one exclusive or, or a table of 256 codes.
#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/network/view.hpp>

namespace ETCH_NAMESPACE {

/// What real number byte p of channel c stands for: p, p / 255, p / 127.5 - 1. A user's own has the
/// same function.
struct plain_bytes {
  static constexpr double real(int p, int /*c*/) { return p; }
};
/// The second of these.
struct bytes_from_0_to_1 {
  static constexpr double real(int p, int /*c*/) { return p / 255.0; }
};
/// The third.
struct bytes_from_minus_1_to_1 {
  static constexpr double real(int p, int /*c*/) { return p / 127.5 - 1; }
};

/// Bytes of a pixel of four: where red, green and blue lie; alpha is not read.
struct pixel_order {
  int red, green, blue;
};
/// The orders that cameras and displays have.
inline constexpr pixel_order rgba{0, 1, 2}, bgra{2, 1, 0}, argb{1, 2, 3};

namespace detail {

/// The codes of all bytes: one table, or one for each channel where Range tells them apart.
template <class View, class Range>
struct byte_codes {
  using storage = typename View::storage;
  static constexpr int channels = View::shape.c();

  static constexpr storage code(int p, int c) {
    return static_cast<storage>(View::kind::encode(View::number, Range::real(p, c)));
  }
  static constexpr bool alike = [] {
    for (int c = 1; c < channels; ++c) {
      for (int p = 0; p < 256; ++p) {
        if (code(p, c) < code(p, 0) || code(p, 0) < code(p, c)) return false;
      }
    }
    return true;
  }();
  struct codes {
    storage of[alike ? 1 : channels][256]{};
    constexpr codes() {
      for (int c = 0; c < (alike ? 1 : channels); ++c) {
        for (int p = 0; p < 256; ++p) of[c][p] = code(p, c);
      }
    }
  };
  /// Whether every code is the byte less 128: what int8 models with 8-bit pictures mostly have.
  static constexpr bool shifted = [] {
    bool all = View::kind::is_integer && alike;
    for (int p = 0; p < 256 && all; ++p) all = static_cast<double>(code(p, 0)) == p - 128;
    return all;
  }();

  static constexpr storage of(int p, int c) {
    if constexpr (shifted) return static_cast<storage>(p - 128);
    else return shared_table<codes>.of[alike ? 0 : c][p];
  }
};

/// The code of a number in the format of a View or value V, as quantise_input says.
template <class V>
constexpr typename V::storage code_of_number(float number) {
  using storage = typename V::storage;
  constexpr format f = V::number;
  if constexpr (__is_same(storage, float)) {
    return number;
  } else if constexpr (is_real(f)) {
    return static_cast<storage>(V::kind::encode(f, static_cast<double>(number)));
  } else if constexpr (f.bits == 32 && f.zero != 0) {  // steps from zero may leave 32 bits
    const double real = number == number ? static_cast<double>(number) : 0.0;
    return static_cast<storage>(V::kind::encode(f, real, rounding::half_away));
  } else {
    constexpr float_to_integer<storage, rounding::half_away> code{
        static_cast<float>(f.unit()), f.zero, static_cast<storage>(V::kind::lowest(f)),
        static_cast<storage>(V::kind::highest(f))};
    return code(number, 0);
  }
}

/// to.at(n, h, w, c) = code(pixel, c) for every element, pixels counted in rows.
template <class View, class Code>
constexpr void for_each_pixel(const View& to, const Code& code) {
  constexpr extents e = View::shape;
  for (int n = 0, pixel = 0; n < e.n(); ++n) {
    for (int h = 0; h < e.h(); ++h) {
      for (int w = 0; w < e.w(); ++w, ++pixel) {
        for (int c = 0; c < e.c(); ++c) to.at(n, h, w, c) = code(pixel, c);
      }
    }
  }
}

}  // namespace detail

/// Writes numbers x, in logical (N,H,W,C) order, into `to` as codes: clamp(round(x / unit) + zero),
/// ties away from zero, what is no number as real 0 (TensorFlow Lite's QUANTIZE). For f32: as is,
/// for other numbers with a point of their own the nearest.
template <class View>
constexpr void quantise_input(const View& to, const float* x) {
  detail::for_each_pixel(to, [&](int pixel, int c) {
    return detail::code_of_number<View>(x[pixel * View::shape.c() + c]);
  });
}

/// Writes bytes in logical (N,H,W,C) order into `to`; byte p of channel c stands for
/// Range::real(p, c).
template <class Range = bytes_from_0_to_1, class View>
constexpr void quantise_bytes(const View& to, const unsigned char* bytes) {
  using codes = detail::byte_codes<View, Range>;
  detail::for_each_pixel(
      to, [&](int pixel, int c) { return codes::of(bytes[pixel * View::shape.c() + c], c); });
}

/// Writes pixels of four bytes in rows into `to`, a picture of three channels (red, green, blue),
/// or of one: its brightness (77 R + 150 G + 29 B + 128) / 256.
template <class Range = bytes_from_0_to_1, pixel_order Order = rgba, class View>
constexpr void quantise_pixels(const View& to, const unsigned char* pixels) {
  using codes = detail::byte_codes<View, Range>;
  constexpr int channels = View::shape.c();
  static_assert(channels == 3 || channels == 1,
                "quantise_pixels: a picture has three channels or one");
  detail::for_each_pixel(to, [&](int pixel, int c) {
    const unsigned char* p = pixels + 4 * pixel;
    if constexpr (channels == 1) {
      const wide_int light =
          77 * p[Order.red] + wide_int{150} * p[Order.green] + 29 * p[Order.blue];
      return codes::of(static_cast<int>((light + 128) >> 8), c);
    } else {
      constexpr int place[3]{Order.red, Order.green, Order.blue};
      return codes::of(p[place[c]], c);
    }
  });
}

}  // namespace ETCH_NAMESPACE
