#pragma once

#include <etch/base/rounding.hpp>
#include <etch/format/format.hpp>

namespace etch::inline ETCH_ABI {

/// One number of format F, usable alone: number<q<0, 7>>(0.5).code() == 64.
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

 private:
  storage code_{};
};

}  // namespace etch::inline ETCH_ABI
