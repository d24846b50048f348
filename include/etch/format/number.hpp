#pragma once

#include <etch/format/exact.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
/// Format F as exact.hpp takes it.
template <class F>
struct plain_value {
  using kind = typename F::kind;
  using storage = typename kind::template storage<F::bits>;
  struct described {
    format number;
  };
  static constexpr described is{F::descriptor};
};
}  // namespace detail

/// One number of format F, usable alone: number<q<0, 7>>(0.5).code() == 64. Results of + - * / and
/// fma are the exact ones brought to F once, to the nearest code by F's own rule for ties,
/// saturated; x / 0 of integers is the last code of its sign.
template <class F>
class number {
 public:
  using kind = typename F::kind;
  using storage = typename kind::template storage<F::bits>;

  constexpr number() = default;
  /// The representable number nearest to `real` by policy `r`, saturated.
  constexpr explicit number(double real, rounding r = rounding::standard)
      : code_(static_cast<storage>(kind::encode(F::descriptor, real, r))) {}
  /// The number that `code` stands for.
  static constexpr number from_code(storage code) {
    number n;
    n.code_ = code;
    return n;
  }
  constexpr storage code() const { return code_; }
  constexpr double real() const { return kind::decode(F::descriptor, code_); }
  /// The same number in format G, rounded by policy R, saturated.
  template <class G, rounding R = rounding::standard>
  constexpr number<G> to() const {
    return number<G>::from_code(write_parts<detail::plain_value<G>, R>(exact()));
  }

  friend constexpr number operator+(number a, number b) { return near(add(a.exact(), b.exact())); }
  friend constexpr number operator-(number a, number b) {
    return near(add(a.exact(), negated(b.exact())));
  }
  friend constexpr number operator*(number a, number b) {
    return near(multiply(a.exact(), b.exact()));
  }
  friend constexpr number operator/(number a, number b) {
    return near(divide(a.exact(), b.exact()));
  }
  friend constexpr number operator-(number a) { return near(negated(a.exact())); }
  friend constexpr bool operator<(number a, number b) { return a.code_ < b.code_; }
  /// a b + c.
  friend constexpr number fma(number a, number b, number c) {
    return near(add(multiply(a.exact(), b.exact()), c.exact()));
  }

 private:
  using value = detail::plain_value<F>;
  constexpr parts exact() const { return read_parts<value>(code_); }
  static constexpr number near(const parts& x) {
    return from_code(write_parts<value, rounding::standard>(x));
  }

  storage code_{};
};

}  // namespace ETCH_NAMESPACE
