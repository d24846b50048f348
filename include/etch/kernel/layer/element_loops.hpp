// Walking over elements in logical (N,H,W,C) order, whatever the layout, and the loops of the
// kernels that take one element after the other.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

/// Whether layout L keeps elements in logical order without gaps.
template <class L>
inline constexpr bool in_logical_order = __is_same(L, hwc) || __is_same(L, ohwi);

/// Whether value V (a typed_value) holds integer codes of 8 or 9 to 16 bits, each a T: memory has
/// those of fewer bits packed.
template <class V, class T>
inline constexpr bool holds_codes_of =
    V::kind::is_integer && __is_same(typename V::storage, T) && V::is.number.bits >= 8;

/// The part of shape e that code over layout L depends on: nothing in logical order, so that
/// tensors of all shapes share one function.
template <class L>
constexpr extents shape_for(const extents& e) {
  return in_logical_order<L> ? extents{} : e;
}

/// A place in a tensor of shape E and layout L that moves as a tensor of shape Y does in logical
/// order; it stands still along dimensions where E has size 1.
template <class L, extents E, extents Y>
class cursor {
 public:
  /// At element k of Y.
  constexpr explicit cursor(int k)
      : n_(k / (Y.h() * Y.w() * Y.c())),
        h_(k / (Y.w() * Y.c()) % Y.h()),
        w_(k / Y.c() % Y.w()),
        c_(k % Y.c()) {}
  constexpr int offset() const {
    return L::offset(E, E.n() == 1 ? 0 : n_, E.h() == 1 ? 0 : h_, E.w() == 1 ? 0 : w_,
                     E.c() == 1 ? 0 : c_);
  }
  constexpr void next() {
    if (++c_ < Y.c()) return;
    c_ = 0;
    if (++w_ < Y.w()) return;
    w_ = 0;
    if (++h_ < Y.h()) return;
    h_ = 0;
    ++n_;
  }

 private:
  int n_, h_, w_, c_;
};
template <class L, extents E, extents Y>
requires(in_logical_order<L> && E.size() == Y.size())
class cursor<L, E, Y> {
 public:
  constexpr explicit cursor(int k) : at_(k) {}
  static constexpr bool goes_in_steps = true;
  constexpr int offset() const { return at_; }
  constexpr void next() { ++at_; }

 private:
  int at_;
};

/// The cursor over value V (a typed_value).
template <class V>
using cursor_of = cursor<typename V::layout, shape_for<typename V::layout>(V::is.shape),
                         shape_for<typename V::layout>(V::is.shape)>;

/// Whether cursors over layouts that keep logical order stand on elements that follow one another.
template <class... Cursor>
inline constexpr bool go_in_steps = (requires { Cursor::goes_in_steps; } && ...);

struct [[gnu::may_alias]] word_of_codes {
  std::uint32_t value;
};
/// Four of them, which compilers copy by LDM and STM or as a vector.
struct [[gnu::may_alias]] words_of_codes {
  std::uint32_t value[4];
};
/// Count bytes, whole words, from x to y.
template <int Count>
ETCH_GLUE void copy_words(unsigned char* y, const unsigned char* x) {
  unroll<Count / 16>([&]<int I>() __attribute__((always_inline)) {
    reinterpret_cast<words_of_codes*>(y)[I] = reinterpret_cast<const words_of_codes*>(x)[I];
  });
  unroll<Count % 16 / 4>([&]<int I>() __attribute__((always_inline)) {
    constexpr int at = Count / 16 * 4 + I;
    reinterpret_cast<word_of_codes*>(y)[at] = reinterpret_cast<const word_of_codes*>(x)[at];
  });
}
/// y[i] = x[i], `count` codes of bytes; by words where both lie alike.
template <class T>
ETCH_KERNEL void copy_bytes(T* to, const T* from, int count) {
  auto* y = reinterpret_cast<unsigned char*>(to);
  const auto* x = reinterpret_cast<const unsigned char*>(from);
  const auto lies = reinterpret_cast<std::uintptr_t>(y);
  if (((lies ^ reinterpret_cast<std::uintptr_t>(x)) & 3) == 0) {
    for (int head = static_cast<int>(-lies & 3); head > 0 && count > 0; --head, --count) {
      *y++ = *x++;
    }
    for (; count >= 32; count -= 32, y += 32, x += 32) copy_words<32>(y, x);
    for (; count >= 4; count -= 4, y += 4, x += 4) {
      reinterpret_cast<word_of_codes*>(y)->value = reinterpret_cast<const word_of_codes*>(x)->value;
      __asm volatile("" ::: "memory");  // no call of memcpy
    }
  }
  for (; count > 0; --count) {
    *y++ = *x++;
    __asm volatile("" ::: "memory");
  }
}

/// Codes of a piece, at most, that are copied without a loop.
inline constexpr int longest_unrolled_piece = 64;
/// `pieces` times Count codes of bytes that lie one behind the other in x, `step` apart in y.
template <int Count, class T, class U>
requires(sizeof(T) == 1 && sizeof(U) == 1)
ETCH_KERNEL void copy_pieces(T* to, int step, U* from, int pieces) {
  auto* y = reinterpret_cast<unsigned char*>(to);
  const auto* x = reinterpret_cast<const unsigned char*>(from);
  if constexpr (Count % 4 == 0 && Count <= longest_unrolled_piece) {
    const auto lie = reinterpret_cast<std::uintptr_t>(y) | reinterpret_cast<std::uintptr_t>(x) |
                     static_cast<std::uintptr_t>(step);
    if ((lie & 3) == 0) {
      for (; pieces > 0; --pieces, y += step, x += Count) copy_words<Count>(y, x);
      return;
    }
  }
  for (; pieces > 0; --pieces, y += step, x += Count) copy_bytes(y, x, Count);
}

