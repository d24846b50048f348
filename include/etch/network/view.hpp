#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// A tensor in memory: codes behind a Pointer, addressed in logical order whatever the layout.
/// Codes of fewer than 8 bits are packed: their elements are packed_reference.
template <class Value, class Pointer>
class tensor_view {
 public:
  using kind = typename Value::kind;
  using storage = typename Value::storage;
  using layout = typename Value::layout;
  static constexpr extents shape = Value::is.shape;
  static constexpr format number = Value::is.number;

  constexpr explicit tensor_view(Pointer data) : data_(data) {}

  constexpr Pointer data() const { return data_; }
  static constexpr int size() { return Value::span; }
  /// The code at position i of the layout; 0 <= i < size().
  constexpr decltype(auto) operator[](int i) const { return data_[i]; }
  constexpr Pointer begin() const { return data_; }
  constexpr Pointer end() const { return data_ + size(); }
  /// The code of element (h, w, c), of (w, c), or of (c).
  constexpr decltype(auto) operator()(int h, int w, int c) const { return at(0, h, w, c); }
  constexpr decltype(auto) operator()(int w, int c) const { return at(0, 0, w, c); }
  constexpr decltype(auto) operator()(int c) const { return at(0, 0, 0, c); }
  constexpr decltype(auto) at(int n, int h, int w, int c) const {
    return data_[layout::offset(shape, n, h, w, c)];
  }
  /// The real number that element (h, w, c), (w, c) or (c) stands for.
  constexpr double real(int h, int w, int c) const {
    return Value::kind::decode(number, (*this)(h, w, c));
  }
  constexpr double real(int w, int c) const { return real(0, w, c); }
  constexpr double real(int c) const { return real(0, 0, c); }
  /// Sets element (h, w, c), (w, c) or (c) to the code nearest to `real`, saturated.
  constexpr void set(int h, int w, int c, double real) const {
    (*this)(h, w, c) = static_cast<storage>(Value::kind::encode(number, real));
  }
  constexpr void set(int w, int c, double real) const { set(0, w, c, real); }
  constexpr void set(int c, double real) const { set(0, 0, c, real); }

 private:
  Pointer data_;
};

}  // namespace ETCH_NAMESPACE