/// y[i] = code, `count` codes of bytes.
template <class T>
ETCH_KERNEL void fill_bytes(T* to, T code, int count) {
  auto* y = reinterpret_cast<unsigned char*>(to);
  const auto byte = __builtin_bit_cast(unsigned char, code);
  for (; count > 0; --count) {
    if (count >= 4 && (reinterpret_cast<std::uintptr_t>(y) & 3) == 0) {
      for (; count >= 4; count -= 4, y += 4) {
        reinterpret_cast<word_of_codes*>(y)->value = byte * 0x01010101U;
        __asm volatile("" ::: "memory");  // no call of memset
      }
      if (count == 0) return;
    }
    *y++ = byte;
    __asm volatile("" ::: "memory");
  }
}

/// y[k + i] = x[m + i] in logical order, 0 <= i < count; k and m are where the cursors stand.
template <class CursorY, class CursorX, class Y, class X>
ETCH_KERNEL constexpr void copy_elements(Y y, CursorY to, X x, CursorX from, int count) {
  for (int i = 0; i < count; ++i, to.next(), from.next()) y[to.offset()] = x[from.offset()];
}
/// The same where both are arrays of bytes, one after the other.
template <class CursorY, class CursorX, class T, class U>
requires(sizeof(T) == 1 && sizeof(U) == 1 && go_in_steps<CursorY, CursorX>)
ETCH_GLUE constexpr void copy_elements(T* y, CursorY to, U* x, CursorX from, int count) {
  if (__builtin_is_constant_evaluated()) {
    for (int i = 0; i < count; ++i) y[to.offset() + i] = x[from.offset() + i];
  } else {
    copy_bytes(y + to.offset(), x + from.offset(), count);
  }
}

/// y = f(x, channel) for `pixels` times `channels` elements, both cursors at the first of them.
/// y may be x.
template <class CursorY, class CursorX, class Y, class X, class F>
ETCH_KERNEL constexpr void map_elements(Y y, CursorY to, X x, CursorX from, int pixels,
                                        int channels, const F& f) {
  for (int p = 0; p < pixels; ++p) {
    for (int c = 0; c < channels; ++c, to.next(), from.next()) {
      y[to.offset()] = f(x[from.offset()], c);
    }
  }
}

/// The same where f is one function for all channels and both are arrays: `count` elements.
template <class Y, class X, class F>
ETCH_KERNEL constexpr void map_codes(Y* y, X* x, int count, const F& f) {
  for (; count >= 8; count -= 8, y += 8, x += 8) {
    y[0] = f(x[0], 0);
    y[1] = f(x[1], 0);
    y[2] = f(x[2], 0);
    y[3] = f(x[3], 0);
    y[4] = f(x[4], 0);
    y[5] = f(x[5], 0);
    y[6] = f(x[6], 0);
    y[7] = f(x[7], 0);
  }
  for (; count > 0; --count) *y++ = f(*x++, 0);
}
/// Whether F says that it is one function for all channels.
template <class F>
inline constexpr bool is_one_function = requires { F::is_one_function; };

/// y = f(x, channel, k) likewise, for elements k = first and on in logical order.
template <class CursorY, class CursorX, class Y, class X, class F>
ETCH_KERNEL constexpr void map_places(Y y, X x, int first, int pixels, int channels, const F& f) {
  CursorY to(first);
  CursorX from(first);
  for (int k = first; k < first + pixels * channels; ++k, to.next(), from.next()) {
    y[to.offset()] = f(x[from.offset()], k % channels, k);
  }
}

/// Runs map_elements over the given rows of call C, from input 0 to its output of equal shape; or
/// map_places, where f takes a place.
template <class C, class A, class F>
ETCH_GLUE constexpr void map_rows(const A& a, row_block rows, const F& f) {
  using in = typename C::template in<0>;
  using out = typename C::template out<>;
  constexpr int w = out::is.shape.w(), c = out::is.shape.c();
  const int first = rows.first * out::row;
  if constexpr (requires(typename in::storage x) { f(x, 0, 0); }) {
    map_places<cursor_of<out>, cursor_of<in>>(a.template out<0>(), a.template in<0>(), first,
                                              rows.count * w, c, f);
  } else if constexpr (is_one_function<F> && go_in_steps<cursor_of<out>, cursor_of<in>> &&
                       requires { map_codes(a.template out<0>(), a.template in<0>(), 0, f); }) {
    map_codes(a.template out<0>() + first, a.template in<0>() + first, rows.count * w * c, f);
  } else {
    map_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                 cursor_of<in>(first), rows.count * w, c, f);
  }
}

/// Base of kernel K that applies its constants to each element of a value.
template <class K>
struct element_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, kernel_constants<K, C>(a));
  }
};

/// Base of kernels that write the elements of a value in the same logical order.
struct copy_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    const int first = rows.first * out::row;
    copy_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                  cursor_of<in>(first), rows.count * out::row);
  }
};

/// Calls f(y, x..., count) for the count elements of the given rows of call C, whose output and
/// inputs are all in logical order and of equal shape.
template <class C, class A, class F>
ETCH_GLUE constexpr void call_on_rows(const A& a, row_block rows, const F& f) {
  constexpr int row = C::template out<>::row;
  const int first = rows.first * row;
  [&]<int... I>(detail::indices<I...>) __attribute__((always_inline)) {
    f(a.template out<0>() + first, (a.template in<I>() + first)..., rows.count * row);
  }(detail::first<C::input_count>{});
}

/// Call C as if activation A were merged into it: what output_limits reads.
template <class C, activation A>
struct with_activation : C {
  static constexpr activation act = A;
};

}  // namespace ETCH_NAMESPACE
